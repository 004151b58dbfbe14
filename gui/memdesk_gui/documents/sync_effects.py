"""What the state of a buffer asks for: effects, in order, and what they tell others."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from memdesk.model import Actor
from memdesk.text.diff import TextEdit
from memdesk_gui.documents.readings import Base, Reading


class Purpose(Enum):
    """What a merge of text and file is wanted for."""

    PREVIEW = auto()
    """To know what it would be."""
    TAKE = auto()
    """To make it, if it goes without a conflict."""
    DECIDE = auto()
    """To show where the text conflicts with what a save has met."""


class SyncNotice(Enum):
    """What others are told."""

    LOADED = auto()
    CHANGED = auto()
    SAVED = auto()
    RELOADED = auto()
    """With the writer."""
    FAILED = auto()
    """With the error."""
    UNFORESEEN = auto()
    """With the error, which is a fault of the program."""
    ABOUT_TO_RELOAD = auto()
    GIVING_UP = auto()
    PURGED = auto()
    """With what takes the secret out of a text."""
    MERGE_CHANGED = auto()
    UNDECIDED = auto()
    TAKEN_OUT_CHANGED = auto()


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Read the document."""


@dataclass(frozen=True, slots=True)
class Compare:
    """Read the file again and compare it with the text, as after a write by this writer."""

    writer: Actor


@dataclass(frozen=True, slots=True)
class ReadToReload:
    """Read the file again to make the text what it says."""


@dataclass(frozen=True, slots=True)
class CommitText:
    """Write the text over its base; ``merging``: what was written since is merged in."""

    merging: bool


@dataclass(frozen=True, slots=True)
class SaveAgain:
    """Save what was typed while a save was under way."""


@dataclass(frozen=True, slots=True)
class TryMerge:
    """Merge the text as it is now with what is on disk."""

    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Fill:
    """Put a document that was read into the buffer."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class Take:
    """Make the text what these edits make of it, measured from another base, in one step of undo."""

    base: Base
    edits: tuple[TextEdit, ...]
    writer: Actor


@dataclass(frozen=True, slots=True)
class Edit:
    """Apply edits to the text."""

    edits: tuple[TextEdit, ...]


@dataclass(frozen=True, slots=True)
class Rebase:
    """Measure what is unsaved from the base anew; ``clean`` is whether there is nothing, None: find out."""

    clean: bool | None


@dataclass(frozen=True, slots=True)
class Mask:
    """Cover the secrets that were found on disk."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class ForgetMasks:
    """Forget which secrets were found in older texts."""


@dataclass(frozen=True, slots=True)
class ForgetUndo:
    """Let no step of undo lead back."""


@dataclass(frozen=True, slots=True)
class ForgetPast:
    """Let neither a step of undo nor the base of one lead back."""


@dataclass(frozen=True, slots=True)
class PurgeText:
    """Take secrets out of text and base, as they were purged on disk."""

    secrets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell others."""

    notice: SyncNotice
    about: Any = None


@dataclass(frozen=True, slots=True)
class LookIfMissed:
    """Look once more if a look was missed."""


Effect: TypeAlias = (
    ReadFile
    | Compare
    | ReadToReload
    | CommitText
    | SaveAgain
    | TryMerge
    | Fill
    | Take
    | Edit
    | Rebase
    | Mask
    | ForgetMasks
    | ForgetUndo
    | ForgetPast
    | PurgeText
    | Announce
    | LookIfMissed
)
