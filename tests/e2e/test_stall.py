"""What a person does and what agents write never holds the window up."""

from __future__ import annotations

import threading

import pytest

from helpers.originals import PEGASUS, PROFILE, put
from helpers.stall import StallMeter
from helpers.zoo import BROKEN, FACTS, build_zoo

timing = pytest.mark.timing

LIMIT = 0.05
LARGE_LIMIT = 0.1
"""For what is very large: a file of 50 MB, or a line of 100,000 characters, which Qt lays out as a whole."""
USER = "memory/facts/user.md"


@pytest.fixture
def scene(run_desk, second_process, tmp_path):
    root = put(tmp_path, PEGASUS | PROFILE)
    desk = run_desk(root)
    desk.open(USER)
    return desk, second_process(root)


@timing
def test_typing_and_saving(scene):
    desk, _ = scene
    with StallMeter() as meter:
        desk.type_at(desk.editor.view, "Lin Wei", " types a sentence")
        desk.save()
        desk.settle()
    meter.check(LIMIT)


def write_much(other):
    for number in range(40):
        text = PEGASUS[USER].replace(b"Lin Wei", b"number %d" % number)
        (other.commit, other.write)[number % 2](USER, text)
        other.write(f"memory/facts/new{number}.md", b"# New\n\n> Summary: new\n")


@timing
def test_a_burst_of_writes_by_another_process(scene):
    desk, other = scene
    buffer = desk.documents.current
    writing = threading.Thread(target=write_much, args=(other,))
    with StallMeter() as meter:
        writing.start()
        desk.until(lambda: not writing.is_alive())
        desk.until(lambda: "number 39" in buffer.text())
        desk.until(lambda: desk.bus.state == "live" and not desk.context.jobs.is_busy)
    meter.check(LIMIT)


@timing
def test_going_from_document_to_document(scene):
    desk, _ = scene
    for uri in (*PEGASUS, "memory/profile.json"):
        desk.open(uri)
    with StallMeter() as meter:
        for uri in (*PEGASUS, "memory/profile.json", *reversed(PEGASUS)):
            desk.open(uri)
    meter.check(LIMIT)


@timing
def test_a_huge_file(run_desk, tmp_path):
    desk = run_desk(build_zoo(tmp_path), at=f"{FACTS}/user.md")
    desk.settle()
    with StallMeter() as meter:
        desk.open(f"{FACTS}/huge.md")
    meter.check(LARGE_LIMIT)


@timing
def test_a_hundred_thousand_brackets_in_one_line(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS | {"deep/memory.json": BROKEN["deep/memory.json"]})
    desk = run_desk(root, at=USER)
    with StallMeter() as meter:
        desk.open("deep/memory.json")
    meter.check(LARGE_LIMIT)


def test_lines_are_broken_where_the_view_ends(run_desk, tmp_path):
    sentence = b"The celadon glaze needs a slow cool, and the kiln is never opened while it is hot. " * 4
    desk = run_desk(put(tmp_path, PEGASUS | {USER: b"# User\n\n" + (sentence + b"\n\n") * 20}), at=USER)
    desk.settle()
    view = desk.editor.view
    assert view.verticalScrollBar().maximum() > 0
    assert view.horizontalScrollBar().maximum() == 0
