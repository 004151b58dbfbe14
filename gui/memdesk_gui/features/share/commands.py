"""The ways to hand on what is in front: to the clipboard, or into a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.share.texts import (
    Share,
    SharedText,
    ShareFormat,
    change_text,
    history_text,
    review_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memdesk.model import Change
    from memdesk_gui.features.shell import Shell

ENDS = {".md": ShareFormat.MARKDOWN, ".diff": ShareFormat.DIFF, ".json": ShareFormat.JSON}
"""What the name of a file says of its format."""

AFTER = State.WORKSPACE, State.DOCUMENT, State.SHOWN


class ShareCommands(Feature):
    """Copies or saves the review, where its inbox is in front, else the history of the document in front."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._inbox: QWidget | None = None
        window.inbox_made.connect(self._on_inbox)
        ways = (
            (ShareFormat.MARKDOWN, self.tr("Copy as Mark&down")),
            (ShareFormat.DIFF, self.tr("Copy as &unified diff")),
            (ShareFormat.JSON, self.tr("Copy as &JSON")),
        )
        for place, (name, text) in enumerate(ways, 1):
            copy = partial(self._copy_front, name)
            words = self.tr("share export report pull request")
            window.context.commands.add(
                Command(
                    f"share.{name}",
                    text,
                    copy,
                    reason=self._refusal,
                    words=words,
                    after=AFTER,
                    menu=(Menu.FILE, 5, place),
                )
            )

    def prepare(self) -> Iterator[None]:
        """Copy what the inspector shows of the past."""
        self._window.inspector.share_wanted.connect(self.copy_change)
        yield

    def copy_change(self, change: Change, shape: str) -> None:
        """Put one change on the clipboard in the format of this name."""
        self._make(partial(change_text, change), ShareFormat(shape), self._put_on_clipboard)

    def save(self, path: Path) -> None:
        """Write what is in front into a file; its name says in which format."""
        share, shape = self._front(), ENDS.get(path.suffix.lower(), ShareFormat.MARKDOWN)
        if share is not None:
            self._make(share, shape, partial(self._write, path))

    def _on_inbox(self, page: QWidget) -> None:
        self._inbox = page

    def _front(self) -> Share | None:
        """Return what makes the text of what is in front."""
        window = self._window
        if self._inbox is not None and window.area.covered_by(self._inbox):
            return review_text
        current = window.context.documents.current
        return None if current is None else partial(history_text, current.uri)

    def _refusal(self) -> str:
        if self._window.context.bus.workspace is None:
            return self.tr("No folder is open.")
        return "" if self._front() is not None else self.tr("Open a document or the review inbox first.")

    def _copy_front(self, shape: ShareFormat) -> None:
        share = self._front()
        if share is not None:
            self._make(share, shape, self._put_on_clipboard)

    def _make(self, share: Share, shape: ShareFormat, then: Callable[[SharedText], None]) -> None:
        context = self._window.context
        workspace = context.bus.workspace
        if workspace is not None:
            context.jobs.read(partial(share, workspace, shape), then, self._window.show_error)

    def _put_on_clipboard(self, made: SharedText) -> None:
        QGuiApplication.clipboard().setText(made.text)
        count = made.changes  # lupdate does not find a call whose number is an attribute
        said = self.tr("Copied: %n changes of {name}. Secrets are covered.", "", count)
        self._window.toast.show_message(said.format(name=made.name))

    @command(
        "share.save",
        lambda self: self.tr("Save as a rep&ort…"),
        words=lambda self: self.tr("share export report pull request"),
        reason=_refusal,
        after=AFTER,
        menu=(Menu.FILE, 5, 4),
    )
    def _ask(self) -> None:
        dialog = QFileDialog(self._window, self.tr("Save as a report"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(
            (
                self.tr("Markdown (*.md)"),
                self.tr("Unified diff (*.diff)"),
                self.tr("JSON (*.json)"),
            )
        )
        dialog.setDefaultSuffix("md")
        dialog.filterSelected.connect(lambda text: dialog.setDefaultSuffix(text.rpartition(".")[2][:-1]))
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()

    def _write(self, path: Path, made: SharedText) -> None:
        from memdesk.runtime.atomic_file import write_text

        done = partial(self._on_written, path)
        self._window.context.jobs.write(partial(write_text, path, made.text), done, self._window.show_error)

    def _on_written(self, path: Path, written: bool) -> None:
        done, failed = self.tr("Saved: {name}. Secrets are covered."), self.tr("Could not save {name}.")
        self._window.toast.show_message((done if written else failed).format(name=path.name))
