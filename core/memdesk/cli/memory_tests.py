"""``memdesk test``: what a workspace's questions must find and must not, asked and kept."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, TypeAlias

import typer

from memdesk.agents.memory_tests import KeptTests, MemoryTest, MemoryTestResult, ask_all
from memdesk.cli import complain
from memdesk.cli.options import ActorName, AsJson, Folder
from memdesk.cli.output import opened, say, writer
from memdesk.cli.progress import shown_progress
from memdesk.cli.reports import dump, on_screen
from memdesk.cli.search import require_systems
from memdesk.errors import NotFoundError, UsageError
from memdesk.index import SearchIndex
from memdesk.model import Actor, Json, Kind, SearchMode
from memdesk.search import refresh
from memdesk.workspace import Workspace

group = typer.Typer()

FAILED = 1
"""The exit status where a test fails."""

_NONE = "there are no memory tests here: memdesk test PATH add QUESTION --must TEXT keeps the first one"


class MemoryTestTask(StrEnum):
    """What to do with the tests."""

    RUN = "run"
    LIST = "list"
    ADD = "add"
    REMOVE = "remove"


Things: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--must", metavar="TEXT", help="add: a text or an address that must be found (repeatable)."),
]
Banned: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--must-not", metavar="TEXT", help="add: one that must not be found (repeatable)."),
]


@group.command("test")
def run_tests(
    context: typer.Context,
    path: Folder,
    what: Annotated[
        MemoryTestTask,
        typer.Argument(metavar="run|list|add|remove", help="What to do; run, where nothing is said."),
    ] = MemoryTestTask.RUN,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION", help="add: what is asked; remove: that, or its number in the list."
        ),
    ] = None,
    *,
    must: Things = None,
    must_not: Banned = None,
    mode: Annotated[SearchMode, typer.Option("--mode", help="add: how to search.")] = SearchMode.AUTO,
    system: Annotated[
        str, typer.Option("--system", metavar="ID", help="add: ask only this system's memory.")
    ] = "",
    kind: Annotated[
        Kind | None, typer.Option("--kind", metavar="KIND", help="add: ask only documents of this kind.")
    ] = None,
    limit: Annotated[
        int,
        typer.Option("--limit", metavar="N", min=1, max=1000, help="add: only the first N results count."),
    ] = 10,
    in_context: Annotated[
        bool, typer.Option("--context", help="add: what counts is what the agent's prompt gets.")
    ] = False,
    actor: ActorName = None,
    as_json: AsJson = False,
) -> int:
    """Run the memory tests. Questions with what must be found and what must not; exit 1 if one fails.

    They are in .memdesk/tests.toml, which may be edited by hand. Without any it says so, and exits 0.
    """
    if (question is None) != (what in (MemoryTestTask.RUN, MemoryTestTask.LIST)):
        raise UsageError(f"test {what} {'needs a QUESTION' if question is None else 'takes no QUESTION'}")
    if what is MemoryTestTask.ADD and not (must or must_not):
        raise UsageError("give what must be found (--must) or must not be found (--must-not)")
    if what is not MemoryTestTask.ADD and (must or must_not or system or kind or in_context):
        raise UsageError("--must, --must-not, --system, --kind and --context go with add")
    who = writer(context.obj, actor, None)
    with opened(path, read_only=what in (MemoryTestTask.RUN, MemoryTestTask.LIST)) as workspace:
        kept = KeptTests(workspace)
        if what is MemoryTestTask.ADD:
            require_systems([system] if system else (), workspace)
            test = MemoryTest(
                question or "",
                tuple(must or ()),
                tuple(must_not or ()),
                mode=mode.value,
                system=system,
                kind=kind.value if kind else "",
                limit=limit,
                context=in_context,
            )
            kept.add(test, who)
        elif what is MemoryTestTask.REMOVE:
            _remove(kept, question or "", who)
        elif what is MemoryTestTask.RUN:
            return _run(workspace, kept, as_json=as_json)
        tests = kept.all()
    say(dump([_test_json(test) for test in tests]) if as_json else _listed(tests))
    return 0


def _run(workspace: Workspace, kept: KeptTests, *, as_json: bool) -> int:
    tests = [kept.inward(test) for test in kept.all()]
    if not tests:
        complain(_NONE)
        if as_json:
            say(dump([]))
        return 0
    with SearchIndex(workspace.id) as index:
        with shown_progress() as line:
            refresh(index, workspace, line.step if line else None)
        results = tuple(ask_all(index, workspace, tests))
        note = index.note
    if note:
        complain(note)
    say(dump([_result_json(result) for result in results]) if as_json else _report(results))
    return 0 if all(result.ok for result in results) else FAILED


def _remove(kept: KeptTests, named: str, who: Actor) -> None:
    tests = kept.all()
    found = [test for test in tests if test.question == named]
    if not found and named.isdecimal() and 1 <= int(named) <= len(tests):
        found = [tests[int(named) - 1]]
    if not found:
        raise NotFoundError(f"there is no test {named!r}")
    if len(found) > 1:
        raise UsageError(f"{len(found)} tests ask {named!r}; name one by its number in the list")
    kept.remove(found[0], who)


def _result_json(result: MemoryTestResult) -> Json:
    return {
        "question": result.test.question,
        "found": [*result.found],
        "missing": [*result.missing],
        "forbidden": [*result.forbidden],
        "ok": result.ok,
    }


def _test_json(test: MemoryTest) -> Json:
    return {
        "question": test.question,
        "must": [*test.must],
        "must_not": [*test.must_not],
        "mode": test.mode,
        "system": test.system or None,
        "kind": test.kind or None,
        "limit": test.limit,
        "context": test.context,
    }


def _report(results: Sequence[MemoryTestResult]) -> str:
    lines = []
    for result in results:
        lines.append(f"{'ok    ' if result.ok else 'FAILED'}  {on_screen(result.test.question)}")
        lines += [f"        missing: {on_screen(each)}" for each in result.missing]
        lines += [f"        must not be found: {on_screen(each)}" for each in result.forbidden]
    failed = sum(not result.ok for result in results)
    return "\n".join([*lines, f"{failed} of {len(results)} fail" if failed else f"all {len(results)} pass"])


def _listed(tests: Sequence[MemoryTest]) -> str:
    lines = []
    for number, test in enumerate(tests, 1):
        lines.append(f"{number}  {on_screen(test.question)}")
        lines += [f"     must: {on_screen(each)}" for each in test.must]
        lines += [f"     must not: {on_screen(each)}" for each in test.must_not]
    return "\n".join(lines) if tests else "there are no memory tests here"
