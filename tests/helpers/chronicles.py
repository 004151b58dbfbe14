"""Histories of a text as agents and people make them: appends, corrections, moves, deletions of units.

Each is made of units that are followed through it, so what the text would be without one change is known
without any comparison of texts.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from helpers.going_together import with_later
from memdesk.text.merge.merge import merge
from memdesk.text.taking_back import TextChange, ended, without
from memdesk.text.units import begins_unit, heading_level


class Unit(NamedTuple):
    """A unit of a text, and the number of the change that brought it."""

    name: int
    lines: tuple[str, ...]


@dataclass
class Format:
    """How a document is written: its head, a unit of it, and what stands between two."""

    head: tuple[str, ...]
    unit: object
    gap: tuple[str, ...] = ()
    first: tuple[str, ...] | None = None
    """What stands between the head and the first unit; None: the gap."""
    end: str = "\n"

    def text(self, units):
        """Write a document."""
        lines = list(self.head)
        for at, unit in enumerate(units):
            between = self.first if at == 0 and self.first is not None else self.gap
            lines += [*(between if lines else ()), *unit.lines]
        return "\n".join(lines) + self.end if lines else ""


def _closed(number, sign="```"):
    """Return the end of a fence; each third one is left open."""
    return (sign,) if number % 3 else ()


FORMATS = {
    "memory": Format(("# Memory",), lambda n, w: (f"## 2026-03-{1 + n % 28:02}", "", w), ("",)),
    "one day": Format(("# Memory",), lambda n, w: ("## 2026-03-01", "", w), ("",)),
    "long notes": Format(
        ("# Memory",), lambda n, w: (f"## Note {n}", "", f"{w} and more.", "", f"- {w}", f"  of {n}"), ("",)
    ),
    "daily items": Format(("# 2026-03-01",), lambda n, w: (f"- {w}",), (), ("",)),
    "daily lines": Format(("# 2026-03-01",), lambda n, w: (w,), (), ("",)),
    "daily paragraphs": Format(("# 2026-03-01",), lambda n, w: (w, f"It was {n}."), ("",)),
    "facts": Format(
        ("---", "type: facts", "---", "", "# User", "", "> Summary: a user"),
        lambda n, w: (f"- Key {n}: {w}",),
        (),
        ("",),
    ),
    "key lines": Format(("# Profile",), lambda n, w: (f"Key{n}: {w}",), (), ("",)),
    "table": Format(("# Table", "", "| n | what |", "|---|---|"), lambda n, w: (f"| {n} | {w} |",), (), ()),
    "episodes": Format(
        ("# Episodes 2026-03",),
        lambda n, w: (f"## 2026-03-01 10:{n % 60:02} {w}", f"- **What**: {w}", "- **Mood**: calm"),
        ("",),
    ),
    "topics": Format(("# Topic",), lambda n, w: ("### Remark", f"{w}.", "", "Source: chat"), ("",)),
    "bare items": Format((), lambda n, w: (f"* {w}",), ()),
    "numbered": Format(("# Steps",), lambda n, w: (f"{n + 1}. {w}", "   because of it"), (), ("",)),
    "chinese": Format(("# 记忆",), lambda n, w: (f"## 2026年3月{n}日", "", f"用户喜欢{w}。"), ("",)),
}

UNCOMMON = {
    "titles": Format(("Memory", "======"), lambda n, w: (f"Note {n}", "------", "", w), ("",)),
    "titles of lists": Format(
        ("Memory", "==="), lambda n, w: (f"Note {n}", "---", f"- {w}", "- more"), ("",)
    ),
    "equal titles": Format(("Memory", "==="), lambda n, w: ("Note", "---", "", f"{w}."), ("",)),
    "titles below a sign": Format(("# Memory",), lambda n, w: (f"Note {n}", "----", "", w), ("",)),
    "touching fences": Format(("# Code",), lambda n, w: ("```sh", f"echo {w}", "", "ls", "```"), (), ("",)),
    "fences": Format(("# Code",), lambda n, w: ("```sh", f"echo {w}", "", "ls", "```"), ("",)),
    "details": Format(
        ("# Notes",),
        lambda n, w: ("<details>", f"<summary>{w}</summary>", "", f"More on {w}.", "", "</details>"),
        ("",),
    ),
    "touching details": Format(
        ("# Notes",),
        lambda n, w: ("<details>", f"<summary>{w}</summary>", "", f"More on {w}.", "</details>"),
        (),
        ("",),
    ),
    "quotes": Format(("# Quotes",), lambda n, w: (f"> {w}", f"> said {n}"), ("",)),
    "answers": Format(("# Quotes",), lambda n, w: (f"> {w}", f"Answer {n}."), ("",)),
    "touching answers": Format(("# Quotes",), lambda n, w: (f"> {w}", f"Answer {n}."), (), ("",)),
    "loose items": Format(("# List",), lambda n, w: (f"- {w}", "", f"  Because of {n}."), ("",)),
    "bold keys": Format(("# Keys",), lambda n, w: (f"**Key {n}:** {w}",), (), ("",)),
    "bold keys apart": Format(("# Keys",), lambda n, w: (f"**Key {n}**: {w}",), ("",)),
    "table without bars": Format(
        ("# Table", "", "n | what", "--- | ---"), lambda n, w: (f"{n} | {w}",), (), ()
    ),
    "open remarks": Format(
        ("# Notes",), lambda n, w: ("<!-- open", f"## {w}", "", f"Text {n}.", "-->"), ("",)
    ),
    "rules above": Format(("# Notes",), lambda n, w: ("---", "", f"{w} of {n}."), ("",)),
    "rules below": Format(("# Notes",), lambda n, w: (f"{w} of {n}.", "", "---"), ("",)),
    "touching rules": Format(("# Notes",), lambda n, w: (f"{w} of {n}.", "---"), (), ("",)),
    "rules below titles": Format(("# Notes",), lambda n, w: (f"## {w}", "---", "", f"Text {n}."), ("",)),
    "several heads": Format((), lambda n, w: ("---", f"name: {w}", "---", "", f"About {w}."), ("",)),
    "remarks above items": Format(("# List",), lambda n, w: (f"<!-- id: {n} -->", f"- {w}"), (), ("",)),
    "the same remarks": Format(("# List",), lambda n, w: ("<!-- by an agent -->", f"- {w}"), (), ("",)),
    "long remarks": Format(("# List",), lambda n, w: ("<!--", f"id: {n}", "-->", f"- {w}"), (), ("",)),
    "remarks below items": Format(("# List",), lambda n, w: (f"- {w}", f"<!-- id: {n} -->"), (), ("",)),
    "remarks below items apart": Format(("# List",), lambda n, w: (f"- {w}", f"<!-- id: {n} -->"), ("",)),
    "remarks above headings": Format(
        ("# Notes",), lambda n, w: (f"<!-- id: {n} -->", f"## Note {n}", "", f"{w}."), ("",)
    ),
    "remarks below headings": Format(
        ("# Notes",), lambda n, w: (f"## Note {n}", f"<!-- id: {n} -->", "", f"{w}."), ("",)
    ),
    "remarks above keys": Format(("# Keys",), lambda n, w: (f"<!-- {w} -->", f"Key{n}: {w}"), (), ("",)),
    "fences left open": Format(
        ("# Code",), lambda n, w: (f"## Note {n}", "", "```sh", f"echo {w}", *_closed(n), "", "More."), ("",)
    ),
    "fences left open in items": Format(
        ("# Code",), lambda n, w: (f"- run {n}:", "  ```", f"  echo {w}", *_closed(n, "  ```")), (), ("",)
    ),
    "fences left open between lines": Format(
        ("# Code",), lambda n, w: (f"About {n}:", "", "```", f"echo {w}", *_closed(n)), ("",)
    ),
    "fences left open alone": Format(("# Code",), lambda n, w: ("```sh", f"echo {w}", *_closed(n)), ("",)),
    "tasks": Format(("# Tasks",), lambda n, w: (f"- [ ] {w}", f"  - part {n}"), (), ("",)),
}
"""Documents that few agents write, but people do."""

WORDS = ("tea", "a dog", "Kiel", "rain", "chess", "blue", "no sugar", "trains")


@dataclass
class Chronicle:
    """A history: the documents' units after each change, and what each change did."""

    format: Format
    states: list[list[Unit]] = field(default_factory=list)
    deeds: list[tuple] = field(default_factory=list)

    @property
    def texts(self):
        """Every version as text, the first one first."""
        return [self.text(units) for units in self.states]

    def text(self, units):
        """Write units as a document."""
        return self.format.text(units)


