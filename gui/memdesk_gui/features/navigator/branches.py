"""The navigator's tree: branches of document names, built in one go and then kept up to date in place."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from memdesk.model import DocumentInfo
from memdesk.text.cooperative import yielding
from memdesk_gui.features.navigator.grouping import Grouping, Order, Path, Spot

_HEAP = 1_024
"""About how many documents are sorted in one call."""

Parts: TypeAlias = Mapping[str, tuple[str, ...]]
"""The keys of a document's parts, by its uri."""
_Parted: TypeAlias = Mapping[Path, Parts]


@dataclass(slots=True, eq=False)
class Branch:
    """A group of documents: ``count`` and ``size`` include everything below; ``uris`` are its own, sorted."""

    path: Path
    key: str
    count: int = 0
    size: int = 0
    uris: list[str] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)


class BranchRows(NamedTuple):
    """What a list shows: the key of each row (a branch's or a document's) and how deep it is."""

    keys: list[str]
    levels: bytearray


class Tree:
    """Documents under their branches. Built on any thread; afterwards it belongs to the GUI thread."""

    def __init__(self, grouping: Grouping, documents: Iterable[DocumentInfo] = ()) -> None:
        self.grouping = grouping
        self.documents: dict[str, DocumentInfo] = {}
        self.root = Branch((), "/")
        self._branches: dict[Path, Branch] = {(): self.root}
        self._by_key: dict[str, Branch] = {}
        self._fill(documents)

    def branch(self, key: str) -> Branch | None:
        """Return the branch of a row's key, or None where the row is a document."""
        return self._by_key.get(key)

    def above(self, key: str) -> tuple[Branch, ...]:
        """Return the branches a document, or another branch, is under, outermost first."""
        branch = self._by_key.get(key)
        path = branch.path[:-1] if branch is not None else self.grouping.path(self.documents[key])
        return tuple(self._branches[path[:length]] for length in range(1, len(path) + 1))

    def put(self, info: DocumentInfo) -> None:
        """Add a document or take over its new state."""
        old = self.documents.get(info.uri)
        if old is not None and self._place(old) == self._place(info):
            self._weigh(self.grouping.path(info), 0, info.size - old.size)
            self.documents[info.uri] = info
            return
        self.drop(info.uri)
        self.documents[info.uri] = info
        path = self.grouping.path(info)
        insort(self._at(path).uris, info.uri, key=self._order)
        self._weigh(path, 1, info.size)

    def drop(self, uri: str) -> None:
        """Forget a document and the branches that are empty without it."""
        info = self.documents.get(uri)
        if info is None:
            return
        path = self.grouping.path(info)
        uris = self._branches[path].uris
        del uris[bisect_left(uris, self._order(uri), key=self._order)]
        del self.documents[uri]
        self._weigh(path, -1, -info.size)
        self._prune(path)

    def rows(self, is_open: Callable[[Branch], bool], parts: Parts | None = None) -> BranchRows:
        """Lay out the branches, the documents of the open ones, and below a document its parts."""
        rows = BranchRows([], bytearray())
        self._lay(self.root, 0, is_open, rows, self._parted(parts or {}))
        return rows

    def closed_at_first(self) -> set[str]:
        """Return the keys of the branches that start closed."""
        return {
            child.key
            for parent in self._branches.values()
            for place, child in enumerate(parent.branches)
            if not self.grouping.starts_open(Spot(child.path, child.count, parent.count, place == 0))
        }

    def _order(self, uri: str) -> Order:
        return self.grouping.order(self.documents[uri])

    def _place(self, info: DocumentInfo) -> tuple[Path, Order]:
        return self.grouping.path(info), self.grouping.order(info)

    def _fill(self, documents: Iterable[DocumentInfo]) -> None:
        path_of, order_of = self.grouping.path, self.grouping.order
        found: defaultdict[Path, list[Order]] = defaultdict(list)
        for info in yielding(documents):
            self.documents[info.uri] = info
            found[path_of(info)].append(order_of(info))
        for path, orders in found.items():
            uris = [order[2] for order in yielding(sort_gently(orders))]
            self._at(path).uris = uris
            self._weigh(path, len(uris), sum(self.documents[uri].size for uri in yielding(uris)))

    def _at(self, path: Path) -> Branch:
        """Return the branch at a path, making what is missing."""
        branch = self._branches.get(path)
        if branch is None:
            branch = Branch(path, "/" + "/".join(path))
            self._branches[path] = self._by_key[branch.key] = branch
            insort(self._at(path[:-1]).branches, branch, key=self._rank)
        return branch

    def _rank(self, branch: Branch) -> tuple[tuple[int, str], str]:
        return self.grouping.rank(branch.path), branch.key

    def _weigh(self, path: Path, count: int, size: int) -> None:
        for length in range(len(path) + 1):
            branch = self._branches[path[:length]]
            branch.count += count
            branch.size += size

    def _prune(self, path: Path) -> None:
        while path and not self._branches[path].count:
            branch = self._branches.pop(path)
            del self._by_key[branch.key]
            path = path[:-1]
            self._branches[path].branches.remove(branch)

    def _lay(
        self, branch: Branch, level: int, is_open: Callable[[Branch], bool], rows: BranchRows, parted: _Parted
    ) -> None:
        for child in branch.branches:
            if self.grouping.is_inline(Spot(child.path, child.count, branch.count)):
                self._lay(child, level, is_open, rows, parted)
                continue
            rows.keys.append(child.key)
            rows.levels.append(level)
            if is_open(child):
                self._lay(child, level + 1, is_open, rows, parted)
        if branch.path in parted:
            _lay_parts(branch.uris, level, rows, parted[branch.path])
            return
        rows.keys.extend(branch.uris)
        rows.levels.extend(bytes((level,)) * len(branch.uris))

    def _parted(self, parts: Parts) -> _Parted:
        """Return the parts by the branch of their document: all other branches are laid out in one go."""
        parted: defaultdict[Path, dict[str, tuple[str, ...]]] = defaultdict(dict)
        for uri, keys in parts.items():
            if uri in self.documents:
                parted[self.grouping.path(self.documents[uri])][uri] = keys
        return parted


def _lay_parts(uris: Iterable[str], level: int, rows: BranchRows, parts: Parts) -> None:
    for uri in uris:
        below = parts.get(uri, ())
        rows.keys.extend((uri, *below))
        rows.levels.extend((level, *(level + 1 for _ in below)))


def sort_gently(items: list[Order]) -> list[Order]:
    """Sort in small heaps between marks taken from the list: no call holds the interpreter for long."""
    marks = sorted(items[_HEAP::_HEAP])
    heaps: list[list[Order]] = [[] for _ in range(len(marks) + 1)]
    for item in yielding(items):
        heaps[bisect_left(marks, item)].append(item)
    return [item for heap in yielding(heaps, 1) for item in sorted(heap)]
