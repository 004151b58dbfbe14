"""How long ago something was: the ages in a list or a line go on while somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from memdesk_gui.widgets.lists.models.keyed_list import Item, KeyedListModel

PACE_MS = 10_000
"""How often ages are told: each row begins a minute of its own, and none stays behind it for long."""


class Ageing(QTimer):
    """Has ages told anew again and again."""

    def __init__(self, tell: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent, interval=PACE_MS)
        self.timeout.connect(tell)
        self.start()


class AgedListModel(KeyedListModel[Item]):
    """A list whose rows say how old they are."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = 0.0

    def set_now(self, now: float) -> None:
        """Tell ages by this time of day from here on."""
        self._now = now
        self.announce_all()
