"""Colours, fonts, icons and the style that everything is painted with."""
