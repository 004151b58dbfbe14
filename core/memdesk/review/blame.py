"""Provenance: which version brought each line, key or entry, and whether a person has judged that."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, repeat
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.history.history import History, VersionPage
from memdesk.history.timeline import Version
from memdesk.model import Json, Origin, Revision
from memdesk.review.parts import parts_of
from memdesk.store import LogPosition
from memdesk.text.cooperative import yielding
from memdesk.text.diff import line_diff
from memdesk.text.encoding import LineNumbers, decode
from memdesk.text.fragment import names_of
from memdesk.text.json.text import parse
from memdesk.text.markdown import sections

MOST = 500
"""Versions that are walked through at a time; what is older is not told apart until somebody goes on."""

NEW = 20
"""Versions that are looked at to go on with a walk; where more came, it begins anew."""

LARGEST = 2 << 20
"""Bytes of a version that is still looked into."""

REMEMBERED = 32
"""Documents whose walk is remembered, to go on from there."""


@dataclass(frozen=True, slots=True)
class BlameOrigin:
    """Where something came from: the version that brought it (None: an earlier one, or one not kept).

    ``waits``: an agent or a program outside wrote it, and no person has judged that yet.
    """

    version: Version | None
    waits: bool = False


UNKNOWN = BlameOrigin(None)


class BlameSpan(NamedTuple):
    """Lines that came from the same version, the first one counted from 1."""

    line: int
    lines: int
    source: BlameOrigin


class LineSource(NamedTuple):
    """Where a line of a text came from; ``saved`` is False where the document does not hold it like that.

    The source of such a line is that of the one which it takes the place of, None where it takes none.
    """

    source: BlameOrigin | None
    saved: bool = True


class BlamedText(NamedTuple):
    """Where a text came from: its lines (none where that cannot be told) and the document's parts.

    ``looked`` is how many versions that was found in, ``is_open`` whether older ones may tell more.
    """

    lines: tuple[LineSource, ...] = ()
    parts: Mapping[str, BlameOrigin] = MappingProxyType({})
    looked: int = 0
    is_open: bool = False


Line = Version | int | None
"""Who brought a line; where that is older than what was looked into, which line it was in the text then."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """How far a document was walked, the last text met there, and who brought what of it.

    The walk began with the version ``start``; ``older`` is where to ask for those before it.
    """

    revision: Revision | None = None
    operation: str = ""
    met: Revision | None = None
    text: str = ""
    lines: tuple[Line, ...] = (None,)
    parts: Mapping[str, tuple[Json, Version | None]] = field(default_factory=dict)
    start: Revision | None = None
    older: LogPosition | None = None
    looked: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether the text is the newest version's."""
        return self.revision is not None and self.met == self.revision

    @property
    def is_open(self) -> bool:
        """Whether older versions may tell who brought something."""
        lines = self.lines if not self.text.endswith("\n") else self.lines[:-1]
        is_owed = any(isinstance(line, int) for line in lines)
        return self.older is not None and (is_owed or any(by is None for _, by in self.parts.values()))

    @property
    def writers(self) -> tuple[Version | None, ...]:
        """Who brought each line, as far as that is known by now."""
        return tuple(None if isinstance(line, int) else line for line in self.lines)


