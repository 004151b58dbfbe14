"""Copies of a document (snapshots, backups) as rows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.model import DocumentInfo
from memdesk_gui.models.records import Column, RecordsModel
from memdesk_gui.theme import Theme
from memdesk_gui.wording import size_text


class CopiesModel(RecordsModel[DocumentInfo]):
    """Copies, the newest first."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        columns: tuple[Column[DocumentInfo], ...] = (
            Column(QCoreApplication.translate("CopiesModel", "Taken"), lambda info: info.title),
            Column(QCoreApplication.translate("CopiesModel", "File"), _name, token=lambda _: "muted"),
            Column(
                QCoreApplication.translate("CopiesModel", "Size"),
                lambda info: info.size,
                shown=lambda info: size_text(info.size),
                number=True,
            ),
        )
        super().__init__(columns, lambda info: info.uri, theme, parent)


def _name(info: DocumentInfo) -> str:
    return info.uri.rpartition("/")[2]
