"""Bytes to editable text and back, so that what was not edited stays as it was.

Text inside memdesk knows one line end, ``\\n``. The others (``\\r\\n``, ``\\r`` and the characters that
a text document takes for paragraph ends) are remembered line by line and put back when text becomes bytes.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher

from memdesk.errors import UnencodableError
from memdesk.text.chunked_search import contains
from memdesk.text.cooperative import yielding
from memdesk.text.diff import Hunk
from memdesk.text.units import unit_hunks

_ENDING = re.compile("\r\n|[\n\r\u2029\ufdd0\ufdd1]")
_NEWLINES = ("\n", "\r\n")
"""The ends of a line as addresses and other programs count them; the others only break one in two."""
_UNUSUAL_ENDINGS = ("\r", "\u2029", "\ufdd0", "\ufdd1")
_BOMS = (("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE))
_PREVIEW_BYTES = 4096
_PREVIEW_ROW = 16
_MATCH_LIMIT = 400
_PIECE = 131_072
"""Bytes that are decoded in one go, which no other thread can come between."""


@dataclass(frozen=True, slots=True)
class TextForm:
    """How a text is stored. ``endings`` is one line end for all lines, or one per line where they differ."""

    encoding: str = "utf-8"
    bom: bool = False
    endings: str | tuple[str, ...] = "\n"

    @property
    def newline(self) -> str:
        """The line end that most lines have and new lines get."""
        if isinstance(self.endings, str):
            return self.endings
        return Counter(self.endings).most_common(1)[0][0]

    @property
    def mixed(self) -> bool:
        """Whether the lines end in different ways."""
        return not isinstance(self.endings, str)


class LineNumbers:
    """Tells lines, as addresses count them, from the pieces that a window shows between any two line ends."""

    def __init__(self, form: TextForm) -> None:
        self.form = form
        """The line ends that it tells of."""
        ends = form.endings
        self._is_one = isinstance(ends, str) and ends not in _NEWLINES
        uneven = enumerate(ends) if isinstance(ends, tuple) else ()
        self._breaks = tuple(place for place, end in uneven if end not in _NEWLINES)

    def line(self, piece: int) -> int:
        """Return the line, from 1, in which a piece is, from 1, too."""
        return 1 if self._is_one else piece - bisect_left(self._breaks, piece - 1)

    def piece(self, line: int) -> int:
        """Return the first piece of a line."""
        piece = 1 if self._is_one else line
        while not self._is_one and self.line(piece) < line:
            piece += line - self.line(piece)
        return piece


_COMMON = TextForm()


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A document as text. Where it is not ``editable``, ``reason`` says why: ``encoding`` or ``binary``."""

    text: str
    form: TextForm
    editable: bool = True
    reason: str | None = None

    @property
    def lined(self) -> str:
        """The same, letter for letter, but that only a newline ends a line, as it is in ``#L3``."""
        endings = self.form.endings
        if isinstance(endings, str):
            return self.text if endings in _NEWLINES else self.text.replace("\n", endings)
        ends = ("\n" if end in _NEWLINES else end for end in endings)
        pairs = zip(self.text.split("\n"), (*ends, ""), strict=True)
        return "".join(part for pair in pairs for part in pair)

    @property
    def own(self) -> str:
        """The text with the line ends that it has in the file."""
        return _with_endings(self.text, self.form, self.text)


_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r")
_LEAST_SAID = 0.95
"""How much of a text with NUL in it is something else than other controls."""

_WIDE = (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2))
_LEAST_WIDE = 8
_WRITTEN = re.compile(
    "[\\t\\n\\r -~\\u00a0-\\u024f\\u0370-\\u052f\\u0590-\\u06ff\\u0900-\\u097f\\u0e00-\\u0e7f\\u2010-\\u203b"
    "\\u2190-\\u21ff\\u2500-\\u27bf\\u3000-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff00-\\uffef\\U0001f300-\\U0001faff]"
)
"""The letters that most texts are written with."""


def decode(data: bytes) -> DecodedText:
    """Turn bytes into text; it is editable exactly where :func:`encode` gives the same bytes again."""
    if len(data) <= _PIECE and data.isascii() and b"\0" not in data and b"\r" not in data:
        # Nothing of what follows is in the most common of texts.
        return DecodedText(data.decode("ascii"), _COMMON)
    encoding, bom = _announced(data)
    try:
        text = _decoded(data, len(bom), encoding)
    except UnicodeDecodeError:
        return _foreign(data)
    if contains(text, "\0"):
        return _binary(data)
    plain, endings = _normalized(text)
    return DecodedText(plain, TextForm(encoding, bool(bom), endings))