class Blame:
    """Tells where the contents of one workspace's documents came from. Safe to use from any thread."""

    def __init__(self, history: History, waiting: Callable[[frozenset[str]], frozenset[str]]) -> None:
        self._history = history
        self._waiting = waiting
        self._lock = Lock()
        self._walks: OrderedDict[str, _Walk] = OrderedDict()

    def lines(self, uri: str) -> tuple[BlameSpan, ...]:
        """Return where the lines of a document came from, in stretches; none where it is not text."""
        writers, at = self._walk(uri).writers, 1
        waiting = self._waiting(_operations(writers))
        found = []
        for version, run in groupby(writers):
            count = sum(1 for _ in run)
            found.append(BlameSpan(at, count, _source(version, waiting)))
            at += count
        return tuple(found)

    def parts(self, uri: str) -> dict[str, BlameOrigin]:
        """Return where each part came from: keys and entries of JSON, else sections by their newest line."""
        return self._parts_of(uri, self._walk(uri))

    def trace(self, uri: str, text: str) -> BlamedText:
        """Return where the lines of a text that was made from a document came from, and its parts."""
        walk = self._walk(uri)
        if not walk.is_whole:
            return BlamedText()
        waiting = self._waiting(_operations(walk.writers))
        lines = [LineSource(_source(version, waiting)) for version in walk.writers]
        for hunk in reversed(line_diff(walk.text, text)):
            before = [each.source for each in lines[hunk.old_start : hunk.old_end]]
            kept = chain(before, repeat(None))
            lines[hunk.old_start : hunk.old_end] = [
                LineSource(source, saved=False) for source, _ in zip(kept, hunk.new, strict=False)
            ]
        parts = _with_wholes(self._parts_of(uri, walk))
        return BlamedText(tuple(lines), parts, walk.looked, walk.is_open)

    def go_on(self, uri: str) -> bool:
        """Look into some older versions for who brought what is still owed; tell whether there is more."""
        walk = self._walk(uri)
        text = self._text(uri, walk.start) if walk.is_open and walk.start is not None else None
        if text is None:
            self._remember(uri, replace(walk, older=None))
            return False
        page = self._history.page(uri, MOST, walk.older, sized=False)
        before = self._through(uri, self._begin(uri, page), page.versions[::-1])
        walk = _joined(walk, _taken(before, text, None, uri))
        self._remember(uri, walk)
        return walk.is_open

    def _parts_of(self, uri: str, walk: _Walk) -> dict[str, BlameOrigin]:
        is_json = uri.lower().endswith(".json")
        parts = {name: by for name, (_, by) in walk.parts.items()} if is_json else dict(_sections(walk))
        waiting = self._waiting(_operations(parts.values()))
        return {name: _source(version, waiting) for name, version in parts.items()}

    def _walk(self, uri: str) -> _Walk:
        with self._lock:
            walk = self._walks.pop(uri, None)
        page = self._history.page(uri, MOST if walk is None else NEW, sized=False)
        rest = None if walk is None else _after(page.versions[::-1], walk)
        if walk is None or rest is None:
            page = page if walk is None else self._history.page(uri, MOST, sized=False)
            walk, rest = self._begin(uri, page), page.versions[::-1]
        walk = self._through(uri, walk, rest)
        self._remember(uri, walk)
        return walk

    def _remember(self, uri: str, walk: _Walk) -> None:
        with self._lock:
            self._walks[uri] = walk
            while len(self._walks) > REMEMBERED:
                self._walks.popitem(last=False)

    def _begin(self, uri: str, page: VersionPage) -> _Walk:
        """Return what was there before the versions of a page."""
        first = page.versions[-1].previous if page.versions else None
        text = self._text(uri, first) if first is not None else None
        if text is None:
            return _Walk()
        walk = _taken(_Walk(met=first), text, None, uri)
        if page.older is None:
            return walk
        return replace(walk, lines=tuple(range(len(walk.lines))), start=first, older=page.older)

    def _through(self, uri: str, walk: _Walk, versions: tuple[Version, ...]) -> _Walk:
        for version in yielding(versions, 1):
            walk = self._step(uri, walk, version)
        return replace(walk, looked=walk.looked + len(versions))

    def _step(self, uri: str, walk: _Walk, version: Version) -> _Walk:
        """Take one version in. A deletion is passed over: what comes back is compared with what went.

        So is what was replaced unseen: nothing that came later has its lines from it.
        """
        if version.late:
            return walk
        end = replace(walk, revision=version.revision, operation=version.operation)
        text = None if version.revision is None else self._text(uri, version.revision)
        if text is None:
            return end
        is_next = version.previous in (None, walk.met)
        return replace(_taken(end, text, version if is_next else None, uri), met=version.revision)

    def _text(self, uri: str, revision: Revision) -> str | None:
        """Return a version's text, None where it is not kept, not text, or too large."""
        try:
            data = self._history.content(uri, revision)
        except MemdeskError:
            return None
        decoded = decode(data) if len(data) <= LARGEST else None
        return None if decoded is None or decoded.reason == "binary" else decoded.text


