"""Asks memory tests of a workspace as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.agents.memory_tests.expectation import MemoryTest, MemoryTestResult, judged, plain, says
from memdesk.errors import AmbiguousAddressError, InvalidError, MemdeskError
from memdesk.model import SearchMode
from memdesk.search import ChunkFilter, answer
from memdesk.text.encoding import decode, whole_text
from memdesk.text.fragment import find_parts, lines_of, paths_of
from memdesk.text.json.spans import locate, spans
from memdesk.text.lines import lines_named

if TYPE_CHECKING:
    from memdesk.index import SearchIndex
    from memdesk.search import SearchHit
    from memdesk.workspace import Workspace

Lines = tuple[tuple[int, int], ...]
"""First and last lines, from 1."""


class Address(NamedTuple):
    """A document, and the lines of the part that is meant; no lines mean all of it."""

    uri: str
    fragment: str
    lines: Lines = ()


def ask_all(
    index: SearchIndex, workspace: Workspace, tests: Iterable[MemoryTest]
) -> Iterator[MemoryTestResult]:
    """Yield what becomes of each test. The index is to be up to date. Raises as a search does."""
    named = cache(partial(_address, workspace))
    for test in tests:
        if test.context:
            yield judged(test, _in_context(workspace, test, named))
        else:
            yield judged(test, _in_results(index, workspace, test, named))


def _in_results(
    index: SearchIndex, workspace: Workspace, test: MemoryTest, named: Callable[[str], Address | None]
) -> Callable[[str], bool]:
    only = ChunkFilter(
        frozenset((test.kind,) if test.kind else ()), frozenset((test.system,) if test.system else ())
    )
    hits = _hits(index, workspace, test, only)

    def is_found(wanted: str) -> bool:
        address = named(wanted)
        if address is None:
            return any(says(f"{hit.heading}\n{hit.text}", wanted) for hit in hits)
        return any(_is_in(address, hit) for hit in hits)

    return is_found


def _hits(
    index: SearchIndex, workspace: Workspace, test: MemoryTest, only: ChunkFilter
) -> tuple[SearchHit, ...]:
    """Return what is found; nothing in a way of searching that is not there."""
    try:
        return answer(index, workspace, test.question, test.limit, only, mode=SearchMode(test.mode)).hits
    except InvalidError:
        return ()


def _is_in(address: Address, hit: SearchHit) -> bool:
    if hit.uri != address.uri:
        return False
    if not address.fragment:
        return True
    return any(first <= hit.last and hit.first <= last for first, last in address.lines)


def _in_context(
    workspace: Workspace, test: MemoryTest, named: Callable[[str], Address | None]
) -> Callable[[str], bool]:
    from memdesk.agents.toolbox import Toolbox  # few tests ask a prompt, and it brings every system's tools

    contexts = [found for _, found in Toolbox(workspace).contexts(test.system or None, test.question)]
    text = "\n".join(context.text for context in contexts)
    uris = {piece.uri for context in contexts for piece in context.pieces if piece.uri}

    def is_found(wanted: str) -> bool:
        address = named(wanted)
        if address is None:
            return says(text, wanted)
        if wanted in uris or not address.fragment:
            return any(f"{uri}#".startswith(f"{wanted}#") for uri in uris)
        said = _said(workspace, address)
        return bool(said.split()) and plain(said) in plain(text)

    return is_found


def _address(workspace: Workspace, wanted: str) -> Address | None:
    """Return what is meant by an address, None where it is none: no document here is called so."""
    try:
        uri, fragment = workspace.locate(wanted)
        if not fragment:
            return Address(uri, "")
        return Address(uri, fragment, _lines(uri, fragment, decode(workspace.read(uri).data).lined))
    except AmbiguousAddressError:
        return Address(wanted, "")
    except (MemdeskError, RecursionError):
        return None


def _lines(uri: str, fragment: str, text: str) -> Lines:
    """Return where all stands that a fragment can mean; nothing where there is no such part."""
    there = lines_named(fragment)
    if there is not None:
        return (there,)
    if not uri.lower().endswith(".json"):
        named = [lines_named(each) for each in lines_of(fragment, text)]
        return tuple(each for each in named if each is not None)
    root = spans(text)
    nodes = [locate(root, path) for path in paths_of(root.value, fragment)]
    return tuple((text.count("\n", 0, node.start) + 1, text.count("\n", 0, node.end) + 1) for node in nodes)


def _said(workspace: Workspace, address: Address) -> str:
    """Return what a part of a document says now."""
    structured = address.uri.lower().endswith(".json")
    data = workspace.read(address.uri).data
    parsed = workspace.parse(workspace.info(address.uri), data).data if structured else None
    parts = find_parts(address.fragment, whole_text(data), parsed, structured=structured)
    return next((part.text for part in parts if part.text), "")
