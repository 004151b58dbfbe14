"""The changes of a policy as rows, one for each key that a change touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.systems.picoclaw_policy.changes import KeyChange
from memdesk_gui.features.policy.words import author_text, setting_text
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.models.records import RecordColumn, RecordsModel
from memdesk_gui.wording.wording import exact_time, relative_time, via_name

if TYPE_CHECKING:
    from memdesk.policy.timeline import PolicyStep


class ChangeRow(NamedTuple):
    """A key of a change; ``change`` is None where the change touched no key, or nobody knows which."""

    step: PolicyStep
    change: KeyChange | None

    @property
    def name(self) -> str:
        """What this row is known by."""
        return f"{self.step.config}{self.step.name}@{self.step.time}/{self.change.key if self.change else ''}"


class ChangesModel(RecordsModel[ChangeRow]):
    """Changes, the newest first."""

    def __init__(self, theme: Theme, now: Callable[[], float], parent: QObject | None = None) -> None:
        columns: tuple[RecordColumn[ChangeRow], ...] = (
            RecordColumn(QCoreApplication.translate("ChangesModel", "Changed"), _what, tip=_reason),
            RecordColumn(
                QCoreApplication.translate("ChangesModel", "From"),
                lambda row: setting_text(row.change.old) if row.change else "",
                token=lambda _: "muted",
                number=True,
            ),
            RecordColumn(
                QCoreApplication.translate("ChangesModel", "To"),
                lambda row: setting_text(row.change.new) if row.change else "",
                number=True,
                strong=True,
            ),
            RecordColumn(
                QCoreApplication.translate("ChangesModel", "By"),
                lambda row: author_text(row.step),
                token=lambda row: row.step.actor.origin.value,
                tip=_whom,
            ),
            RecordColumn(
                QCoreApplication.translate("ChangesModel", "When"),
                lambda row: row.step.time,
                shown=lambda row: relative_time(row.step.time, now()),
                token=lambda _: "muted",
                tip=lambda row: exact_time(row.step.time),
            ),
        )
        super().__init__(columns, lambda row: row.name, theme, parent)


def change_rows(steps: tuple[PolicyStep, ...]) -> list[ChangeRow]:
    """Return the rows of changes: one for each key, one for what touched none."""
    return [ChangeRow(step, change) for step in steps for change in step.changes or (None,)]


def _what(row: ChangeRow) -> str:
    if row.change is not None:
        file = row.step.config.rpartition("/")[2]
        return f"{file} › {row.change.key}" if file else row.change.key
    if row.step.old is None or row.step.new is None:
        return QCoreApplication.translate("ChangesModel", "cannot be read")
    return QCoreApplication.translate("ChangesModel", "nothing")


def _reason(row: ChangeRow) -> str:
    taken = row.step.snapshot.rpartition("/")[2]
    return "\n".join(filter(None, (row.step.reason, row.step.config, taken)))


def _whom(row: ChangeRow) -> str:
    actor = row.step.actor
    return " · ".join(filter(None, (author_text(row.step), via_name(actor.via), actor.tool, actor.session)))
