"""How far an open document is, and how its file stands to it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft


class Stage(StrEnum):
    """How far an open document is."""

    LOADING = "loading"
    READY = "ready"
    REFUSED = "refused"


class DiskState(StrEnum):
    """How the file stands to the text that was read from it."""

    SAME = "same"
    CHANGED = "changed"
    DELETED = "deleted"
    VANISHED = "vanished"


class LeftBehind(NamedTuple):
    """Drafts of windows that died, and those that the person discarded lately; the newest first."""

    drafts: tuple[Draft, ...] = ()
    discarded: tuple[Draft, ...] = ()
