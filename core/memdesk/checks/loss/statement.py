"""The statements of a memory: items of a list, rows, sentences, values of JSON; each with its line."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from memdesk.text.json.spans import Node, spans
from memdesk.text.units import begins_unit, heading_level, indent, is_blank, is_item, is_row

_MARK = re.compile(r"^\s*(?:>\s?)*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?")
_COMMENT = re.compile(r"<!--(.*?)-->")
_EMPHASIS = re.compile(r"\*\*|__|~~|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")
_RULE = re.compile(r"\s*(?:[-*_§=]\s*){3,}|\s*§\s*|\s*\|?[\s:|-]+\|[\s:|-]*")
_GAPS = re.compile(r"(?<=\S)\s{2,}")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_SENTENCE = re.compile(
    r"(?<=[。！？；!])(?=\S)|(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b(?:Mr|Ms|Dr|vs|No|no|St|Co)\.)(?<!\b(?:Mrs|e\.g|i\.e|"
    r"etc)\.)\s+(?=[\"'(“]?[A-Z0-9\u4e00-\u9fff])"
    r"|(?<=;)\s+|(?<=；)"
)
_PINNED = re.compile(
    r"(?<![\w-])(?:\[pinned\]|\(pinned\)|#pinned|pinned[:：]|pin(?:ned)?\s*[:=]\s*(?:true|yes|1)|"
    r"@pinned)(?![\w-])|📌|📍"
    r"|[【\[（(#]置顶|置顶[】\]）):：]|^\s*pinned\s*$|^\s*置顶\S{0,4}\s*$",
    re.IGNORECASE,
)
_PINNED_HEADING = re.compile(r"\bpinned\b|置顶|📌|📍", re.IGNORECASE)
_KEY = re.compile(r"^([^\W_][^:：\n]{0,40}?)(?:[:：](?!//)(?=\s|[^\x00-\x7f]|$)|：)")
_MACHINE = re.compile(
    r"(?:last[ _-]?)?(?:updated|modified|accessed|changed|created|seen)(?:[ _-]?(?:at|on|date|time|ms))?|"
    r"timestamp|_?id|uuid|"
    r"access(?:es)?[ _-]?count|hits|score|hash|checksum|embedding|revision|更新(?:时间|日期|于)?|最后更新|"
    r"创建(?:时间|日期)?|修改时间",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[\[\]{}]")
_SENTENCE_LIKE = re.compile(r"\s|[\u3400-\u9fff]{4}")


LONGEST_LINE = 4_000
"""Characters of a line up to which it is read; a longer one is taken as a whole."""

LONGEST = 600
"""Characters of a statement up to which its facts are looked for."""

_NARROW = 50
"""Columns of a line of prose that ends before any wrapped one would."""
_BEGINS = re.compile(r"\s*[\"'“‘「《(（\[]*[A-Z0-9\u2e80-\u9fff]")

_DEEPEST = 30
"""Levels of JSON up to which it is read as such."""

_LineAt = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a memory says, from line ``line`` on, without its list mark; ``under`` says below what.

    ``key`` is what stands before its colon, or the way to it in JSON.
    """

    words: str
    line: int
    heading: bool = False
    under: str = ""
    key: str = ""
    pinned: bool = False


