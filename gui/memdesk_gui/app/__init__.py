"""Start-up: builds the parts, shows the window, opens the workspace after the first paint, cleans up."""

from __future__ import annotations

from memdesk_gui.app.start import run

__all__ = ["run"]