DEEDS = ("append",) * 5 + ("edit", "delete", "insert")


def with_moves(dice, formats=FORMATS):
    """Make a history in which units are moved, too."""
    return chronicle(dice, formats, (*DEEDS, "move"))


def chronicle(dice, formats=FORMATS, deeds=DEEDS):
    """Make a history of a document in one of some formats."""
    form = dice.one_of(tuple(formats.values()))
    form = Format(form.head, form.unit, form.gap, form.first, dice.one_of(("\n", "\n", "")))
    made = Chronicle(form)
    number = 0
    units = []

    def fresh():
        nonlocal number
        number += 1
        return Unit(number, tuple(form.unit(number, f"{dice.one_of(WORDS)} {number}")))

    units = [fresh() for _ in range(1 + dice.below(5))]
    made.states.append(list(units))
    for _ in range(1 + dice.below(6)):
        deed = dice.one_of(deeds)
        if not units:
            deed = "append"
        if deed == "append":
            unit = fresh()
            units = [*units, unit]
            made.deeds.append(("append", unit))
        elif deed == "insert":
            unit, at = fresh(), dice.below(len(units) + 1)
            units = [*units[:at], unit, *units[at:]]
            made.deeds.append(("insert", unit, at))
        elif deed == "edit":
            at = dice.below(len(units))
            new = Unit(units[at].name, fresh().lines)
            made.deeds.append(("edit", units[at], new))
            units = [*units[:at], new, *units[at + 1 :]]
        elif deed == "delete":
            at = dice.below(len(units))
            made.deeds.append(("delete", units[at]))
            units = [*units[:at], *units[at + 1 :]]
        else:
            at = dice.below(len(units))
            unit = units[at]
            rest = [*units[:at], *units[at + 1 :]]
            to = dice.below(len(rest) + 1)
            units = [*rest[:to], unit, *rest[to:]]
            made.deeds.append(("move", unit, at, to))
        made.states.append(list(units))
    return made


