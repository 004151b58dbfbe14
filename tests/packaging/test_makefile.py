"""The Makefile's targets and the entry for automatic checks are what the project promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.source import ROOT


def dry_run(target, **environment):
    """Return the commands that a target would run."""
    variables = {**os.environ, **environment}
    line = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    return subprocess.run(line, cwd=ROOT, env=variables, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("target", ["run", "test", "full", "lint", "coverage", "bench", "packages"])
def test_every_target_sets_up_what_it_needs_first(target):
    commands = dry_run(target)
    assert commands.index("packaging/setup-system") < commands.index("packaging/setup-python")


def test_the_whole_suite_runs_in_one_go():
    [suite] = [line for line in dry_run("test").splitlines() if " -m pytest" in line]
    assert " -m " not in suite.partition(" -m pytest")[2]


def test_every_target_is_in_the_help():
    line = ["make", "--no-print-directory", "help"]
    shown = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[1]
    assert {row.split()[0] for row in shown.splitlines()} == set(phony.split())


def test_packages_are_built_and_tried_only_where_that_is_asked_for():
    assert "packaging/build-packages" in dry_run("packages")
    assert "RUNTIME" not in dry_run("packages", RUNTIME="a-runtime")
    assert dry_run("packages", RUNTIME="a-runtime").rstrip().endswith("a-runtime")
    assert "-m installing build/packages" in dry_run("packages-test")
    for target in ("test", "lint"):
        assert "installing" not in dry_run(target)
        assert "build-packages" not in dry_run(target)


def test_campaigns_are_at_full_size_only_where_that_is_asked_for():
    assert "FULL_SIZE" not in dry_run("test")
    assert "FULL_SIZE=1" in dry_run("full")


def test_a_missed_target_of_the_bench_fails_only_whoever_asks_for_that():
    assert "--strict" not in dry_run("bench")
    assert "--strict" in dry_run("bench", STRICT="1")


@pytest.mark.parametrize("program", ["bench", "faults", "faults.taking"])
def test_a_program_behind_a_target_says_how_it_is_used(program):
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    line = [sys.executable, "-m", program, "--help"]
    run = subprocess.run(line, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("usage: ")


def test_no_test_of_the_suite_reads_a_clock_to_judge_by():
    """What depends on how fast a machine is, is a figure of the bench."""
    clocks = re.compile(r"\b(perf_counter|thread_time|process_time|StallMeter|QElapsedTimer)\b(?!\")")
    rooms = ("core", "gui", "e2e", "packaging", "helpers")
    found = {
        path.relative_to(ROOT)
        for room in rooms
        for path in (ROOT / "tests" / room).rglob("*.py")
        if path != Path(__file__)
        and clocks.search(path.read_text(encoding="utf-8").replace("SimpleNamespace(perf_counter=", ""))
    }
    assert found == set()


def test_what_is_compiled_is_kept(tmp_path):
    rule = tmp_path / "rule.mk"
    rule.write_text('kept:\n\t@echo "[$$PYTHONDONTWRITEBYTECODE]"\n')
    line = ["make", "--no-print-directory", "-f", "Makefile", "-f", rule, "kept"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    assert subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize(
    "check", ["ruff check", "ruff format --check", "mypy", "lint-imports", "translations.py", "metadata.py"]
)
def test_lint_runs_every_check(check):
    assert check in dry_run("lint")


def test_the_automatic_check_lints_and_tests_and_fails_with_them(tmp_path):
    entry = ROOT / ".ci" / "run"
    assert os.access(entry, os.X_OK)
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "make $*"\n[ "$1" != test ]\n')
    make.chmod(0o755)
    done = subprocess.run(
        [entry],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "make lint\nmake test\n"
    assert done.returncode == 1


@pytest.mark.parametrize(("screen", "expected"), [({"DISPLAY": ":1"}, "demo\n"), ({}, "--screenshot")])
def test_the_demo_is_drawn_to_a_picture_where_there_is_no_screen(tmp_path, screen, expected):
    memdesk = tmp_path / "memdesk"
    memdesk.write_text('#!/bin/sh\necho "$QT_QPA_PLATFORM $*"\n[ -z "$3" ] || : >"$3"\n')
    memdesk.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], **screen}
    picture = tmp_path / "build" / "memdesk.png"
    done = subprocess.run(
        [ROOT / "packaging/run-demo", memdesk, picture],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert expected in done.stdout
    assert (str(picture) in done.stdout.splitlines()[-1]) == (not screen)
