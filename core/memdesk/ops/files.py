"""Steps on whole documents - create, copy, rename, delete - each with the step that takes it back.

A step names the versions it leads from and to, so it is carried out only where the document still is what it
was: whoever wrote meanwhile loses nothing, the step is refused with a ConflictError.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from memdesk.errors import NoDocumentError
from memdesk.model import Actor, Revision
from memdesk.ops.names import by_way, free
from memdesk.ops.save import save, save_all
from memdesk.store import ANY, CommitResult, DocumentEdit
from memdesk.store.fs.name_collisions import are_one
from memdesk.store.fs.safe_root import SafeRoot

if TYPE_CHECKING:
    from memdesk.workspace import Workspace


class FileStep(Protocol):
    """Something done to whole documents."""

    @property
    def uri(self) -> str:
        """The document that the step begins with."""
        ...

    @property
    def shown(self) -> str:
        """The document that is there after the step; empty where it takes one away."""
        ...

    def carry_out(self, workspace: Workspace, actor: Actor) -> None:
        """Do it. Raises ConflictError where the document is not what it was."""
        ...

    def inverse(self) -> FileStep:
        """Return the step that takes this one back."""
        ...


@dataclass(frozen=True, slots=True)
class WriteStep:
    """One version of a document in the place of another; None stands for no document."""

    uri: str
    before: Revision | None
    after: Revision | None

    @property
    def shown(self) -> str:
        """The document, unless the step deletes it."""
        return "" if self.after is None else self.uri

    def carry_out(self, workspace: Workspace, actor: Actor) -> None:
        """Write the version, with the mode that the document had, or delete it."""
        save_all(workspace, [self.edit(workspace)], actor)

    def edit(self, workspace: Workspace) -> DocumentEdit:
        """Return what is to be written."""
        data = None if self.after is None else workspace.version(self.after)
        return DocumentEdit(self.uri, data, self.before, like=self.uri)

    def inverse(self) -> WriteStep:
        """Return the way back to the version before."""
        return WriteStep(self.uri, self.after, self.before)


@dataclass(frozen=True, slots=True)
class WriteSteps:
    """Versions of several documents in the place of others, all or none; which one to show is open."""

    puts: tuple[WriteStep, ...]

    @property
    def uri(self) -> str:
        """The first of the documents."""
        return self.puts[0].uri

    @property
    def shown(self) -> str:
        """None of them."""
        return ""

    def carry_out(self, workspace: Workspace, actor: Actor) -> None:
        """Write or delete all of them; snapshots are among them, where agents take some."""
        workspace.commit_all([put.edit(workspace) for put in self.puts], actor)

    def inverse(self) -> WriteSteps:
        """Return the way back to the versions before."""
        return WriteSteps(tuple(put.inverse() for put in self.puts))


@dataclass(frozen=True, slots=True)
class MoveStep:
    """Another name for a document, whatever is in it by then."""

    uri: str
    shown: str

    def carry_out(self, workspace: Workspace, actor: Actor) -> None:
        """Rename the document; what is locked stays locked. Raises ConflictError where the name is taken."""

        def move(uri: str, new_uri: str) -> None:
            workspace.rename(uri, new_uri, actor)

        if are_one(SafeRoot(workspace.root), self.uri, self.shown):
            by_way(self.uri, self.shown, workspace.exists, move)
        else:
            move(self.uri, self.shown)

    def inverse(self) -> MoveStep:
        """Return the way back to the old name."""
        return MoveStep(self.shown, self.uri)


def step_of(result: CommitResult) -> WriteStep:
    """Return what a commit did as a step."""
    return WriteStep(result.path, result.before, result.after)


def steps_of(results: Iterable[CommitResult]) -> WriteSteps:
    """Return what commits did, all or none, as one step."""
    return WriteSteps(tuple(step_of(result) for result in results))


def create(workspace: Workspace, uri: str, data: bytes, actor: Actor) -> WriteStep:
    """Begin a document where none is."""
    return step_of(workspace.commit(uri, data, None, actor))


def duplicate(workspace: Workspace, uri: str, actor: Actor) -> WriteStep:
    """Put a document's content into a new one beside it, with the same mode."""
    content = workspace.read(uri)
    edit = DocumentEdit(free(uri, workspace.exists), content.data, None, like=uri)
    return step_of(workspace.commit_all([edit], actor)[0])


def rename(workspace: Workspace, uri: str, new_uri: str, actor: Actor) -> MoveStep:
    """Give a document another name, in another folder where the name says so."""
    step = MoveStep(uri, new_uri)
    step.carry_out(workspace, actor)
    return step


def merge_copy(workspace: Workspace, merged: DocumentEdit, copy: DocumentEdit, actor: Actor) -> WriteSteps:
    """Write what a document and a conflict copy of it merged to, and delete the copy, as one unit.

    Raises ConflictError where one of them is not what was merged.
    """
    return steps_of(save_all(workspace, [merged, copy], actor))


def delete(workspace: Workspace, uri: str, actor: Actor) -> WriteStep:
    """Delete a document as it is now; the history keeps it."""
    step = step_of(save(workspace, uri, None, ANY, actor))
    if step.before is None:
        raise NoDocumentError(uri, uri=uri)
    return step
