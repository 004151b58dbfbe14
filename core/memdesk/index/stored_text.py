"""What a store of an index keeps of a chunk beside its text. Pure."""

from __future__ import annotations

import re
from hashlib import sha256

from memdesk.index.grams import grams

TOKENIZER = "porter unicode61 remove_diacritics 2 tokenchars '_'"
"""How SQLite cuts grams into words; every store cuts them so."""

_NUMBER = re.compile(r"\d{1,12}")
_HALF = re.compile("[\ud800-\udfff]")
_KEPT_HALF = re.compile("//([0-9a-f]{4})")
_HEADINGS = re.compile(r"\A(?:#{1,6}[^\n]*\n\s*)+")
_ENOUGH = 20
"""Bytes of a text that tell a model what it is about: a heading before it makes it like all others below."""


def said(heading: str, text: str) -> str:
    """Return what a model is given of a chunk: its text without the heading, unless it is very short."""
    above = _HEADINGS.match(text) if text.startswith("#") else None
    body = text[above.end() :] if above else text
    if len(body) >= _ENOUGH or len(body.encode()) >= _ENOUGH:
        return body
    leaf = heading.rpartition(" › ")[2]
    return f"{leaf}\n{body}" if leaf else text


def digest_of(heading: str, text: str) -> bytes:
    """Return what tells whether two chunks give a model the same to read."""
    return sha256(said(heading, text).encode()).digest()[:16]


def name_of(uri: str) -> str:
    """Return the name of a document as it is searched."""
    return grams(named(uri))


def named(uri: str) -> str:
    """Return what a document is called: its uri without what its last dot begins."""
    return storable(uri.rpartition(".")[0] or uri)


def turn_of(uri: str) -> tuple[str, str]:
    """Return the folder of a document, and what it is sorted by in there: smaller numbers come first."""
    folder, _, name = storable(uri).rpartition("/")
    return folder, _NUMBER.sub(lambda number: number[0].zfill(12), name)


def storable(text: str) -> str:
    """Return a text as a database takes it: a half letter becomes a mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def key_of(uri: str) -> str:
    """Return a uri as a database takes it: a byte of a name that is no letter, as its number after ``//``.

    No uri has that, so :func:`uri_of` returns the uri.
    """
    return uri if uri.isascii() else _HALF.sub(lambda half: f"//{ord(half[0]):04x}", uri)


def uri_of(key: str) -> str:
    """Return the uri that is kept by this key."""
    return _KEPT_HALF.sub(lambda half: chr(int(half[1], 16)), key) if "//" in key else key
