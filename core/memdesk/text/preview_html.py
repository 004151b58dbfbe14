"""Markdown as HTML that is safe to show: no raw HTML, no images, hidden characters visible, bounded time.

What an agent wrote may be hostile. Nothing in the result asks for a resource; a picture becomes a line of
text that names it, and a text that takes too long to understand is shown as it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from memdesk.text.invisible import hidden

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MAX_CHARACTERS = 256 * 1024
MAX_SECONDS = 1.0
_DEADLINE = "deadline"
PIECE_ITEMS = 20
"""A longer list is given out in several pieces."""
PIECE_LINES = 100
"""Lines of a text shown as it is that make one piece."""


@dataclass(frozen=True, slots=True)
class HtmlPreview:
    """A text ready to be shown.

    ``pieces`` are blocks of HTML, each small enough to be shown at once. ``lines`` are the lines (from 0)
    that have an anchor ``L<line>``; ``rendered`` is False where the text is shown as it is because it is too
    long or too costly, ``cut`` is True where its end is left out.
    """

    pieces: tuple[str, ...]
    lines: tuple[int, ...] = ()
    rendered: bool = True
    cut: bool = False

    @property
    def html(self) -> str:
        """The whole HTML."""
        return "".join(self.pieces)


def render(text: str, seconds: float = MAX_SECONDS) -> HtmlPreview:
    """Turn Markdown into HTML, or into preformatted text where that would take too long.

    ``seconds`` are of this thread's own work: however busy the machine is, a text looks the same.
    """
    if len(text) > MAX_CHARACTERS:
        return _as_it_is(text[:MAX_CHARACTERS], cut=True)
    try:
        return _rendered(text, seconds)
    except (_TooSlowError, RecursionError):
        return _as_it_is(text, cut=False)


def visible(text: str) -> str:
    """Escape a text for HTML and show its hidden characters as badges."""
    parts, at = [], 0
    for mark in hidden(text):
        parts += [escape(text[at : mark.start]), f'<span class="badge">&nbsp;{mark.label}&nbsp;</span>']
        at = mark.end
    return "".join([*parts, escape(text[at:])])


class _TooSlowError(Exception):
    """The time is up."""


def _rendered(text: str, seconds: float) -> HtmlPreview:
    parser = _parser()
    env: MutableMapping[str, Any] = {_DEADLINE: time.thread_time() + seconds}
    tokens = parser.parse(text, env)
    lines = _number_blocks(tokens)
    pieces = tuple(parser.renderer.render(piece, parser.options, env) for piece in _pieces(tokens))
    return HtmlPreview(pieces, lines)


def _as_it_is(text: str, *, cut: bool) -> HtmlPreview:
    lines = text.split("\n")
    parts = ("\n".join(lines[at : at + PIECE_LINES]) for at in range(0, len(lines), PIECE_LINES))
    return HtmlPreview(tuple(f"<pre>{visible(part)}</pre>" for part in parts), rendered=False, cut=cut)


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


@cache
def _parser() -> MarkdownIt:
    """Return the parser, which keeps nothing of a text: what one needs is in its environment."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("text", "watch", _watch)
    parser.block.ruler.before("table", "watch", _watch)
    for name, rule in _RULES.items():
        parser.add_render_rule(name, rule)
    return parser


def _watch(state: StateInline | StateBlock, *_: object) -> bool:
    """A rule that matches nothing, but is asked all the time: it stops the parser when the time is up."""
    if time.thread_time() > state.env[_DEADLINE]:
        raise _TooSlowError
    return False


def _number_blocks(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Name the lines that outermost blocks and list items begin at, and return them."""
    lines: list[int] = []
    for token in tokens:
        if token.type == "inline" and token.map and token.children is not None:
            line = token.map[0]
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
