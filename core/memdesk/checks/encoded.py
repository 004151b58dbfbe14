"""Long encoded stretches: what they say is hidden from whoever reads the memory, not from the agent."""

from __future__ import annotations

import base64
import binascii
import html
import math
import re
from collections import Counter
from collections.abc import Iterator

from memdesk.checks.anchors import matches, places
from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.instruction import says_order
from memdesk.checks.subject import CheckSubject
from memdesk.checks.turns import is_key
from memdesk.text.chunked_search import found

_LETTERS = re.compile(r"[A-Za-z0-9+/_-]{24,}+={0,2}")
"""Letters in a row that may be encoded, of any sort."""

_LONG = 100
_SHORT = re.compile(r"[A-Za-z0-9+/]{24,99}={0,2}")
_HEX = re.compile(r"(?<![A-Za-z0-9])(?:[0-9a-f]{130,}+|[0-9A-F]{130,}+)(?![A-Za-z0-9])")
_ESCAPES = re.compile(
    r"(?:\\{1,2}x[0-9a-fA-F]{2}){12,}+|(?:%[0-9a-fA-F]{2}){16,}+|(?:&#x?[0-9a-fA-F]{2,6};){12,}+"
)
_BYTE = re.compile(r"(?:%|\\x)([0-9a-fA-F]{2})")
_RIGHTFUL = re.compile(
    r"data(?::|%3A)[\w./+;=%-]{0,60}base64(?:,|%2C)[\w%]{0,4}$|"
    r"(?:signature|encrypted_?content|integrity|digest|hash|checksum|etag|cursor|cert(?:ificate)?|public_?key|"
    r"thumbnail|image|icon|data)\\{0,3}[\"']?[ ]?[:=][ ]?\\{0,3}[\"']?$|0x$|ssh-(?:rsa|ed25519|dss) $|"
    r"ecdsa-sha2-\w{1,20} $|sha\d{1,3}[-:]$|"
    r"-----BEGIN (?:PUBLIC KEY|CERTIFICATE|SSH SIGNATURE|PGP [A-Z ]{1,20})-----(?:\s|\\n|"
    r"[A-Za-z0-9+/=]){0,8000}$",
    re.IGNORECASE,
)
"""What may stand before letters that are encoded and hide nothing."""

_BINARY = re.compile(
    r"iVBORw0KGgo|/9j/|R0lGOD|UklGR|JVBERi0|T2dnUw|d09GR|AAEAAAD|UEsDB|H4sI|Qk[01]|AAAA[A-Za-z]{3,6}Z0eX|SUQz|MII[A-Z]"
)
"""How pictures, sounds, fonts, archives and certificates begin in base64."""

_JOINTS = re.compile(r"[-_]")
_IN_ADDRESS = re.compile(r"://[^\s\"'<>`]{0,2000}$")
_BASE32 = re.compile(r"[A-Z2-7]{24,}")
_WRAPPED = re.compile(
    r"[A-Za-z0-9+/]{60,76}\r?\n(?:[A-Za-z0-9+/]{60,76}\r?\n)+(?:[A-Za-z0-9+/]{1,76}={0,2}$)?", re.MULTILINE
)
_LOOK_BACK = 100
_FAR = 2_000
_SHORTEST = 16
_FEW = 4
_WIDE = 60
"""Letters of a line from which on it may be one of many that are encoded together."""

_PROGRAMS = ("{", "[", "<")
"""How data and pictures begin that are written as text: they speak to programs."""

_SAMPLE = 3_000
_LEAST_BITS = 3.9
"""Bits a character from which on a long text counts as encoded rather than as a path or a repeated mark."""


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield every long encoded stretch of a text."""
    text = subject.text
    spans = list(_stretches(text))
    escapes = matches(_ESCAPES, text, places(text, ["\\x", "\\\\x", "%", "&#"]))
    spans += [(*match.span(), "encoded_escapes") for match in escapes if _hides(match.group())]
    reached = -1
    for start, end, code in sorted(spans):
        if start >= reached:
            reached = end
            yield _hit(code, text[start : min(end, start + _SAMPLE)], start, end)


def _stretches(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield letters in a row that are encoded; such that go on over several lines as one stretch."""
    reached = 0
    for match in found(_LETTERS, text):
        if match.start() < reached:
            continue
        wrapped = _WRAPPED.match(text, match.start()) if len(match.group()) >= _WIDE else None
        if wrapped is None:
            yield from _letters(text, match)
        else:
            reached = wrapped.end()
            if _is_blob(text, wrapped):
                yield *wrapped.span(), "encoded_base64"


