"""Changes as text to hand on, in the person's language. Runs in the read pool."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from memdesk.model import Change
from memdesk_gui.bridge.row_words import told
from memdesk_gui.wording.wording import exact_time

if TYPE_CHECKING:
    from memdesk.review.report import ReviewReport
    from memdesk.review.report_formats import ReportWords
    from memdesk.workspace import Workspace


class ShareFormat(StrEnum):
    """How changes are written down."""

    MARKDOWN = "markdown"
    DIFF = "diff"
    JSON = "json"


class SharedText(NamedTuple):
    """What is handed on: of what, how many changes, and the text itself."""

    name: str
    changes: int
    text: str


Share = Callable[["Workspace", ShareFormat], SharedText]
"""Makes the text of something."""


def review_text(workspace: Workspace, shape: ShareFormat) -> SharedText:
    """Return all that waits for review."""
    from memdesk.review import Filter
    from memdesk.review.report import review_report

    return _written(review_report(workspace, Filter(), told), shape, "")


def history_text(uri: str, workspace: Workspace, shape: ShareFormat) -> SharedText:
    """Return every version of a document."""
    from memdesk.review.report import history_report

    return _written(history_report(workspace, uri, told), shape, _history_of(uri))


def change_text(change: Change, workspace: Workspace, shape: ShareFormat) -> SharedText:
    """Return one change of a document."""
    from memdesk.history.timeline import Version
    from memdesk.review.report import version_report

    version = Version(change.uri, change.after, change.before, change.time, change.actor, change.kind)
    report = version_report(workspace, change.uri, (version,), told)
    title = QCoreApplication.translate("Share", "A change of {name}").format(name=f"`{change.uri}`")
    return _written(report, shape, title)


def _history_of(uri: str) -> str:
    return QCoreApplication.translate("Share", "History of {name}").format(name=f"`{uri}`")


def _written(report: ReviewReport, shape: ShareFormat, title: str) -> SharedText:
    from memdesk.review.report_formats import markdown, report_json, unified

    if shape is ShareFormat.MARKDOWN:
        text = markdown(report, _words(), title=title)
    elif shape is ShareFormat.DIFF:
        text = unified(report)
    else:
        text = json.dumps(report_json(report), indent=2, ensure_ascii=False) + "\n"
    return SharedText(report.name, len(report.changes), text)


def _words() -> ReportWords:
    from memdesk.model import ChangeKind
    from memdesk.review.report_formats import ReportWords
    from memdesk_gui.features.review.finding_words import finding_text

    translate = QCoreApplication.translate
    return ReportWords(
        waiting=translate("Share", "What waits for review in {name}"),
        since=translate("Share", "What changed in {name} since {since}"),
        nothing=translate("Share", "Nothing."),
        binary=translate("Share", "It is no text."),
        not_kept=translate("Share", "A version is no longer kept, so there is nothing to compare."),
        line=translate("Share", "line {number}"),
        kinds=(
            (ChangeKind.CREATED, translate("Share", "created")),
            (ChangeKind.MODIFIED, translate("Share", "changed")),
            (ChangeKind.DELETED, translate("Share", "deleted")),
        ),
        finding=finding_text,
        time=exact_time,
    )
