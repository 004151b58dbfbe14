"""The layers of a memory policy (built-in default, configuration, overrides) and what they amount to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from memdesk.model import Json

Setting: TypeAlias = "int | bool"
"""A policy's value: a number or a switch."""


class PolicyLayer(StrEnum):
    """The layers, weakest first."""

    DEFAULT = "default"
    CONFIG = "config"
    OVERRIDE = "override"


class IgnoredReason(StrEnum):
    """Why a value that is set does not count."""

    NOT_POSITIVE = "not_positive"
    CONFIG_IGNORED = "config_ignored"
    OVERRIDE_IGNORED = "override_ignored"


class Parameter(NamedTuple):
    """A parameter with its default; ``positive`` ones take the default instead of 0 or less."""

    key: str
    default: Setting
    positive: bool = False


PARAMETERS = (
    Parameter("retrieve_limit", 10, True),
    Parameter("recent_days", 3, True),
    Parameter("session_summary_message_threshold", 20, True),
    Parameter("session_summary_token_percent", 75, True),
    Parameter("session_summary_keep_count", 4, True),
    Parameter("session_relevant_history_limit", 0),
    Parameter("session_relevant_fallback_keep", 8),
    Parameter("long_term_compress_char_threshold", 0),
    Parameter("evolution_enabled", False),
)
"""Every parameter, in the order in which agents write them."""

KEYS = tuple(parameter.key for parameter in PARAMETERS)

LARGEST = (1 << 63) - 1
"""The largest number that agents can read; beyond it a value is of the wrong type to them."""


_IGNORED = {
    PolicyLayer.CONFIG: IgnoredReason.CONFIG_IGNORED,
    PolicyLayer.OVERRIDE: IgnoredReason.OVERRIDE_IGNORED,
}


@dataclass(frozen=True, slots=True)
class PolicyValue:
    """One parameter: what holds, which layer it comes from, and what each layer says (None = nothing)."""

    key: str
    value: Setting
    origin: PolicyLayer
    default: Setting
    config: Setting | None = None
    override: Setting | None = None
    note: IgnoredReason | None = None

    def as_json(self) -> Json:
        """Return everything but the key as JSON."""
        found: dict[str, Json] = asdict(self)
        del found["key"]
        return found


def effective_policy(
    config: Mapping[str, Json] | None, overrides: Mapping[str, Json] | None
) -> tuple[PolicyValue, ...]:
    """Return every parameter with the layer it comes from.

    As agents read them, one value of the wrong type makes them ignore its whole layer, and a value that must
    be positive but is not falls back to the built-in default, past the layers between.
    """
    return tuple(_value(parameter, config or {}, overrides or {}) for parameter in PARAMETERS)


def wrong_types(layer: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the parameters whose value has the wrong type; any of them makes agents ignore the layer."""
    return tuple(
        parameter.key
        for parameter in PARAMETERS
        if layer.get(parameter.key) is not None and _setting(parameter, layer) is None
    )


def _value(parameter: Parameter, config: Mapping[str, Json], overrides: Mapping[str, Json]) -> PolicyValue:
    said_config, said_override = _setting(parameter, config), _setting(parameter, overrides)
    value, origin, note = parameter.default, PolicyLayer.DEFAULT, None
    layers = ((PolicyLayer.CONFIG, config, said_config), (PolicyLayer.OVERRIDE, overrides, said_override))
    for layer, settings, said in layers:
        if settings.get(parameter.key) is not None and wrong_types(settings):
            note = _IGNORED[layer]
        elif said is not None:
            value, origin, note = said, layer, None
    if parameter.positive and value <= 0:
        value, origin, note = parameter.default, PolicyLayer.DEFAULT, IgnoredReason.NOT_POSITIVE
    return PolicyValue(parameter.key, value, origin, parameter.default, said_config, said_override, note)


def _setting(parameter: Parameter, layer: Mapping[str, Json]) -> Setting | None:
    """Return what a layer says of a parameter, or None where it says nothing usable."""
    said = layer.get(parameter.key)
    if isinstance(parameter.default, bool):
        return said if isinstance(said, bool) else None
    whole = isinstance(said, int) and not isinstance(said, bool) and -LARGEST <= said <= LARGEST
    return said if whole and isinstance(said, int) else None
