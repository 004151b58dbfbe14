"""One call's look at a workspace: what it read is remembered, what it wrote is committed as one unit."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from memdesk.agents.context_trace import ContextDocument
from memdesk.agents.read_counts import ReadCounts
from memdesk.agents.run_entries import RunEntries
from memdesk.errors import InvalidError, MemdeskError, NotFoundError, ReadOnlyError
from memdesk.model import FileStamp, Kind, Nature, Origin, Revision, SearchMode, Site, revision_of
from memdesk.runtime.clock import FrozenClock, local_time
from memdesk.store import DocumentEdit
from memdesk.store.fs.stamps import is_racy
from memdesk.systems.choices import FILE as CHOICES
from memdesk.systems.tools import CallProgress, Passage, Reads
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace, is_beside

LARGEST_CONFIG = 8 << 20
"""Bytes of a configuration that are read."""

_TEXTS = (".md", ".json", ".jsonl", ".txt")
"""How names of documents end that hold text."""

T = TypeVar("T")


class ReadDocument(NamedTuple):
    """A document as a call met it; ``stamp`` tells its state, None where that could change unseen."""

    data: bytes | None = None
    revision: Revision | None = None
    stamp: FileStamp | None = None


class _Kept:
    """What was made of a document in a state; nothing yet, where it was never looked at."""

    __slots__ = ("is_still", "revision", "value")

    def __init__(self) -> None:
        self.is_still: Callable[[], bool] = never
        self.revision: Revision | None = None
        self.value: Any = None


class Recollection:
    """What calls made of documents, kept while these stay the same."""

    def __init__(self, workspace: Workspace) -> None:
        self._still = workspace.store.still
        self._kept: dict[tuple[str, Callable[[bytes], object]], _Kept] = {}
        self._reads = ReadCounts(workspace.root)
        self.runs = RunEntries(workspace.root)
        """Which run an entry belongs to."""

    def find(self, path: str, parse: Callable[[bytes], T]) -> T | None:
        """Return what was made of a document, None where it is another by now: one look at the disk."""
        return self.finder(path, parse)()

    def finder(self, path: str, parse: Callable[[bytes], T]) -> Callable[[], T | None]:
        """Return what finds what was made of a document, as often as it is asked."""
        kept = self._of(path, parse)

        def find() -> T | None:
            value: T | None = kept.value if kept.is_still() else None
            return value

        return find

    def revision(self, path: str, parse: Callable[[bytes], object]) -> Revision | None:
        """Return the revision of which :meth:`find` returned what was made."""
        return self._of(path, parse).revision

    def made(self, path: str, parse: Callable[[bytes], T], look: ReadDocument) -> T | None:
        """Return what is made of a document as a call met it: at once where that was made before."""
        if look.data is None:
            return None
        kept = self._of(path, parse)
        value: T = kept.value if kept.revision == look.revision else parse(look.data)
        kept.is_still = self._still(path, look.stamp) if look.stamp else never
        kept.revision, kept.value = look.revision, value
        return value

    def reads(self, path: str) -> Reads:
        """Return how often parts of a document were read since a call last wrote it."""
        return self._reads.of(path)

    def written(self, path: str) -> None:
        """Take in that a call has written a document: what it had to note of the reads is in there."""
        self._reads.noted(path)

    def keep(self) -> None:
        """Keep what was read for the next change, whoever makes it."""
        self._reads.keep()

    def _of(self, path: str, parse: Callable[[bytes], object]) -> _Kept:
        name = path, parse
        kept = self._kept.get(name)
        if kept is None:
            kept = self._kept[name] = _Kept()
        return kept


class RememberedSite:
    """A site as calls remember it (:class:`memdesk.systems.tools.Remembered`). For one thread."""

    def __init__(self, site: Site, recollection: Recollection) -> None:
        self.site = site
        self.finder = recollection.finder
        self.reads = recollection.reads

    def inside(self, name: str) -> str:
        """Return the path of a name below the site's root."""
        return inside(self.site, name)


