"""Secrets that are to go for good, in every form in which a file may hold them."""

from __future__ import annotations

import json
import re
from base64 import b32encode, b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from functools import cached_property

from memdesk import checks
from memdesk.errors import UsageError
from memdesk.findings.packed import unpacked
from memdesk.findings.redaction import without_spans
from memdesk.text.encoding import decode, encode

SHORTEST = 4
"""Letters that a secret must have to be looked for."""

_NUMBERED = re.compile(r"\\[ux0-7]|%[0-9a-fA-F]{2}|&#|=[0-9a-fA-F]{2}|[\uff01-\uff5e]")
"""Where a letter may be written as a number, or a wide one."""

_BETWEEN = " \t\r\n\\>*_`\"',+~|"
"""What may stand between the letters of a secret that is wrapped, set in bold or cut into pieces."""

_UNSEEN = "\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\ufeff"
_GAP = f"[{re.escape(_BETWEEN)}{_UNSEEN}]{{0,9}}"

_SURE = 8
"""Letters from which on a text is the secret wherever it stands; a shorter one where a check finds it."""


_LONG = 12
"""Letters from which on it is one in pieces, too."""


class PurgeTarget:
    """What is looked for. Raises UsageError for none, or for what is too short to be told from other text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(dict.fromkeys(secret.strip() for secret in secrets))
        if not self._secrets or any(len(secret) < SHORTEST for secret in self._secrets):
            raise UsageError(f"a secret to purge must have at least {SHORTEST} letters")

    def is_in(self, data: bytes) -> bool:
        """Say whether a file's bytes hold a secret, packed ones once unpacked."""
        return self._is_plain_in(data) or any(map(self._is_plain_in, unpacked(data)))

    def _is_plain_in(self, data: bytes) -> bool:
        if self._is_turned_in(data) or self._is_spelled_in(data) or self._is_broken_up_in(data):
            return True
        if not any(form in data for form in self._bytes):
            return False
        if all(len(secret) >= _SURE for secret in self._secrets) or b"\0" in data[:1024]:
            return True
        return bool(self.spans(decode(data).text)) or any(form in data for form in self._sure_bytes)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where secrets stand in a text."""
        found = [span for form in self._sure for span in _occurrences(text, form)]
        if _NUMBERED.search(text):
            found += [match.span() for pattern in self._spellings for match in pattern.finditer(text)]
        if self._is_broken_up(_joined(text.encode("utf-8", "surrogatepass"))):
            found += [match.span() for pattern in self._broken_up for match in pattern.finditer(text)]
        if self._turned and self._is_turned_in(text.encode("utf-8", "surrogatepass")):
            found += [match.span() for pattern in self._turned for match in pattern.finditer(text)]
        if any(short in text for short in self._short):
            places = (secret for secret in checks.secrets_in(text))
            found += [
                (place.start, place.end) for place in places if text[place.start : place.end] in self._short
            ]
        return _outermost(found)

    def without(self, text: str) -> str:
        """Return a text with ``[redacted]`` in the place of each secret."""
        return without_spans(text, self.spans(text))

    def without_bytes(self, data: bytes) -> bytes:
        """Return the same of a file's bytes; nothing of what holds a secret and is no text."""
        decoded = decode(data)
        if not decoded.editable:
            return b"" if self.is_in(data) else data
        return encode(self.without(decoded.text), decoded.form, decoded.text)

    def _is_spelled_in(self, data: bytes) -> bool:
        """Say whether a text holds a secret with letters written as numbers."""
        if b"\0" in data[:1024]:
            return False
        text = decode(data).text
        return bool(_NUMBERED.search(text)) and any(pattern.search(text) for pattern in self._spellings)

    def _is_broken_up_in(self, data: bytes) -> bool:
        """Say whether a text holds a secret with something between its letters."""
        if b"\0" in data[:1024] or not self._is_broken_up(_joined(data)):
            return False
        text = decode(data).text
        return any(pattern.search(text) for pattern in self._broken_up)

    def _is_turned_in(self, data: bytes) -> bool:
        """Say whether a text holds a secret in other case, or backwards."""
        if not self._turned or b"\0" in data[:1024]:
            return False
        if data.isascii():
            small = data.lower()
            return any(form in small for form in self._turned_small)
        text = decode(data).text
        return any(pattern.search(text) for pattern in self._turned)

    @cached_property
    def _turned_small(self) -> tuple[bytes, ...]:
        both = (form for secret in self._long for form in (secret, secret[::-1]))
        return tuple(form.lower().encode("utf-8", "surrogatepass") for form in both)

    @cached_property
    def _turned(self) -> tuple[re.Pattern[str], ...]:
        """What finds a secret whatever the case of its letters, and backwards; a short one may be a word."""
        both = (form for secret in self._long for form in (secret, secret[::-1]))
        return tuple(re.compile(re.escape(form), re.IGNORECASE) for form in both)

    @cached_property
    def _long(self) -> tuple[str, ...]:
        return tuple(each for each in self._secrets if len(each) >= _LONG and any(map(str.isalpha, each)))

    def _is_broken_up(self, joined: bytes) -> bool:
        return any(form in joined for form in self._joined)

    @cached_property
    def _joined(self) -> frozenset[bytes]:
        forms = (_joined(form.encode("utf-8", "surrogatepass")) for form in self._broken)
        return frozenset(form for form in forms if len(form) >= _SURE)

    @cached_property
    def _broken(self) -> frozenset[str]:
        """Return what is looked for in pieces: a list of numbers is not to be taken for one."""
        whole = (secret for secret in self._secrets if len(secret) >= _LONG)
        return frozenset(form for secret in whole if any(map(str.isalpha, secret)) for form in _forms(secret))

    @cached_property
    def _broken_up(self) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(_GAP.join(map(re.escape, form))) for form in sorted(self._broken))

    @cached_property
    def _spellings(self) -> tuple[re.Pattern[str], ...]:
        """What finds a secret of which any letter may be a number, as JSON, addresses and HTML write it."""
        return tuple(
            re.compile("".join(map(_spelled, secret))) for secret in self._secrets if len(secret) >= _SURE
        )

    @cached_property
    def _sure(self) -> frozenset[str]:
        return frozenset(form for secret in self._secrets if len(secret) >= _SURE for form in _forms(secret))

    @cached_property
    def _short(self) -> frozenset[str]:
        return frozenset(form for secret in self._secrets if len(secret) < _SURE for form in _forms(secret))

    @cached_property
    def _sure_bytes(self) -> frozenset[bytes]:
        return frozenset(_encoded(self._sure))

    @cached_property
    def _bytes(self) -> frozenset[bytes]:
        return frozenset(_encoded(self._sure | self._short))


