"""What the prompt of an agent of this system gets from its memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import inf

from memdesk.model import Json
from memdesk.systems.pegasus.selecting import RankedFile, Selection, selected
from memdesk.systems.pegasus.shelf import ListedFile, MemoryFolder, age_of
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece, SiteMemory
from memdesk.systems.why import WhyCode, why

INDEX_LIMIT = 10_000
"""Characters of the episodes' index when an agent thinks back over a task."""

_FACT = inf
"""What a fact weighs: where a budget leaves something out, episodes go first."""

_TITLE = "Available memory:\n"
_ADVICE = "\nRead with memory_read what matters for the task, before you answer."


def context(memory: SiteMemory, query: str) -> PromptContext:
    """Return the agent's first user message, or nothing where nothing is remembered."""
    shelf = MemoryFolder(memory)
    listing = shelf.listing()
    if not listing:
        return PromptContext(role="user")
    choices = shelf.choices
    settings: tuple[tuple[str, Json], ...] = (("variant", choices.variant), ("injection", choices.injection))
    weighed: dict[str, RankedFile] = {}
    selection = Selection((), ())
    if choices.selects(len(listing)):
        settings = (*settings, ("injected", choices.injected))
        selection = selected(memory, shelf, listing, query, choices.injected)
        weighed = {each.file.path: each for each in (*selection.taken, *selection.left)}
        listing = tuple(each.file for each in selection.taken)
    if choices.variant == "head":
        pieces = (*_facts(shelf, listing), *_episodes(shelf, listing))
    else:
        lines = _lines(shelf, listing, why(WhyCode.INDEX_FIRST))
        more = len(selection.left)
        others = f"\n{more} more files are not listed here: memory_list lists all.\n" if more else ""
        pieces = (PromptPiece(_TITLE, heads=True), *lines, PromptPiece(f"{others}{_ADVICE}", heads=True))
    told = tuple(_told(piece, weighed.get(piece.heading)) for piece in pieces)
    left_out = partial(_not_selected, shelf, selection, query)
    return PromptContext(told, "user", settings=settings, left_out=left_out)


def _told(piece: PromptPiece, weighed: RankedFile | None) -> PromptPiece:
    """Return a file's piece with what speaks for it; a budget keeps what matters most."""
    if weighed is None:
        return piece
    has = ", ".join(weighed.matched)
    because = why(WhyCode.HAS, has) if has else why(WhyCode.RECENT_OR_READ)
    return replace(
        piece,
        score=weighed.score,
        why=because,
        parts=weighed.parts,
        matched=weighed.matched,
        weight=None,
    )


def _not_selected(shelf: MemoryFolder, selection: Selection, query: str) -> Iterator[OmittedMemory]:
    most = shelf.choices.injected
    for each in selection.left:
        (line,) = _lines(shelf, (each.file,), why(WhyCode.NOT_SELECTED))
        if each.matched or not query.strip():
            yield OmittedMemory(_told(line, each), OmissionReason.LIMIT, most, "injected")
        else:
            yield OmittedMemory(_told(line, each), OmissionReason.NOT_MATCHED)


def reflection(memory: SiteMemory) -> PromptContext:
    """Return what an agent gets that thinks back: all facts, and the episodes' index, the newest first."""
    shelf = MemoryFolder(memory)
    listing = shelf.listing()
    newest = _newest(listing)
    pieces = (*_facts(shelf, listing), *_index(shelf, newest))
    return PromptContext(pieces, left_out=partial(_left_out, shelf, listing, newest))


def _facts(shelf: MemoryFolder, listing: Iterable[ListedFile]) -> Iterator[PromptPiece]:
    for each in listing:
        if each.path.startswith("facts/"):
            text = shelf.find(each.path)
            if text is None:
                continue
            yield PromptPiece(
                f"[{each.path}]\n{text.rstrip()}\n\n",
                uri=shelf.place(each.path),
                heading=each.path,
                weight=_FACT,
                why=why(WhyCode.FACTS_IN_FULL),
                fixed=False,
            )


def _episodes(shelf: MemoryFolder, listing: Iterable[ListedFile]) -> Iterator[PromptPiece]:
    episodes = [each for each in listing if not each.path.startswith("facts/")]
    if episodes:
        yield PromptPiece("[episodes]\n", heads=True)
        yield from _lines(shelf, episodes, why(WhyCode.SUMMARIES))
        yield PromptPiece(_ADVICE, heads=True)


def _newest(listing: Iterable[ListedFile]) -> list[ListedFile]:
    """Return the episodes from the newest on, as far as there is room in the index."""
    room, chosen = INDEX_LIMIT, list[ListedFile]()
    for each in sorted(listing, reverse=True):
        if each.path.startswith("facts/"):
            continue
        room -= len(each.line) + 1
        if room < 0:
            break
        chosen.append(each)
    return chosen


def _index(shelf: MemoryFolder, newest: Iterable[ListedFile]) -> Iterator[PromptPiece]:
    if newest:
        yield PromptPiece("[episodes]\n", heads=True)
        yield from _lines(shelf, newest, why(WhyCode.NEWEST_FIRST))


def _left_out(
    shelf: MemoryFolder, listing: Iterable[ListedFile], taken: Iterable[ListedFile]
) -> Iterator[OmittedMemory]:
    episodes = {each for each in listing if not each.path.startswith("facts/")}
    older = sorted(episodes.difference(taken), reverse=True)
    for piece in _lines(shelf, older, why(WhyCode.OLDER)):
        yield OmittedMemory(piece, OmissionReason.LIMIT, INDEX_LIMIT)


def _lines(shelf: MemoryFolder, listing: Iterable[ListedFile], because: str) -> Iterator[PromptPiece]:
    """Yield a line for each file; for a budget, facts are kept longest, then the newest months."""
    listed = list(listing)
    by_age = sorted((each.path for each in listed), key=age_of)
    ages = {path: float(place) for place, path in enumerate(by_age)}
    for each in listed:
        weight = _FACT if each.path.startswith("facts/") else ages[each.path]
        place = shelf.place(each.path)
        parts = (("recency", weight),) if weight != _FACT else ()
        yield PromptPiece(
            f"{each.line}\n", place, each.path, why=because, fixed=False, weight=weight, parts=parts
        )
