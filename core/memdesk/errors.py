"""Coded errors. The core raises them; a face (window, CLI, MCP) words them for its reader."""

from __future__ import annotations

from typing import ClassVar

from memdesk.model import Actor, Json, Origin, Revision

_MOST_NAMED = 20
"""Choices that a message names."""

_MOST_SAID = 4_000
"""Characters of a message: a name in it may be a megabyte, and nobody reads that."""


class MemdeskError(Exception):
    """Base of every error a caller should handle; ``code`` is stable, ``exit_status`` is the CLI's."""

    code: ClassVar[str] = "failed"
    exit_status: ClassVar[int] = 1

    def __init__(self, message: str, *, uri: str | None = None) -> None:
        self.message = _bounded(message)
        super().__init__(self.message)
        self.uri = uri


class NotFoundError(MemdeskError):
    """The document or workspace does not exist (or no longer does)."""

    code = "not_found"


class FolderGoneError(NotFoundError):
    """The folder of the workspace itself is gone: nothing that is missing in it now was deleted."""


class NoDocumentError(NotFoundError):
    """The folder holds no document of this name; ``alike`` are names that may have been meant."""

    def __init__(self, name: str, *, uri: str | None, alike: tuple[str, ...] = ()) -> None:
        meant = f"; did you mean {' or '.join(alike)}?" if alike else ";"
        super().__init__(
            f"there is no document {name}{meant} 'memdesk inspect PATH' lists the documents", uri=uri
        )
        self.name = name


class UnsafePathError(MemdeskError):
    """The path would leave the workspace, follows a link, or cannot be a file name."""

    code = "unsafe_path"
    exit_status = 5


class TwinError(UnsafePathError):
    """Some systems would take the new name for that of ``twin``, which is there, and merge the two files."""

    code = "twin"

    def __init__(self, message: str, *, uri: str, twin: str) -> None:
        super().__init__(message, uri=uri)
        self.twin = twin


class NotAFileError(MemdeskError):
    """The path names a link, a device, a socket, a FIFO or a folder; these are never opened."""

    code = "not_a_file"
    exit_status = 5


class TooLargeError(MemdeskError):
    """The document is larger than the limit for this operation."""

    code = "too_large"


class UnencodableError(MemdeskError):
    """The text cannot be written in the document's encoding (a lone surrogate, for example)."""

    code = "unencodable"


class InvalidError(MemdeskError):
    """The new content would not parse or validate as the document's kind.

    Where a person can do something about it, ``reason`` is a code; ``arguments`` are the message's names and
    numbers, ``line`` where it is, counted from 1.
    """

    code = "invalid"

    def __init__(
        self,
        message: str,
        *,
        uri: str | None = None,
        reason: str = "",
        arguments: tuple[str, ...] = (),
        line: int | None = None,
    ) -> None:
        super().__init__(message, uri=uri)
        self.line = line
        self.reason = reason
        self.arguments = arguments


class AmbiguousError(MemdeskError):
    """A name stands for several parts of a document where one is needed; ``choices`` are their own names."""

    code = "ambiguous"

    def __init__(self, name: str, choices: tuple[str, ...], message: str = "") -> None:
        named = ", ".join(f"#{choice}" for choice in choices[:_MOST_NAMED])
        more = " and more" if len(choices) > _MOST_NAMED else ""
        super().__init__(message or f"{name} occurs {len(choices)} times; choose one of them: {named}{more}")
        self.name = name
        self.choices = choices


class AmbiguousAddressError(AmbiguousError):
    """An address is the name of a document and that of a part of another one, ``path``."""

    def __init__(self, address: str, path: str, choices: tuple[str, ...]) -> None:
        message = (
            f"{address} is the name of a document and a part of {path}; nothing was changed. "
            f"Say which: {' or '.join(choices)}; or give that document another name."
        )
        super().__init__(address, choices, message)
        self.uri = address


class ArgumentError(MemdeskError):
    """An argument of a tool is not what it must be: which one, the rule, and what to do about it."""

    code = "argument"

    def __init__(self, parameter: str, rule: str, fix: str) -> None:
        super().__init__(f"{parameter}: {rule}. {fix}")
        self.parameter = parameter
        self.rule = rule
        self.fix = fix


class ProtectedError(MemdeskError):
    """A person has locked what would be changed.

    ``part`` is what is locked, ``rule`` how far, ``why`` the reason that the person gave.
    """

    code = "protected"
    exit_status = 5

    def __init__(self, message: str, *, uri: str, part: str, rule: str, why: str = "") -> None:
        super().__init__(message, uri=uri)
        self.part = part
        self.rule = rule
        self.why = why


