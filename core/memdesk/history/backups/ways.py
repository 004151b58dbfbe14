"""The ways back: exactly what a backup has, some sections of it, single changes, or what is missing now.

A way makes the new bytes of a document from those of the backup and those that are there now. It changes
nothing itself, so what it would do can be looked at first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from memdesk.errors import InvalidError, NotFoundError, TooLargeError, UsageError
from memdesk.text.diff import apply, line_diff, take_back
from memdesk.text.encoding import DecodedText, decode, encode
from memdesk.text.merge.merge import MergeShape
from memdesk.text.restore_parts import RestorablePart, named, pieces, with_missing, with_pieces

COMPARED = 16 << 20
"""Bytes up to which a backup can be brought back in parts."""

_NAMED = 12


class RestoreSides(NamedTuple):
    """A backup's bytes, the document's of now (None: there is none), and how its parts are told."""

    uri: str
    then: bytes
    now: bytes | None
    shape: MergeShape


class RestoreStrategy(Protocol):
    """Makes what a document is to be."""

    def made(self, sides: RestoreSides) -> bytes:
        """Return the new bytes. Raises InvalidError, NotFoundError or UsageError where that cannot be."""
        ...


@dataclass(frozen=True, slots=True)
class WholeRestore:
    """Back to exactly this."""

    def made(self, sides: RestoreSides) -> bytes:
        """Return the backup's bytes."""
        return sides.then


@dataclass(frozen=True, slots=True)
class SectionRestore:
    """Some sections, keys or entries as they were; the rest stays as it is now.

    They are named as :func:`memdesk.text.restore_parts.named` takes them, or by their ``numbers``.
    """

    names: tuple[str, ...] = ()
    numbers: frozenset[int] = frozenset()

    def made(self, sides: RestoreSides) -> bytes:
        """Return the document with these parts of the backup."""
        then, now = _texts(sides)
        found = pieces(then.text, now.text, sides.shape)
        chosen = self.numbers.union(*(_chosen(found, name, sides) for name in self.names))
        if not chosen or max(chosen) >= len(found):
            raise UsageError(f"{sides.uri}: choose at least one section of the backup")
        return _encoded(with_pieces(then.text, now.text, chosen, sides.shape), now)


@dataclass(frozen=True, slots=True)
class MissingEntriesRestore:
    """Add what is missing: what is there now stays, what only the backup has comes back."""

    def made(self, sides: RestoreSides) -> bytes:
        """Return the document with all that it lacks."""
        then, now = _texts(sides)
        return _encoded(with_missing(then.text, now.text, sides.shape), now)


@dataclass(frozen=True, slots=True)
class ChangesRestore:
    """Some of the changes since the backup taken back; numbers count its differences to now from 0.

    With ``from_now`` they count what would have to be changed now to be like the backup again.
    """

    numbers: frozenset[int]
    from_now: bool = False

    def made(self, sides: RestoreSides) -> bytes:
        """Return the document without these changes."""
        then, now = _texts(sides)
        pair = (now.text, then.text) if self.from_now else (then.text, now.text)
        hunks = line_diff(*pair)
        if not self.numbers or not all(0 <= number < len(hunks) for number in self.numbers):
            raise UsageError(f"{sides.uri} has {len(hunks)} differences to this backup")
        chosen = tuple(hunk for number, hunk in enumerate(hunks) if number in self.numbers)
        back = apply(now.text, chosen) if self.from_now else take_back(now.text, chosen)
        return _encoded(back, now)


def parts(sides: RestoreSides) -> tuple[RestorablePart, ...]:
    """Return the parts of a backup that can be brought back one by one; none where it has to be whole."""
    try:
        then, now = _texts(sides)
    except (InvalidError, TooLargeError):
        return ()
    return pieces(then.text, now.text, sides.shape)


def _texts(sides: RestoreSides) -> tuple[DecodedText, DecodedText]:
    if max(len(sides.then), len(sides.now or b"")) > COMPARED:
        raise TooLargeError(f"{sides.uri} is too large to be restored in parts", uri=sides.uri)
    then = decode(sides.then)
    now = decode(sides.now) if sides.now is not None else DecodedText("", then.form, then.editable)
    if then.reason == "binary" or not now.editable:
        message = f"{sides.uri} or the backup is not text; only the whole of it can be restored"
        raise InvalidError(message, uri=sides.uri, reason="not_text")
    return then, now


def _encoded(text: str, now: DecodedText) -> bytes:
    return encode(text, now.form, now.text)


def _chosen(found: Sequence[RestorablePart], name: str, sides: RestoreSides) -> tuple[int, ...]:
    chosen = named(found, name, sides.shape)
    if not chosen:
        names = [piece.name for piece in found if piece.name]
        told = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
        raise NotFoundError(f"the backup has no section {name}; it has: {told or 'none'}", uri=sides.uri)
    return chosen
