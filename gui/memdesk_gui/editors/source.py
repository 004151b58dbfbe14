"""The editor of a document's text itself, and how an editor is made by its name."""

from __future__ import annotations

from importlib import import_module

from PySide6.QtWidgets import QWidget

from memdesk.model import Kind, Severity
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import Editor
from memdesk_gui.editors.models.text_entries import split_for

_PROSE = (".md", ".markdown", ".mdx")


def source_editor(buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> Editor:
    """Return a new editor of the buffer's text itself."""
    prose = buffer.uri.endswith(_PROSE) and buffer.read_only_reason not in ("binary", "paged")
    split = split_for(buffer.info) if prose else None
    if split is not None:
        from memdesk_gui.editors.entry_text import EntryTextEditor

        return EntryTextEditor(split, buffer, context, parent)
    return make_editor(
        "editors.markdown:MarkdownEditor" if prose else "editors.raw:RawEditor", buffer, context, parent
    )


def is_broken(buffer: DocumentBuffer) -> bool:
    """Say whether the text does not parse, so that only its source can be shown.

    A policy's page does not depend on it: it tells what holds all the same, and has the way back.
    """
    if buffer.info.kind is Kind.POLICY:
        return False
    errors = any(problem.severity is Severity.ERROR for problem in buffer.problems)
    return errors or buffer.parsed.record is None


def make_editor(name: str, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None) -> Editor:
    """Return a new editor of the class that ``name`` names by its module in the window and its own name."""
    module, _, kind = name.partition(":")
    made: Editor = getattr(import_module(f"memdesk_gui.{module}"), kind)(buffer, context, parent)
    return made
