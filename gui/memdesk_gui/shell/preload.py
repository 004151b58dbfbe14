"""What the first picture does not need is imported after it, a module or so per turn of the event loop.

A thread of its own would be no kinder: importing is pure computing, for which it would fight the window.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import date
from importlib import import_module

from memdesk.text.cooperative import yielding

_CORE = (
    "selectors",
    "socket",
    "locale",
    "calendar",
    "email.quoprimime",
    "email.utils",
    "email.header",
    "email.message",
    "csv",
    "importlib.resources",
    "importlib.metadata",
    "secrets",
    "ctypes",
    "memdesk.store.fs.names",
    "memdesk.store.fs.safe_root",
    "memdesk.store.locking.lock",
    "memdesk.store.integrity.damage",
    "memdesk.store.integrity.log_copy",
    "memdesk.store.integrity.copies",
    "memdesk.store.oplog.operations",
    "memdesk.store.oplog.journal",
    "memdesk.store.oplog.operations",
    "memdesk.store.commit.request",
    "memdesk.store.versions.blobs",
    "memdesk.store.oplog.unfinished",
    "memdesk.store.oplog.audit",
    "memdesk.store.versions.gc",
    "memdesk.store.fs.swap",
    "memdesk.store.commit.change",
    "memdesk.store.commit.recovery",
    "memdesk.store.external.recorder",
    "memdesk.store.verify",
    "memdesk.store.archive",
    "memdesk.store.oplog.agent_operations",
    "memdesk.store.reader",
    "memdesk.store.commit.transaction",
    "memdesk.store.fs.aliases",
    "memdesk.store.homes",
    "memdesk.store.external.unlogged",
    "memdesk.store.metadata.restoring",
    "memdesk.store.store",
    "memdesk.store.mirror",
    "memdesk.store.joint_records",
    "memdesk.store.joint",
    "difflib",
    "memdesk.text.diff",
    "memdesk.watch.known_state",
    "memdesk.watch.examiner",
    "memdesk.watch.feed",
    "memdesk.watch.watcher",
    "memdesk.text.json.edit",
    "memdesk.text.json.text",
    "memdesk.access.locks",
    "memdesk.checks.loss.fact",
    "memdesk.access.proposals",
    "memdesk.access.gate",
    "sqlite3",
    "memdesk.index.local_state.database",
    "memdesk.index.local_state.baseline",
    "memdesk.watch.catalog",
    "memdesk.systems.registry",
    "memdesk.workspace",
    "memdesk.text.authorship",
    "memdesk.drafts.draft",
    "memdesk.drafts.places",
    "memdesk.drafts.folder",
    "memdesk.checks.places",
    "memdesk_gui.documents.document_io",
)
"""Modules in an order in which each finds most of what it needs imported already."""
_SYSTEMS = (
    "memdesk.systems.choices",
    "memdesk.systems.conversation",
    "memdesk.systems.dated_notes",
    "memdesk.systems.sqlite_bytes",
    "memdesk.systems.packaged",
    "memdesk.text.markdown_entries",
    "memdesk.systems.picoclaw_layout",
    "memdesk.systems.picoclaw_policy",
    "memdesk.systems.picoclaw_policy.layers",
    "memdesk.systems.picoclaw_policy.reading",
    "memdesk.systems.picoclaw_policy.values",
    "memdesk.systems.index_memory",
    "memdesk.systems.picoclaw_memskill.entries",
)
"""What several systems need."""
_PANES = (
    "html",
    "memdesk_gui.documents.sync",
    "memdesk_gui.documents.blame",
    "memdesk_gui.widgets.text.layout",
    "memdesk_gui.documents.buffer",
    "memdesk_gui.features.review.findings_list",
    "memdesk_gui.editors.blame_words",
    "memdesk_gui.features.history.texts",
    "memdesk_gui.widgets.lists.row_keys",
    "memdesk_gui.features.inspector.pane",
    "memdesk_gui.features.history.timeline_model",
    "memdesk_gui.features.history.version_actions",
    "memdesk_gui.widgets.banner",
    "memdesk_gui.features.history.version_facts",
    "memdesk_gui.features.history.pane",
    "memdesk.text.invisible",
    "memdesk_gui.widgets.text.highlighter",
    "memdesk_gui.widgets.text.text_view",
    "memdesk.text.tokens",
    "memdesk_gui.features.context.column",
    "memdesk_gui.features.context.pane",
    "memdesk_gui.features.history.activity_pane",
    "memdesk_gui.features.overview.figures",
    "memdesk_gui.widgets.day_bars",
    "memdesk_gui.widgets.link_section",
    "memdesk_gui.features.review.finding_words",
    "memdesk_gui.features.overview.lines",
    "memdesk_gui.features.overview.page",
)
_PAGE = (
    "memdesk_gui.widgets.text.diff_text",
    "memdesk_gui.widgets.text.diff_view",
    "memdesk.systems.pegasus.summary",
    "memdesk.systems.pegasus.edit",
    "memdesk_gui.widgets.lists.models.records",
    "memdesk_gui.editors.registry",
    "memdesk_gui.features.area.page",
    "memdesk_gui.editors.chunk_marks",
    "memdesk_gui.editors.text",
    "memdesk_gui.widgets.lists.table",
    "memdesk.text.preview_html",
    "memdesk_gui.widgets.text.preview",
)
_TIERS = (
    "memdesk.systems.evoclaw.score",
    "memdesk.systems.evoclaw.records",
    "memdesk.systems.evoclaw.database",
    "memdesk.text.little_words",
    "memdesk.text.dates",
    "memdesk.text.spellings",
    "memdesk.text.terms",
    "memdesk.systems.evoclaw.distil",
    "memdesk.systems.evoclaw.entries",
    "memdesk.systems.evoclaw.tree",
    "memdesk.systems.evoclaw.retrieve",
    "memdesk.systems.evoclaw.details",
    "memdesk.systems.evoclaw.hot_items",
    "memdesk.systems.evoclaw.edit_hot",
    "memdesk_gui.editors.models.hot",
    "memdesk_gui.editors.models.board",
)
_ENTRIES = ("uuid", "memdesk.systems.aigentic.edit", "memdesk_gui.widgets.tags_field")
_PAST = ("memdesk_gui.features.history.version_view",)
_MERGE = (
    "memdesk.text.merge.json_merge",
    "memdesk.text.units",
    "memdesk.text.merge.session",
    "memdesk.text.merge.resume",
    "memdesk_gui.features.merge.columns",
    "memdesk.ops.save",
    "memdesk.text.old_order",
    "memdesk.text.certain",
    "memdesk.text.taking_back",
    "memdesk.ops.merge",
    "memdesk_gui.features.merge.sides",
    "memdesk_gui.features.merge.marked_sides",
    "memdesk_gui.features.merge.page",
)
_BEHIND = (
    "memdesk.history.history",
    "memdesk.checks.instruction",
    "memdesk.checks.check",
    "memdesk.checks.loss.dates",
    "memdesk.checks.loss.han_names",
    "memdesk.checks.loss.numbers",
    "memdesk.checks.loss.names",
    "memdesk.checks.loss.negation",
    "memdesk.checks.loss.statement",
    "memdesk.checks.loss.report",
    "http.client",
    "urllib.request",
    "detect_secrets.plugins.base",
    "memdesk.findings",
    "memdesk.review",
    "memdesk.review.overview",
)
_WATCH = ("memdesk.watch.observers.base",)


def load_core() -> Iterator[None]:
    """Import what opening a workspace needs."""
    yield from _load(_CORE)
    yield from _load(_SYSTEMS)
    from memdesk.systems.registry import bundled

    yield from _load(bundled())


def load_panes() -> Iterator[None]:
    """Import what is shown in the docks."""
    yield from _load(_PANES)


def load_rest() -> Iterator[None]:
    """Import what an open workspace needs soon."""
    yield from _load((*_PAGE, *_TIERS, *_ENTRIES))
    from memdesk_gui.editors.registry import load_editors

    yield from _load(_PAST)
    yield from load_editors()
    yield from _load(_MERGE)
    yield from _load(_WATCH)


def load_covers() -> None:
    """Import what finds the secrets of a document; to be called in the background, like what follows.

    It compiles long patterns, and the first document that is read would wait for that.
    """
    import_module("memdesk.checks.covering")


def load_behind() -> None:
    """Import what only work in the background needs; the window never waits for it."""
    from memdesk.checks import check_text

    for name in yielding(_BEHIND, 1):
        import_module(name)
    check_text("", today=date.min)


def _load(names: Iterable[str]) -> Iterator[None]:
    for name in names:
        if name not in sys.modules:
            import_module(name)
            yield
