"""A part of a document, as the ``#fragment`` of a uri names it: a key, an entry's id, a heading, lines.

Whoever shows, locks or takes out a part asks here, so that one address means one place. Where a heading or an
id stands more than once, its bare name is all of them for a lock and is refused where one is needed;
``name (2)`` is the second of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple
from urllib.parse import unquote

from memdesk.errors import AmbiguousError, InvalidError
from memdesk.model import Json
from memdesk.text.json.edit import remove
from memdesk.text.json.spans import locate, member_of, spans
from memdesk.text.json.text import parse
from memdesk.text.lines import lines, lines_named
from memdesk.text.markdown import LineSpan, MarkdownSection, outline

_NUMBERED = re.compile(r"(.+) \(([1-9][0-9]{0,4})\)", re.DOTALL)
_BOM = "\ufeff"

Path = tuple[str | int, ...]


class FragmentTarget(NamedTuple):
    """What a fragment names: the text of it where it has one, and its parsed form where it has one."""

    text: str | None
    data: Json


class Cut(NamedTuple):
    """A text without a part of it, and that part as it stood there."""

    rest: str
    taken: str


def find_part(
    fragment: str, text: str | None, data: Json, *, structured: bool = True
) -> FragmentTarget | None:
    """Return the part of a document that a fragment names, None where there is no such part.

    Where the document is not ``structured`` (JSON), a heading comes before what was parsed. Raises
    AmbiguousError where the fragment can mean several.
    """
    named = lines_named(fragment)
    if named is not None and text is not None:
        line = _text_of(text, LineSpan(*named))
        return None if line is None else FragmentTarget(line, None)
    if text is not None and not structured:
        section = _section(fragment, text)
        if section is not None:
            return FragmentTarget(_text_of(text, section), None)
    found = _values(data, fragment) or (_as_written(text, fragment) if structured else [])
    if len(found) > 1:
        raise AmbiguousError(fragment, _numbers(fragment, len(found)))
    return _part(found[0]) if found else None


def find_parts(
    fragment: str, text: str | None, data: Json, *, structured: bool = True
) -> tuple[FragmentTarget, ...]:
    """Return all that a fragment can mean, in the order of the document; for what holds all of them."""
    named = lines_named(fragment)
    line = None if named is None or text is None else _text_of(text, LineSpan(*named))
    found = [] if line is None else [FragmentTarget(line, None)]
    if text is not None and not structured:
        headed = (_text_of(text, section) for section in _sections(fragment, _outline(text)))
        found += [FragmentTarget(said, None) for said in headed if said is not None]
    if structured:
        found += map(_part, _values(data, fragment) or _as_written(text, fragment))
    return tuple(found)


def cut_out(text: str, fragment: str, *, structured: bool) -> Cut | None:
    """Return a text without a key, an entry, a section or lines; None where it has no such part.

    ``structured`` texts are JSON. Raises AmbiguousError where the fragment can mean several parts, and
    InvalidError where the part would still be there afterwards, as a key is that stands there twice.
    """
    named = lines_named(fragment)
    if named is not None:
        return _without(text, LineSpan(*named))
    if structured:
        return _without_member(text, fragment)
    section = _section(fragment, text)
    return None if section is None else _without(text, section)


def meant(name: str, names: Sequence[str]) -> list[int]:
    """Return the places of all that a name can mean: those called so, and of ``name (n)`` the nth one."""
    found = [at for at, each in enumerate(names) if each == name]
    numbered = _NUMBERED.fullmatch(name)
    same = [at for at, each in enumerate(names) if each == numbered[1]] if numbered else []
    if numbered and len(same) > 1:
        found += same[int(numbered[2]) - 1 :][:1]
    return sorted(found)


def entry_at(text: str, line: int) -> tuple[str, ...]:
    """Return the names on the way to the key or the entry of a JSON text that stands in a line (from 1).

    An item of a list is named by its id; the way ends at an entry, or where nothing has a name.
    """
    try:
        node = spans(text)
    except (InvalidError, RecursionError):
        return ()
    whole = lines(text)
    before = sum(map(len, whole[: line - 1]))
    row = whole[line - 1] if line <= len(whole) else ""
    place = before + len(row) - len(row.lstrip())
    names: list[str] = []
    while True:
        member = next((each for each in node.members if each.start <= place < each.node.end), None)
        if member is None:
            return tuple(names)
        node = member.node
        identity = node.value.get("id") if isinstance(node.value, dict) else None
        name = member.name if member.name is not None else identity
        if not isinstance(name, str):
            return tuple(names)
        names.append(name)
        if isinstance(identity, str):
            return tuple(names)


def spans_of(fragment: str, text: str, *, structured: bool) -> tuple[LineSpan, ...]:
    """Return the lines (from 1) of all that a fragment can mean; of an empty one, those of the whole text.

    ``structured`` texts are JSON; one that is none has no parts but lines.
    """
    named = lines_named(fragment)
    if named is not None or not fragment:
        return (LineSpan(*(named or (1, max(1, len(lines(text)))))),)
    if not structured:
        return tuple(LineSpan(each.line, each.end_line) for each in _sections(fragment, _outline(text)))
    try:
        root, paths = spans(text), paths_of(parse(text).value, fragment)
        members = [member_of(locate(root, path[:-1]), path[-1]) for path in paths if path]
    except (InvalidError, RecursionError):
        return ()
    ends = ((each.start, each.node.end) for each in members)
    return tuple(LineSpan(text.count("\n", 0, at) + 1, text.count("\n", 0, end) + 1) for at, end in ends)


def names_of(sections: Sequence[MarkdownSection]) -> tuple[str, ...]:
    """Return what each section of a text is called, so that no two of them have the same name.

    One that no heading names clearly is called by its lines.
    """
    times = Counter(section.heading for section in sections)
    met = Counter[str]()
    names: list[str] = []
    for section in sections:
        heading = section.heading
        met[heading] += 1
        name = heading if times[heading] == 1 else f"{heading} ({met[heading]})"
        other = _NUMBERED.fullmatch(heading) if times[heading] == 1 else None
        is_other = times[other[1]] >= max(2, int(other[2])) if other else times[heading] > 1 and name in times
        is_clear = heading and not is_other and lines_named(name) is None
        names.append(name if is_clear else _lines_of(section))
    return tuple(names)


def no_part(place: str, fragment: str, text: str, *, structured: bool) -> str:
    """Return the words for a part that is not there, with the names most like the one asked for."""
    from difflib import get_close_matches

    if structured:
        try:
            value = parse(text).value
        except (InvalidError, RecursionError):
            value = None
        names = tuple(value) if isinstance(value, dict) else ()
    else:
        names = names_of(_outline(text))
    letters = {_letters(name): name for name in reversed(names)}
    near = get_close_matches(_letters(unquote(fragment)), letters, 3, 0.7)
    meant = " or ".join(f"#{letters[each]}" for each in near)
    return f"{place} has no part {fragment}{f'; did you mean {meant}?' if meant else ''}"


def _letters(name: str) -> str:
    """Return what a name and the anchor that web pages make of it have in common."""
    return re.sub(r"[\W_]+", "", name.casefold())


def lines_of(fragment: str, text: str) -> tuple[str, ...]:
    """Return what the sections that a fragment can mean are called by their lines; nothing of other parts."""
    return tuple(map(_lines_of, _sections(fragment, _outline(text))))


def _lines_of(section: MarkdownSection) -> str:
    return f"L{section.line}-L{section.end_line}" if section.end_line > section.line else f"L{section.line}"


def _section(fragment: str, text: str) -> MarkdownSection | None:
    """Return the one section that a fragment means. Raises AmbiguousError where it can mean several."""
    whole = _outline(text)
    found = _sections(fragment, whole)
    if len(found) > 1:
        names = dict(zip(whole, names_of(whole), strict=True))
        raise AmbiguousError(fragment, tuple(names[section] for section in found))
    return found[0] if found else None


def _outline(text: str) -> tuple[MarkdownSection, ...]:
    return outline(text.removeprefix(_BOM).replace("\r\n", "\n"))


def _sections(fragment: str, whole: Sequence[MarkdownSection]) -> list[MarkdownSection]:
    return [whole[at] for at in meant(fragment, [section.heading for section in whole])]


def _text_of(text: str, span: LineSpan | MarkdownSection) -> str | None:
    found = lines(text.removeprefix(_BOM))[span.line - 1 : span.end_line] if span.line > 0 else []
    return "".join(found) or None


def _without(text: str, span: LineSpan | MarkdownSection) -> Cut | None:
    all_of_them = lines(text)
    if not 1 <= span.line <= min(span.end_line, len(all_of_them)):
        return None
    before, after = all_of_them[: span.line - 1], all_of_them[span.end_line :]
    return Cut("".join([*before, *after]), "".join(all_of_them[span.line - 1 : span.end_line]))


def _without_member(text: str, fragment: str) -> Cut | None:
    """Return a JSON text without a member; what is left must be all the rest, and nothing else."""
    data = parse(text).value
    paths = paths_of(data, fragment) if fragment else ()
    if len(paths) > 1:
        raise AmbiguousError(fragment, _numbers(fragment, len(paths)))
    if not paths:
        return None
    rest = remove(text, paths[0])
    if parse(rest).value != _less(data, paths[0]):
        message = f"{fragment} cannot be taken out alone: its name occurs more than once"
        raise InvalidError(message, reason="not_once")
    member = member_of(locate(spans(text), paths[0][:-1]), paths[0][-1])
    return Cut(rest, text[member.start : member.node.end])


def _less(data: Json, path: Path) -> Json:
    """Return data without what is at a path."""
    left = deepcopy(data)
    holder = _at(left, path[:-1])
    if isinstance(holder, dict):
        holder.pop(str(path[-1]))
    elif isinstance(holder, list):
        holder.pop(int(path[-1]))
    return left


def _part(value: Json) -> FragmentTarget:
    return FragmentTarget(value if isinstance(value, str) else None, value)


def _values(data: Json, fragment: str) -> list[Json]:
    return [_at(data, path) for path in paths_of(data, fragment)]


def _as_written(text: str | None, fragment: str) -> list[Json]:
    """Follow a fragment into a JSON text itself, where what its system made of it has no such part."""
    return [] if text is None else _values(parse(text).value, fragment)


def paths_of(data: Json, fragment: str) -> tuple[Path, ...]:
    """Return the ways to all that a fragment can mean in parsed data: keys and ids, else steps at slashes."""
    if not fragment:
        return ((),)
    for head, tail in _cuts(fragment):
        found = [(*step, *rest) for step in _steps(data, head) for rest in paths_of(_at(data, step), tail)]
        if found:
            return tuple(found)
    return ()


def _cuts(fragment: str) -> Iterator[tuple[str, str]]:
    """Yield every way to take a first step, the longest one first (keys may hold slashes)."""
    parts = fragment.split("/")
    return (("/".join(parts[:count]), "/".join(parts[count:])) for count in range(len(parts), 0, -1))


def _steps(data: Json, name: str) -> list[Path]:
    """Return the ways to a key, or to the entries that have this id; ``id (2)`` is the second of several."""
    found, numbered = _named(data, name), _NUMBERED.fullmatch(name)
    same = _named(data, numbered[1]) if numbered else []
    if numbered and len(same) > 1:
        found += [path for path in same[int(numbered[2]) - 1 :][:1] if path not in found]
    return found


def _named(data: Json, name: str) -> list[Path]:
    if not isinstance(data, dict):
        return [(at,) for at in _entries(data, name)]
    if name in data:
        return [(name,)]
    return [(key, at) for key, value in data.items() for at in _entries(value, name)]


def _entries(data: Json, name: str) -> Iterator[int]:
    items = enumerate(data) if isinstance(data, list) else ()
    return (at for at, item in items if id_of(item) == name)


def id_of(item: Json) -> str | None:
    """Return the id by which a fragment calls an entry, None where it has none."""
    found = item.get("id") if isinstance(item, dict) else None
    return str(found) if isinstance(found, str | int) and not isinstance(found, bool) else None


def _at(data: Json, path: Path) -> Json:
    for step in path:
        match data, step:
            case dict(), str():
                data = data[step]
            case list(), int():
                data = data[step]
    return data


def _numbers(fragment: str, count: int) -> tuple[str, ...]:
    return tuple(f"{fragment} ({number})" for number in range(1, count + 1))
