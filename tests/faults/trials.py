"""Runs ordinary tests against a copy of the core, in a child process that need not load pytest anew."""

from __future__ import annotations

import compileall
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections import defaultdict
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOADED_ONCE = (
    "hypothesis",
    "pytest",
    "pytest_cov.plugin",
    "pytestqt.plugin",
    "PySide6.QtTest",
    "PySide6.QtWidgets",
)
"""What every run needs and no mutant changes."""
OPTIONS = (
    "-q",
    "-Wignore::pytest.PytestAssertRewriteWarning",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:randomly",
    "--timeout=0",
    "--hypothesis-seed=1",
)
NOT_TRIED = {4: "pytest was asked wrongly", 5: "no test ran", 70: "not the copy of the core was loaded"}
"""Exit statuses that tell nothing of the tests."""
FEW = 25
"""Tests that are tried first: mostly one of them fails, and the files of the rest need not be read."""
PATIENCE = 600
"""Seconds after which a mutant is not waited for any more."""
MOST_WORK = 60
"""Seconds of the processor after which a mutant is in a loop without end."""


class Copy:
    """This process's copy of the core, and the place for what its tests write."""

    def __init__(self, work):
        self.place = work / str(os.getpid())
        self.core = self.place / "core"
        if not self.core.exists():
            shutil.copytree(ROOT / "core", self.core)
            compileall.compile_dir(self.core, quiet=1)

    def passes(self, mutant, tests):
        """Run tests against a mutant; none to run is passing, never coming to an end is not."""
        place = self.core / mutant.path
        place.write_text(mutant.of(place.read_text(encoding="utf-8")), encoding="utf-8")
        Path(cache_from_source(place)).unlink(missing_ok=True)  # of another bug in the same second, maybe
        try:
            parts = filter(None, (tests[:FEW], tests[FEW:]))
            return all(_known(self._run(["-x", *part], PATIENCE)) == 0 for part in parts)
        finally:
            shutil.copy2(ROOT / "core" / mutant.path, place)

    def measured(self, file):
        """Run a file of tests; return how long each that passed took, and which of them ran each line."""
        watch = Stopwatch(self.place / "seconds.json")
        data = self.place / "coverage"
        options = [f"--cov={self.core}", "--cov-context=test", "--cov-config", os.devnull, "--cov-report="]
        os.environ["COVERAGE_FILE"] = str(data)
        _known(self._run([*options, file], None, watch))
        seconds = json.loads(watch.path.read_text(encoding="utf-8"))
        return seconds, self._runners(data, seconds)

    def _runners(self, path, seconds):
        data = import_module("coverage").CoverageData(path)
        data.read()
        found = defaultdict(lambda: defaultdict(set))
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                tests = {context.rpartition("|")[0] for context in contexts} & seconds.keys()
                found[str(Path(file).relative_to(self.core))][line] |= tests
        return {file: dict(lines) for file, lines in found.items()}

    def _run(self, arguments, limit, *plugins):
        child = multiprocessing.get_context("fork").Process(
            target=self._test, args=(arguments, limit, plugins)
        )
        child.start()
        child.join(limit)
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.join()
        return child.exitcode

    def _test(self, arguments, limit, plugins):
        """Run pytest in this child, which is the first of a group of processes, and end with its status."""
        os.setsid()
        os.chdir(ROOT)
        output = os.open(self.place / "output", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        for descriptor in range(3):
            os.dup2(output, descriptor)
        rooms = [str(place) for place in (self.core, ROOT / "gui", ROOT / "resources", ROOT / "tests")]
        sys.path[:0] = rooms
        os.environ["PYTHONPATH"] = os.pathsep.join(rooms)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(self.place / "hypothesis")
        if limit:
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_WORK, MOST_WORK))
        status = import_module("pytest").main(
            [*OPTIONS, *map(str, arguments), f"--basetemp={self.place}/tests"], [*plugins, Loaded(self.core)]
        )
        sys.exit(int(status))


class NothingTriedError(Exception):
    """A run that tells nothing of a mutant, so that no mutant counts as tried."""


def _known(status):
    if status in NOT_TRIED:
        raise NothingTriedError(NOT_TRIED[status])
    return status


class Loaded:
    """Ends a run in which another core than the copy is tried: every mutant of it would survive."""

    def __init__(self, core):
        self._core = core

    def pytest_sessionfinish(self, session):
        """Look at every module of the core that was loaded."""
        modules = [module for name, module in sys.modules.items() if name.startswith("memdesk.")]
        files = [file for module in modules if (file := getattr(module, "__file__", None))]
        if not all(Path(file).is_relative_to(self._core) for file in files):
            session.exitstatus = 70


class Stopwatch:
    """Counts the processor's seconds of every test that passes, and writes them down at the end."""

    def __init__(self, path):
        self.path = path
        self.seconds = {}
        self._began = 0

    def pytest_runtest_logstart(self, nodeid):
        """Begin to count, as long as nothing goes wrong."""
        self.seconds[nodeid] = 0
        self._began = _used()

    def pytest_runtest_logreport(self, report):
        """Forget a test that does not pass here."""
        if report.nodeid in self.seconds and report.outcome != "passed":
            del self.seconds[report.nodeid]
        elif report.nodeid in self.seconds:
            self.seconds[report.nodeid] = round(_used() - self._began, 4)

    def pytest_sessionfinish(self):
        """Write down what was counted."""
        self.path.write_text(json.dumps(self.seconds), encoding="utf-8")


def _used():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
