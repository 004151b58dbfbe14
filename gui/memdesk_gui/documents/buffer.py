"""An open document: its text, what it parses to, and how it stands to the file it came from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import MemdeskError
from memdesk.model import Actor, DocumentInfo, Parsed, Problem, Revision, Severity
from memdesk.text.authorship import Authors
from memdesk.text.diff import TextEdit
from memdesk.text.encoding import TextForm
from memdesk_gui.documents.blame import Origins
from memdesk_gui.documents.document_io import digest, few, page_text
from memdesk_gui.documents.pending_edit import Make, PendingEdit
from memdesk_gui.documents.readings import Base, Reading, TextAnalysis
from memdesk_gui.documents.secret_masks import SecretMasks
from memdesk_gui.documents.state import DiskState, Stage
from memdesk_gui.documents.sync import DocumentSync
from memdesk_gui.documents.sync_effects import SyncNotice
from memdesk_gui.documents.text_mirror import TextMirror
from memdesk_gui.documents.undo_steps import LongSteps
from memdesk_gui.widgets.text.edits import Feeder, apply_edits
from memdesk_gui.widgets.text.layout import fit_wrapping, has_long_line, roomy_document

if TYPE_CHECKING:
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner

PARSE_DELAY_MS = 150
LARGE_PARSE_DELAY_MS = 800
LARGE_CHARACTERS = 1024 * 1024
"""From this size on, work per keystroke is kept off the text as a whole."""
LINE_ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


class DocumentBuffer(QObject):
    """One open document. Editors show and edit it; only :class:`DocumentSync` reads and writes the file."""

    arriving = Signal()
    """The document was read: its text is in ``text_document``, or comes piece by piece where it is large or
    has a very long line (``settling``; a view that is there before spares Qt a pass over all lines).
    ``loaded`` follows in a later turn: a view made now is not made in the turn that shows it."""
    loaded = Signal()
    """The document was read (again): text, stage and parsed form are there; editors are chosen anew."""
    dirty_changed = Signal(bool)
    """Whether there is unsaved text is another answer, which is the argument."""
    parsed_changed = Signal()
    """``parsed``, ``problems`` and ``authors`` are those of the current text."""
    disk_changed = Signal()
    """``disk_state``, ``error`` or ``note`` is another one."""
    purged = Signal(object)
    """A secret was taken out of text and base; the argument takes it out of a text."""
    about_to_reload = Signal()
    """The text is going to take over a change on disk."""
    giving_up = Signal()
    """The unsaved text is going to be replaced, and no draft will have it; nor will undo always."""
    reloaded = Signal(object)
    """The text took over a change on disk; the argument is the :class:`~memdesk.model.Actor` who made it."""
    saved = Signal()
    """The text is on disk; what was typed meanwhile is not yet."""
    failed = Signal(object)
    """Reading or saving failed with this exception; the text is kept."""
    merge_changed = Signal()
    """What text and file would merge to is another answer."""
    undecided = Signal()
    """A save met a version that conflicts with the text: the person has to decide."""
    taken_out_changed = Signal()
    """Undo took somebody else's change out of the text, or that need not be told any more."""

    def __init__(
        self,
        info: DocumentInfo,
        bus: WorkspaceBus,
        jobs: JobRunner,
        person: Actor,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.info, self.person = info, person
        self.text_document = roomy_document(self)
        self.text_document.contentsChanged.connect(self._on_contents_changed)
        self.secrets = SecretMasks(self)
        self.disk, self.typing = DocumentSync(self, bus, jobs, self), PendingEdit(self, jobs, self)
        self._signals = {
            SyncNotice.LOADED: self.loaded,
            SyncNotice.CHANGED: self.disk_changed,
            SyncNotice.SAVED: self.saved,
            SyncNotice.RELOADED: self.reloaded,
            SyncNotice.FAILED: self.failed,
            SyncNotice.ABOUT_TO_RELOAD: self.about_to_reload,
            SyncNotice.GIVING_UP: self.giving_up,
            SyncNotice.PURGED: self.purged,
            SyncNotice.MERGE_CHANGED: self.merge_changed,
            SyncNotice.UNDECIDED: self.undecided,
            SyncNotice.TAKEN_OUT_CHANGED: self.taken_out_changed,
        }
        self.disk.announced.connect(self._on_notice)
        self.parsed_changed.connect(self.disk.preview_merge)
        self.typing.failed.connect(self._refresh_dirty)
        self.parsed = self.newest = Parsed()
        self.authors: Authors = ()
        self.origins = Origins(self)
        self.pages: tuple[bytes, ...] = ()
        self.page, self._bus, self._jobs = 0, bus, jobs
        self.steps = LongSteps(self.text_document, self)
        self._mirror = TextMirror(self.text_document, self)
        self._revision = self._read_revision = self.text_document.revision()
        self._dirty = self.settling = self._digesting = False
        self._feeder: Feeder | None = None
        self._digest_timer = QTimer(self, singleShot=True)
        self._digest_timer.timeout.connect(self._digest)

    @property
    def uri(self) -> str:
        """The document's path below the workspace."""
        return self.info.uri

    @property
    def stage(self) -> Stage:
        """Whether the document is being read, can be shown, or is refused (``refusal`` says why)."""
        return self.disk.state.stage

    @property
    def refusal(self) -> str:
        """Why the document is not shown: a nature (``link`` ...) or an error code (``not_found`` ...)."""
        return self.disk.state.refusal

    @property
    def read_only_reason(self) -> str | None:
        """Why the text cannot be edited: workspace, encoding, binary, paged; None where it can."""
        return self.disk.state.reason

    @property
    def editable(self) -> bool:
        """Whether the text can be edited now."""
        return self.stage is Stage.READY and self.read_only_reason is None

    @property
    def base(self) -> Revision | None:
        """The revision that the text started from; None where there is no file (any more)."""
        return self.disk.state.base.revision

    @property
    def base_text(self) -> str:
        """The text of ``base``."""
        return self.disk.state.base.text

    @property
    def size(self) -> int:
        """The bytes of ``base`` on disk."""
        return self.disk.state.base.size

    @property
    def form(self) -> TextForm:
        """How the text is stored: encoding, byte order mark, line ends."""
        return self.disk.state.base.form

    @property
    def encoding(self) -> str:
        """The name of the encoding, for display."""
        return self.form.encoding.upper() + (" BOM" if self.form.bom else "")

    @property
    def newline(self) -> str:
        """The kind of line ends for display: LF, CRLF, CR, other or mixed."""
        return "mixed" if self.form.mixed else LINE_ENDS.get(self.form.newline, "other")

    @property
    def dirty(self) -> bool:
        """Whether the text differs from its base (undone back to it, it does not)."""
        return self._dirty

    @property
    def disk_state(self) -> DiskState:
        """How the file stands to the text's base."""
        return self.disk.state.disk

    @property
    def error(self) -> MemdeskError | None:
        """Why the last save or reload failed; None when it went well."""
        return self.disk.state.error

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong in the text as it is now."""
        return self.newest.problems

    @property
    def is_read(self) -> bool:
        """Whether ``parsed`` is that of the text as it is now, with nothing still being typed."""
        return self._read_revision == self._revision and not self.typing.is_open

    @property
    def large(self) -> bool:
        """Whether the text is too large for work on all of it per keystroke."""
        return self.text_document.characterCount() > LARGE_CHARACTERS

    def text(self) -> str:
        """Return the current text, character for character, with what is being typed in a form."""
        self.typing.flush()
        return self._mirror.text()

    def settled_text(self) -> str:
        """Return the text as ``text_document`` holds it."""
        return self._mirror.text()

    def replace(self, new_text: str) -> None:
        """Make the text ``new_text`` in one undoable step that changes only what differs."""
        if self.editable:
            self.edit(few(self.text(), new_text))
            self._digest_timer.start(0)

    def type(self, target: str, make: Make) -> None:
        """Replace the text by what ``make`` makes of it, soon: the person is still typing into a field.

        In a pause, or when somebody asks for the text, what was typed for one target is one step of undo.
        """
        if self.editable:
            self.typing.put(target, make)
            self._refresh_dirty()

    def edit(self, edits: Sequence[TextEdit]) -> None:
        """Apply edits to the settled text in one step of undo."""
        apply_edits(self.text_document, self.settled_text(), edits)
        if not edits:
            self._refresh_dirty()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to be taken back."""
        return self.editable and (self.typing.is_open or self.text_document.isUndoAvailable())

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back that can be made again."""
        return self.editable and not self.typing.is_open and self.text_document.isRedoAvailable()

    def undo(self) -> None:
        """Take the last step back."""
        self.typing.flush()
        self.steps.undo()

    def redo(self) -> None:
        """Make the step again that was taken back last."""
        self.typing.flush()
        self.steps.redo()

    def load(self) -> None:
        """Read the document from disk; what is typed but not saved is gone afterwards."""
        self.disk.load()

    def show_page(self, page: int) -> None:
        """Show another page of a document that is too large to be edited."""
        if 0 <= page < len(self.pages):
            self.page = page
            self._feed(page_text(self.pages[page]), self._on_paged)

    def close(self) -> None:
        """Let go of the document: nothing that is still under way reports back."""
        self._digest_timer.stop()
        self.typing.drop()
        self._stop_feeding()
        self.disk.close()

    def fill(self, reading: Reading) -> None:
        """Take a document just read; ``loaded`` follows when the text is in place."""
        self.pages, self.page = reading.pages, 0
        self.authors = reading.base.authors
        self._take(reading.parsed)
        self._feed(reading.base.text, self._on_fed).left.connect(self._announce)

    def rebased(self, *, clean: bool) -> None:
        """Measure ``dirty`` from a new base; ``clean`` = the text is the base's now."""
        self.settling = True
        self.text_document.setModified(False)
        self.text_document.setModified(not clean)
        self.settling = False
        if not self.editable:
            self.text_document.clearUndoRedoStacks()
        self._refresh_dirty()
        self._digest_timer.start(0)

    def _on_notice(self, notice: SyncNotice, about: object) -> None:
        """Tell what concerns the file to those who show or edit the document."""
        self._signals[notice].emit(*(() if about is None else (about,)))

    def _feed(self, text: str, then: Callable[[], None]) -> Feeder:
        self._stop_feeding()
        self.settling = True
        feeder = self._feeder = Feeder(self.text_document, text, self)
        feeder.inserted.connect(self._mirror.append)
        feeder.finished.connect(lambda: self._mirror.resume(text))
        feeder.finished.connect(then)
        self._mirror.pause()
        large = len(text) > LARGE_CHARACTERS or has_long_line(text)
        if large:
            self.arriving.emit()
        feeder.clear()
        fit_wrapping(self.text_document, text)
        if large:
            QTimer.singleShot(0, feeder, feeder.start)
        else:
            feeder.start()
        return feeder

    def _stop_feeding(self) -> None:
        if self._feeder is not None:
            self._feeder.stop()
            self._feeder.deleteLater()
            self._feeder = None

    def _on_paged(self) -> None:
        self.settling = False
        self._revision = self.text_document.revision()

    def _on_fed(self) -> None:
        self._on_paged()
        self._refresh_dirty()
        self.arriving.emit()

    def _announce(self) -> None:
        self._read_revision = self._revision
        self.disk.filled()
        self.loaded.emit()
        self.parsed_changed.emit()

    def _on_contents_changed(self) -> None:
        revision = self.text_document.revision()
        if self.settling or revision == self._revision:
            return
        self._revision = revision
        self._refresh_dirty()
        self._digest_timer.start(LARGE_PARSE_DELAY_MS if self.large else PARSE_DELAY_MS)

    def _refresh_dirty(self) -> None:
        dirty = self.typing.is_open or (self.text_document.isModified() and not self._equals_base())
        if dirty != self._dirty:
            self._dirty = dirty
            self.dirty_changed.emit(dirty)

    def _equals_base(self) -> bool:
        return self.base is not None and not self.large and self.settled_text() == self.base_text

    def _digest(self) -> None:
        workspace, state = self._bus.workspace, self.disk.state
        if self._digesting or state.stage is not Stage.READY or not state.is_text or workspace is None:
            return
        self._digesting = True
        base, text = state.base, self.text()
        work = partial(digest, workspace, self.info, base, text, self.person)
        self._jobs.read(work, partial(self._on_digested, base, self._revision), self._on_undigested)

    def _on_digested(self, base: Base, revision: int, found: TextAnalysis) -> None:
        self._digesting = False
        if base is not self.disk.state.base or revision != self._revision or self.typing.is_open:
            self._digest_timer.start(PARSE_DELAY_MS)
            return
        self._read_revision = revision
        self.authors = found.authors
        self.secrets.set_read(found.covers)
        self._take(found.parsed)
        self.parsed_changed.emit()

    def _on_undigested(self, error: Exception) -> None:
        self._digesting = False
        self._jobs.unexpected(error)

    def _take(self, parsed: Parsed) -> None:
        """Keep the last parsed form that is sound while the text is momentarily not."""
        self.newest = parsed
        broken = any(problem.severity is Severity.ERROR for problem in parsed.problems)
        if not broken or self.parsed.record is None:
            self.parsed = parsed
