"""A profile as rows of key and value."""

from __future__ import annotations

import json

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.systems.picoclaw_profile.records import ProfileItem
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.models.records import RecordColumn, RecordsModel

KEY, VALUE = 0, 1


class ProfileModel(RecordsModel[ProfileItem]):
    """The items of a profile."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        key: RecordColumn[ProfileItem] = RecordColumn(
            QCoreApplication.translate("ProfileModel", "Key"),
            lambda item: item.key,
            shown=lambda item: item.key or _empty_key(),
            token=lambda item: "" if item.key else "muted",
            editable=lambda _: True,
        )
        value: RecordColumn[ProfileItem] = RecordColumn(
            QCoreApplication.translate("ProfileModel", "Value"),
            lambda item: item.value if item.text else json.dumps(item.raw, ensure_ascii=False),
            token=lambda item: "" if item.text else "foreign",
            tip=lambda item: "" if item.text else _not_text(),
            editable=lambda item: item.text and "\n" not in item.value,
        )
        super().__init__((key, value), lambda item: item.key, theme, parent)


def _empty_key() -> str:
    return QCoreApplication.translate("ProfileModel", "(empty key)")


def _not_text() -> str:
    return QCoreApplication.translate("ProfileModel", "Not a text: the agent reads it as empty.")