def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a text in the order in which they stand."""
    bare = text.lstrip("\ufeff \t\r\n")
    if bare[:1] in "{[" and bare:
        if _is_json(text):
            return tuple(_of_json(spans(text)))
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if not is_blank(line)]
        if all(_is_json(line) for _, line in lines):
            return tuple(
                replace(each, line=number) for number, line in lines for each in _of_json(spans(line))
            )
    return tuple(_of_prose(text, 1))


def plain(line: str) -> str:
    """Return what a line says, without its list mark, comments and emphasis."""
    said = _EMPHASIS.sub("", _COMMENT.sub("", _MARK.sub("", line, count=1)))
    if is_row(line):
        said = ", ".join(cell.strip() for cell in said.strip().strip("|").split("|") if cell.strip())
    return said.strip()


class _Prose:
    """What is above a line while a text is read."""

    def __init__(self) -> None:
        self.headings: list[tuple[int, str]] = []
        self.items: list[tuple[int, str]] = []

    def under(self) -> str:
        return " ".join(words for _, words in (*self.headings, *self.items))


def _of_prose(text: str, first: int) -> Iterator[Statement]:
    above = _Prose()
    open_lines: list[tuple[int, str]] = []
    fence, whole_pinned = "", False
    raw = text.split("\n")
    front = raw[:1] == ["---"]
    for line, words in enumerate(map(_without_gaps, raw), first):
        mark = _FENCE.match(words)
        if front and line > first:
            if words.rstrip() in ("---", "..."):
                front = False
            else:
                whole_pinned |= _PINNED.search(words) is not None
                yield from _told([(line, words)], above, pinned=False)
            continue
        level = 0 if fence else heading_level(words)
        begins = bool(mark or level or is_blank(words) or _is_rule(words) or fence or begins_unit(words))
        if open_lines and (begins or _is_whole(open_lines, words)):
            yield from _told(open_lines, above, pinned=whole_pinned)
            open_lines = []
        if mark:
            fence = "" if fence and words.strip().startswith(fence) else fence or mark[1]
        elif level:
            yield from _headed(words, level, line, above, pinned=whole_pinned)
        elif is_blank(words) or _is_rule(words):
            continue
        elif fence:
            yield from _told([(line, words)], above, pinned=whole_pinned)
        else:
            open_lines.append((line, words))
    if open_lines:
        yield from _told(open_lines, above, pinned=whole_pinned)


def _is_whole(lines: Sequence[tuple[int, str]], following: str) -> bool:
    """Say whether the last line of a prose is written to its end, not wrapped; an item goes on below it."""
    line = lines[-1][1]
    if is_item(lines[0][1]):
        return False
    width = sum(2 if letter > "\u2e80" else 1 for letter in line.strip()[:_NARROW])
    return width < _NARROW and _BEGINS.match(following) is not None


def _is_rule(line: str) -> bool:
    """Say whether a line only divides others; such a line is short."""
    return len(line) < LONGEST and _RULE.fullmatch(line) is not None


def _without_gaps(line: str) -> str:
    """Return a long line with one space for many: no pattern then has to try each of them."""
    return line if len(line) < LONGEST else _GAPS.sub(" ", line)


def _headed(words: str, level: int, line: int, above: _Prose, *, pinned: bool) -> Iterator[Statement]:
    said = plain(words.lstrip(" #"))
    above.items.clear()
    while above.headings and above.headings[-1][0] >= level:
        above.headings.pop()
    yield Statement(said, line, heading=True, under=above.under(), pinned=pinned)
    above.headings.append((level, said))


def _told(lines: list[tuple[int, str]], above: _Prose, *, pinned: bool) -> Iterator[Statement]:
    first = lines[0][1]
    if max(len(words) for _, words in lines) > LONGEST_LINE:
        yield Statement("\n".join(words for _, words in lines).strip(), lines[0][0], pinned=pinned)
        return
    depth = indent(first)
    while above.items and (above.items[-1][0] >= depth or not is_item(first)):
        above.items.pop()
    under = above.under()
    raw = "\n".join(words for _, words in lines)
    held = (
        pinned or bool(_PINNED.search(raw)) or any(_PINNED_HEADING.search(said) for _, said in above.headings)
    )
    parts: list[tuple[int, str]] = []
    for line, words in lines:
        said = plain(words)
        if parts and said:
            wide = min(said[0], parts[-1][1][-1]) >= "\u2e80"
            parts.append((line, said if wide else f" {said}"))
        elif said:
            parts.append((line, said))
    whole = "".join(said for _, said in parts)
    key = _KEY.match(whole)
    if key and _MACHINE.fullmatch(key[1].strip()):
        return
    if is_item(first):
        above.items.append((depth, whole))
    at = 0
    for sentence in _sentences(whole):
        start = whole.find(sentence, at)
        yield Statement(
            sentence.strip(),
            _line_of(parts, start),
            False,
            under,
            key[1].strip() if key and not at else "",
            held,
        )
        at = start + len(sentence)


def _sentences(whole: str) -> Iterator[str]:
    """Yield the sentences of an entry; what is too short to say something goes with the next one."""
    waiting = ""
    for part in _SENTENCE.split(whole):
        waiting = f"{waiting} {part}" if waiting and waiting + part not in whole else waiting + part
        if len(re.findall(r"\w", waiting)) > 3:
            yield waiting
            waiting = ""
    if re.search(r"\w", waiting):
        yield waiting


def _line_of(parts: list[tuple[int, str]], at: int) -> int:
    line = parts[0][0]
    for number, said in parts:
        if at < 0:
            break
        line = number
        at -= len(said)
    return line


def _is_json(text: str) -> bool:
    if _depth(text) > _DEEPEST:
        return False
    try:
        json.loads(text.removeprefix("\ufeff"), strict=False, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _depth(text: str) -> int:
    """Return how deep brackets are nested; those in strings count, too."""
    deepest = depth = 0
    for sign in _BRACKETS.findall(text):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _of_json(root: Node) -> Iterator[Statement]:
    starts = [0, *(found.end() for found in re.finditer("\n", root.text))]

    def line_at(offset: int) -> int:
        return bisect_right(starts, offset)

    yield from _json_value(root, "", "", line_at=line_at, pinned=False, item=False)


def _json_value(
    node: Node, key: str, under: str, *, line_at: _LineAt, pinned: bool, item: bool
) -> Iterator[Statement]:
    if node.opener == "{":
        yield from _json_object(node, key, under, line_at=line_at, pinned=pinned, item=item)
    elif node.opener == "[":
        small = [each.node for each in node.members if not each.node.opener]
        if len(small) == len(node.members) and not any(_says(each.value) for each in small):
            words = ", ".join(str(each.value) for each in small if each.value not in ("", None))
            if words:
                yield Statement(
                    f"{key}: {words}" if key else words, line_at(node.start), False, under, "", pinned
                )
            return
        for each in node.members:
            yield from _json_value(
                each.node, "", f"{under} {key}".strip(), line_at=line_at, pinned=pinned, item=True
            )
    elif node.value not in ("", None) and not _MACHINE.fullmatch(key):
        yield from _json_plain(node, key, under, line_at=line_at, pinned=pinned)


def _json_object(
    node: Node, key: str, under: str, *, line_at: _LineAt, pinned: bool, item: bool
) -> Iterator[Statement]:
    members = node.members
    pinned = pinned or any(each.name == "pinned" and each.node.value is True for each in members)
    inner = f"{under} {key}".strip()
    if not item:
        for each in members:
            yield from _json_value(
                each.node, str(each.name), inner, line_at=line_at, pinned=pinned, item=False
            )
        return
    said = [
        each
        for each in members
        if not each.node.opener and isinstance(each.node.value, str) and _says(each.node.value)
    ]
    small = [
        each
        for each in members
        if each not in said
        and not _MACHINE.fullmatch(str(each.name))
        and each.name != "pinned"
        and each.node.value not in ("", None)
        and (
            not each.node.opener
            or (
                each.node.opener == "["
                and not any(_says(one.node.value) or one.node.opener for one in each.node.members)
            )
        )
    ]
    told = "; ".join(f"{each.name}: {_json_words(each.node)}" for each in small if _json_words(each.node))
    for each in said:
        if not _MACHINE.fullmatch(str(each.name)):
            yield from _json_plain(each.node, "", inner, line_at=line_at, pinned=pinned)
    if told:
        beside = " ".join(str(each.node.value) for each in said)
        yield Statement(told, line_at(node.start), False, f"{inner} {beside}".strip(), "", pinned)
    rest = [each for each in members if each not in said and each not in small and each.node.opener]
    name = next(
        (
            str(each.node.value)
            for each in members
            if each.name in ("name", "title", "topic") and each.node.value
        ),
        "",
    )
    for each in rest:
        yield from _json_value(
            each.node, str(each.name), f"{inner} {name}".strip(), line_at=line_at, pinned=pinned, item=False
        )


def _json_words(node: Node) -> str:
    if node.opener == "[":
        return ", ".join(str(each.node.value) for each in node.members if each.node.value not in ("", None))
    return str(node.value)


def _json_plain(node: Node, key: str, under: str, *, line_at: _LineAt, pinned: bool) -> Iterator[Statement]:
    words, line = str(node.value), line_at(node.start)
    for each in _of_prose(words, 1):
        said = f"{key}: {each.words}" if key and not each.heading else each.words
        yield Statement(said, line, each.heading, f"{under} {each.under}".strip(), key, pinned or each.pinned)


def _says(value: object) -> bool:
    """Say whether a value of JSON is a text of its own, not a tag."""
    return isinstance(value, str) and len(value) > 3 and _SENTENCE_LIKE.search(value.strip()) is not None
