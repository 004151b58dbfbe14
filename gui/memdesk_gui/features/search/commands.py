"""The ways to anything by its name: documents (quick open) and commands (palette); and by what it says."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.features.search.bar import SearchBar
    from memdesk_gui.features.search.controller import SearchDesk
    from memdesk_gui.features.search.dialog import TextSearch
    from memdesk_gui.features.search.fleet import HitPlace
    from memdesk_gui.features.search.palette import CommandPalette
    from memdesk_gui.features.search.quick_open import QuickOpen
    from memdesk_gui.features.shell import Shell


class Searching(Feature):
    """Registers the commands, and makes the lists when they are asked for the first time."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        window.search_words = self.asked

    def prepare(self) -> Iterator[None]:
        """Make the list of documents before any is described or opened."""
        self.quick_open.hide()
        yield

    @cached_property
    def quick_open(self) -> QuickOpen:
        """The list of documents, made before any is described or opened: it learns from that."""
        from memdesk_gui.features.search.quick_open import QuickOpen

        return QuickOpen(self._context, self._window.navigator.documents, self._window)

    @cached_property
    def palette(self) -> CommandPalette:
        """The list of commands."""
        from memdesk_gui.features.search.palette import CommandPalette

        return CommandPalette(self._context, self._window)

    @cached_property
    def _desk(self) -> SearchDesk:
        """What is asked in the background, by the list and by the bar."""
        from memdesk_gui.features.search.controller import SearchDesk

        return SearchDesk(
            lambda: self._window.reviewing.inbox,
            lambda: self._context.settings.value.embedding_provider,
        )

    @cached_property
    def bar(self) -> SearchBar:
        """The list of documents, text and commands."""
        from memdesk_gui.features.search.bar import SearchBar

        bar = SearchBar(self._context, self._window.navigator.documents, self._window, self._desk)
        bar.answered.connect(self._window.memory_asked)
        return bar

    @cached_property
    def text_search(self) -> TextSearch:
        """The list of what documents say to a question."""
        from memdesk_gui.features.search.dialog import TextSearch

        search = TextSearch(self._context, self._window.navigator.documents, self._window, self._desk)
        self._window.search_made.emit(search)
        search.elsewhere.connect(self._go_elsewhere)
        search.answered.connect(self._window.memory_asked)
        search.menu.addAction(self._context.commands.action("search.replace"))
        return search

    def asked(self) -> str:
        """Return what the search that is shown asks for; nothing where none is."""
        search = vars(self).get("text_search")
        return search.field.text().strip() if search is not None and search.isVisible() else ""

    def _go_elsewhere(self, place: HitPlace, address: str) -> None:
        """Open another workspace at what was found there, or tell where it is."""
        workspace = place.workspace
        if place.is_here:
            self._window.folder_wanted.emit(Path(workspace.root), address)
            return
        machine, folder = printable(workspace.host), printable(workspace.root)
        words = self.tr("This is on the machine {machine}, in the folder {folder}")
        self._window.toast.show_message(words.format(machine=machine, folder=folder))

    @command(
        "go.quick_open",
        lambda self: self.tr("&Find a document…"),
        "Ctrl+P",
        "search",
        enabled=lambda self: self._context.bus.listing is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 1, 4),
    )
    def _find(self) -> None:
        self.quick_open.open()

    @command(
        "search.everywhere",
        lambda self: self.tr("&Search in all documents…"),
        "Ctrl+Shift+F",
        "search",
        words=lambda self: self.tr("ask know question memory test"),
        enabled=lambda self: self._context.bus.listing is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 1, 5),
    )
    def _search(self) -> None:
        self.text_search.open()

    @command("go.palette", lambda self: self.tr("&Command palette…"), "Ctrl+Shift+P", menu=(Menu.GO, 1, 6))
    def _choose(self) -> None:
        self.palette.open()

    @command(
        "search.bar",
        lambda self: self.tr("Find an&ything…"),
        "Ctrl+K",
        "search",
        enabled=lambda self: self._context.bus.listing is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 1, 3),
    )
    def _find_anything(self) -> None:
        self.bar.open()
