"""What the window can do is made of features: objects whose methods say which commands they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.features.shell import Shell


class Feature(QObject):
    """Something that the window can do: what its methods are declared to be becomes its commands.

    The window makes every feature of :mod:`memdesk_gui.features.registry` and calls what stands here. What
    one feature wants of another goes through a signal of the window (``Shell``).
    """

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window, self._context = window, window.context
        window.context.commands.add_declared(self)

    def attach(self) -> None:
        """Connect to the parts of the window, which stand by now: the area, the navigator, the docks."""

    @property
    def is_settled(self) -> bool:
        """Whether what it shows is complete: nothing is due that no job is doing yet."""
        return True

    def prepare(self) -> Iterator[None]:
        """Connect to the panes beside the documents, made for the first workspace; step by step.

        Called once: what may be left out when another folder is chosen meanwhile comes after a ``yield``.
        """
        yield from ()

    def follow_up(self) -> Iterator[None]:
        """Make what an open workspace needs soon; step by step."""
        yield from ()