def is_untouched(history, number):
    """Whether a change did something, and no later one was about its units."""
    about = moved_by(history, number) if history.deeds[number][0] == "move" else {subject(history, number)}
    later = set()
    for after in range(number + 1, len(history.deeds)):
        # To put a note past the one beside it is to put that one past this: neither is the one that moved.
        later |= moved_by(history, after) if history.deeds[after][0] == "move" else {subject(history, after)}
    same = history.states[number] == history.states[number + 1]
    return not same and not about & later


def subject(history, number):
    """Return the name of the unit that a change was about."""
    return history.deeds[number][1].name


def moved_by(history, number):
    """Return the names of the units that a change may have moved: of two that were exchanged, each."""
    old, new = ([each.name for each in state] for state in history.states[number : number + 2])
    apart = [at for at, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    return set(old[apart[0] : apart[1] + 1]) if len(apart) == 2 else {subject(history, number)}


def acceptable(history, number):
    """Return what the newest text may be without a change that nothing touched.

    What was deleted, or moved, comes back between those that it stood between and that still stand there word
    for word. What was put there since may stand before it or after; what was appended comes after it, if the
    one above it still stands.
    """
    kind, unit, *_ = history.deeds[number]
    now = history.states[-1]
    if kind in ("append", "insert"):
        return {history.text([each for each in now if each.name != unit.name])}
    if kind == "edit":
        return {history.text([unit if each.name == unit.name else each for each in now])}
    if kind == "delete":
        return _brought_back(history, number, unit)
    units = [each for each in history.states[number] if each.name in moved_by(history, number)]
    # What was moved since, there may be several readings of; where it was this one, it stays.
    readings = _kept_orders(history.states[number + 1], now)
    found = {text for each in units for text in _brought_back(history, number, each, readings)}
    return found if all(unit.name in kept for kept in readings) else {*found, history.text(now)}


def _brought_back(history, number, unit, readings=frozenset()):
    """Return what the newest text may be with a unit where it stood before a change.

    ``readings`` are names of units that may be told to have stayed since.
    """
    old = history.states[number]
    rest = [each for each in history.states[-1] if each.name != unit.name]
    place = [each.name for each in old].index(unit.name)
    later = history.deeds[number + 1 :]
    appended, put = ({deed[1].name for deed in later if deed[0] == kind} for kind in ("append", "move"))
    upper = old[place - 1].name if place else None
    found = set()
    for kept in _kept_orders(old, rest) | readings:
        above, below = ({each.name for each in side} & kept for side in (old[:place], old[place + 1 :]))
        first = max((at + 1 for at, each in enumerate(rest) if each.name in above), default=0)
        last = min((at for at, each in enumerate(rest) if each.name in below), default=len(rest))
        stands = upper is None or (first > 0 and rest[first - 1].name == upper)
        if stands and all(each.name in appended - put for each in rest[first:last]):
            last = first
        found |= {history.text([*rest[:at], unit, *rest[at:]]) for at in range(first, last + 1)}
    if len(old) == 1 and len(rest) < 2 and not heading_level(unit.lines[0]):
        # Where each stood alone below the head, nothing tells whether a gap belongs between both: plain lines
        # get one, and items none.
        last, gap = unit.lines[-1], "" if begins_unit(unit.lines[0]) else "\n"
        found |= {re.sub(rf"(?<={re.escape(last)}\n)\n*(?=.)", gap, text) for text in found}
    return found


def _kept_orders(old, now):
    """Return the largest sets of names of units that stand word for word and in one order in both.

    There are several where some were moved: which ones, nothing in the texts tells.
    """
    places = {each: at for at, each in enumerate(now)}
    best = [(0, frozenset())]
    ends = []
    for each in old:
        if each not in places:
            continue
        at = places[each]
        before = [(size, names) for size, names, last in ends if last < at] or [(0, frozenset())]
        longest = max(size for size, _ in before)
        mine = {names | {each.name} for size, names in before if size == longest}
        ends += [(longest + 1, names, at) for names in mine]
        best += [(longest + 1, names) for names in mine]
    most = max(size for size, _ in best)
    return {names for size, names in best if size == most}


def taken_back_in_order(history, order):
    """Take all changes back one by one; None where one cannot be.

    One that later changes are in, or of which nothing is there, waits until these are taken back. Where all
    since a version was taken back, the text is that version.
    """
    texts, undone = history.texts, []
    left = [number for number in range(len(history.deeds)) if texts[number] != texts[number + 1]]
    left.sort(key=lambda number: order[number])
    now = texts[-1]
    while left:
        tried = [(number, TextChange(texts[number], texts[number + 1])) for number in left]
        found = [(number, step, without(step, now, undone=lambda: undone[::-1])) for number, step in tried]
        clean = [each for each in found if not each[2].conflicts]
        if not clean:
            return None
        number, step, taken = next((each for each in clean if each[2].standing.stands), clean[0])
        known = {text.encode() for each in (step, *undone) for text in each if text is not None}
        now = ended(taken.text.encode(), known.__contains__).decode() if undone else taken.text
        undone.append(step)
        left.remove(number)
        kept = [at for at in range(len(texts) - 1) if texts[at] != texts[at + 1] and at in left]
        if not any(at > number for at in kept):
            now = texts[max(kept) + 1] if kept else texts[0]
    return now


class Seeded:
    """Choices of a generator that everybody can have again."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, count):
        return self._random.randrange(count)

    def one_of(self, choices):
        return choices[self.below(len(choices))]


def of_untouched(seed, formats=FORMATS, make=chronicle):
    """Return what is wrong with changes of a history taken back that nothing touched."""
    history = make(Seeded(seed), formats)
    texts, wrong = history.texts, []
    for number in filter(partial(is_untouched, history), range(len(history.deeds))):
        found = without(TextChange(texts[number], texts[number + 1]), texts[-1])
        if found.conflicts or found.text not in acceptable(history, number):
            wrong.append(f"{seed}: {history.deeds[number][0]} {number}")
        elif found.text != texts[-1] and not (
            found.standing.lines == found.standing.stands == found.standing.goes > 0
        ):
            wrong.append(f"{seed}: {number} counts {found.standing}")
    return wrong


def of_moves(seed, formats=FORMATS):
    """Return what is wrong with changes of a history in which units were moved, too."""
    return of_untouched(seed, formats, with_moves)


def of_words(seed, formats=FORMATS):
    """Return what is wrong with the words that are left, whatever later changes were about.

    Nobody else's go and none that somebody took comes back. Of a part that is offered, too.
    """
    history = with_moves(Seeded(seed), formats)
    texts, wrong = history.texts, []
    for number, (kind, unit, *more) in enumerate(history.deeds):
        found = without(TextChange(texts[number], texts[number + 1]), texts[-1])
        before, after, now, left = map(_said, (texts[number], texts[number + 1], texts[-1], found.text or ""))
        if found.conflicts and ((now - left) - (after - before) or (left - now) - (before - after)):
            wrong.append(f"{seed}: part of {kind} {number}")
        units = history.states[-1]
        if kind in ("append", "insert"):
            units = [each for each in units if each.name != unit.name]
        elif kind == "edit":
            units = [unit if each == more[0] else each for each in units]
        elif kind == "delete":
            units = [*units, unit]
        if not found.conflicts and left not in (now, _said(history.text(units))):
            wrong.append(f"{seed}: {kind} {number}")
    return wrong


def _said(text):
    return Counter(line for line in text.split("\n") if line.strip())


def of_any_order(seed, formats=FORMATS):
    """Return what is wrong with a history of which all is taken back in some order."""
    dice = Seeded(seed)
    history = chronicle(dice, formats)
    order = [dice.below(1 << 16) for _ in history.deeds]
    return [] if taken_back_in_order(history, order) == history.texts[0] else [f"{seed}: {order}"]


def of_a_creation(seed, formats=FORMATS):
    """Return what is wrong with the change that created a document, taken back below what came later."""
    dice = Seeded(seed)
    form = dice.one_of(tuple(formats.values()))
    units = [Unit(at, tuple(form.unit(at, f"{dice.one_of(WORDS)} {at}"))) for at in range(2 + dice.below(6))]
    first = 1 + dice.below(len(units) - 1)
    found = without(TextChange(None, form.text(units[:first])), form.text(units))
    right = not found.conflicts and found.text == form.text(units[first:])
    return [] if right and found.standing.stands == found.standing.goes > 0 else [f"{seed}: {found.text!r}"]


def of_merges(seed, formats=FORMATS):
    """Return what is wrong with two versions merged whose writers were about other units.

    They may conflict where these touch, but not where both append.
    """
    dice = Seeded(seed)
    form, number = dice.one_of(tuple(formats.values())), 0

    def fresh():
        nonlocal number
        number += 1
        return Unit(number, tuple(form.unit(number, f"{dice.one_of(WORDS)} {number}")))

    base = [fresh() for _ in range(2 + dice.below(6))]
    owners = [dice.one_of(("mine", "theirs", "", "")) for _ in base]
    sides = {"mine": [], "theirs": [], "": []}
    for unit, owner in zip(base, owners, strict=True):
        new = fresh()
        became = dice.one_of(([new], [], [unit, new]))
        for name, side in sides.items():
            side.extend(became if owner and name in (owner, "") else [unit])
    mine, theirs, both = sides.values()
    right = {form.text(both)}
    if not both:
        return []  # nothing tells what becomes of the gap below the head
    if dice.below(2) and not owners[-1]:
        own, other = fresh(), fresh()
        right = {form.text([*both, *added]) for added in ((own, other), (other, own))}
        mine, theirs = [*mine, own], [*theirs, other]
    found = merge(form.text(base), form.text(mine), form.text(theirs)).text
    touch = any({"mine", "theirs"} == {*pair} for pair in pairwise(owners))
    return [] if found in right or (found is None and touch) else [f"{seed}: {found!r}"]


def of_what_builds_on_it(seed, formats=FORMATS):
    """Return what is wrong with a change taken back together with the later ones that build on it.

    What is left is what the history makes without these, every other unit as it was, and only what is about
    a unit of theirs goes with it. Taken back, that gives the last version.
    """
    history = with_moves(Seeded(seed), formats)
    texts, wrong = history.texts, []
    for number, (kind, *_) in enumerate(history.deeds):
        if texts[number] == texts[number + 1]:
            continue
        going, left = with_later(texts, number)
        if left is None or not set(going) <= _about_the_same(history, number):
            wrong.append(f"{seed}: {kind} {number} with {going}")
            continue
        units = _replayed(history, going)
        places = None if units is None else [_place_of(each, left) for each in units]
        if places is None or len(set(places)) < len(places) or -1 in places:
            wrong.append(f"{seed}: {kind} {number} with {going} leaves {left!r}")
            continue
        there = [each for _, each in sorted(zip(places, units, strict=True), key=lambda pair: pair[0])]
        if left not in _written(history, there):
            wrong.append(f"{seed}: {kind} {number} with {going} leaves {left!r}")
        moves = any(deed[0] == "move" for deed in history.deeds)
        stayed = [each for each in history.states[-1] if each in units]
        if not moves and [each for each in there if each in stayed] != stayed:
            wrong.append(f"{seed}: {kind} {number} with {going} changes the order")
        if left != texts[-1] and without(TextChange(texts[-1], left), left).text != texts[-1]:
            wrong.append(f"{seed}: {kind} {number} with {going} is not undone")
    return wrong


def _about_the_same(history, number):
    """Return the changes that are about a unit that a change is about, or one of these, with it."""
    found, names = {number}, _names_of(history, number)
    for later in range(number + 1, len(history.deeds)):
        if names & _names_of(history, later):
            found.add(later)
            names |= _names_of(history, later)
    return found


def _names_of(history, number):
    is_move = history.deeds[number][0] == "move"
    return set(moved_by(history, number)) if is_move else {subject(history, number)}


def _replayed(history, without_these):
    """Return the units that the history makes without some changes, in no order; None: it makes none."""
    units = {each.name: each for each in history.states[0]}
    for number, (kind, unit, *more) in enumerate(history.deeds):
        if number in without_these or kind == "move":
            continue  # a unit is moved where it is now, if it is at all
        if kind in ("append", "insert"):
            units[unit.name] = unit
        elif units.get(unit.name) != unit:
            return None
        elif kind == "edit":
            units[unit.name] = more[0]
        elif kind == "delete":
            del units[unit.name]
    return list(units.values())


def _written(history, units):
    """Return how a document of these units may be written: of two alone, nothing may tell how far apart."""
    text = history.text(units)
    if len(units) != 2 or heading_level(units[0].lines[0]):
        return {text}
    last = re.escape(units[0].lines[-1])
    return {text, *(re.sub(rf"(?<={last}\n)\n*(?=.)", gap, text) for gap in ("", "\n"))}


def _place_of(unit, text):
    words = "\n".join(unit.lines)
    return f"\n{text}\n".find(f"\n{words}\n")


LAWS = (
    of_untouched,
    of_moves,
    of_words,
    of_any_order,
    of_a_creation,
    of_merges,
    of_what_builds_on_it,
)

AGENTS = ("append",) * 94 + ("patch",) * 3 + ("rewrite", "delete", "consolidate")
"""Of a hundred writes of agents so many are of each sort.

Most tools of the five systems append; what is written is changed by patching words (Pegasus), by its id
(aigentic), or by the model that writes a file anew. A consolidation is a job of the night (EvoClaw), and an
agent writes some dozens of notes a day. Nobody has counted it in the field: other shares, other figures.
"""


class Shape(NamedTuple):
    """How many changes there are, can go alone, are gone already, are refused; and what is wrong with that.

    ``together`` of those that cannot go alone can go with the later ones that build on them.
    """

    changes: int
    goes: int
    gone: int
    refused: int
    together: int
    wrong: list[str]


def of_genuine_shape(seed, changes=500, agents=AGENTS):
    """Take back each of the changes of ten agents, one at a time.

    They append, correct words, rewrite, delete, and put several notes into one. Which notes a change was
    about is followed apart from all texts: by that a refusal, or that nothing is left, is true only where a
    later one was about one of its notes, and what can go leaves every other note as it is.
    """
    dice = Seeded(seed)
    form = dice.one_of(tuple(FORMATS.values()))
    units, deeds, states = [], [], [[]]

    def note(number):
        words = f"{dice.one_of(WORDS)} with {dice.one_of(WORDS)} on the day {number}"
        return Unit(number, tuple(form.unit(number, words)))

    for number in range(changes):
        deed = dice.one_of(agents) if len(units) > 8 else "append"
        at, unit = dice.below(max(len(units) - 3, 1)), note(number)
        if deed == "append":
            then = [*units, unit]
        elif deed == "patch":
            then = [*units[:at], note(units[at].name), *units[at + 1 :]]
        elif deed == "rewrite":
            then = [*units[:at], unit._replace(name=units[at].name), *units[at + 1 :]]
        elif deed == "delete":
            then = [*units[:at], *units[at + 1 :]]
        else:
            then = [*units[:at], unit, *units[at + 3 :]]
        deeds.append({each.name for each in {*units} ^ {*then}})
        units = then
        states.append(units)
    return _judged(seed, form, deeds, states)


def _judged(seed, form, deeds, states):
    goes = gone = refused = together = 0
    wrong, texts, now = [], [form.text(units) for units in states], {unit.name: unit for unit in states[-1]}
    for number, about in enumerate(deeds):
        if not about:
            continue  # the same words again are no change: nothing is committed
        before = {unit.name: unit for unit in states[number]}
        found = without(TextChange(texts[number], texts[number + 1]), texts[-1])
        later = {name for deed in deeds[number + 1 :] for name in deed}
        if not found.standing.stands:
            gone += 1
            is_right = bool(about & later)
        elif found.conflicts:
            refused += 1
            is_right = bool(about & later)
        else:
            goes += 1
            others = {**now}
            for name in about - later:
                others.pop(name, None)
                if name in before:
                    others[name] = before[name]
            is_right = bool(about & later) or _said(found.text) == _said(form.text(others.values()))
        if not is_right:
            wrong.append(f"{seed}: change {number}")
        if found.conflicts or not found.standing.stands:
            going, left = with_later(texts, number)
            together += left is not None
            wrong += _wrong_together(seed, form, (deeds, states), (going, left))
    return Shape(sum(map(bool, deeds)), goes, gone, refused, together, wrong)


def _wrong_together(seed, form, history, taken):
    """Return what is wrong with changes that went together: each is about a note of another one of them.

    Every note that none of them was about is left as it is, and of theirs there is what was there before.
    """
    (deeds, states), (going, left) = history, taken
    first = min(going)
    names, allowed = {*deeds[first]}, {first}
    for later in range(first + 1, len(deeds)):
        if names & deeds[later]:
            allowed.add(later)
            names |= deeds[later]
    if not set(going) <= allowed:
        return [f"{seed}: change {first} with {going}"]
    if left is None:
        return []
    units = {}
    for number in range(len(deeds)):
        if number in going:
            continue
        new = {unit.name: unit for unit in states[number + 1]}
        for name in deeds[number]:
            if name in new:
                units[name] = new[name]
            else:
                units.pop(name, None)
    return [] if _said(left) == _said(form.text(units.values())) else [f"{seed}: {going} leaves other words"]