class StagedError(MemdeskError):
    """The write waits for a person's approval under ``name``; nothing is changed yet.

    ``reason`` is a code where it waits for what it would lose, else empty.
    """

    code = "staged"
    exit_status = 5

    def __init__(self, message: str, *, uri: str, name: str, reason: str = "") -> None:
        super().__init__(message, uri=uri)
        self.name = name
        self.reason = reason


class ConflictError(MemdeskError):
    """The document is not what the caller last saw. ``current`` is None where it is gone."""

    code = "conflict"
    exit_status = 3

    def __init__(
        self, message: str, *, uri: str | None = None, base: Revision | None, current: Revision | None
    ) -> None:
        super().__init__(message, uri=uri)
        self.base = base
        self.current = current


class LockedError(MemdeskError):
    """Another process holds the workspace lock; ``holder`` describes it. Retrying later may succeed."""

    code = "locked"
    exit_status = 4

    def __init__(self, message: str, *, uri: str | None = None, holder: str = "") -> None:
        super().__init__(message, uri=uri)
        self.holder = holder


class ReadOnlyError(MemdeskError):
    """The workspace, folder or file may not be written."""

    code = "read_only"
    exit_status = 5


class NotPermittedError(MemdeskError):
    """The file or folder may not be read by this user."""

    code = "not_permitted"
    exit_status = 5


class NotYoursError(ReadOnlyError, NotPermittedError):
    """What memdesk keeps in a workspace of this user belongs to somebody else, as root's work once did.

    ``part`` is the first of it, ``owner`` whose it is; ``command`` gives all of it back.
    """

    code = "not_yours"

    def __init__(self, part: str, owner: str, command: str) -> None:
        super().__init__(
            f"{part} belongs to {owner}, so nothing can be saved here. This gives it back to you: {command}",
            uri=part,
        )
        self.part = part
        self.owner = owner
        self.command = command


class StorageError(MemdeskError):
    """The disk refused (full, quota, I/O error). The file on disk is as it was; nothing was lost."""

    code = "storage"


class DiskFullError(StorageError):
    """There is no room left on the disk, or none that this user may take."""


class CancelledError(MemdeskError):
    """The person who asked for something long has had enough; nothing was changed."""

    code = "cancelled"


class ModelError(MemdeskError):
    """A language model was not there, refused, or answered nothing of use; nothing was changed.

    ``fault`` says which: ``not_set``, ``not_installed``, ``unreachable``, ``slow``, ``key``, ``name``,
    ``busy``, ``endpoint``, ``request``, ``cut_off``, ``declined``, ``empty``, ``too_long``, ``too_large`` or
    ``unusable``.
    """

    code = "model"

    def __init__(self, message: str, fault: str) -> None:
        super().__init__(message)
        self.fault = fault


class UsageError(MemdeskError):
    """The call itself is wrong."""

    code = "usage"
    exit_status = 2


def _bounded(message: str) -> str:
    """Return a message without the middle of what is too long: what went wrong stands at its ends."""
    left_out = len(message) - _MOST_SAID
    if left_out <= 0:
        return message
    half = _MOST_SAID // 2
    return f"{message[:half]}… ({left_out} characters left out) …{message[-half:]}"


def failure_json(error: MemdeskError) -> dict[str, Json]:
    """Return what programs are told of a failure, whichever way they asked."""
    told: dict[str, Json] = {"ok": False, "error": error.message, "code": error.code}
    if isinstance(error, ArgumentError):
        told |= {"parameter": error.parameter, "rule": error.rule, "fix": error.fix}
    if isinstance(error, AmbiguousError):
        told["choices"] = [*error.choices]
    if isinstance(error, TwinError):
        told["twin"] = error.twin
    if isinstance(error, NotYoursError):
        told |= {"owner": error.owner, "fix": error.command}
    if isinstance(error, ProtectedError):
        told["fix"] = "Nothing was changed. Leave this part unchanged, or ask the user to unlock it."
    if isinstance(error, StagedError):
        told |= {"reason": error.reason} if error.reason else {}
        told["fix"] = "Do not retry. Go on with other work: the change is made once a person approves it."
    if isinstance(error, ConflictError):
        told["conflict"] = {"base": error.base, "current": error.current}
        told["fix"] = (
            "Nothing was changed. Read the document again, apply your change to its current text, and retry."
        )
    if isinstance(error, ModelError):
        told |= {"fault": error.fault}
    if isinstance(error, LockedError):
        told |= {"holder": error.holder or None, "retryable": True}
        told["fix"] = "Nothing was changed. Try again in a moment."
    return told


def require_person(actor: Actor, what: str) -> None:
    """Raise NotPermittedError where somebody else than a person asks."""
    if actor.origin is not Origin.HUMAN:
        raise NotPermittedError(f"agents cannot {what}: a person has to do it (without --actor)")
