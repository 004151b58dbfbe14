"""What a store of an index keeps of a chunk beside its text. Pure."""

from __future__ import annotations

from hashlib import sha256

from memdesk.index.grams import grams

TOKENIZER = "porter unicode61 remove_diacritics 2 tokenchars '_'"
"""How SQLite cuts grams into words; every store cuts them so."""


def said(heading: str, text: str) -> str:
    """Return what a model is given of a chunk: its text, and before it a heading that it does not have."""
    leaf = heading.rpartition(" › ")[2]
    return f"{leaf}\n{text}" if leaf and not text.startswith("#") else text


def digest_of(heading: str, text: str) -> bytes:
    """Return what tells whether two chunks give a model the same to read."""
    return sha256(said(heading, text).encode()).digest()[:16]


def name_of(uri: str) -> str:
    """Return the name of a document as it is searched."""
    return grams(storable(uri.rpartition(".")[0] or uri))


def storable(text: str) -> str:
    """Return a text as a database takes it: a half letter becomes a mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
