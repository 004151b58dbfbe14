"""What a workspace says of how its agents remember: ``memdesk.toml``, one table for each system.

The file lies in the system's memory folder, or for all of them at the top of the workspace; the nearer one
holds. Agents do not know it. What it does not say is as the system's defaults have it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import Field, field, fields, replace
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from memdesk.errors import InvalidError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from memdesk.systems.system import CompanionDocuments
    from memdesk.systems.tools import SiteMemory

FILE = "memdesk.toml"

S = TypeVar("S")
T = TypeVar("T", bound="DataclassInstance")


def one_of(*words: str) -> str:
    """Declare a choice among words, for a field of a dataclass; the first is the default."""
    return field(default=words[0], metadata={"words": words})


def a_path(default: str) -> str:
    """Declare the path of a file below the memory's folder, for a field of a dataclass."""
    return field(default=default, metadata={"path": True})


def chosen(memory: SiteMemory, parse: Callable[[bytes], S], default: S) -> S:
    """Return what the nearest file says, as ``parse`` reads it. Raises InvalidError where it is wrong."""
    near = memory.load(memory.inside(FILE), parse)
    found = memory.load(FILE, parse) if near is None else near
    return default if found is None else found


def shown(companions: CompanionDocuments, path: str, parse: Callable[[bytes], T], default: T) -> T:
    """Return the same for a document that is only shown; what is wrong is as if it was not there."""
    for place in _places(path):
        data = companions.read(place)
        if data is not None:
            try:
                return parse(data)
            except InvalidError:
                return default
    return default


def read(data: bytes, system: str, default: T) -> T:
    """Return the defaults of a system changed by its table. Raises InvalidError: which key, which rule."""
    return replace(default, **said(data, system, default))


def said(data: bytes, system: str, default: DataclassInstance) -> Mapping[str, Any]:
    """Return what the table of a system says. Raises InvalidError: which key, which rule."""
    table = _table(data, system)
    for name, rule in broken_rules(table, default):
        raise InvalidError(f"{FILE}: {name} in [{system}] {rule}", uri=FILE)
    return table


def suppose(memory: SiteMemory, system: str, default: DataclassInstance, key: str, text: str) -> bool:
    """Give a choice another value in a memory that is never committed; say whether the system has it.

    Raises InvalidError where the value breaks a rule.
    """
    known = {each.name: each.default for each in fields(default)}
    if key not in known:
        return False
    value = _as_said(text, known[key])
    for name, rule in broken_rules({key: value}, default):
        raise InvalidError(f"{name} {rule}", reason="choice", arguments=(f"{name} {rule}",))
    near = memory.inside(FILE)
    data = memory.read(near) or memory.read(FILE) or b""
    memory.write(near, _with(data, system, key, value))
    return True


def _as_said(text: str, default: object) -> object:
    """Return what a text says, in the type of a default; the text where it says none."""
    for kind in (int, float):
        if type(default) is kind:
            with suppress(ValueError):
                return kind(text)
    return text


def _with(data: bytes, system: str, key: str, value: object) -> bytes:
    import tomlkit  # takes long to load, and only what is supposed is ever written here

    _table(data, system)
    document = tomlkit.parse(data.decode())
    document.setdefault(system, tomlkit.table())[key] = value
    return tomlkit.dumps(document).encode()


def broken_rules(table: Mapping[str, object], default: DataclassInstance) -> Iterator[tuple[str, str]]:
    """Yield what cannot be among choices, by its name with the rule that it breaks."""
    known = {each.name: each for each in fields(default)}
    for name, value in table.items():
        rule = _broken_rule(known[name], value) if name in known else f"is none of {', '.join(known)}"
        if rule:
            yield name, rule


def _places(path: str) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    if folder:
        yield f"{folder}/{FILE}"
    yield FILE


def _table(data: bytes, system: str) -> Mapping[str, Any]:
    try:
        table = tomllib.loads(data.decode()).get(system, {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidError(f"{FILE} cannot be read: {error}", uri=FILE) from error
    if not isinstance(table, dict):
        raise InvalidError(f"{FILE}: {system} must be a table, [{system}]", uri=FILE)
    return table


def _broken_rule(known: Field[Any], value: object) -> str:
    """Return which rule a value breaks, or nothing."""
    words = known.metadata.get("words")
    if words:
        return "" if value in words else f"must be one of {', '.join(words)}"
    kinds = (int, float) if isinstance(known.default, float) else (type(known.default),)
    if type(value) not in kinds:
        return f"must be like {known.default!r}"
    if known.metadata.get("path") and isinstance(value, str):
        parts = value.split("/")
        is_inside = not {"", ".", ".."} & set(parts) and "\\" not in value and value.isprintable()
        return "" if is_inside else "must be the path of a file below the folder"
    number = 1 if isinstance(value, bool) or not isinstance(value, int | float) else value
    return "" if 0 < number < inf else "must be above 0, and finite"
