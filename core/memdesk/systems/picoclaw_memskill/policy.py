"""Policy overrides, snapshots of them, and the ``memory`` block of ``config.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.model import Json, Parsed, Problem, Severity, Unit
from memdesk.policy.layers import KEYS, Setting, effective_policy, wrong_types
from memdesk.systems.family import Companions
from memdesk.systems.json_checks import PROBLEM_LIMIT, Places, read_object
from memdesk.systems.picoclaw_layout import joined, parent
from memdesk.systems.picoclaw_memskill.records import Policy
from memdesk.text.json_text import JsonDocument

_OVERRIDES = "policy_overrides.json"
_BLOCK = "memory"

Settings = Mapping[str, Json]


def parse_overrides(title: str, path: str, data: bytes, companions: Companions) -> Parsed:
    """Parse the overrides together with the configuration below them."""
    return _parse_layer(title, parent(path), data, companions, path)


def parse_snapshot(title: str, path: str, data: bytes, companions: Companions) -> Parsed:
    """Parse a snapshot: the policy that would hold if it were the overrides."""
    return _parse_layer(title, parent(parent(path)), data, companions, path)


def parse_config(title: str, path: str, data: bytes, companions: Companions) -> Parsed:
    """Parse the ``memory`` block of a configuration together with the overrides above it."""
    document, value = read_object(data)
    if value is None:
        return Parsed(title, problems=document.problems)
    block = value.get(_BLOCK)
    settings = block if isinstance(block, dict) else {}
    problems = (*document.problems, *_block_problems(document, value))
    home = parent(path)
    memories = (home, joined(home, "memory"), joined(home, "workspace/memory"))
    above, overrides = _first(companions, (joined(memory, _OVERRIDES) for memory in memories))
    documents = {"config": path, "override": above}
    policy = Policy(effective_policy(settings, overrides), _unknown(settings), documents)
    shown = _settings_text(settings)
    return Parsed(title, shown, _data({_BLOCK: block}, policy), policy, problems, len(settings), Unit.KEYS)


def policy_in_force(memory: str, companions: Companions) -> dict[str, Setting]:
    """Return the value of every parameter for the agent with this memory folder."""
    overrides = _settings(companions.read(joined(memory, _OVERRIDES)))
    values = effective_policy(config_beside(memory, companions)[1], overrides)
    return {value.key: value.value for value in values}


def config_beside(memory: str, companions: Companions) -> tuple[str, Settings]:
    """Return the first configuration with a ``memory`` block near a memory folder, and that block."""
    for path in config_places(memory):
        settings = _settings(companions.read(path)).get(_BLOCK)
        if isinstance(settings, dict):
            return path, settings
    return "", {}


def config_places(memory: str) -> tuple[str, ...]:
    """Return where a memory folder's configuration may be, the nearest to its agent first."""
    homes = dict.fromkeys((parent(memory), parent(parent(memory)), memory))
    return tuple(joined(home, "config.json") for home in homes)


def _parse_layer(title: str, memory: str, data: bytes, companions: Companions, path: str) -> Parsed:
    document, value = read_object(data)
    if value is None:
        return Parsed(title, data=document.value, problems=document.problems)
    below, config = config_beside(memory, companions)
    places = Places(document.text)
    problems = (*document.problems, *_wrong_types(places, value, ()), *_strangers(places, value))
    policy = Policy(effective_policy(config, value), _unknown(value), {"config": below, "override": path})
    return Parsed(
        title, _settings_text(value), _data(dict(value), policy), policy, problems, len(value), Unit.KEYS
    )


def _data(settings: dict[str, Json], policy: Policy) -> Json:
    return {"settings": settings, "effective": policy.as_json()}


def _first(companions: Companions, paths: Iterator[str]) -> tuple[str, Settings]:
    return next(((path, _settings(data)) for path in paths if (data := companions.read(path))), ("", {}))


def _settings(data: bytes | None) -> Settings:
    """Return the settings in a companion's bytes; what does not parse counts as none, as agents read it."""
    return (read_object(data)[1] if data else None) or {}


def _block_problems(document: JsonDocument, value: dict[str, Json]) -> Iterator[Problem]:
    block, places = value.get(_BLOCK), Places(document.text)
    if isinstance(block, dict):
        yield from _wrong_types(places, block, (_BLOCK,))
    elif block is not None:
        message = "the memory block must be an object"
        yield places.problem((_BLOCK,), "json_shape", message, Severity.ERROR)


def _wrong_types(places: Places, layer: Settings, path: tuple[str, ...]) -> Iterator[Problem]:
    for key in wrong_types(layer):
        message = f"the value of {key!r} has the wrong type; the agent ignores the whole file"
        yield places.problem((*path, key), "wrong_type", message, Severity.ERROR, (key,))


def _strangers(places: Places, layer: Settings) -> Iterator[Problem]:
    for key in _unknown(layer)[:PROBLEM_LIMIT]:
        message = f"{key!r} is no parameter of the policy"
        yield places.problem((key,), "unknown_key", message, arguments=(key,))


def _unknown(layer: Settings) -> tuple[str, ...]:
    return tuple(key for key in layer if key not in KEYS)


def _settings_text(settings: Settings) -> str:
    known = (key for key in KEYS if settings.get(key) is not None)
    return ", ".join(f"{key} {str(settings[key]).lower()}" for key in known)
