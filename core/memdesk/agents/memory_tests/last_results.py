"""What became of each memory test when all were asked last, kept outside of the workspace."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from memdesk.agents.memory_tests.expectation import MemoryTest, MemoryTestResult

if TYPE_CHECKING:
    from memdesk.index.local_state.database import StateDatabase
    from memdesk.model import Json

_NAME = "memory_tests"


def last_results(base: StateDatabase) -> dict[MemoryTest, MemoryTestResult]:
    """Return the results that were kept last; nothing where there are none, or another release kept them."""
    try:
        told = json.loads(str(base.get(_NAME) or "[]"))
        results = [_read(*each) for each in told]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return {result.test: result for result in results}


def keep_results(base: StateDatabase, results: Iterable[MemoryTestResult]) -> None:
    """Keep what became of the tests, in place of what was kept."""
    told: list[Json] = [
        [_plain(asdict(each.test)), [*each.found], [*each.missing], [*each.forbidden]] for each in results
    ]
    said = json.dumps(told)
    if said != base.get(_NAME):
        base.put(_NAME, said)


def _read(
    test: dict[str, Json], found: list[str], missing: list[str], forbidden: list[str]
) -> MemoryTestResult:
    must, must_not = (tuple(map(str, _listed(test[name]))) for name in ("must", "must_not"))
    question, mode, system, kind = (str(test[name]) for name in ("question", "mode", "system", "kind"))
    limit = int(str(test["limit"]))
    asked = MemoryTest(question, must, must_not, mode, system, kind, limit, test["context"] is True)
    return MemoryTestResult(asked, *(tuple(map(str, each)) for each in (found, missing, forbidden)))


def _listed(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _plain(fields: dict[str, Json]) -> Json:
    return {name: [*value] if isinstance(value, tuple) else value for name, value in fields.items()}
