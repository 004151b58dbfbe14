"""Markdown as HTML that is safe to show: no raw HTML, no images, hidden characters visible, bounded time.

What an agent wrote may be hostile. Nothing in the result asks for a resource; a picture becomes a line of
text that names it, and a text that takes too long to understand is shown as it is.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from threading import Lock
from typing import TYPE_CHECKING, Any

from memdesk.text.invisible import hidden
from memdesk.text.markdown import sections

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MAX_CHARACTERS = 256 * 1024
PART_CHARACTERS = 64 * 1024
"""Characters of a longer text that are shown at once."""
MAX_SECONDS = 1.0
_LINE_END = re.compile("\n")
_DEADLINE = "deadline"
PIECE_ITEMS = 20
"""A longer list is given out in several pieces."""
PIECE_LINES = 100
"""Lines of a text shown as it is that make one piece."""


@dataclass(frozen=True, slots=True)
class HtmlPreview:
    """A text ready to be shown.

    ``pieces`` are blocks of HTML, each small enough to be shown at once. ``lines`` are the lines (from 0)
    that have an anchor ``L<line>``; ``rendered`` is False where the text is shown as it is because that would
    take too long. Of a long text only a part is shown, the lines ``first`` (from 0) up to before ``end``;
    ``cut`` is True where more follows.
    """

    pieces: tuple[str, ...]
    lines: tuple[int, ...] = ()
    rendered: bool = True
    first: int = 0
    end: int = 0
    cut: bool = False

    @property
    def is_part(self) -> bool:
        """Whether something before or behind is left out."""
        return self.first > 0 or self.cut

    @property
    def html(self) -> str:
        """The whole HTML."""
        return "".join(self.pieces)


def render(text: str, seconds: float = MAX_SECONDS, *, around: int = 0) -> HtmlPreview:
    """Turn Markdown into HTML, or into preformatted text where that would take too long.

    ``seconds`` are of this thread's own work: however busy the machine is, a text looks the same. Of a text
    that is too long to be shown at once, the part is that the line ``around`` (from 0) is in.
    """
    start, end = (0, len(text)) if len(text) <= MAX_CHARACTERS else _part(text, around)
    first, part = text.count("\n", 0, start), text[start:end]
    try:
        made = _rendered(part, seconds, first)
    except (_TooSlowError, RecursionError):
        made = _as_it_is(part)
    last = first + part.count("\n") + (not part.endswith("\n"))
    return replace(made, first=first, end=last, cut=end < len(text))


def _part(text: str, around: int) -> tuple[int, int]:
    """Return where the part of a long text begins and ends that a line is in: at headings, if there are."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    line = max(0, min(around, len(starts) - 1))
    heads = [starts[head.line - 1] for head in sections(text)]
    begin, limit = starts[line] - PART_CHARACTERS // 4, starts[line] + 3 * PART_CHARACTERS // 4
    start = 0 if begin <= 0 else _first_from(heads, begin, starts[line])
    if start is None:
        start = _first_from(starts, begin, starts[line]) or starts[line]
    if limit >= len(text):
        return start, len(text)
    behind = starts[min(line + 1, len(starts) - 1)]
    return start, _last_to(heads, behind, limit) or _last_to(starts, behind, limit) or limit


def _first_from(places: Sequence[int], low: int, high: int) -> int | None:
    """Return the first place that is at least ``low``, if it is not behind ``high``."""
    at = bisect_left(places, low)
    return places[at] if at < len(places) and places[at] <= high else None


def _last_to(places: Sequence[int], low: int, high: int) -> int | None:
    """Return the last place that is at most ``high``, if it is not before ``low``."""
    at = bisect_right(places, high) - 1
    return places[at] if at >= 0 and places[at] >= low else None


def visible(text: str) -> str:
    """Escape a text for HTML and show its hidden characters as badges."""
    parts, at = [], 0
    for mark in hidden(text):
        parts += [escape(text[at : mark.start]), f'<span class="badge">&nbsp;{mark.label}&nbsp;</span>']
        at = mark.end
    return "".join([*parts, escape(text[at:])])


class _TooSlowError(Exception):
    """The time is up."""


