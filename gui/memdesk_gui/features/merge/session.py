"""A merge under way: the result being written, each step made off the GUI thread, one at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import TooLargeError
from memdesk.model import Actor, DocumentInfo
from memdesk.ops.merge import check, format_of, shape_of
from memdesk.text.authorship import Authors, attribute
from memdesk.text.diff import TextEdit, line_diff
from memdesk.text.encoding import encode
from memdesk.text.merge.resume import Trail, begin, carried
from memdesk.text.merge.session import Decision, MergeSession, Sources
from memdesk_gui.context import AppContext
from memdesk_gui.documents.document_io import few, mergeable
from memdesk_gui.documents.drafts import MergedDraft
from memdesk_gui.documents.readings import Base, Merged, Reading
from memdesk_gui.documents.text_mirror import TextMirror
from memdesk_gui.features.merge.sides import MergeSides
from memdesk_gui.widgets.text.edits import Feeder, apply_edits
from memdesk_gui.widgets.text.layout import fit_wrapping, roomy_document

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

TYPING_MS = 150
"""How long after a keystroke the result is looked at."""

_Deed: TypeAlias = Callable[[Trail], Trail]


@dataclass(frozen=True, slots=True)
class _Step:
    """What a deed led to, and how the document becomes it."""

    trail: Trail
    edits: tuple[TextEdit, ...]
    authors: Authors


class MergeWork(QObject):
    """Merges two sides into ``document``, which can be edited; only ``use`` changes anything else."""

    changed = Signal()
    """``session`` is another one, or ``usable`` has another value."""
    renewed = Signal()
    """A side changed again: the merge goes on with the newer version."""
    refused = Signal(object)
    """A step could not be made, for the reason that this exception gives."""
    wrote = Signal(object, object)
    """There is something else to keep of the result: the buffer, and ``written``, which returns it."""

    def __init__(self, sides: MergeSides, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = roomy_document(self)
        self.authors: Authors = ()
        self._sides, self._buffer, self._context = sides, sides.buffer, context
        self._mirror = TextMirror(self.document, self)
        self._trail: Trail | None = None
        self._theirs: Reading | None = None
        self._over: Base | None = None
        self._waiting: deque[_Deed] = deque()
        self._busy = self._filled = self._applying = self._using = self._by_hand = False
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self.look)
        self.document.contentsChanged.connect(self._on_contents_changed)
        sides.changed.connect(self._on_sides_changed)
        sides.refused.connect(self._on_failed)

    @property
    def session(self) -> MergeSession | None:
        """The state of the merge; None until it has begun."""
        return self._trail.now if self._trail is not None and self._filled else None

    @property
    def usable(self) -> bool:
        """Whether everything is decided, over the sides as they are now."""
        session = self.session
        return session is not None and session.open == 0 and self._sides.stands(session.sources)

    @property
    def by_hand(self) -> bool:
        """Whether something was written into the result that is nowhere else."""
        session = self.session
        return self._by_hand or (session is not None and self._mirror.text() != session.text)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to be taken back."""
        return self._trail is not None and bool(self._trail.done or self._timer.isActive())

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return self._trail is not None and bool(self._trail.undone)

    def text(self) -> str:
        """Return the result as it is in the document."""
        return self._mirror.text()

    def written(self) -> MergedDraft | None:
        """Return the result and the version that it is made over, if a person wrote into it."""
        return MergedDraft(self.text(), self._over) if self.by_hand and self._over is not None else None

    def begin(self) -> None:
        """Merge what merges by itself; ``changed`` follows when the result is in the document."""
        sides, theirs = self._sides, self._sides.theirs
        self._theirs = theirs
        workspace = self._context.bus.workspace
        if theirs is not None and workspace is not None:
            work = partial(_begin, workspace, sides.info, sides.base, sides.mine(), theirs)
            self._context.jobs.read(work, partial(self._on_begun, theirs), self._on_failed)

    def look(self) -> None:
        """Take what was typed into the result."""
        self._do(lambda trail: trail)

    def take(self, index: int, decision: Decision) -> None:
        """Decide a conflict."""
        if decision is Decision.EDITED:
            self._do(lambda trail: trail.then(trail.now.keep(index)))
        else:
            self._do(lambda trail: trail.then(trail.now.take(index, decision)))

    def undo(self) -> None:
        """Take the last step back."""
        self._do(Trail.back)

    def redo(self) -> None:
        """Take a step again."""
        self._do(Trail.forth)

    def use(self) -> None:
        """Put the result into the buffer, if it is complete and valid."""
        self._using = True
        self.look()

    def _do(self, deed: _Deed) -> None:
        self._waiting.append(deed)
        self._next()

    def _next(self) -> None:
        if self._busy or not self._filled or self._trail is None or self._theirs is None:
            return
        if not self._waiting:
            self._finish()
            return
        self._busy, self._by_hand = True, self.by_hand
        text, theirs = self._mirror.text(), self._theirs
        work = partial(_step, self._trail, text, self._waiting[0], theirs.base, self._buffer.person)
        self._context.jobs.read(work, partial(self._on_step, text), self._on_refused)

    def _on_step(self, text: str, step: _Step) -> None:
        """Show what the step made; what was typed meanwhile comes first, and the step is made again."""
        self._busy = False
        if self._mirror.text() == text:
            self._timer.stop()
            self._waiting.popleft()
            self._applying = True
            apply_edits(self.document, text, step.edits)
            self._applying = False
            self._trail, self.authors = step.trail, step.authors
            self._note_version()
            if self._by_hand:
                self.wrote.emit(self._buffer, self.written)
            self.changed.emit()
        self._next()

    def _on_begun(self, theirs: Reading, session: MergeSession) -> None:
        if theirs is not self._theirs:
            return
        self._trail = Trail(session)
        self._note_version()
        self._applying = True
        fit_wrapping(self.document, session.text)
        feeder = Feeder(self.document, session.text, self)
        feeder.finished.connect(partial(self._on_fed, session.text))
        self._mirror.pause()
        feeder.start()

    def _note_version(self) -> None:
        """Note which version on disk the result has in it; a newer one may be known already."""
        theirs, trail = self._theirs, self._trail
        if theirs is not None and trail is not None and trail.now.sources.theirs is theirs.base.text:
            self._over = theirs.base

    def _on_fed(self, text: str) -> None:
        self.document.setUndoRedoEnabled(False)
        self._mirror.resume(text)
        self._applying, self._filled = False, True
        self.look()
        if self._sides.theirs is not self._theirs:
            self._on_sides_changed()

    def _finish(self) -> None:
        workspace, trail, theirs = self._context.bus.workspace, self._trail, self._theirs
        if not self._using or not self.usable or workspace is None or trail is None or theirs is None:
            self._using = False
            return
        self._busy, sides, text = True, self._sides, self._sides.mine()
        work = partial(_end, workspace, sides.info, text, theirs, trail.now, over=sides.over)
        self._context.jobs.read(work, partial(self._on_finished, trail, text), self._on_refused)

    def _on_finished(self, trail: Trail, text: str, merged: Merged) -> None:
        self._busy = False
        same = trail is self._trail and not self._timer.isActive() and self._sides.mine() == text
        if not same or self._waiting or merged.theirs is not self._sides.theirs:
            self.look()
            return
        self._using = False
        self._sides.use(merged, self._on_used)

    def _on_used(self) -> None:
        self._by_hand = False

    def _on_refused(self, error: Exception) -> None:
        self._busy = self._using = False
        if self._waiting:
            self._waiting.popleft()
        self._on_failed(error)
        self._next()

    def _on_failed(self, error: Exception) -> None:
        self.refused.emit(error)

    def _on_contents_changed(self) -> None:
        if not self._applying:
            self._timer.start()
            self.wrote.emit(self._buffer, self.written)

    def _on_sides_changed(self) -> None:
        """Go on over a newer version, with every decision that still applies."""
        theirs, mine = self._sides.theirs, self._sides.mine()
        if theirs is None or theirs is self._theirs:
            self.changed.emit()
        elif self._trail is None:
            self.begin()
        elif not self._filled:
            return  # it is looked at as soon as the result is in place
        elif not mergeable(self._sides.base, mine, theirs):
            self._on_failed(TooLargeError(f"{self._buffer.uri} cannot be merged any more"))
            self.changed.emit()
        else:
            self._theirs = theirs
            self._do(partial(_carry, mine, theirs.base.text))
            self.renewed.emit()


def _carry(mine: str, theirs: str, trail: Trail) -> Trail:
    return Trail(carried(trail.now, theirs, mine))


def _step(trail: Trail, text: str, deed: _Deed, theirs: Base, person: Actor) -> _Step:
    """Take what was typed, then do the deed."""
    after = deed(trail.then(trail.now.edited(text)))
    authors = attribute(theirs.authors, line_diff(theirs.text, after.now.text), person)
    return _Step(after, few(text, after.now.text), authors)


def _begin(workspace: Workspace, info: DocumentInfo, base: Base, text: str, theirs: Reading) -> MergeSession:
    if not mergeable(base, text, theirs):
        raise TooLargeError(f"{info.uri} cannot be merged here", uri=info.uri)
    form = format_of(workspace, info)
    return begin(Sources(base.text, text, theirs.base.text, shape_of(info), form))


def _end(
    workspace: Workspace, info: DocumentInfo, text: str, theirs: Reading, session: MergeSession, *, over: Base
) -> Merged:
    """Return the edits that make a buffer's text what was decided; what is not valid is an InvalidError."""
    form, known = over.form, over.text
    check(workspace, info, encode(session.text, form, known), encode(known, form, known))
    return Merged(theirs, session.result, few(text, session.text))
