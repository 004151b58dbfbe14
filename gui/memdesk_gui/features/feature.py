"""What the window can do is made of features: objects whose methods say which commands they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from memdesk_gui.features.shell import Shell


class Feature(QObject):
    """Something that the window can do: what its methods are declared to be becomes its commands."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window, self._context = window, window.context
        window.context.commands.add_declared(self)
