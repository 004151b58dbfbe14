"""EvoClaw's files as titles, summaries, counts and records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from memdesk.model import Json, Kind, Parsed, Problem, Unit
from memdesk.systems.evoclaw.detect import is_generated
from memdesk.systems.evoclaw.hot import hot_state, hot_summary
from memdesk.systems.evoclaw.records import GeneratedMemory
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.tree import memory_tree, missing_children, tree_summary
from memdesk.systems.evoclaw.values import list_of, object_of
from memdesk.systems.evoclaw.warm import categories_summary, distilled_facts, misfits, warm_memory
from memdesk.systems.json_checks import PROBLEM_LIMIT, JsonPlaces, is_fatal, read_strictly
from memdesk.systems.prose import parsed_note, read
from memdesk.text.json.text import JsonDocument
from memdesk.text.markdown import shorten

_FORMS = {
    Kind.HOT: (FileShape.HOT, FileShape.HOT_V1, FileShape.HOT_GO),
    Kind.WARM: (FileShape.WARM, FileShape.WARM_GO),
    Kind.TREE: (FileShape.TREE, FileShape.TREE_GO),
}


def parse_json(kind: Kind, title: str, data: bytes) -> Parsed:
    """Parse a tier file, the index or one of the lesser JSON files."""
    document = read_strictly(data)
    if any(is_fatal(problem) for problem in document.problems):
        return Parsed(title, problems=document.problems)
    strange = _strange(kind, document)
    if strange:
        return Parsed(title, data=document.value, problems=(*document.problems, strange))
    return _READERS.get(kind, _lesser)(title, document)


def parse_memory(title: str, data: bytes) -> Parsed:
    """Parse MEMORY.md, whose headings tell what it holds."""
    prose = read(data)
    headings = tuple(section.heading for section in prose.sections if section.level > 1)
    record = GeneratedMemory(headings, is_generated(data))
    value: Json = {**object_of(prose.as_json()), "generated": record.generated}
    summary = shorten(", ".join(headings)) if headings else parsed_note(title, data).summary
    return Parsed(title, summary, value, record, prose.problems, len(prose.sections), Unit.SECTIONS)


def _strange(kind: Kind, document: JsonDocument) -> Problem | None:
    """Return the problem of valid JSON that is not in the format its name promises."""
    forms = _FORMS.get(kind)
    if forms is None or document.value in ({}, []) or shape_of(document.value) in forms:
        return None
    return Problem("format", f"valid JSON, but not in a known format of the {kind} kind", 1, 1)


def _hot(title: str, document: JsonDocument) -> Parsed:
    state = hot_state(document.value)
    summary = shorten(hot_summary(state))
    return Parsed(title, summary, document.value, state, document.problems, state.count, Unit.ENTRIES)


def _warm(title: str, document: JsonDocument) -> Parsed:
    memory = warm_memory(document.value)
    summary = categories_summary(entry.category for entry in memory.entries)
    problems = (*document.problems, *_misfit_problems(document))
    return Parsed(title, summary, document.value, memory, problems, len(memory.entries), Unit.ENTRIES)


def _tree(title: str, document: JsonDocument) -> Parsed:
    tree = memory_tree(document.value)
    summary = shorten(tree_summary(tree))
    problems = (*document.problems, *_dangling_problems(document))
    return Parsed(title, summary, document.value, tree, problems, tree.root.size, Unit.NODES)


def _lesser(title: str, document: JsonDocument) -> Parsed:
    """Parse metrics and distilled facts."""
    if shape_of(document.value) is FileShape.DISTILLED:
        facts = distilled_facts(document.value)
        summary = shorten(facts[0].fact)
        return Parsed(title, summary, document.value, facts, document.problems, len(facts), Unit.ENTRIES)
    count = len(object_of(document.value)) or len(list_of(document.value))
    return Parsed(title, "", document.value, None, document.problems, count, Unit.KEYS)


def _misfit_problems(document: JsonDocument) -> Iterator[Problem]:
    places = JsonPlaces(document.text)
    for key in islice(misfits(document.value), PROBLEM_LIMIT):
        yield places.problem((key,), "format", "not an object, so not a memory; left as it is")


def _dangling_problems(document: JsonDocument) -> Iterator[Problem]:
    places = JsonPlaces(document.text)
    for path, index in islice(missing_children(document.value), PROBLEM_LIMIT):
        message = f"{path!r} lists a child that is not in the tree"
        yield places.problem((path, "children", index), "dangling", message, arguments=(path,))


_READERS: dict[Kind, Callable[[str, JsonDocument], Parsed]] = {
    Kind.HOT: _hot,
    Kind.WARM: _warm,
    Kind.TREE: _tree,
}
