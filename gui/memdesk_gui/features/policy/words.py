"""The words for a policy: what each parameter does, where a value comes from, who changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.model import Json, Origin
from memdesk.systems.picoclaw_policy.layers import IgnoredReason, PolicyLayer, PolicyValue
from memdesk_gui.wording.wording import origin_name
from memdesk_gui.wording.writers import who

if TYPE_CHECKING:
    from memdesk.policy.timeline import PolicyStep

_LAYERS = {
    PolicyLayer.DEFAULT: QT_TRANSLATE_NOOP("PolicyModel", "default"),
    PolicyLayer.CONFIG: QT_TRANSLATE_NOOP("PolicyModel", "config"),
    PolicyLayer.OVERRIDE: QT_TRANSLATE_NOOP("PolicyModel", "override"),
}
_NOTES = {
    IgnoredReason.NOT_POSITIVE: QT_TRANSLATE_NOOP(
        "PolicyModel", "The value must be above 0; the default applies"
    ),
    IgnoredReason.CONFIG_IGNORED: QT_TRANSLATE_NOOP(
        "PolicyModel", "The configuration has a wrong value and is ignored"
    ),
    IgnoredReason.OVERRIDE_IGNORED: QT_TRANSLATE_NOOP(
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
_AUTHORS = {
    "reflection": QT_TRANSLATE_NOOP("PolicyModel", "{name} by reflection"),
    "agent": "{name}",
    "person": "{name}",
    "program": "{name}",
}


def meaning(key: str) -> str:
    """Return what a parameter does."""
    return _word(_MEANINGS[key])


def layer_text(layer: PolicyLayer) -> str:
    """Return the word for a layer."""
    return _word(_LAYERS[layer])


def note_text(value: PolicyValue) -> str:
    """Return why something that is set does not hold."""
    return _word(_NOTES[value.note]) if value.note else ""


def layers_text(value: PolicyValue) -> str:
    """Return what the layers below an effective value say: ``default 10 · config 5``."""
    said = (
        (PolicyLayer.DEFAULT, value.default),
        (PolicyLayer.CONFIG, value.config),
        (PolicyLayer.OVERRIDE, value.override),
    )
    others = ((layer, setting) for layer, setting in said if layer is not value.origin)
    return " · ".join(f"{layer_text(layer)} {setting_text(one)}" for layer, one in others if one is not None)


def setting_text(value: Json) -> str:
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


def change_text(key: str, old: Json, new: Json) -> str:
    """Return a key's change in words."""
    return f"{key} {setting_text(old)} → {setting_text(new)}"


def author_text(step: PolicyStep) -> str:
    """Return who made a change, and whether it was thinking about itself that brought it about."""
    actor = step.actor
    name = who(actor) if actor.origin is Origin.AGENT else origin_name(actor.origin)
    if step.author == "reflection" and actor.origin is Origin.FOREIGN:
        return QCoreApplication.translate("PolicyModel", "reflection")
    return _word(_AUTHORS[step.author.value]).format(name=name)


def _word(source: object) -> str:
    return QCoreApplication.translate("PolicyModel", str(source))
