"""The documents in their trees: all, and those the filter leaves; large trees are built in the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from memdesk.model import DocumentInfo, Kind
from memdesk.text.cooperative import yielding
from memdesk_gui.bridge.jobs import Job, JobRunner
from memdesk_gui.features.navigator.branches import Tree
from memdesk_gui.features.navigator.grouping import ByKind, Grouping
from memdesk_gui.wording.wording import document_title

MANY = 300
"""Above this many documents trees are built and filtered off the GUI thread."""
SWARM = 300
"""Above this many changes at once a new tree is built instead of changing this one."""

Changes: TypeAlias = Mapping[str, DocumentInfo | None]
"""The new state of each document; None where it is gone."""


def is_bookkeeping(info: DocumentInfo) -> bool:
    """Whether a document is a system's own note of what it did last, in a hidden file: nothing to look at."""
    return info.kind is Kind.OTHER and info.system is not None and info.uri[info.uri.rfind("/") + 1] == "."


class Sieve(NamedTuple):
    """Which documents are shown: those in which every word occurs, of these (None: all)."""

    words: tuple[str, ...] = ()
    only: frozenset[str] | None = None

    @property
    def takes_all(self) -> bool:
        """Whether no document is left out."""
        return not self.words and self.only is None


class Built(NamedTuple):
    """The result of a build: all documents, and those that match (the same tree where all do)."""

    tree: Tree
    shown: Tree


class Shelves(QObject):
    """Keeps both trees in step with list, grouping, filter and single changes, whichever comes first."""

    rebuilt = Signal()
    """Both trees are other ones."""

    def __init__(self, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._late: dict[str, DocumentInfo | None] = {}
        self._texts: dict[str, str] = {}
        self._sieve = Sieve()
        self._notes: dict[str, str] = {}
        self._grouping: Grouping = ByKind()
        self._documents: tuple[DocumentInfo | None, ...] = ()
        self.tree = self.shown = Tree(self._grouping)

    @property
    def filtered(self) -> bool:
        """Whether a filter hides documents."""
        return not self._sieve.takes_all

    @property
    def only(self) -> frozenset[str] | None:
        """The documents that are shown at most; None: all."""
        return self._sieve.only

    @property
    def building(self) -> bool:
        """Whether newer trees are under way."""
        return self._job is not None

    def load(self, documents: Iterable[DocumentInfo]) -> None:
        """Replace all documents."""
        self._late.clear()
        self._documents = tuple(documents)
        self._build()

    def regroup(self, grouping: Grouping) -> None:
        """Shelve the same documents another way."""
        self._grouping = grouping
        self._rebuild()

    def narrow(self, text: str) -> None:
        """Show only documents in whose title, path and summary every word occurs."""
        self._sift(self._sieve._replace(words=tuple(text.casefold().split())))

    def keep(self, only: frozenset[str] | None) -> None:
        """Show none but these documents; None: all."""
        if only != self._sieve.only:
            self._sift(self._sieve._replace(only=only))

    def apply(self, changes: Changes) -> None:
        """Take over what changed on disk; a whole swarm of changes is answered with ``rebuilt``."""
        changes = {uri: info for uri, info in changes.items() if info is None or not is_bookkeeping(info)}
        for uri in changes:
            self._texts.pop(uri, None)
        if self._job is not None:
            self._late.update(changes)
        elif len(changes) > SWARM:
            self._documents = tuple({**self.tree.documents, **changes}.values())
            self._build()
        else:
            self._change_trees(changes)

    def annotate(self, uri: str, note: str) -> None:
        """Let the filter find a document by its summary, too."""
        self._notes[uri] = note
        self._texts.pop(uri, None)

    def _sift(self, sieve: Sieve) -> None:
        self._sieve = sieve
        if self.building:
            self._build()
            return
        tree, match = self.tree, self._match
        documents = tuple(tree.documents.values())
        self._run(len(documents), lambda: Built(tree, match(tree, documents, sieve)))

    def _change_trees(self, changes: Changes) -> None:
        for uri, info in changes.items():
            _change(self.tree, uri, info)
            if self.shown is not self.tree:
                _change(self.shown, uri, info if info and self._matches(info, self._sieve) else None)

    def _rebuild(self) -> None:
        """Build from the documents as they are now, or from those a build under way was given."""
        if not self.building:
            self._documents = tuple(self.tree.documents.values())
        self._build()

    def _build(self) -> None:
        sieve, match, grouping, documents = self._sieve, self._match, self._grouping, self._documents

        def build() -> Built:
            present = [info for info in yielding(documents) if info is not None and not is_bookkeeping(info)]
            tree = Tree(grouping, present)
            return Built(tree, match(tree, present, sieve))

        self._run(len(documents), build)

    def _run(self, size: int, build: Callable[[], Built]) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if size <= MANY:
            self._on_built(build())
        else:
            self._job = self._jobs.read(build, self._on_built)

    def _on_built(self, built: Built) -> None:
        self._job = None
        self._documents = ()
        self.tree, self.shown = built
        late, self._late = self._late, {}
        self.apply(late)
        self.rebuilt.emit()

    def _match(self, tree: Tree, documents: Iterable[DocumentInfo], sieve: Sieve) -> Tree:
        if sieve.takes_all:
            return tree
        return Tree(tree.grouping, [info for info in yielding(documents) if self._matches(info, sieve)])

    def _matches(self, info: DocumentInfo, sieve: Sieve) -> bool:
        if sieve.only is not None and info.uri not in sieve.only:
            return False
        text = self._texts.get(info.uri)
        if text is None:
            text = self._texts[info.uri] = self._text(info)
        return all(word in text for word in sieve.words)

    def _text(self, info: DocumentInfo) -> str:
        """Return what the filter looks at; mostly the path alone, because the title is part of it."""
        uri, note = info.uri.casefold(), self._notes.get(info.uri, "")
        title = document_title(info).casefold()
        return "\n".join(filter(None, (uri, "" if title in uri else title, note.casefold())))


def _change(tree: Tree, uri: str, info: DocumentInfo | None) -> None:
    if info is None:
        tree.drop(uri)
    else:
        tree.put(info)
