"""Secrets that are to go for good, in every form in which a file may hold them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property

from memdesk.checks.secret import secrets_in
from memdesk.errors import UsageError
from memdesk.remedies.redaction import without_spans
from memdesk.text.encoding import decode, encode

SHORTEST = 4
"""Letters that a secret must have to be looked for."""

_SURE = 8
"""Letters from which on a text is the secret wherever it stands; a shorter one where a check finds it."""


class Wanted:
    """What is looked for. Raises UsageError for none, or for what is too short to be told from other text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(dict.fromkeys(secret.strip() for secret in secrets))
        if not self._secrets or any(len(secret) < SHORTEST for secret in self._secrets):
            raise UsageError(f"a secret to purge must have at least {SHORTEST} letters")

    def is_in(self, data: bytes) -> bool:
        """Say whether a file's bytes hold a secret."""
        if not any(form in data for form in self._bytes):
            return False
        if all(len(secret) >= _SURE for secret in self._secrets) or b"\0" in data[:1024]:
            return True
        return bool(self.spans(decode(data).text)) or any(form in data for form in self._sure_bytes)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where secrets stand in a text."""
        found = [span for form in self._sure for span in _occurrences(text, form)]
        if any(short in text for short in self._short):
            places = (secret for secret in secrets_in(text))
            found += [
                (place.start, place.end) for place in places if text[place.start : place.end] in self._short
            ]
        return sorted(set(found))

    def without(self, text: str) -> str:
        """Return a text with ``[redacted]`` in the place of each secret."""
        return without_spans(text, self.spans(text))

    def without_bytes(self, data: bytes) -> bytes:
        """Return the same of a file's bytes; nothing of what holds a secret and is no text."""
        decoded = decode(data)
        if not decoded.editable:
            return b"" if self.is_in(data) else data
        return encode(self.without(decoded.text), decoded.form, decoded.text)

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


def _encoded(forms: Iterable[str]) -> Iterator[bytes]:
    for form in forms:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            yield form.encode(encoding, "surrogatepass")


def _occurrences(text: str, form: str) -> Iterator[tuple[int, int]]:
    at = text.find(form)
    while at >= 0:
        yield at, at + len(form)
        at = text.find(form, at + len(form))
