"""Data only: icons, themes, translations, the demo workspace, help pages."""
