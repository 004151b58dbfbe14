"""What this program is, and on what it runs."""

from __future__ import annotations

import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QLabel, QWidget

from memdesk import __version__
from memdesk_gui.theme.icons import app_icon
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label


class AboutDialog(BaseDialog):
    """Name, version, purpose, licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("About memdesk"), parent)
        mark = QLabel(self)
        side = self.fontMetrics().height() * 3
        mark.setPixmap(app_icon().pixmap(side, side))
        self.body.addWidget(mark)
        self.body.addWidget(role_label("memdesk", "heading", self))
        purpose = self.tr("See, review, correct and restore what AI agents remember.")
        self.body.addWidget(role_label(purpose, "", self))
        versions = role_label("\n".join(version_lines()), "muted", self)
        versions.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(versions)
        self.body.addWidget(role_label(self.tr("MIT licence"), "muted", self))
        self.add_button(self.tr("Close"), self.close, primary=True)


def version_lines() -> tuple[str, ...]:
    """Return the versions a report needs."""
    return (
        f"memdesk {__version__}",
        f"Qt {qVersion()}, Python {platform.python_version()}",
        platform.platform(),
    )