def _letters(text: str, match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """Yield what of letters in a row is encoded."""
    (start, end), letters = match.span(), match.group()
    if len(letters) >= _LONG:
        if _is_blob(text, match):
            yield start, end, "encoded_base64"
        for digits in found(_HEX, text, start, end):
            if len(set(digits.group())) > _FEW:
                yield *digits.span(), "encoded_hex"
    elif _SHORT.fullmatch(letters) and says_words(letters):
        yield start, end, "encoded_text"


def is_random(value: str) -> bool:
    """Say whether a text has so many different letters that it is most likely encoded."""
    return _bits(value[:_SAMPLE]) >= _LEAST_BITS and not value.isalpha()


def _hides(escaped: str) -> bool:
    """Say whether escapes stand for plain letters, which need none, or for an order in any language.

    The names of pages in an address, and bytes as programs show them, are no more than what they look like.
    """
    said = html.unescape(escaped) if escaped.startswith("&") else _from_bytes(escaped)
    plain = sum(letter.isascii() and letter.isalnum() for letter in said)
    return plain * 2 > len(said) or says_order(said)


def _from_bytes(escaped: str) -> str:
    try:
        return bytes.fromhex("".join(_BYTE.findall(escaped[:_SAMPLE]))).decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _hit(code: str, sample: str, start: int, end: int) -> CheckHit:
    if code in ("encoded_base64", "encoded_text") and says_words(sample):
        message = f"an encoded text of {end - start} letters that says something when decoded"
        return CheckHit(
            Check.ENCODED, Level.WARNING, "encoded_text", message, (str(end - start),), start, end
        )
    message = f"{end - start} letters that are encoded"
    level = Level.WARNING if code == "encoded_escapes" else Level.INFO
    return CheckHit(Check.ENCODED, level, code, message, (str(end - start),), start, end)


def _is_blob(text: str, match: re.Match[str]) -> bool:
    """Say whether a long run of letters is encoded, and no picture, public key or hash."""
    sample = match.group()[:_SAMPLE]
    if not (any(map(str.isupper, sample)) and is_key(sample) and is_random(sample)):
        return False
    if says_words(sample):
        return True
    if _is_joined(sample):
        return False
    start = match.start()
    line = text.rfind("\n", max(0, start - _FAR), start) + 1
    if _BINARY.match(sample) or _RIGHTFUL.search(text, max(0, start - _LOOK_BACK), start):
        return False
    return not _IN_ADDRESS.search(text, max(line, start - _FAR), start) and not _is_public(text, line)


def _is_joined(letters: str) -> bool:
    """Say whether letters hold marks of both alphabets of base64 close together, as paths do."""
    both = any(map("+/".__contains__, letters)) and any(map("-_".__contains__, letters))
    return both and max(map(len, _JOINTS.split(letters))) < _WIDE


def _is_public(text: str, line: int) -> bool:
    """Say whether a line belongs to a certificate or a public key that begins on a line above."""
    begin = text.rfind("-----BEGIN ", max(0, line - 8_000), line)
    if begin < 0:
        return False
    return text.startswith(("PUBLIC", "CERTIFICATE", "SSH SIG", "PGP PUB", "PGP SIG"), begin + 11)


def says_words(value: str) -> bool:
    """Say whether base64, or base32, decodes to a text with words."""
    return any(map(_is_said, _decoded(value)))


def _decoded(value: str) -> Iterator[bytes]:
    bare = value.rstrip("=")
    if _BASE32.fullmatch(bare):
        yield base64.b32decode(bare[: len(bare) // 8 * 8])
    bare = bare[: len(bare) // 4 * 4] if len(bare) > _SAMPLE else bare
    try:
        yield base64.b64decode(
            bare + "=" * (-len(bare) % 4), altchars=b"-_" if "-" in bare or "_" in bare else None
        )
    except (binascii.Error, ValueError):
        return


def _is_said(data: bytes) -> bool:
    try:
        said = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if not said.replace("\n", " ").isprintable():
        return False
    if said.lstrip()[:1] in _PROGRAMS:
        return says_order(said)
    is_chinese = sum("\u4e00" <= letter <= "\u9fff" for letter in said) * 2 > len(said)
    return is_chinese if len(said) < _SHORTEST else is_chinese or " " in said.strip()


def _bits(value: str) -> float:
    """Return how many bits each letter of a text carries by how often it stands there."""
    total = len(value)
    return (
        -sum(count / total * math.log2(count / total) for count in Counter(value).values()) if total else 0.0
    )
