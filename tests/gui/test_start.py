"""What the window does before it is painted for the first time, which a person waits for."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from helpers.environment import unmeasured
from helpers.source import ROOT

LATE = (
    "detect_secrets",
    "memdesk.checks",
    "memdesk.drafts.draft",
    "memdesk.drafts.places",
    "memdesk.drafts.folder",
    "memdesk.store",
    "memdesk.systems",
    "memdesk.text",
    "memdesk.watch",
    "memdesk.workspace",
    "memdesk_gui.documents.buffer",
    "memdesk_gui.shell.dialogs",
    "memdesk_gui.widgets.dialog",
    "memdesk_gui.features.area.page",
    "memdesk_gui.widgets.toast",
    "ctypes",
    "difflib",
    "email",
    "filelock",
    "hashlib",
    "html",
    "markdown_it",
    "pydantic",
    "rapidfuzz",
    "requests",
    "socket",
    "sqlite3",
    "subprocess",
    "tomlkit",
    "typer",
    "watchdog",
)
"""What no first picture needs, and what it imports; each of these is slow."""
EARLY = ("memdesk.text", "memdesk.text.cooperative")
"""What long loops give way by, which is small."""

WATCHED = """
import gc, json, linecache, os, sys, threading
from memdesk.cli import main
from memdesk_gui.app.start import Application

def tell(desk):
    threads = [thread.name for thread in threading.enumerate()]
    print(json.dumps([sorted(sys.modules), sorted(linecache.cache), threads, gc.isenabled()]), flush=True)
    os._exit(0)

Application._after_first_paint = tell
main(WORDS)
"""


@pytest.fixture(scope="module", params=[["demo"], []], ids=["demo", "welcome"])
def painted(tmp_path_factory, request):
    """The modules, the sources that were read, the threads and the collector's state at the first paint."""
    home = tmp_path_factory.mktemp("home")
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    path = os.pathsep.join(str(ROOT / name) for name in ("core", "gui", "resources"))
    environment = unmeasured() | folders | {"PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED.replace("WORDS", repr(request.param))],
        env=environment,
        capture_output=True,
        timeout=600,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("late", LATE)
def test_it_is_loaded_after_the_first_paint(painted, late):
    loaded = [name for name in painted[0] if name == late or name.startswith(f"{late}.")]
    assert [name for name in loaded if name not in EARLY] == []


def test_no_source_is_read_for_pysides_features(painted):
    ours = tuple(str(ROOT / folder) for folder in ("core", "gui", "resources"))
    assert [name for name in painted[1] if name.startswith(ours)] == []


def test_nothing_runs_beside_it(painted):
    assert painted[2] == ["MainThread"]


def test_no_garbage_is_collected(painted):
    assert not painted[3]
