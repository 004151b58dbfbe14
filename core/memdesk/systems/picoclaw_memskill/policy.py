"""Policy overrides, snapshots of them, and the ``memory`` block of ``config.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.model import Json, Parsed, Problem, Severity, Unit
from memdesk.systems.json_checks import PROBLEM_LIMIT, JsonPlaces, read_object
from memdesk.systems.picoclaw_layout import joined, parent
from memdesk.systems.picoclaw_memskill.records import Policy
from memdesk.systems.picoclaw_policy.layers import KEYS, Setting, effective_policy, wrong_types
from memdesk.systems.picoclaw_policy.reading import block_of, members_of, settings_in
from memdesk.systems.system import CompanionDocuments
from memdesk.text.json.names import canonical
from memdesk.text.json.spans import Node, locate, spans
from memdesk.text.json.text import JsonDocument

_OVERRIDES = "policy_overrides.json"
_BLOCK = "memory"

Settings = Mapping[str, Json]


def parse_overrides(title: str, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
    """Parse the overrides together with the configuration below them."""
    return _parse_layer(title, parent(path), data, companions, path)


def parse_snapshot(title: str, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
    """Parse a snapshot: the policy that would hold if it were the overrides."""
    return _parse_layer(title, parent(parent(path)), data, companions, path)


def parse_config(title: str, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
    """Parse the ``memory`` block of a configuration together with the overrides above it."""
    document, value = read_object(data)
    if value is None:
        return Parsed(title, problems=document.problems)
    root = spans(document.text)
    block = block_of(root)
    settings = block or {}
    problems = (*document.problems, *_block_problems(document, root))
    home = parent(path)
    memories = (home, joined(home, "memory"), joined(home, "workspace/memory"))
    above, overrides = _first(companions, (joined(memory, _OVERRIDES) for memory in memories))
    documents = {"config": path, "override": above}
    policy = Policy(effective_policy(settings, overrides), _unknown(settings), documents)
    shown = _settings_text(settings)
    said = value.get(_BLOCK) if block is None else block
    return Parsed(title, shown, _data({_BLOCK: said}, policy), policy, problems, len(settings), Unit.KEYS)


def policy_in_force(memory: str, companions: CompanionDocuments) -> dict[str, Setting]:
    """Return the value of every parameter for the agent with this memory folder."""
    overrides = _settings(companions.read(joined(memory, _OVERRIDES)))
    values = effective_policy(config_beside(memory, companions)[1], overrides)
    return {value.key: value.value for value in values}


def config_beside(memory: str, companions: CompanionDocuments) -> tuple[str, Settings]:
    """Return the first configuration with a ``memory`` block near a memory folder, and that block."""
    for path in _all_places(memory):
        document, value = read_object(companions.read(path) or b"")
        block = None if value is None else block_of(spans(document.text))
        if block is not None:
            return path, block
    return "", {}


def config_places(memory: str) -> tuple[str, ...]:
    """Return where below the opened folder a memory folder's configuration may be, the nearest first."""
    return tuple(path for path in _all_places(memory) if not is_outside(path))


def is_outside(path: str) -> bool:
    """Say whether a configuration lies beside or above the opened folder, where nothing is written."""
    return path.startswith("../")


def _all_places(memory: str) -> tuple[str, ...]:
    homes = dict.fromkeys((_above(memory, 1), _above(memory, 2), memory))
    return tuple(joined(home, "config.json") for home in homes)


def _above(folder: str, steps: int) -> str:
    """Return the folder so many steps above one, with ``..`` where that leads out of the opened folder."""
    parts = folder.split("/") if folder else []
    out = steps - len(parts)
    return "/".join(parts[:-steps] if out <= 0 else [".."] * out)


def _parse_layer(title: str, memory: str, data: bytes, companions: CompanionDocuments, path: str) -> Parsed:
    document, value = read_object(data)
    if value is None:
        return Parsed(title, data=document.value, problems=document.problems)
    below, config = config_beside(memory, companions)
    root, places = spans(document.text), JsonPlaces(document.text)
    said = members_of(root, KEYS)
    problems = (*document.problems, *_wrong_types(places, root, ()), *_strangers(places, said))
    policy = Policy(effective_policy(config, said), _unknown(said), {"config": below, "override": path})
    return Parsed(title, _settings_text(said), _data(said, policy), policy, problems, len(said), Unit.KEYS)


def _data(settings: dict[str, Json], policy: Policy) -> Json:
    return {"settings": settings, "effective": policy.as_json()}


def _first(companions: CompanionDocuments, paths: Iterator[str]) -> tuple[str, Settings]:
    return next(((path, _settings(data)) for path in paths if (data := companions.read(path))), ("", {}))


def _settings(data: bytes | None) -> Settings:
    """Return the settings in a companion's bytes; what does not parse counts as none, as agents read it."""
    return (settings_in(data) if data else None) or {}


def _block_problems(document: JsonDocument, root: Node) -> Iterator[Problem]:
    places, names = JsonPlaces(document.text), (member.name or "" for member in root.members)
    for name in dict.fromkeys(name for name in names if canonical(name, (_BLOCK,)) == _BLOCK):
        block = locate(root, (name,))
        if block.opener == "{":
            yield from _wrong_types(places, block, (name,))
        elif block.value is not None:
            message = "the memory block must be an object"
            yield places.problem((name,), "json_shape", message, Severity.ERROR)


def _wrong_types(places: JsonPlaces, layer: Node, path: tuple[str, ...]) -> Iterator[Problem]:
    names = {canonical(member.name or "", KEYS): member.name or "" for member in layer.members}
    for key in wrong_types(members_of(layer, KEYS)):
        message = f"the value of {key!r} has the wrong type; the agent ignores the whole file"
        yield places.problem((*path, names[key]), "wrong_type", message, Severity.ERROR, (key,))


def _strangers(places: JsonPlaces, layer: Settings) -> Iterator[Problem]:
    for key in _unknown(layer)[:PROBLEM_LIMIT]:
        message = f"{key!r} is no parameter of the policy"
        yield places.problem((key,), "unknown_key", message, arguments=(key,))


def _unknown(layer: Settings) -> tuple[str, ...]:
    return tuple(key for key in layer if key not in KEYS)


def _settings_text(settings: Settings) -> str:
    known = (key for key in KEYS if settings.get(key) is not None)
    return ", ".join(f"{key} {str(settings[key]).lower()}" for key in known)
