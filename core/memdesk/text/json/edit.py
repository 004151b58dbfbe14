"""Edits of a JSON text that change the smallest span and follow the file's own style.

Each function takes a text that parses and returns the new text; everything outside the changed value or
member stays byte for byte: order, spacing, escapes, unknown members, the missing final newline.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.text.json.spans import JsonMember, Node, Path, locate, member_of, spans

_HTML_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
_BREAKS = {char: f"\\u{ord(char):04x}" for char in "\u2028\u2029\ufdd0\ufdd1"}
_HTML_ESCAPED = re.compile(r"\\u00(?:3[cCeE]|26)")
_ESCAPED = re.compile(r"\\u(?!00[0-7]|202[89])[0-9a-fA-F]{4}")
_BLANK = " \t\n\r"
_INDENT = re.compile(r"\n([ \t]*)\Z")


@dataclass(frozen=True, slots=True)
class Style:
    """How a file writes JSON. Given as a fallback it decides only what the file itself does not show."""

    indent: str | None = "  "
    item_gap: str = " "
    name_gap: str = " "
    ascii_only: bool = False
    html_safe: bool = False
    sorted_names: bool = False

    def write(self, value: Json, margin: str = "") -> str:
        """Return the value as JSON; lines after the first are indented by ``margin``."""
        separators = ("," if self.indent is not None else "," + self.item_gap, ":" + self.name_gap)
        try:
            text = json.dumps(
                value,
                ensure_ascii=self.ascii_only,
                allow_nan=False,
                indent=self.indent,
                separators=separators,
            )
            text.encode("utf-8")
        except ValueError as error:
            message = f"the value cannot be written as JSON: {error}"
            raise InvalidError(message, reason="not_json") from error
        for char, escape in {**_BREAKS, **(_HTML_ESCAPES if self.html_safe else {})}.items():
            text = text.replace(char, escape)
        return text.replace("\n", "\n" + margin)


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Copied:
    """A value as it stands in another text of this ``style``; where the styles are the same it stays so."""

    node: Node
    style: Style


def style_of(root: Node, fallback: Style = PLAIN) -> Style:
    """Return the style that the text shows, and the fallback's where it shows none."""
    text = root.text
    style = replace(fallback, ascii_only=_ascii_only(text, fallback), html_safe=_html_safe(text, fallback))
    if not root.members:
        return style
    found = _INDENT.search(text[root.start + 1 : root.members[0].start])
    style = replace(style, indent=found[1] if found else None)
    holder = _first(root, lambda node: node.opener == "{" and bool(node.members))
    if holder:
        colon = text[holder.members[0].name_end : holder.members[0].node.start]
        gap = colon.split(":", 1)[1]
        style = replace(style, name_gap=gap, item_gap=gap)
    listing = _first(root, lambda node: len(node.members) > 1)
    if listing and found is None:
        style = replace(style, item_gap=_gap_of(listing, listing.members, style))
    return style


class SpanEdit(NamedTuple):
    """A stretch of a text and what comes in its place."""

    start: int
    end: int
    new: str


def patched(text: str, patches: Iterable[SpanEdit]) -> str:
    """Return the text with patches that do not overlap."""
    pieces: list[str] = []
    at = 0
    for start, end, new in sorted(patches):
        pieces += (text[at:start], new)
        at = end
    return "".join((*pieces, text[at:]))


def edit(text: str, path: Path, value: Json | Copied, style: Style = PLAIN) -> str:
    """Replace the value at ``path``; a value that is the same already leaves the text as it is."""
    root = spans(text)
    node = locate(root, path)
    if _same(node.value, value.node.value if isinstance(value, Copied) else value):
        return text
    return patched(text, (replacing(root, node, value, style),))


def replacing(root: Node, node: Node, value: Json | Copied, style: Style = PLAIN) -> SpanEdit:
    """Return what puts a value in the place of the one at ``node``."""
    written = _written(style_of(root, _fallback(value, style)), value, _margin(root.text, node.start))
    return SpanEdit(node.start, node.end, written)


