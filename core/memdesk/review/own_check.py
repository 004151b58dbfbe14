"""What is wrong in memdesk's own folder and beside it: what ``verify`` finds, told until a person knows.

A glance shows what stands where it should not; a check reads the log, and each day some versions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress

from memdesk.agents.memory_tests.kept import RECORD, KeptTests
from memdesk.errors import MemdeskError
from memdesk.model import Problem, Severity
from memdesk.runtime.clock import machine_time
from memdesk.store import IntegrityFinding, Subset
from memdesk.store.fs.names import PRIVATE
from memdesk.workspace import Workspace

TOLD_APART = frozenset({"record_linked"})
"""What the inbox tells in words of its own."""

MENDS_ITSELF = frozenset({"log_torn", "log_gap", "unfinished", "written_late", "temporary_left"})
"""What a kill leaves and the next save puts right, or what asks nothing: only ``verify`` tells it."""

AT_A_GLANCE = frozenset(
    {
        "record_misplaced",
        "not_ignored",
        "private_open",
        "journal_forged",
        "journal_malformed",
        "state_unusable",
    }
)
"""What is seen without reading the log or a version."""

TESTS = "memory_tests_changed"

PARTS = 7
"""Days in which every version is read."""

_DAY = 86_400
_SEEN = "own_check_seen"
_MOST = 200


class OwnCheck:
    """The check of one workspace's own folder, and what of it a person knows. For one thread at a time."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._read: tuple[IntegrityFinding, ...] = ()

    def run(self) -> None:
        """Read the log and the day's part of the versions; :meth:`news` tells what was found from then on."""
        part = int(machine_time(self._workspace.clock) // _DAY) % PARTS + 1
        report = self._workspace.store.check(Subset(part, PARTS))
        found = tuple(each for each in report.findings if each.problem.code not in AT_A_GLANCE)
        self._read = (*found, *self._damaged_copies())

    def _damaged_copies(self) -> Iterator[IntegrityFinding]:
        """Yield the records of which only a look at every byte tells that they, or their copies, differ."""
        store = self._workspace.store
        known = {damage.name for damage in store.damages()}
        for damage in store.damages(whole=True):
            if damage.name not in known:
                problem = Problem("record_copy_damaged", damage.words, arguments=(damage.name,))
                yield IntegrityFinding(f"{PRIVATE}/{damage.name}", problem)

    def news(self) -> tuple[IntegrityFinding, ...]:
        """Return what is wrong and no person knows of: as the last check found it, and at a glance now."""
        found = self._found()
        if not found:
            return ()
        known = str(self._workspace.local_state.get(_SEEN) or "").split("\n")
        return tuple(each for each in found if _sign(each) not in known)

    def seen(self, told: Sequence[IntegrityFinding]) -> None:
        """Note that a person knows of what was told; what is mended meanwhile is told again if it returns."""
        known = str(self._workspace.local_state.get(_SEEN) or "").split("\n")
        signs = dict.fromkeys(_sign(each) for each in self._found() if each.problem.code != TESTS)
        if any(each.problem.code == TESTS for each in told):
            KeptTests(self._workspace).seen()
        kept = [sign for sign in signs if sign in known or sign in map(_sign, told)]
        self._workspace.local_state.put(_SEEN, "\n".join(kept[:_MOST]))

    def _found(self) -> tuple[IntegrityFinding, ...]:
        found = [*state_findings(self._workspace), *tests_findings(self._workspace), *self._read]
        with suppress(OSError, MemdeskError):
            found += self._workspace.store.glance()
        found = [each for each in found if each.problem.code not in TOLD_APART | MENDS_ITSELF]
        return tuple(sorted(found, key=lambda each: each.problem.severity is Severity.WARNING))


def state_findings(workspace: Workspace) -> Iterator[IntegrityFinding]:
    """Yield why nothing is remembered of what is seen here, where that cannot be kept."""
    state = workspace.local_state
    state.get(_SEEN)  # only who asks is told that it cannot be opened
    if state.is_in_memory:
        place = next(path for path in (state.file, *state.file.parents) if os.path.lexists(path))
        is_odd = not (place.is_file() if place == state.file else place.is_dir())
        what = "something else is in its place" if is_odd else "it cannot be written"
        hidden = "so changes outside memdesk may go unnoticed"
        message = f"{place}: {what}, {hidden}; move it away, or make it yours"
        severity = Severity.ERROR if is_odd else Severity.WARNING
        yield IntegrityFinding(
            "", Problem("state_unusable", message, severity=severity, arguments=(str(place),))
        )


def tests_findings(workspace: Workspace) -> Iterator[IntegrityFinding]:
    """Yield that the memory tests were changed past memdesk: people do that by hand, and so may anybody."""
    if KeptTests(workspace).is_changed():
        message = (
            "the memory tests were changed by something else than memdesk; if it was you, say so with "
            "memdesk records PATH accept --all"
        )
        problem = Problem(TESTS, message, severity=Severity.WARNING)
        yield IntegrityFinding(f"{PRIVATE}/{RECORD}", problem)


def _sign(finding: IntegrityFinding) -> str:
    return f"{finding.problem.code} {finding.uri}".replace("\n", " ")