def decode_past_nul(data: bytes) -> DecodedText:
    """Turn bytes into text as a program reads them that minds no NUL, or that knows wide letters unannounced.

    Both make a text binary, or nonsense, to whoever shows it, and hide nothing from a model.
    """
    decoded = decode(data)
    if decoded.reason is None:
        return decoded
    bare = data.replace(b"\0", b"")
    if len(bare) < len(data) and len(bare.translate(None, delete=_CONTROLS)) >= len(bare) * _LEAST_SAID:
        with suppress(UnicodeDecodeError):
            bare.decode("utf-8")
            return decode(bare) if bare else decoded
    is_read = decoded.reason == "encoding" and _share(decoded.text) >= _LEAST_SAID
    return decoded if is_read else _wide(data) or decoded


def _wide(data: bytes) -> DecodedText | None:
    """Return text in letters of two or four bytes that no mark announces; None where it is none.

    Nearly all letters have to be such as texts are written with: in the other order of the bytes, and in a
    picture or an archive, they are not.
    """
    for encoding, width in _WIDE:
        first = data[: _PREVIEW_BYTES - _PREVIEW_BYTES % width]
        if len(data) % width or len(data) < _LEAST_WIDE * width or not _is_written(first, encoding):
            continue
        with suppress(UnicodeDecodeError):
            plain, endings = _normalized(_decoded(data, 0, encoding))
            form = TextForm(encoding, False, endings)
            return DecodedText(plain, form, editable=False, reason="encoding")
    return None


def _is_written(data: bytes, encoding: str) -> bool:
    """Say whether bytes are text in an encoding, with hardly a letter that nobody writes with."""
    # The last letter may be one of two halves, the second of which is not here.
    return _share(data.decode(encoding, errors="replace")) >= _LEAST_SAID


def _share(text: str) -> float:
    """Return how much of a text are letters that texts are written with."""
    return len(_WRITTEN.findall(text)) / max(1, len(text))


def encode(text: str, form: TextForm, previous: str) -> bytes:
    """Turn text into bytes of this form; ``previous`` is the text that :func:`decode` gave with it.

    A line that ``previous`` has too keeps its own line end, a new one gets the usual one of the document.
    Raises :class:`~memdesk.errors.UnencodableError` for half characters (lone surrogates).
    """
    return stored(_with_endings(text, form, previous), form)


def encode_merged(text: str, base: DecodedText, mine: DecodedText, theirs: DecodedText) -> bytes:
    """Turn what two texts were merged to into bytes: each line keeps the end that it has where it came from.

    Of a line that both have, mine counts where it differs from the one in the base, else theirs. The form is
    otherwise mine. Raises :class:`~memdesk.errors.UnencodableError` as :func:`encode` does.
    """
    lines = text.split("\n")
    sides = [_by_unit(lines, each.text.split("\n"), _each_ending(each)) for each in (base, mine, theirs)]
    ends = (
        (own if own and own != old else other or own) or mine.form.newline
        for old, own, other in zip(*sides, strict=True)
    )
    return stored("".join(part for pair in zip(lines, (*ends, ""), strict=True) for part in pair), mine.form)


def _by_unit(lines: list[str], old: list[str], endings: tuple[str, ...]) -> list[str]:
    """Return the line end of every line but the last, as it was in the unit that it came from, or none."""
    carried: list[str] = []
    at = 0
    for hunk in (*unit_hunks(old, lines), Hunk(len(old), (), len(lines), ())):
        carried += (*endings, "")[at : hunk.old_start]
        carried += [""] * len(hunk.new)
        at = hunk.old_end
    return carried[: len(lines) - 1]


def _each_ending(decoded: DecodedText) -> tuple[str, ...]:
    ends = decoded.form.endings
    return (ends,) * decoded.text.count("\n") if isinstance(ends, str) else ends


def stored(text: str, form: TextForm) -> bytes:
    """Turn text that has the line ends of its file into bytes. Raises UnencodableError."""
    try:
        data = text.encode(form.encoding)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        message = f"line {line} holds a character that {form.encoding} cannot store"
        raise UnencodableError(message) from error
    return (dict(_BOMS)[form.encoding] if form.bom else b"") + data


def _announced(data: bytes) -> tuple[str, bytes]:
    """Return the encoding that the first bytes announce, with its byte order mark."""
    for encoding, bom in _BOMS:
        if data.startswith(bom):
            return encoding, bom
    return "utf-8", b""


