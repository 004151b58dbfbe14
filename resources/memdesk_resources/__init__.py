"""Data only: icons, themes, translations, the demo workspace, help pages."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the data lies (plain files; ``importlib.resources`` would cost a tenth of the start-up)."""
