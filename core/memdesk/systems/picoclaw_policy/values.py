"""Values of parameters as a person gives them, checked as agents read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from memdesk.errors import InvalidError
from memdesk.systems.picoclaw_policy.layers import KEYS, LARGEST, PARAMETERS, Parameter, Setting

Wishes: TypeAlias = Mapping[str, "Setting | None"]
"""Values by parameter; None takes a parameter out of its layer."""

_SWITCH = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
_WHOLE = re.compile(r"[+-]?\d{1,30}")


def parameter(key: str) -> Parameter:
    """Return the parameter of this name. Raises InvalidError where there is none."""
    found = next((one for one in PARAMETERS if one.key == key), None)
    if found is None:
        message = f"{key!r} is not a policy parameter; parameters: {', '.join(KEYS)}"
        raise InvalidError(message, reason="no_parameter", arguments=(key,))
    return found


def read_setting(key: str, text: str) -> Setting:
    """Return the value that a text gives to a parameter. Raises InvalidError: which rule it breaks."""
    wanted, said = parameter(key), text.strip().lower()
    if isinstance(wanted.default, bool):
        if said not in _SWITCH:
            raise _refused(wanted, "must be true or false", reason="setting_switch")
        return _SWITCH[said]
    if not _WHOLE.fullmatch(said):
        raise _refused(wanted, "must be a whole number", reason="setting_whole")
    return checked(key, int(said))


def checked(key: str, value: Setting) -> Setting:
    """Return a value that agents will act on. Raises InvalidError where they would not."""
    wanted = parameter(key)
    if isinstance(wanted.default, bool) and not isinstance(value, bool):
        raise _refused(wanted, "must be true or false", reason="setting_switch")
    if isinstance(value, bool) and not isinstance(wanted.default, bool):
        raise _refused(wanted, "must be a whole number", reason="setting_whole")
    if not -LARGEST <= value <= LARGEST:
        rule = f"must not be above {LARGEST}"
        raise _refused(wanted, rule, str(LARGEST), reason="setting_largest")
    if wanted.positive and value <= 0:
        rule = f"must be above 0; agents would take the default {wanted.default} instead"
        raise _refused(wanted, rule, str(wanted.default), reason="setting_not_positive")
    return value


def _refused(wanted: Parameter, rule: str, *arguments: str, reason: str) -> InvalidError:
    message = f"{wanted.key} {rule}; nothing was changed"
    return InvalidError(message, reason=reason, arguments=(wanted.key, *arguments))
