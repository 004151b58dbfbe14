"""Dialogs of the window itself: help, about, the log, fonts, names, unsaved text."""