def appending(root: Node, holder: Node, values: Iterable[Json], style: Style = PLAIN) -> SpanEdit:
    """Return what adds items behind the others of an array; however many these are, two are looked at."""
    text, shown = root.text, style_of(root, style)
    margin = _margin(text, holder.start)
    inner = margin + (shown.indent or "")
    written = [shown.write(value, inner) for value in values]
    first = tuple(islice(holder.each_member(), 2))
    if not first:
        gap = shown.item_gap if shown.indent is None else f"\n{inner}"
        return SpanEdit(holder.start + 1, holder.end - 1, _alone(f",{gap}".join(written), margin, shown))
    end, gap = len(text[: holder.end - 1].rstrip(_BLANK)), _gap_of(holder, first, shown)
    return SpanEdit(end, end, "".join(f",{gap}{each}" for each in written))


def keeping(holder: Node, kept: Container[int]) -> SpanEdit | None:
    """Return what leaves only the items with these indexes, None where that are all."""
    members, text = holder.members, holder.text
    if all(index in kept for index in range(len(members))):
        return None
    pieces: list[str] = []
    for index, member in enumerate(members):
        if index in kept:
            start = members[index - 1].node.end if pieces else member.start
            pieces.append(text[start : member.node.end])
    if not pieces:
        return SpanEdit(holder.start + 1, holder.end - 1, "")
    return SpanEdit(members[0].start, members[-1].node.end, "".join(pieces))


def remove(text: str, path: Path) -> str:
    """Remove the member or item at ``path`` together with its comma."""
    holder = locate(spans(text), path[:-1])
    members = holder.members
    index = members.index(member_of(holder, path[-1]))
    if len(members) == 1:
        return text[: holder.start + 1] + text[holder.end - 1 :]
    if index + 1 < len(members):
        return text[: members[index].start] + text[members[index + 1].start :]
    return text[: members[index - 1].node.end] + text[members[index].node.end :]


def insert(
    text: str,
    path: Path,
    key: str | int,
    value: Json | Copied,
    style: Style = PLAIN,
    *,
    at: int | None = None,
) -> str:
    """Add a member (``key`` is its name) or an item (``key`` is its index) to what stands at ``path``.

    ``at`` is the place among the members; without it a name goes where the names' order has it, or last.
    """
    root = spans(text)
    holder = locate(root, path)
    shown = style_of(root, _fallback(value, style))
    margin = _margin(text, holder.start) + (shown.indent or "")
    if isinstance(key, int):
        return _put(holder, key, _written(shown, value, margin), shown)
    _refuse_taken(holder, key)
    if at is None:
        at = _rank_of(holder.members, key) if _in_order(holder, style) else len(holder.members)
    written = f"{shown.write(key)}:{shown.name_gap}{_written(shown, value, margin)}"
    return _put(holder, at, written, shown)


def rearrange(text: str, path: Path, order: Sequence[int]) -> str:
    """Put the items of an array into another order, given by their indexes; what is between them stays."""
    nodes = [member.node for member in locate(spans(text), path).members]
    moved = zip(nodes, (nodes[index] for index in order), strict=True)
    return patched(text, (SpanEdit(old.start, old.end, text[new.start : new.end]) for old, new in moved))


def rename_key(text: str, path: Path, name: str, style: Style = PLAIN) -> str:
    """Give the member at ``path`` another name; where the names are in order it moves to its new place."""
    root = spans(text)
    holder = locate(root, path[:-1])
    member = member_of(holder, path[-1])
    if member.name == name:
        return text
    _refuse_taken(holder, name)
    shown = style_of(root, style)
    written = shown.write(name) + text[member.name_end : member.node.end]
    others = tuple(other for other in holder.members if other is not member)
    place = _rank_of(others, name)
    if place == holder.members.index(member) or not _in_order(holder, style):
        return text[: member.start] + written + text[member.node.end :]
    rest = remove(text, path)
    return _put(locate(spans(rest), path[:-1]), place, written, shown)


