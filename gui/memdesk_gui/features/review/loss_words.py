"""What a rewrite lost, changed or made up, in the person's language. Secrets come masked from the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.checks.loss.loss import Loss, LossReport

_KINDS = {
    "entry": QT_TRANSLATE_NOOP("Losses", "entry"),
    "name": QT_TRANSLATE_NOOP("Losses", "name"),
    "number": QT_TRANSLATE_NOOP("Losses", "number"),
    "date": QT_TRANSLATE_NOOP("Losses", "date"),
    "link": QT_TRANSLATE_NOOP("Losses", "link"),
    "negation": QT_TRANSLATE_NOOP("Losses", "negation"),
}
_OUTCOMES = {
    "lost": QT_TRANSLATE_NOOP("Losses", "Lost: {before}"),
    "changed": QT_TRANSLATE_NOOP("Losses", "{before} → {after}"),
    "invented": QT_TRANSLATE_NOOP("Losses", "Not there before: {after}"),
}


def losses_headline(report: LossReport) -> str:
    """Return in a line what a rewrite did; why it needs a look comes first."""
    return sentences((_alarm(report), _extent(report)))


def _alarm(report: LossReport) -> str:
    translate = QCoreApplication.translate
    alarm = "" if report.alarm is None else report.alarm.value
    pinned, count = report.pinned_lost, report.total
    if alarm == "pinned_entry_lost":
        return translate("Losses", "%n pinned entries are lost.", "", pinned)
    if alarm == "many_entries_lost":
        words = translate("Losses", "{lost} of {entries} entries are lost.")
        return words.format(lost=report.entries_lost, entries=report.entries)
    return translate("Losses", "%n facts are lost, changed or new.", "", count)


def _extent(report: LossReport) -> str:
    if report.whole:
        return ""
    return QCoreApplication.translate("Losses", "So much differs that only whole entries were compared.")


def loss_item(loss: Loss, place: int) -> RowItem:
    """Return a loss as a row."""
    translate = QCoreApplication.translate
    words = _word(_OUTCOMES[loss.outcome.value]).format(
        before=printable(loss.before), after=printable(loss.after)
    )
    if loss.pinned:
        words = translate("Losses", "Pinned. {words}").format(words=words)
    line = translate("Losses", "line {number}").format(number=loss.line_before or loss.line_after)
    kind = _word(_KINDS[loss.kind.value])
    row = ListRow(words, line, kind, warning=loss.pinned)
    return RowItem(f"loss {place}", row, f"{words}\n{line}")


def _word(source: object) -> str:
    return QCoreApplication.translate("Losses", str(source))
