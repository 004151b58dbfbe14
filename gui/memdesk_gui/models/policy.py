"""A policy's parameters as rows, each with the layer its value comes from."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject

from memdesk.policy.layers import Layer, Note, PolicyValue, Setting
from memdesk_gui.models import records
from memdesk_gui.theme import Theme

_LAYERS = {
    Layer.DEFAULT: ("○", QT_TRANSLATE_NOOP("PolicyModel", "default")),
    Layer.CONFIG: ("◐", QT_TRANSLATE_NOOP("PolicyModel", "config")),
    Layer.OVERRIDE: ("●", QT_TRANSLATE_NOOP("PolicyModel", "override")),
}
_NOTES = {
    Note.NOT_POSITIVE: QT_TRANSLATE_NOOP("PolicyModel", "What is set is not above 0, so the default holds"),
    Note.CONFIG_IGNORED: QT_TRANSLATE_NOOP(
        "PolicyModel", "The configuration has a wrong value and is ignored"
    ),
    Note.OVERRIDE_IGNORED: QT_TRANSLATE_NOOP(
        "PolicyModel", "The overrides have a wrong value and are ignored"
    ),
}
_MEANINGS = {
    "retrieve_limit": QT_TRANSLATE_NOOP("PolicyModel", "Pieces of memory retrieved for a question"),
    "recent_days": QT_TRANSLATE_NOOP("PolicyModel", "Days of daily notes that are always given"),
    "session_summary_message_threshold": QT_TRANSLATE_NOOP(
        "PolicyModel", "Messages after which a session is summarised"
    ),
    "session_summary_token_percent": QT_TRANSLATE_NOOP(
        "PolicyModel", "Share of the context after which a session is summarised"
    ),
    "session_summary_keep_count": QT_TRANSLATE_NOOP("PolicyModel", "Messages kept after a summary"),
    "session_relevant_history_limit": QT_TRANSLATE_NOOP(
        "PolicyModel", "Relevant turns given; 0 gives all of them"
    ),
    "session_relevant_fallback_keep": QT_TRANSLATE_NOOP(
        "PolicyModel", "Messages given where no turn is relevant"
    ),
    "long_term_compress_char_threshold": QT_TRANSLATE_NOOP(
        "PolicyModel", "Size from which long-term memory is compressed; 0 never compresses"
    ),
    "evolution_enabled": QT_TRANSLATE_NOOP("PolicyModel", "The agent may change this policy itself"),
}


class Column(IntEnum):
    """The columns."""

    KEY = 0
    VALUE = 1
    ORIGIN = 2
    DEFAULT = 3
    CONFIG = 4
    OVERRIDE = 5
    NOTE = 6


class PolicyModel(records.RecordsModel[PolicyValue]):
    """The parameters of a policy."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        columns: tuple[records.Column[PolicyValue], ...] = (
            records.Column(
                QCoreApplication.translate("PolicyModel", "Parameter"), lambda value: value.key, tip=meaning
            ),
            records.Column(
                QCoreApplication.translate("PolicyModel", "Value"),
                lambda value: setting_text(value.value),
                number=True,
                strong=True,
            ),
            records.Column(
                QCoreApplication.translate("PolicyModel", "From"),
                origin_text,
                token=_origin_token,
                tip=note_text,
            ),
            _layer(QCoreApplication.translate("PolicyModel", "Default"), lambda value: value.default),
            _layer(QCoreApplication.translate("PolicyModel", "Config"), lambda value: value.config),
            _layer(QCoreApplication.translate("PolicyModel", "Override"), lambda value: value.override),
            records.Column(
                QCoreApplication.translate("PolicyModel", "Note"),
                note_text,
                token=lambda _: "foreign",
                tip=note_text,
            ),
        )
        super().__init__(columns, lambda value: value.key, theme, parent)


def meaning(value: PolicyValue) -> str:
    """Return a parameter's whole name and what it does."""
    return f"{value.key}\n{_word(_MEANINGS[value.key])}"


def origin_text(value: PolicyValue) -> str:
    """Return the layer a value comes from: a mark and a word."""
    mark, word = _LAYERS[value.origin]
    return f"{mark} {_word(word)}"


def note_text(value: PolicyValue) -> str:
    """Return why something that is set does not hold."""
    return _word(_NOTES[value.note]) if value.note else ""


def setting_text(value: Setting | None) -> str:
    """Return a value as a person says it; a dash for none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return (
            QCoreApplication.translate("PolicyModel", "on")
            if value
            else QCoreApplication.translate("PolicyModel", "off")
        )
    return str(value)


def _layer(title: str, pick: Callable[[PolicyValue], Setting | None]) -> records.Column[PolicyValue]:
    """Return the column of what one layer says."""
    return records.Column(title, lambda value: setting_text(pick(value)), token=_muted, number=True)


def _origin_token(value: PolicyValue) -> str:
    return "muted" if value.origin is Layer.DEFAULT else ""


def _muted(_: PolicyValue) -> str:
    return "muted"


def _word(source: object) -> str:
    return QCoreApplication.translate("PolicyModel", str(source))
