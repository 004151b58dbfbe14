"""Bad arguments for any tool, made from its schema, and what must hold of each call with them.

``bad_calls`` makes the table; ``faults_in`` makes the calls and tells what went wrong: an error that is not
ours or says too little, a refusal that changed the disk, nonsense that was taken. A test is one line:

    assert faults_in(toolbox, offer, root, good={"path": "facts/user.md"}) == []
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from stat import S_ISREG
from typing import NamedTuple

from memdesk.errors import ArgumentError, MemdeskError
from memdesk.model import Actor, Origin, Via

AGENT = Actor("tester", Origin.AGENT, Via.PYTHON)
LONGEST_MESSAGE = 1_000
"""Letters that an error may have: one that echoes a megabyte helps nobody."""

HALVES = ("\ud800", "ok \udfff", "\ud83d")
STRANGE = {
    "NUL": "a\0b",
    "control letters": "\x01\x1b[31m\x7f",
    "right to left": "abc\u202etxt.md",
    "isolates": "\u2066x\u2069",
    "emoji": "👩‍👩‍👧 ☕️ 🇨🇳",
    "mark of byte order": "\ufefftext",
    "no letters": "\ufdd0\uffff\U0010ffff",
    "line breaks": "a\u2028b\u2029c\x85d\r\re",
    "combining": "e\u0301" * 50,
    "template": "{{.MemoryContent}} $& $1 %s {0}",
}
EMPTY = {"empty": "", "spaces": "   ", "white": "\n\t\u3000"}
HUGE = "x" * 1_000_000
OUTSIDE = (
    "../outside.md",
    "memory/../../outside.md",
    "/etc/passwd",
    "/",
    "..",
    ".",
    "",
    "..\\..\\outside.md",
    "C:\\outside.md",
    "\\\\server\\share\\x.md",
    "facts/../../../outside.md",
    "a\0.md",
    ".memdesk/history/x",
    "memory/.memdesk/x.md",
    "n" * 300 + ".md",
    "d/" * 3000 + "x.md",
    "linked/inside.md",
    "linked.md",
)
"""Paths that no tool may take; ``linked`` and ``linked.md`` lead out of the workspace (``set_traps``)."""

ODD_PATHS = (
    "./x.md",
    "a//b.md",
    "a/./b.md",
    "a/b/../c.md",
    "a/",
    " ",
    "~/x.md",
    "file:///x.md",
    "con.md",
    "a.md ",
    "x.md#part",
    "%2e%2e/x.md",
    "\u202etxt.md",
    "😀.md",
)
_SAMPLES: Mapping[str, object] = {
    "null": None,
    "boolean": True,
    "integer": 7,
    "number": 2.5,
    "string": "text",
    "array": ["text"],
    "object": {"text": "text"},
}
_NUMBERS = (-1, 0, 2**31, 2**63, -(2**63) - 1, 10**400)


class Bad(NamedTuple):
    """A value that is wrong or strange; ``refused`` where no tool may take it."""

    what: str
    value: object
    refused: bool


@dataclass(frozen=True)
class BadCall:
    """A call that should not be made. ``parameter`` is what is wrong in it."""

    tool: str
    parameter: str
    what: str
    arguments: Mapping[str, object]
    refused: bool

    def __str__(self) -> str:
        return ascii(f"{self.tool}({self.parameter}: {self.what})")[1:-1]


def bad_calls(
    tool, good: Mapping[str, object], *, paths: frozenset[str] = frozenset({"path"})
) -> Iterator[BadCall]:
    """Make the table of a tool. ``good`` are arguments that it takes, ``paths`` its parameters for paths."""
    schema = tool.arguments.model_json_schema()
    definitions = schema.get("$defs", {})
    for name in schema.get("required", ()):
        yield BadCall(tool.name, name, "missing", {k: v for k, v in good.items() if k != name}, True)
    for name in ("no_such_parameter", "", "Path", "\ud800"):
        yield BadCall(tool.name, name, f"unknown name {name!a}", {**good, name: "x"}, True)
    for name, told in schema.get("properties", {}).items():
        values = [*bad_values(told, definitions), *(_path_values() if name in paths else ())]
        for bad in _without_nothing(values, required=name in schema.get("required", ())):
            yield BadCall(tool.name, name, bad.what, {**good, name: bad.value}, bad.refused)


def bad_values(told: Mapping[str, object], definitions: Mapping[str, object]) -> Iterator[Bad]:
    """Make bad values for a part of a schema."""
    options = [_resolved(option, definitions) for option in _resolved(told, definitions).get("anyOf", [told])]
    options = [_resolved(option, definitions) for option in options]
    kinds = {kind for option in options for kind in _kinds(option)}
    if not kinds:
        return
    for kind, sample in _SAMPLES.items():
        if kind not in kinds and not (kind == "integer" and "number" in kinds):
            yield Bad(f"is of type {kind}", sample, True)
    only = len(kinds - {"null"}) == 1
    for option in options:
        for kind in _kinds(option):
            make = _MAKERS.get(kind)
            for bad in make(option, definitions) if make else ():
                yield bad._replace(refused=bad.refused and only)


def _without_nothing(values: Iterable[Bad], *, required: bool) -> Iterator[Bad]:
    """Leave null out where it is not bad: it stands for an argument that is not given."""
    return (bad for bad in values if required or bad.value is not None)


def faults_in(
    toolbox, offer, root, good: Mapping[str, object], *, paths: frozenset[str] = frozenset({"path"})
) -> list[str]:
    """Make every bad call and return what went wrong, a line each. What is not ours is raised as it is."""
    set_traps(root)
    calls = sorted(bad_calls(offer.tool, good, paths=paths), key=lambda call: call.what == "huge")
    return [fault for call in calls for fault in _try(toolbox, offer, root, call)]


def set_traps(root) -> None:
    """Put links into a folder and all below it that lead out of it, to a folder and to a file."""
    outside = root.parent / f"{root.name} outside"
    if outside.exists():
        return
    outside.mkdir()
    (outside / "inside.md").write_text("secret\n", encoding="utf-8")
    for folder in [
        root,
        *(path for path in root.rglob("*") if path.is_dir() and ".memdesk" not in path.parts),
    ]:
        (folder / "linked").symlink_to(outside)
        (folder / "linked.md").symlink_to(outside / "inside.md")


def files_of(root) -> dict[str, tuple[int, ...]]:
    """Return the state of every document of a folder and behind its traps, but not of what memdesk keeps."""
    found = {}
    for place in (root, root.parent / f"{root.name} outside"):
        for folder, folders, names in os.walk(place):
            folders[:] = [name for name in folders if name != ".memdesk"]
            states = {path: os.stat(path) for path in (f"{folder}/{name}" for name in names)}
            found |= {path: _state(state) for path, state in states.items() if S_ISREG(state.st_mode)}
    return found


def _state(found) -> tuple[int, ...]:
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _try(toolbox, offer, root, call: BadCall) -> Iterator[str]:
    before = files_of(root)
    try:
        reply = toolbox.call(offer, call.arguments, AGENT).reply
    except MemdeskError as error:
        yield from (f"{call}: {fault}" for fault in _faults_of(error, call))
        if files_of(root) != before:
            yield f"{call}: was refused, but the disk has changed"
    except Exception as error:
        error.add_note(f"in {call}")
        raise
    else:
        if call.refused:
            yield f"{call}: was taken: {reply.text[:100]!a}"
        if not offer.tool.writes and files_of(root) != before:
            yield f"{call}: only reads, but the disk has changed"
        reply.text.encode()
        json.dumps(reply.data, allow_nan=False).encode()


def _faults_of(error: MemdeskError, call: BadCall) -> Iterator[str]:
    message = error.message
    if not message.isprintable() and not message.replace("\n", "").isprintable():
        yield f"the message holds letters that do not print: {message[:200]!a}"
    if len(message) > LONGEST_MESSAGE:
        yield f"the message has {len(message)} letters"
    if len(message.split()) < 3 or "pydantic" in message or "Traceback" in message:
        yield f"the message does not help: {message[:200]!a}"
    blamed = error.parameter.partition(".")[0] if isinstance(error, ArgumentError) else call.parameter
    if blamed not in (call.parameter or "arguments", ascii(call.parameter)[1:-1]):
        yield f"the message blames {blamed!a}"


def _resolved(told, definitions):
    """Return a part of a schema, looked up where it only refers to another."""
    name = str(told.get("$ref", "")).rpartition("/")[2]
    return definitions[name] if name else told


def _kinds(told) -> tuple[str, ...]:
    kind = told.get("type")
    if kind is None and ("enum" in told or "const" in told):
        kind = "string"
    return () if kind is None else tuple(kind) if isinstance(kind, list) else (kind,)


def _strings(told, _definitions) -> Iterator[Bad]:
    chosen = "enum" in told or "const" in told
    for half in HALVES:
        yield Bad(f"half a letter {half!a}", half, True)
    for what, text in EMPTY.items():
        yield Bad(what, text, chosen or (not text and bool(told.get("minLength"))))
    for what, text in STRANGE.items():
        yield Bad(what, text, chosen)
    yield Bad("huge", HUGE, chosen)
    for text in ("no such choice", str(next(iter(told.get("enum", ["x"])))).upper() + "x") if chosen else ():
        yield Bad(f"no choice: {text}", text, True)


def _integers(told, _definitions) -> Iterator[Bad]:
    least, most = told.get("minimum"), told.get("maximum")
    for number in _NUMBERS:
        out = (least is not None and number < least) or (most is not None and number > most)
        yield Bad(f"{str(number)[:20]}", number, out)
    for number, what in ((least, -1), (most, 1)):
        if number is not None:
            yield Bad(f"{number + what} is just out of range", number + what, True)


def _numbers(told, definitions) -> Iterator[Bad]:
    yield from _integers(told, definitions)
    for number in (float("nan"), float("inf"), float("-inf"), 1e308):
        yield Bad(str(number), number, "minimum" in told and math.isnan(number))


def _arrays(told, definitions) -> Iterator[Bad]:
    items = told.get("items", {})
    yield Bad("no items", [], bool(told.get("minItems")))
    yield Bad(
        "an array in an array in an array", [[["text"]]], "items" in told and _kinds(items) != ("array",)
    )
    for bad in bad_values(items, definitions):
        yield Bad(f"an item {bad.what}", [bad.value], bad.refused)


def _objects(told, definitions) -> Iterator[Bad]:
    required = told.get("required", ())
    yield Bad("no members", {}, bool(required))
    for name, inner in told.get("properties", {}).items():
        for bad in _without_nothing(bad_values(inner, definitions), required=name in required):
            yield Bad(f"{name} {bad.what}", {**dict.fromkeys(required, "x"), name: bad.value}, bad.refused)
    inner = told.get("additionalProperties")
    for bad in bad_values(inner, definitions) if isinstance(inner, dict) else ():
        yield Bad(f"a member {bad.what}", {"name": bad.value}, bad.refused)


def _path_values() -> Iterator[Bad]:
    for path in OUTSIDE:
        yield Bad(f"outside: {path[:40]!a}", path, True)
    for path in ODD_PATHS:
        yield Bad(f"odd: {path!a}", path, False)


_MAKERS: Mapping[str, Callable[..., Iterator[Bad]]] = {
    "string": _strings,
    "integer": _integers,
    "number": _numbers,
    "array": _arrays,
    "object": _objects,
}
