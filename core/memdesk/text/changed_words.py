"""What a change says in one line: the first words that came or went, and of JSON the entry or field. Pure."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, StrEnum
from itertools import islice
from typing import NamedTuple, TypeAlias

from memdesk.model import Json
from memdesk.text.diff import Hunk, common_head, line_diff
from memdesk.text.first_words import (
    Said,
    cut,
    from_change,
    is_prose,
    said_in,
    text_name,
    unquoted,
    words_of,
)
from memdesk.text.json.text import parse

LARGEST = 1 << 19
"""Characters of a JSON text that is read as entries; of a larger one only the changed lines are."""
_READ = 1 << 21
"""Characters that are read at most to tell the hunks of a change apart."""
_LINES = 2_000
"""Changed lines that are looked at."""
_SHOWN = 8_000
"""Characters of a line that are looked at."""
_LONG_LINE = 2_000
"""Letters above which a line is taken for a whole JSON document."""
_PIECES = 2_000
"""Changed entries and fields that are looked at."""
_DEPTH = 24
_NAMES = 3

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_FIELD = re.compile(r"\s*(?:[-*+]\s+)?[*_]*([A-Za-z][\w -]{1,30}?)[*_]*\s*[:：]")
_DERIVED = re.compile(
    r"score|(?!max_|min_|most_)(?:\w+_)?counts?|last_\w+|\w+_at|timestamp|updated|modified|accessed|created"
    r"|hash|checksum|embedding|vector|\w+_today|\w+_saved"
)
"""Fields that follow from others or from reading: nobody learned anything when only they change."""
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Effect(StrEnum):
    """What a change did, as far as one line tells it."""

    NOTHING = "nothing"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    COUNTED = "counted"
    """Only fields that follow from others, as scores and counts."""
    SPACES = "spaces"
    """Only spaces and blank lines."""
    FORM = "form"
    """Only line ends, encoding or a mark at the beginning."""
    BINARY = "binary"
    """It is no text."""


class ChangedWords(NamedTuple):
    """The first words that a change brought, or took where ``effect`` says so. All are short and one line.

    ``old`` is what a line or field said before, where it is one. Of JSON ``part`` is the group that an entry
    is in, ``names`` the fields, ``entry`` the words of the entry that a field is of, ``more`` how many
    entries and fields changed beside. ``line`` is where the words stand in the later text, from 1.
    """

    text: str = ""
    line: int = 0
    effect: Effect = Effect.NOTHING
    old: str = ""
    part: str = ""
    names: tuple[str, ...] = ()
    entry: str = ""
    is_entry: bool = False
    more: int = 0

    @property
    def is_removal(self) -> bool:
        """Whether the words are those that went."""
        return self.effect is Effect.REMOVED


Shown = Callable[[str], str]
"""Covers what nobody may read in a stretch of a text, before it is shortened or stripped of its signs."""


def changed_words(
    old: str,
    new: str,
    *,
    is_json: bool = False,
    hunks: Sequence[Hunk] | None = None,
    shown: Shown = str,
) -> ChangedWords:
    """Return what the change from one text to another says; ``hunks`` is how lines differ, where known."""
    if old == new:
        return ChangedWords()
    found = line_diff(old, new) if hunks is None else hunks
    if is_json and len(old) <= LARGEST and len(new) <= LARGEST:
        sides = parse(old or "null"), parse(new or "null")
        if not any(side.broken for side in sides):
            before = sides[0].value if old else _MISSING
            said = _in_json(before, sides[1].value if new else _MISSING, shown)
            return said._replace(line=found[0].new_start + 1 if found else 0)
    return words_in(found, shown)


def words_in(hunks: Sequence[Hunk], shown: Shown = str) -> ChangedWords:
    """Return what changed lines say."""
    added = list(islice(_numbered(hunks, is_new=True), _LINES))
    removed = list(islice(_numbered(hunks, is_new=False), _LINES))
    if _is_spacing(added, removed):
        return ChangedWords(effect=Effect.SPACES if hunks else Effect.NOTHING)
    fields = dict.fromkeys(_derived_field(line) for line, _ in (*added, *removed))
    if all(fields):
        line = (added or removed)[0][1]
        return ChangedWords(effect=Effect.COUNTED, names=tuple(fields)[:_NAMES], line=line)
    if not added:
        return _best(removed, shown)._replace(effect=Effect.REMOVED)
    added = _behind_front_matter(added)
    gone = {line.strip() for line, _ in removed}
    lines = [each for each in added if each[0].strip() not in gone] or added
    before = _before(hunks)
    found = _best([(_apart(before.get(number, ""), line), number) for line, number in lines], shown)
    effect = Effect.CHANGED if removed else Effect.ADDED
    earlier = _said(before.get(found.line, ""), shown).text
    whole = _said(next((line for line, number in lines if number == found.line), ""), shown).text
    text = found.text
    if earlier and len(whole) <= _LONG_LINE and not whole.startswith(("{", "[")):
        text = cut(from_change(earlier, whole))
    return found._replace(effect=effect, text=text, old=cut(earlier))


class ChangedField(NamedTuple):
    """A field that came, went or became another, with all that it says; None where it is not there."""

    name: str
    old: str | None
    new: str | None


class ChangedEntry(NamedTuple):
    """An entry of JSON that came, went or changed, or fields that are in none, with what is in them.

    ``part`` is the group that it is in, ``words`` are its first ones, ``effect`` what became of the whole.
    """

    effect: Effect
    part: str
    words: str
    is_entry: bool
    fields: tuple[ChangedField, ...]


class _Missing(Enum):
    MISSING = 0


_MISSING = _Missing.MISSING
_Value: TypeAlias = "Json | _Missing"


class _Piece(NamedTuple):
    """An entry or field that came, went or became another; ``entries`` are the entries that it is in."""

    path: tuple[str, ...]
    old: _Value
    new: _Value
    entry: Json = None
    is_entry: bool = False

    @property
    def effect(self) -> Effect:
        if self.old is _MISSING:
            return Effect.ADDED
        return Effect.REMOVED if self.new is _MISSING else Effect.CHANGED

    @property
    def name(self) -> str:
        return self.path[-1] if self.path else ""

    def is_text(self) -> bool:
        """Whether this is the field that says what its entry says."""
        return isinstance(self.entry, dict) and text_name(self.entry) == self.name


def changed_entries(old: str, new: str) -> tuple[ChangedEntry, ...]:
    """Return how two JSON texts differ as entries and fields; nothing where one of them is no JSON."""
    if old == new or len(old) > LARGEST or len(new) > LARGEST:
        return ()
    sides = parse(old or "null"), parse(new or "null")
    if any(side.broken for side in sides):
        return ()
    before, after = (side.value if text else _MISSING for side, text in zip(sides, (old, new), strict=True))
    found: dict[object, ChangedEntry] = {}
    for number, piece in enumerate(islice(_pieces((), before, after, None, _DEPTH), _PIECES)):
        if piece.is_entry and isinstance(piece.entry, dict):
            one = piece.entry
            fields = tuple(_field(piece.effect, name, value) for name, value in _by_telling(one))
            words = _value_words(one, str)
            found[number] = ChangedEntry(piece.effect, _part(piece, str), words, is_entry=True, fields=fields)
            continue
        field = ChangedField(_spelled(piece.name), _whole(piece.old), _whole(piece.new))
        is_in_entry = isinstance(piece.entry, dict)
        key = ("in", id(piece.entry)) if is_in_entry else ("of", _part(piece, str))
        known = found.get(key)
        if known is None:
            words = _value_words(piece.entry, str) if is_in_entry else ""
            part = _entry_part(piece) if is_in_entry else _part(piece, str)
            known = ChangedEntry(Effect.CHANGED, part, words, is_entry=is_in_entry, fields=())
        found[key] = known._replace(fields=(*known.fields, field))
    return tuple(found.values())


def entries_of_hunks(new: str, hunks: Sequence[Hunk]) -> tuple[tuple[ChangedEntry, ...], ...]:
    """Return for each hunk of a change what it alone makes of the entries and fields.

    Nothing where that cannot be told of each: what is left without one of them is no JSON, says the same, or
    there is too much to read.
    """
    if len(new) * len(hunks) > _READ:
        return ()
    found = []
    for hunk in hunks:
        lines = new.split("\n")
        lines[hunk.new_start : hunk.new_end] = hunk.old
        entries = changed_entries("\n".join(lines), new)
        if not entries:
            return ()
        found.append(entries)
    return tuple(found)


def _field(effect: Effect, name: str, value: Json) -> ChangedField:
    said = _whole(value)
    return ChangedField(_spelled(name), *((said, None) if effect is Effect.REMOVED else (None, said)))


def _by_telling(entry: dict[str, Json]) -> list[tuple[str, Json]]:
    """Return the fields of an entry: what it says first, what follows from others last."""
    first = text_name(entry)
    return sorted(entry.items(), key=lambda each: (each[0] != first, _is_derived(each[0])))


def _whole(value: _Value) -> str | None:
    """Return all that a value says, in one text."""
    if isinstance(value, _Missing):
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, list) and not any(isinstance(item, dict | list) for item in value):
        return ", ".join(item if isinstance(item, str) else json.dumps(item) for item in value)
    return json.dumps(value, ensure_ascii=False)


def _entry_part(piece: _Piece) -> str:
    """Return the group that the entry is in of which a piece is a field."""
    return next((_spelled(name) for name in reversed(piece.path[:-2]) if name), "")


def _in_json(old: _Value, new: _Value, shown: Shown) -> ChangedWords:
    pieces = list(islice(_pieces((), old, new, None, _DEPTH), _PIECES))
    if not pieces:
        return ChangedWords(effect=Effect.SPACES)
    telling = [piece for piece in pieces if piece.is_entry or not _is_derived(piece.name)]
    if not telling:
        names = tuple(dict.fromkeys(_spelled(shown(piece.name)) for piece in pieces))
        is_one = len({id(piece.entry) for piece in pieces}) == 1
        words = _value_words(pieces[0].entry, shown) if is_one else ""
        return ChangedWords(effect=Effect.COUNTED, names=names[:_NAMES], entry=words)
    first = min(telling, key=_rank)
    others = {id(each.entry) if each.entry is not None else number for number, each in enumerate(telling)}
    is_told = first.is_entry or first.is_text()
    entry = "" if is_told else _value_words(first.entry, shown)
    return _told(first, shown)._replace(more=len(others) - 1, entry=entry)


def _told(piece: _Piece, shown: Shown) -> ChangedWords:
    """Return what a piece says by itself."""
    is_change = piece.effect is Effect.CHANGED
    text = _value_words(piece.old if piece.new is _MISSING else piece.new, shown)
    before = _value_words(piece.old, shown) if is_change else ""
    if is_change:
        later = _later(piece, shown) if before == text else ""
        text = later or cut(from_change(before, text))
    is_said = piece.is_entry or piece.is_text()
    if is_said:
        return ChangedWords(text, effect=piece.effect, old=before, part=_part(piece, shown), is_entry=True)
    names = (_spelled(shown(piece.name)),) if piece.name else ()
    part = _part(piece, shown) if piece.entry is None else ""
    return ChangedWords(text, effect=piece.effect, old=before, part=part, names=names)


def _later(piece: _Piece, shown: Shown) -> str:
    """Return the first words that differ further down in a text of several lines."""
    is_text = isinstance(piece.old, str) and isinstance(piece.new, str)
    return words_in(line_diff(str(piece.old), str(piece.new)), shown).text if is_text else ""


def _rank(piece: _Piece) -> tuple[bool, bool, bool, bool]:
    """Order what changed by how much it tells: what came first, then what an entry says, then what went."""
    value = piece.old if piece.new is _MISSING else piece.new
    return (
        piece.new is _MISSING,
        not piece.is_entry and not piece.is_text(),
        piece.old is not _MISSING,
        not (isinstance(value, str) and is_prose(value)),
    )


def _pieces(
    path: tuple[str, ...], old: _Value, new: _Value, entry: Json, depth: int, *, in_list: bool = False
) -> Iterator[_Piece]:
    if old is not _MISSING and new is not _MISSING and _same(old, new):
        return
    one = new if old is _MISSING else old
    if old is _MISSING or new is _MISSING:
        if isinstance(one, dict) and path and (in_list or _is_entry(one)):
            yield _Piece(path, old, new, one, is_entry=True)
            return
    elif type(old) is not type(new) or not isinstance(new, dict | list):
        yield _Piece(path, old, new, entry)
        return
    if not depth or not isinstance(one, dict | list) or (isinstance(one, list) and _is_plain(old, new)):
        if one not in ({}, []) or path:
            yield _Piece(path, old, new, entry, is_entry=in_list)
        return
    inner = isinstance(new, dict) and bool(path) and (in_list or _is_entry(new))
    owner = new if inner and not isinstance(new, _Missing) else entry
    for name, before, after, listed in _members(old, new):
        yield from _pieces((*path, name), before, after, owner, depth - 1, in_list=listed)


def _members(old: _Value, new: _Value) -> Iterator[tuple[str, _Value, _Value, bool]]:
    """Yield the members of two values of one type side by side, those that came or stayed first."""
    if isinstance(old, list) or isinstance(new, list):
        left, right = (side if isinstance(side, list) else [] for side in (old, new))
        yield from _items(left, right)
        return
    before, after = (side if isinstance(side, dict) else {} for side in (old, new))
    for name, value in after.items():
        yield name, before.get(name, _MISSING), value, False
    for name, value in before.items():
        if name not in after:
            yield name, value, _MISSING, False


def _items(old: list[Json], new: list[Json]) -> Iterator[tuple[str, _Value, _Value, bool]]:
    left, right = _by_id(old), _by_id(new)
    if left is not None and right is not None:
        for name in (*right, *(name for name in left if name not in right)):
            yield name, left.get(name, _MISSING), right.get(name, _MISSING), True
        return
    gone, come = _only(old, new), _only(new, old)
    if len(gone) == len(come):
        yield from (("", one, other, True) for one, other in zip(gone, come, strict=True))
        return
    yield from (("", _MISSING, value, True) for value in come)
    yield from (("", value, _MISSING, True) for value in gone)


def _by_id(items: list[Json]) -> dict[str, Json] | None:
    named: dict[str, Json] = {
        str(item["id"]): item for item in items if isinstance(item, dict) and "id" in item
    }
    return named if len(named) == len(items) else None


def _only(items: list[Json], others: list[Json]) -> list[Json]:
    """Return the items that are not among others, as often as they are more."""
    known = Counter(map(_spelling, others))
    found = []
    for item in items:
        spelling = _spelling(item)
        if known[spelling]:
            known[spelling] -= 1
        else:
            found.append(item)
    return found


def _spelling(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _same(old: _Value, new: _Value) -> bool:
    return type(old) is type(new) and old == new


def _is_plain(*sides: _Value) -> bool:
    """Whether lists hold no objects: they are one field, as tags are."""
    lists = (side for side in sides if isinstance(side, list))
    return not any(isinstance(item, dict | list) for side in lists for item in side)


def _is_entry(value: Json) -> bool:
    if not isinstance(value, dict):
        return False
    name = text_name(value)
    return "id" in value or (name is not None and isinstance(value[name], str))


def _part(piece: _Piece, shown: Shown) -> str:
    """Return the group that an entry or field is in, without the entry's own id or place."""
    above = piece.path[: -2 if piece.is_text() else -1]
    return next((_spelled(shown(name)) for name in reversed(above) if name), "")