def _decoded(data: bytes, start: int, encoding: str) -> str:
    """Return the text of bytes from ``start`` on. Raises UnicodeDecodeError where they are none."""
    if len(data) - start <= _PIECE:
        return data[start:].decode(encoding)
    decoder = codecs.getincrementaldecoder(encoding)()
    pieces = yielding(range(start, len(data), _PIECE), 1)
    return "".join([*(decoder.decode(data[at : at + _PIECE]) for at in pieces), decoder.decode(b"", True)])


def _normalized(text: str) -> tuple[str, str | tuple[str, ...]]:
    """Return the text with one kind of line end, and the line ends it had."""
    if not any(contains(text, mark) for mark in _UNUSUAL_ENDINGS):
        return text, "\n"
    endings = _ENDING.findall(text)
    plain = _ENDING.sub("\n", text)
    return plain, endings[0] if len(set(endings)) == 1 else tuple(endings)


def _foreign(data: bytes) -> DecodedText:
    """Show bytes in another encoding as well as possible; they are never edited."""
    if b"\0" in data:
        return _binary(data)
    try:
        text, encoding = data.decode("gb18030"), "gb18030"
    except UnicodeDecodeError:
        text, encoding = data.decode("utf-8", errors="replace"), "unknown"
        if text.count("\ufffd") * 4 > len(text):
            return _binary(data)
    plain, endings = _normalized(text)
    return DecodedText(plain, TextForm(encoding, False, endings), editable=False, reason="encoding")


def _binary(data: bytes) -> DecodedText:
    """Show the first bytes as a table of hexadecimal numbers and readable characters."""
    shown = data[:_PREVIEW_BYTES]
    rows = [_hex_row(shown, start) for start in range(0, len(shown), _PREVIEW_ROW)]
    if len(data) > len(shown):
        rows.append(f"... {len(data) - len(shown)} B")
    return DecodedText("\n".join(rows), TextForm("binary"), editable=False, reason="binary")


def _hex_row(data: bytes, start: int) -> str:
    row = data[start : start + _PREVIEW_ROW]
    readable = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
    return f"{start:08x}  {row.hex(' '):<{3 * _PREVIEW_ROW}} {readable}"


def _with_endings(text: str, form: TextForm, previous: str) -> str:
    if isinstance(form.endings, str):
        return text if form.endings == "\n" else text.replace("\n", form.endings)
    lines = text.split("\n")
    endings = _carried(lines, previous.split("\n"), form.endings, form.newline)
    return "".join([part for pair in zip(lines, [*endings, ""], strict=True) for part in pair])


def _carried(lines: list[str], old: list[str], endings: tuple[str, ...], newline: str) -> list[str]:
    """Return the line end of every line but the last, carried over from the line of ``old`` it came from."""
    if lines == old and len(endings) == len(lines) - 1:
        return list(endings)
    known = [*endings, newline]
    carried = [newline] * len(lines)
    for new_at, old_at, count in _pairs(lines, old):
        kept = known[old_at : old_at + count]
        carried[new_at : new_at + len(kept)] = kept
    return carried[:-1]


def _pairs(new: list[str], old: list[str]) -> list[tuple[int, int, int]]:
    """Return runs ``(new index, old index, count)`` of lines that belong together."""
    head = _common(new, old)
    tail = _common(new[head:][::-1], old[head:][::-1])
    new_middle, old_middle = new[head : len(new) - tail], old[head : len(old) - tail]
    middle = [(head + i, head + j, n) for i, j, n in _middle_pairs(new_middle, old_middle)]
    return [(0, 0, head), *middle, (len(new) - tail, len(old) - tail, tail)]


def _common(one: list[str], other: list[str]) -> int:
    """Return how many lines at the start are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _middle_pairs(new: list[str], old: list[str]) -> list[tuple[int, int, int]]:
    if len(new) + len(old) > _MATCH_LIMIT:
        return [(0, 0, min(len(new), len(old)))]
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(j1, i1, min(i2 - i1, j2 - j1)) for _, i1, i2, j1, j2 in opcodes]


def stored_alike(one: bytes, other: bytes) -> bool:
    """Say whether two documents have the same encoding, and both a byte order mark or neither."""
    first, second = decode(one).form, decode(other).form
    return (first.encoding, first.bom) == (second.encoding, second.bom)


def whole_text(data: bytes) -> str | None:
    """Return a document's text with its own line ends, None where it is not text."""
    decoded = decode(data)
    if decoded.reason == "binary":
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return decoded.text
