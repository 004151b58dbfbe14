"""What the prompt of an agent of this family gets from its memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from memdesk.systems.pegasus.shelf import Listed, Shelf
from memdesk.systems.tools import Memory, Piece, PromptContext

INDEX_LIMIT = 10_000
"""Characters of the episodes' index when an agent thinks back over a task."""

_FACT = inf
"""What a fact weighs: where a budget leaves something out, episodes go first."""

_TITLE = "[Memory]\n"
_ADVICE = "\nRead with memory_read what matters for the task, before you answer."


def context(memory: Memory, query: str) -> PromptContext:
    """Return the agent's first user message, or nothing where nothing is remembered."""
    del query
    shelf = Shelf(memory)
    listing = shelf.listing()
    if not listing:
        return PromptContext(role="user")
    if shelf.choices.variant == "head":
        return PromptContext((*_facts(shelf, listing), *_episodes(shelf, listing)), "user")
    lines = _lines(shelf, listing, "the index of the memory is the first message")
    return PromptContext((Piece(_TITLE, heads=True), *lines, Piece(_ADVICE, heads=True)), "user")


def reflection(memory: Memory) -> PromptContext:
    """Return what an agent gets that thinks back: all facts, and the episodes' index, the newest first."""
    shelf = Shelf(memory)
    listing = shelf.listing()
    return PromptContext((*_facts(shelf, listing), *_newest(shelf, listing)))


def _facts(shelf: Shelf, listing: Iterable[Listed]) -> Iterator[Piece]:
    for each in listing:
        if each.path.startswith("facts/"):
            text = shelf.find(each.path)
            if text is None:
                continue
            yield Piece(
                f"[{each.path}]\n{text.rstrip()}\n\n",
                uri=shelf.place(each.path),
                heading=each.path,
                weight=_FACT,
                why="facts are there in full",
                fixed=False,
            )


def _episodes(shelf: Shelf, listing: Iterable[Listed]) -> Iterator[Piece]:
    episodes = [each for each in listing if not each.path.startswith("facts/")]
    if episodes:
        yield Piece("[episodes]\n", heads=True)
        yield from _lines(shelf, episodes, "of episodes the summary is there")
        yield Piece(_ADVICE, heads=True)


def _newest(shelf: Shelf, listing: Iterable[Listed]) -> Iterator[Piece]:
    """Yield the index of episodes from the newest on, as far as there is room."""
    room, chosen = INDEX_LIMIT, []
    for each in sorted(listing, reverse=True):
        if each.path.startswith("facts/"):
            continue
        room -= len(each.line) + 1
        if room < 0:
            break
        chosen.append(each)
    if chosen:
        yield Piece("[episodes]\n", heads=True)
        yield from _lines(shelf, chosen, "the newest episodes come first, as far as there is room")


def _lines(shelf: Shelf, listing: Iterable[Listed], why: str) -> Iterator[Piece]:
    """Yield a line for each file; for a budget, facts are kept longest, then the newest months."""
    listed = list(listing)
    ages = {path: float(place) for place, path in enumerate(sorted((each.path for each in listed), key=_age))}
    for each in listed:
        weight = _FACT if each.path.startswith("facts/") else ages[each.path]
        place = shelf.place(each.path)
        yield Piece(f"{each.line}\n", place, each.path, why=why, fixed=False, weight=weight)


def _age(path: str) -> tuple[bool, str]:
    """Return what sorts episodes from the oldest on; those that name no month come first."""
    name = path.rpartition("/")[2]
    return name[:1].isdigit(), name