def _value_words(value: _Value, shown: Shown) -> str:
    """Return the first words of a value, covered before they are shortened; of none, nothing."""
    return "" if value is None or isinstance(value, _Missing) else words_of(value, shown=shown)


def _spelled(name: str) -> str:
    return cut(_CAPITAL.sub(" ", name).replace("_", " "), 40)


def _is_derived(name: str) -> bool:
    plain = re.sub(r"[\s-]+", "_", _CAPITAL.sub("_", name).strip()).casefold()
    return _DERIVED.fullmatch(plain) is not None


def _derived_field(line: str) -> str:
    """Return the field that a line of plain text sets, if that follows from others; else an empty text."""
    found = _FIELD.match(line)
    return _spelled(found[1]) if found is not None and _is_derived(found[1]) else ""


def _numbered(hunks: Sequence[Hunk], *, is_new: bool) -> Iterator[tuple[str, int]]:
    """Yield the lines that came or went and are not blank, with where they stand in the later text."""
    for hunk in hunks:
        if is_new:
            yield from ((line, hunk.new_start + at) for at, line in enumerate(hunk.new, 1) if line.strip())
        else:
            yield from ((line, hunk.new_start + 1) for line in hunk.old if line.strip())


def _behind_front_matter(added: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return lines of a document's beginning without its front matter, where something is left."""
    if not added or added[0] != ("---", 1):
        return added
    end = next((at for at, (line, _) in enumerate(added) if at and line.rstrip() == "---"), 0)
    return added[end + 1 :] or added


def _before(hunks: Sequence[Hunk]) -> dict[int, str]:
    """Return what lines were, where one line became one."""
    ones = (hunk for hunk in islice(hunks, _LINES) if len(hunk.old) == len(hunk.new) == 1)
    return {hunk.new_start + 1: hunk.old[0] for hunk in ones}


def _is_spacing(added: list[tuple[str, int]], removed: list[tuple[str, int]]) -> bool:
    """Whether lines say the same but for spaces and blank lines."""
    if len(added) >= _LINES or len(removed) >= _LINES:
        return False
    sides = ("".join("".join(line for line, _ in side).split()) for side in (added, removed))
    return next(sides) == next(sides)


def _said(line: str, shown: Shown) -> Said:
    return said_in(shown(line[:_SHOWN]))


def _best(lines: Sequence[tuple[str, int]], shown: Shown) -> ChangedWords:
    """Return the first line that is prose; else a heading, or whatever else there is."""
    others: list[ChangedWords] = []
    for line, number in lines:
        said = _said(line, shown)
        if said.text:
            others.append(ChangedWords(cut(said.text), number))
            if said.is_prose:
                return others[-1]
    return others[0] if others else ChangedWords(line=lines[0][1] if lines else 0)


def _apart(old: str, line: str) -> str:
    """Return a line; of one that holds a whole JSON document, the first text in it that is another one."""
    if len(line) < _LONG_LINE and not line.startswith(("{", "[")):
        return line
    start = common_head(old, line)
    ends = (found for found in _QUOTED.finditer(line, max(0, start - _LONG_LINE)) if found.end() > start)
    texts = (unquoted(found[0]) for found in ends)
    return next((text for text in texts if is_prose(text)), "" if line.startswith(("{", "[")) else line)