class ToolTransaction:
    """A site as one call of a tool has it (:class:`memdesk.systems.tools.SiteMemory`). For one thread."""

    def __init__(
        self,
        workspace: Workspace,
        site: Site,
        recollection: Recollection,
        *,
        writable: bool = True,
        counting: bool = True,
        progress: CallProgress | None = None,
        lenient: bool = False,
        run: str = "",
        moment: float | None = None,
    ) -> None:
        """A call of now, or as if it were made at another ``moment``.

        With ``lenient``, a document that cannot be read counts as missing and is told of in ``problems``. One
        that chooses how agents remember never does: to go on without it would be to guess.
        """
        self.site = site
        self.run = run
        self.root = workspace.root.as_posix()
        self._workspace = workspace
        self._recollection = recollection
        self._writable = writable
        self._counting = counting
        self._progress = progress
        self._lenient = lenient
        self._as_at = moment
        self.problems: list[str] = []
        self._read: dict[str, ReadDocument] = {}
        self._recalled: dict[str, Revision | None] = {}
        self._written: dict[str, bytes | None] = {}

    @cached_property
    def moment(self) -> float:
        """When the call is made, in seconds since the epoch: one moment for all that it does."""
        return self._workspace.clock.now() if self._as_at is None else self._as_at

    @cached_property
    def now(self) -> datetime:
        """The same to the microsecond, with the local offset."""
        return local_time(FrozenClock(self.moment))

    def inside(self, name: str) -> str:
        """Return the path of a name below the site's root."""
        return inside(self.site, name)

    def read(self, path: str) -> bytes | None:
        """Return a document's bytes as this call has them, None where there is none."""
        if path in self._written:
            return self._written[path]
        try:
            self._require_no_binary(path)
            return self._seen(path).data
        except MemdeskError as error:
            self._let_pass(path, error)
            return None

    def text(self, path: str) -> str | None:
        """Return a document as it is, newlines untouched. Raises InvalidError where it is not UTF-8."""
        data = self.read(path)
        try:
            return None if data is None else data.decode()
        except UnicodeDecodeError as error:
            wrong = InvalidError(f"{path} is not UTF-8 text; nothing was changed", uri=path)
            if data is None or not self._lenient:
                raise wrong from error
            self._let_pass(path, wrong)
            return data.decode(errors="replace")

    def load(self, path: str, parse: Callable[[bytes], T]) -> T | None:
        """Return ``parse`` of a document, kept from call to call while the document stays the same."""
        if path in self._written:
            data = self._written[path]
            return None if data is None else parse(data)
        known = None if path in self._read else self._recollection.find(path, parse)
        if known is not None:
            self._recalled.setdefault(path, self._recollection.revision(path, parse))
        try:
            self._require_no_binary(path)
            return self._recollection.made(path, parse, self._seen(path)) if known is None else known
        except (MemdeskError, RecursionError) as error:
            self._let_pass(path, error)
            return None

    def refuse(self, error: InvalidError) -> None:
        """Raise what is wrong with a document, unless this call does without those that cannot be read."""
        self._let_pass(error.uri or "", error)

    def reads(self, path: str) -> Reads:
        """Return how often parts of a document were read since a call last wrote it; a call counts in it."""
        reads = self._recollection.reads(path)
        return reads if self._counting else reads.copy()

    def runs(self, path: str) -> Mapping[str, str]:
        """Return the run that each entry of a document belongs to; those of nobody are left out."""
        return self._recollection.runs.of(path)

    def of_ended_runs(self, path: str) -> Container[str]:
        """Return the entries of a document whose run has ended without a word."""
        return self._recollection.runs.ended(path)

    def belongs_to_run(self, path: str, entry: str, known: Container[str]) -> None:
        """Note that an entry is this run's; what is noted of entries that are not ``known`` goes."""
        if self.run:
            self._recollection.runs.add(path, entry, self.run, known)

    def by_others(self, path: str) -> bool:
        """Tell whether a document is as a program left it that does not go through the core."""
        revision = self._seen(path).revision
        known = self._workspace.newest_operations(1, path).operations
        if not known or known[-1].after != revision:
            return revision is not None
        return known[-1].actor.origin is Origin.FOREIGN

    def kind(self, path: str) -> Kind | None:
        """Return what a path is to the systems of the workspace, whoever's it is; None where to none."""
        return self._workspace.kind(path)

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the plain files directly in a folder, sorted."""
        prefix = f"{folder}/" if folder else ""
        found = {path for path, nature in self._listed(folder) if nature is Nature.FILE}
        mine = {path for path in self._written if path.rpartition("/")[0] == folder.rstrip("/")}
        gone = {path for path in mine if self._written[path] is None}
        return tuple(sorted(path for path in (found | mine) - gone if path.startswith(prefix)))

    def changed(self, folder: str) -> Mapping[str, int]:
        """Return when each plain file directly in a folder was changed last, in nanoseconds, by its path."""
        prefix = f"{folder}/" if folder else ""
        return {prefix + name: stamp.modified for name, stamp in self._workspace.store.names(folder)}

    def folders(self, folder: str) -> tuple[str, ...]:
        """Return the paths of the folders directly in a folder, sorted."""
        prefix = f"{folder}/" if folder else ""
        names = self._workspace.store.names(folder)
        return tuple(prefix + name for name, stamp in names if stamp.is_folder)

    def search(
        self, query: str, limit: int, kinds: Iterable[Kind], mode: SearchMode = SearchMode.AUTO
    ) -> tuple[Passage, ...]:
        """Return what a question finds in the site's documents of these kinds, as they are on disk."""
        from memdesk.index import SearchIndex  # takes long to load, and few calls search
        from memdesk.search import ChunkFilter, answer, catch_up, some_meaning

        only = ChunkFilter(frozenset(kinds), frozenset({self.site.system}), self.site.root)
        with SearchIndex(self._workspace.id) as index:
            catch_up(index, self._workspace)
            meaning = None if mode is SearchMode.KEYWORD else some_meaning(index, self._workspace)
            found = answer(index, self._workspace, query, limit, only, mode=mode, meaning=meaning)
        return tuple(
            Passage(
                hit.uri,
                hit.first,
                hit.last,
                hit.heading,
                hit.score,
                tuple(hit.parts.counted().items()),
                hit.matched,
                hit.part,
                hit.text,
            )
            for hit in found.hits
        )

    def write(self, path: str, data: bytes | str) -> None:
        """Put a document's new content in its place when the call ends."""
        self._require_writable(path)
        self._seen(path)
        self._written[path] = data.encode() if isinstance(data, str) else data

    def delete(self, path: str) -> None:
        """Remove a document when the call ends."""
        self._require_writable(path)
        self._seen(path)
        self._written[path] = None

    def step(self, done: int, total: int) -> None:
        """Tell how far the call is. Raises CancelledError where the person who asked has had enough."""
        if self._progress is not None:
            self._progress.step(done, total)

    def edits(self) -> tuple[DocumentEdit, ...]:
        """Return what was written, each over what was read before; nothing that changes nothing."""
        changed = {path: new for path, new in self._written.items() if self._seen(path).data != new}
        return tuple(DocumentEdit(path, new, self._base(path)) for path, new in changed.items())

    def _base(self, path: str) -> Revision | None:
        """Return the first state that the call knew: another writer may come between that and its reading."""
        return self._recalled.get(path, self._seen(path).revision)

    def source(self, path: str) -> ContextDocument:
        """Return a document as the call met it, for whoever explains what was made of it."""
        try:
            seen = self._seen(path)
        except MemdeskError:
            return ContextDocument()
        return ContextDocument(seen.data, seen.revision)

    @property
    def bytes_read(self) -> int:
        """The size of the documents that the call read, or knew from before."""
        return sum(len(seen.data or b"") for seen in self._read.values())

    def before(self, path: str) -> bytes | None:
        """Return a document's bytes as the call met them."""
        return self._seen(path).data

    def _require_no_binary(self, path: str) -> None:
        """Raise InvalidError for a document that is to be text and is none, where such are left out."""
        if not self._lenient or not path.lower().endswith(_TEXTS):
            return
        known = None if path in self._read else self._recollection.find(path, _is_binary)
        if self._recollection.made(path, _is_binary, self._seen(path)) if known is None else known:
            raise InvalidError(f"{path} is not text but binary data", uri=path)

    def _let_pass(self, path: str, error: MemdeskError | RecursionError) -> None:
        """Go on without a document that cannot be read, where that is wanted; else raise why it cannot."""
        if not self._lenient or path.rpartition("/")[2] == CHOICES:
            raise error
        if path.startswith("../"):  # beside the folder that was opened: no document of this workspace
            return
        told = error.message if isinstance(error, MemdeskError) else "is nested too deeply"
        told = told if path in told else f"{path}: {told}"
        if told not in self.problems:
            self.problems.append(told)

    def _seen(self, path: str) -> ReadDocument:
        found = self._read.get(path)
        if found is None:
            found = self._read[path] = look_at(self._workspace, path)
        return found

    def _listed(self, folder: str) -> tuple[tuple[str, Nature], ...]:
        prefix = f"{folder}/" if folder else ""
        return tuple((prefix + name, stamp.nature) for name, stamp in self._workspace.store.names(folder))

    def _require_writable(self, path: str) -> None:
        if not self._writable:
            raise ReadOnlyError(f"{path} cannot be written by a call that only reads", uri=path)


def inside(site: Site, name: str) -> str:
    """Return the path of a name below a site's root."""
    return f"{site.root}/{name}" if site.root else name


def look_at(workspace: Workspace, path: str) -> ReadDocument:
    """Read a document, if it is there; or the configuration beside the opened folder."""
    if is_beside(path):
        beside = workspace.beside(path, LARGEST_CONFIG)
        return ReadDocument() if beside is None else ReadDocument(beside, revision_of(beside))
    now = time.time()
    try:
        content = workspace.read(path)
    except NotFoundError:
        return ReadDocument()
    stamp = None if is_racy(content.stamp, now) else content.stamp
    return ReadDocument(content.data, content.revision, stamp)


def _is_binary(data: bytes) -> bool:
    return b"\0" in data and decode(data).reason == "binary"


def never() -> bool:
    """Say of a document that it has to be read again in any case."""
    return False
