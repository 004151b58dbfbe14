"""Which editor shows which document. Editors are loaded after the first paint, or when one is needed."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from importlib import import_module

from PySide6.QtWidgets import QWidget

from memdesk.model import Kind
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.documents import Stage
from memdesk_gui.editors.base import Editor, EditorMode
from memdesk_gui.editors.source import is_broken, make_editor, source_editor

_STRUCTURED = {
    Kind.PROFILE: "editors.profile:ProfileEditor",
    Kind.COMPARTMENTS: "editors.entries:EntriesEditor",
    Kind.POLICY: "features.policy.editor:PolicyEditor",
    Kind.CONFIG: "features.policy.editor:PolicyEditor",
    Kind.POLICY_SNAPSHOT: "features.history.backup_editor:BackupEditor",
    Kind.BACKUP: "features.history.backup_editor:BackupEditor",
    Kind.HOT: "editors.tiers:TiersEditor",
    Kind.WARM: "editors.tiers:TiersEditor",
    Kind.COLD: "editors.database:DatabaseEditor",
    Kind.TREE: "editors.tree:TreeEditor",
    Kind.SESSION: "editors.session:SessionEditor",
    Kind.SEARCH_DB: "editors.database:DatabaseEditor",
}
"""Module and class of the editors that show a document's parsed form."""

_BYTES = frozenset({Kind.COLD, Kind.SEARCH_DB})
"""Kinds that are no text, so that there is no source to show."""

_TEXTS = (
    "editors.summary_bar:",
    "editors.markdown:MarkdownEditor",
    "editors.structured:",
    "editors.text_entry_form:",
    "editors.text_entries:",
    "editors.entry_text:",
    "editors.raw:RawEditor",
    "editors.dual:DualEditor",
    "editors.compare:",
    "editors.notices:",
    "editors.refused:",
)
"""The editors that most documents are opened with, and what comes with them; what others need comes first."""

_POLICY = ("features.policy.form:", "features.policy.changes_view:", "features.policy.trial:")
"""Parts of the policy's page."""

_TIERS = ("editors.hot_form:", "editors.hot_page:", "editors.warm_form:", "editors.warm_page:")
"""Parts of the editor of tiers, which is too much for one step."""


def editor_for(buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> Editor:
    """Return a new editor for a buffer that was loaded."""
    if buffer.stage is Stage.REFUSED:
        return make_editor("editors.refused:RefusedEditor", buffer, context, parent)
    structured = _STRUCTURED.get(buffer.info.kind)
    if structured is None or buffer.read_only_reason == "paged":
        return source_editor(buffer, context, parent)
    if buffer.info.kind in _BYTES:
        return make_editor(structured, buffer, context, parent)
    from memdesk_gui.editors.dual import DualEditor

    first = EditorMode.SOURCE if is_broken(buffer) else EditorMode.FORM
    return DualEditor(lambda p: make_editor(structured, buffer, context, p), first, buffer, context, parent)


def load_editors() -> Iterator[None]:
    """Import the editors, the most used first; step by step."""
    for name in dict.fromkeys((*_TEXTS, *_TIERS, *_POLICY, *_STRUCTURED.values())):
        import_module(f"memdesk_gui.{name.partition(':')[0]}")
        yield


def look_of(buffer: DocumentBuffer) -> tuple[object, ...]:
    """Return what of a document's name and kind decides how it is shown."""
    return buffer.info.kind, posixpath.splitext(buffer.uri)[1]