def _rendered(text: str, seconds: float, first: int) -> HtmlPreview:
    parser = _parser()
    env: MutableMapping[str, Any] = {_DEADLINE: time.thread_time() + seconds}
    tokens = parser.parse(text, env)
    lines = _number_blocks(tokens, first)
    pieces = tuple(parser.renderer.render(piece, parser.options, env) for piece in _pieces(tokens))
    return HtmlPreview(pieces, lines)


def _as_it_is(text: str) -> HtmlPreview:
    lines = text.split("\n")
    parts = ("\n".join(lines[at : at + PIECE_LINES]) for at in range(0, len(lines), PIECE_LINES))
    return HtmlPreview(tuple(f"<pre>{visible(part)}</pre>" for part in parts), rendered=False)


def _pieces(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Cut the tokens after each outermost block, and long lists after some items too."""
    piece: list[Token] = []
    opening, items = None, 0
    for token in tokens:
        piece.append(token)
        if token.level == 0 and token.nesting == 1:
            opening, items = token, 0
        items += token.type == "list_item_close" and token.level == 1
        if token.level == 0 and token.nesting <= 0:
            yield piece
            piece = []
        elif opening is not None and items == PIECE_ITEMS:
            yield [*piece, _close(opening)]
            piece, items = [_go_on(opening, items)], 0
            opening = piece[0]


def _close(opening: Token) -> Token:
    made = opening.copy()
    made.type, made.nesting, made.attrs = opening.type.replace("_open", "_close"), -1, {}
    return made


def _go_on(opening: Token, items: int) -> Token:
    """Return the opening of the rest of a list; numbers go on where they were."""
    made = opening.copy()
    if made.type == "ordered_list_open":
        made.attrs = {"start": int(opening.attrGet("start") or 1) + items}
    return made


_MAKING = Lock()


@cache
def _parser() -> MarkdownIt:
    """Return the parser, which keeps nothing of a text: what one needs is in its environment."""
    from markdown_it import MarkdownIt
    from markdown_it.common.normalize_url import normalizeLinkText

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("text", "watch", _watch)
    parser.block.ruler.before("table", "watch", _watch)
    for name, rule in _RULES.items():
        parser.add_render_rule(name, rule)
    # Rules and the tables of letters in addresses are put together when they are first asked for, and another
    # thread would see them half done.
    with _MAKING:
        parser.parse("# a\n\n- [b](c) *d*\n\n|e|\n|-|\n|f|\n", {_DEADLINE: float("inf")})
        normalizeLinkText("a")
    return parser


def _watch(state: StateInline | StateBlock, *_: object) -> bool:
    """A rule that matches nothing, but is asked all the time: it stops the parser when the time is up."""
    if time.thread_time() > state.env[_DEADLINE]:
        raise _TooSlowError
    return False


def _number_blocks(tokens: Sequence[Token], first: int) -> tuple[int, ...]:
    """Name the lines that outermost blocks and list items begin at, and return them."""
    lines: list[int] = []
    for token in tokens:
        if token.type == "inline" and token.map and token.children is not None:
            line = first + token.map[0]
            if not lines or line > lines[-1]:
                lines.append(line)
                token.children.insert(0, _anchor(token, line))
    return tuple(lines)


def _anchor(like: Token, line: int) -> Token:
    made = type(like)("anchor", "a", 0)
    made.meta = {"line": line}
    return made


def _show_anchor(
    _self: RendererHTML, tokens: Sequence[Token], at: int, _options: object, _env: object
) -> str:
    return f'<a name="L{tokens[at].meta["line"]}"></a>'


def _show_text(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: object, _env: object) -> str:
    return visible(tokens[at].content)


def _show_code(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: object, _env: object) -> str:
    return f"<code>{visible(tokens[at].content)}</code>"


def _show_block(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: object, _env: object) -> str:
    return f"<pre>{visible(tokens[at].content.removesuffix(chr(10)))}</pre>"


def _show_image(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: object, _env: object) -> str:
    source = str(tokens[at].attrGet("src") or "")
    words = " · ".join(part for part in (tokens[at].content, source) if part)
    return f'<span class="chip">&nbsp;▨ {visible(words)}&nbsp;</span>'


_RULES: dict[str, Callable[..., str]] = {
    "anchor": _show_anchor,
    "text": _show_text,
    "code_inline": _show_code,
    "code_block": _show_block,
    "fence": _show_block,
    "image": _show_image,
}