def in_lines(spans: Iterable[BlameSpan], numbers: LineNumbers) -> tuple[BlameSpan, ...]:
    """Return spans of lines as addresses count them: what came last into a line has brought it."""
    found: list[BlameOrigin] = []
    for span in spans:
        for line in (numbers.line(piece) for piece in range(span.line, span.line + span.lines)):
            if line > len(found):
                found.append(span.source)
            elif _age(found[-1].version) < _age(span.source.version):
                found[-1] = span.source
    at, grouped = 1, list[BlameSpan]()
    for source, run in groupby(found):
        count = sum(1 for _ in run)
        grouped.append(BlameSpan(at, count, source))
        at += count
    return tuple(grouped)


def unjudged(spans: Iterable[BlameSpan]) -> tuple[BlameSpan, ...]:
    """Return the lines that no person wrote and none has judged."""
    return tuple(span for span in spans if span.source.waits)


def _after(versions: tuple[Version, ...], walk: _Walk) -> tuple[Version, ...] | None:
    """Return the versions after the one that a walk has come to, None where that is not among them."""
    places = (
        place
        for place, version in enumerate(versions)
        if (version.revision, version.operation) == (walk.revision, walk.operation)
    )
    place = max(places, default=None)
    return None if place is None else versions[place + 1 :]


def _joined(walk: _Walk, before: _Walk) -> _Walk:
    """Return a walk with what an older one, which ends where it began, tells of what was owed."""
    lines = tuple(before.lines[line] if isinstance(line, int) else line for line in walk.lines)
    parts = {
        name: (value, by if by is not None else _brought(before, name, value))
        for name, (value, by) in walk.parts.items()
    }
    looked = walk.looked + before.looked
    return replace(walk, lines=lines, parts=parts, start=before.start, older=before.older, looked=looked)


def _brought(walk: _Walk, name: str, value: Json) -> Version | None:
    known, by = walk.parts.get(name, (None, None))
    return by if known == value else None


def _taken(walk: _Walk, text: str, version: Version | None, uri: str) -> _Walk:
    """Return a walk with a text in the place of the one before; what is new in it is the version's."""
    lines = list(walk.lines)
    for hunk in reversed(line_diff(walk.text, text)):
        lines[hunk.old_start : hunk.old_end] = [version] * len(hunk.new)
    parts = _parts(walk, text, version) if uri.lower().endswith(".json") else walk.parts
    return replace(walk, text=text, lines=tuple(lines), parts=parts)


def _parts(walk: _Walk, text: str, version: Version | None) -> Mapping[str, tuple[Json, Version | None]]:
    """Return who brought the parts of JSON; a version that is none leaves them as they were."""
    parsed = parse(text)
    if parsed.broken:
        return walk.parts
    found: dict[str, tuple[Json, Version | None]] = {}
    for name, value in parts_of(parsed.value):
        known = walk.parts.get(name)
        found[name] = known if known is not None and known[0] == value else (value, version)
    return found


def _sections(walk: _Walk) -> Iterator[tuple[str, Version | None]]:
    held = list(zip(walk.writers, walk.text.split("\n"), strict=True))
    found = sections(walk.text)
    for section, name in zip(found, names_of(found), strict=True):
        within = held[section.line - 1 : section.end_line]
        yield name, max((version for version, line in within if line), key=_age, default=None)


def _with_wholes(parts: Mapping[str, BlameOrigin]) -> Mapping[str, BlameOrigin]:
    """Return parts with those that they are parts of: what is newest in it tells of a whole."""
    wholes: dict[str, BlameOrigin] = {}
    for name, source in parts.items():
        outer = name.rpartition("/")[0]
        if outer and (outer not in wholes or _age(wholes[outer].version) < _age(source.version)):
            wholes[outer] = source
    return {**wholes, **parts}


def _operations(versions: Iterable[Version | None]) -> frozenset[str]:
    return frozenset(version.operation for version in versions if version is not None)


def _age(version: Version | None) -> float:
    return -1.0 if version is None else version.time


def _source(version: Version | None, waiting: frozenset[str]) -> BlameOrigin:
    if version is None:
        return UNKNOWN
    if version.is_beginning:
        return BlameOrigin(version)
    is_theirs = version.actor.origin is not Origin.HUMAN
    return BlameOrigin(version, is_theirs and (not version.operation or version.operation in waiting))