def _forms(secret: str) -> Iterator[str]:
    """Yield a secret as text and as JSON holds it, with either sort of line ends."""
    for ending in ("\n", "\r\n"):
        plain = secret.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\r\n", "\n")
        for form in {secret, plain}:
            ended = form.replace("\r\n", "\n").replace("\n", ending)
            yield ended
            for ascii_only in (True, False):
                yield json.dumps(ended, ensure_ascii=ascii_only)[1:-1]
    data = secret.encode("utf-8", "surrogatepass")
    yield from (data.hex(), data.hex().upper())
    yield from _in_base64(data)
    yield from (twice for once in _in_base64(data) for twice in _in_base64(once.encode()))
    yield from _in_base64(secret.encode("utf-16-le", "surrogatepass"))
    yield from _in_base32(data)


def _in_base64(data: bytes) -> Iterator[str]:
    """Yield what stands in base64 for bytes that begin anywhere, without the letters that others share."""
    for shift in range(3):
        first, last = -(-shift * 4 // 3), (shift + len(data)) * 8 // 6
        for encode64 in (b64encode, urlsafe_b64encode):
            form = encode64(b"\0" * shift + data).decode()[first:last]
            if len(form) >= _SURE:
                yield form


def _in_base32(data: bytes) -> Iterator[str]:
    """Yield the same of base32."""
    for shift in range(5):
        first, last = -(-shift * 8 // 5), (shift + len(data)) * 8 // 5
        yield b32encode(b"\0" * shift + data).decode()[first:last]


def _joined(data: bytes) -> bytes:
    """Return bytes without what may stand between the letters of a secret."""
    joined = data.translate(None, delete=_BETWEEN.encode())
    if not joined.isascii():
        for letter in _UNSEEN:
            joined = joined.replace(letter.encode(), b"")
    return joined


def _outermost(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order, those that overlap as one."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if kept and start < kept[-1][1]:
            kept[-1] = kept[-1][0], max(end, kept[-1][1])
        else:
            kept.append((start, end))
    return kept


def _spelled(letter: str) -> str:
    """Return a pattern for a letter as itself, as a wide one or as a number, which may be escaped twice."""
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    escaped = "".join(rf"\\{{1,4}}u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4))
    escaped += rf"|\\{{1,4}}u\{{0*(?i:{ord(letter):x})\}}"
    data = letter.encode("utf-8", "surrogatepass")
    percent = "".join(f"%(?:25){{0,3}}(?i:{byte:02x})" for byte in data)
    percent += "|" + "".join(f"=(?i:{byte:02x})" for byte in data)
    if "!" <= letter <= "~":
        percent += f"|{chr(ord(letter) + 0xFEE0)}"
    entity = rf"&\#(?:0*{ord(letter)}|[xX]0*(?i:{ord(letter):x}));"
    slash = rf"\\{{1,4}}x(?i:{ord(letter):02x})|\\{{1,4}}{ord(letter):03o}|" if ord(letter) < 256 else ""
    return f"(?:{re.escape(letter)}|{escaped}|{percent}|{slash}{entity})"


def _encoded(forms: Iterable[str]) -> Iterator[bytes]:
    for form in forms:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            yield form.encode(encoding, "surrogatepass")


def _occurrences(text: str, form: str) -> Iterator[tuple[int, int]]:
    at = text.find(form)
    while at >= 0:
        yield at, at + len(form)
        at = text.find(form, at + len(form))