def _fallback(value: Json | Copied, style: Style) -> Style:
    return value.style if isinstance(value, Copied) else style


def _written(shown: Style, value: Json | Copied, margin: str) -> str:
    """Return a value as JSON; what is copied keeps how its writer spelt it, but for its margin."""
    if not isinstance(value, Copied):
        return shown.write(value, margin)
    node = value.node
    text = node.text[node.start : node.end]
    fits = (value.style.indent, value.style.item_gap, value.style.name_gap) == (
        shown.indent,
        shown.item_gap,
        shown.name_gap,
    )
    is_strange = shown.ascii_only and not text.isascii()
    if not fits or is_strange or (shown.html_safe and any(char in text for char in _HTML_ESCAPES)):
        return shown.write(node.value, margin)
    return text.replace("\n" + _margin(node.text, node.start), "\n" + margin)


def _put(holder: Node, index: int, written: str, style: Style) -> str:
    """Write a member before the one at ``index``, or after the last."""
    text, members = holder.text, holder.members
    if not members:
        inner = _alone(written, _margin(text, holder.start), style)
        return text[: holder.start + 1] + inner + text[holder.end - 1 :]
    gap = _gap_of(holder, members, style)
    if index < len(members):
        start = members[index].start
        return text[:start] + written + "," + gap + text[start:]
    end = members[-1].node.end
    return text[:end] + "," + gap + written + text[end:]


def _alone(written: str, margin: str, style: Style) -> str:
    """Return what stands in a container that holds one member."""
    return written if style.indent is None else f"\n{margin}{style.indent}{written}\n{margin}"


def _gap_of(holder: Node, members: tuple[JsonMember, ...], style: Style) -> str:
    """Return the white space between a comma and the next member, as the first members show it."""
    if len(members) > 1:
        between = holder.text[members[0].node.end : members[1].start]
        return between.split(",", 1)[1]
    lead = holder.text[holder.start + 1 : members[0].start]
    return lead if "\n" in lead else style.item_gap


def _in_order(holder: Node, style: Style) -> bool:
    """Whether the names stand in bytewise order; fewer than two do where the system sorts them."""
    names = [_bytes(member) for member in holder.members]
    return names == sorted(names) if len(names) > 1 else style.sorted_names


def _rank_of(members: tuple[JsonMember, ...], name: str) -> int:
    """Return how many names come before this one."""
    return sum(_bytes(member) < name.encode("utf-8", "replace") for member in members)


def _bytes(member: JsonMember) -> bytes:
    return (member.name or "").encode("utf-8", "replace")


def _refuse_taken(holder: Node, name: str) -> None:
    if any(member.name == name for member in holder.members):
        raise InvalidError(f"the key {name!r} already exists", reason="taken", arguments=(name,))


def _margin(text: str, index: int) -> str:
    """Return the indentation of the line that holds this index."""
    line = text[text.rfind("\n", 0, index) + 1 : index]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _first(node: Node, wanted: Callable[[Node], bool]) -> Node | None:
    if wanted(node):
        return node
    inner = (_first(member.node, wanted) for member in node.members)
    return next((found for found in inner if found), None)


def _same(one: Json, other: Json) -> bool:
    return json.dumps(one) == json.dumps(other) if type(one) is type(other) else False


def _ascii_only(text: str, fallback: Style) -> bool:
    if not text.isascii():
        return False
    return bool(_ESCAPED.search(text)) or fallback.ascii_only


def _html_safe(text: str, fallback: Style) -> bool:
    if any(char in text for char in _HTML_ESCAPES):
        return False
    return bool(_HTML_ESCAPED.search(text)) or fallback.html_safe
