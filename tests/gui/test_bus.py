"""The bus: one workspace as signals on the GUI thread, however its own threads behave."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers.desk import MemoryWorkspace
from memdesk.errors import NotFoundError
from memdesk.model import DocumentDetail, Parsed, WatchState, revision_of
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner

FILES = {"facts/a.md": b"one\n", "facts/b.md": b"two\n"}


class DescribedWorkspace(MemoryWorkspace):
    """A workspace in memory that can be described."""

    def describe(self, uri):
        data = self.read(uri).data
        parsed = Parsed(title=uri, summary=data.decode(), data={"big": 1}, record=object())
        return DocumentDetail(self.info(uri), revision_of(data), parsed)


class Heard:
    """Everything the bus said, in order."""

    def __init__(self, bus):
        self.words = []
        self.details = {}
        self.batches = []
        self.threads = set()
        bus.opened.connect(lambda: self.words.append("opened"))
        bus.closed.connect(lambda: self.words.append("closed"))
        bus.listed.connect(lambda listing: self.words.append("listed"))
        bus.described.connect(self._on_described)
        bus.changed.connect(self._on_changed)

    def _on_described(self, details):
        self.details.update({detail.info.uri: detail for detail in details})

    def _on_changed(self, batch):
        self.threads.add(threading.current_thread())
        self.batches.append(batch)

    def changes(self):
        return [change for batch in self.batches for change in batch.changes]


@pytest.fixture
def jobs(qtbot):
    runner = JobRunner()
    yield runner
    runner.wait_for_done()
    runner.shutdown()


@pytest.fixture
def workspace():
    return DescribedWorkspace(FILES)


@pytest.fixture
def bus(jobs, workspace):
    made = WorkspaceBus(jobs, lambda path, read_only: workspace)
    yield made
    made.close()
    jobs.wait_for_done()


def opened(qtbot, bus):
    heard = Heard(bus)
    bus.open(Path("/workspace"))
    qtbot.waitUntil(lambda: len(heard.details) == len(FILES))
    return heard


def test_opening_lists_then_describes(qtbot, bus):
    heard = opened(qtbot, bus)
    assert heard.words == ["opened", "listed"]
    assert heard.details["facts/a.md"].parsed.summary == "one\n"
    assert {info.uri for info in bus.listing.documents} == FILES.keys()


def test_details_leave_the_bulk_behind(qtbot, bus):
    heard = opened(qtbot, bus)
    parsed = heard.details["facts/a.md"].parsed
    assert parsed.data is None
    assert parsed.record is None


def test_a_change_arrives_on_this_thread_and_is_described(qtbot, bus, workspace):
    heard = opened(qtbot, bus)
    thread = threading.Thread(target=workspace.write, args=("facts/a.md", b"three\n"))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: heard.details["facts/a.md"].parsed.summary == "three\n")
    assert heard.threads == {threading.main_thread()}
    assert heard.changes()[0].uri == "facts/a.md"
    assert bus.state is WatchState.LIVE


def test_a_burst_loses_nothing_and_keeps_its_order(qtbot, bus, workspace):
    heard = opened(qtbot, bus)
    for number in range(300):
        workspace.write("facts/a.md", b"%d" % number)
    qtbot.waitUntil(lambda: len(heard.changes()) == 300)
    sequences = [batch.sequence for batch in heard.batches]
    assert sequences == sorted(sequences)


def test_a_rescan_lists_again(qtbot, bus, workspace):
    heard = opened(qtbot, bus)
    workspace.files["facts/c.md"] = b"three\n"
    workspace.announce(rescan=True)
    qtbot.waitUntil(lambda: "facts/c.md" in heard.details)
    assert heard.words.count("listed") == 2


def test_a_vanished_folder_is_a_state(qtbot, bus, workspace):
    opened(qtbot, bus)
    with qtbot.waitSignal(bus.state_changed, check_params_cb=lambda state: state is WatchState.VANISHED):
        workspace.announce(state=WatchState.VANISHED)


def test_a_folder_that_cannot_be_opened_is_told(qtbot, jobs):
    def refuse(path, read_only):
        raise NotFoundError("no such folder")

    bus = WorkspaceBus(jobs, refuse)
    with qtbot.waitSignal(bus.failed) as caught:
        bus.open(Path("/none"))
    assert isinstance(caught.args[0], NotFoundError)
    assert bus.workspace is None


def test_closing_forgets_everything(qtbot, bus, workspace):
    heard = opened(qtbot, bus)
    bus.close()
    workspace.announce()
    assert heard.words[-1] == "closed"
    assert bus.listing is None
    assert bus.state is WatchState.STOPPED


def test_closing_before_it_is_open_opens_nothing(qtbot, jobs, workspace):
    gate = threading.Event()

    def slowly(path, read_only):
        gate.wait(300)
        return workspace

    bus = WorkspaceBus(jobs, slowly)
    bus.open(Path("/workspace"))
    bus.close()
    gate.set()
    assert jobs.wait_for_done()
    assert bus.workspace is None


def test_opening_another_closes_the_first(qtbot, jobs):
    made = []

    def make(path, read_only):
        made.append(DescribedWorkspace(FILES))
        return made[-1]

    bus = WorkspaceBus(jobs, make)
    heard = opened(qtbot, bus)
    heard.details.clear()
    bus.open(Path("/other"))
    qtbot.waitUntil(lambda: len(heard.details) == len(FILES))
    assert heard.words == ["opened", "listed", "closed", "opened", "listed"]
    assert bus.workspace is made[1]
    bus.close()


def test_a_folder_that_cannot_be_opened_leaves_the_present_one_open(qtbot, jobs, workspace):
    def choose(path, read_only):
        if path.name == "none":
            raise NotFoundError("no such folder")
        return workspace

    bus = WorkspaceBus(jobs, choose)
    heard = opened(qtbot, bus)
    with qtbot.waitSignal(bus.failed):
        bus.open(Path("/none"))
    assert bus.workspace is workspace
    assert "closed" not in heard.words
    bus.close()


def test_documents_asked_for_are_described_first(qtbot, jobs):
    workspace = DescribedWorkspace({f"{number}.md": b"x" for number in range(300)})
    bus = WorkspaceBus(jobs, lambda path, read_only: workspace)
    heard = Heard(bus)
    order = []
    bus.described.connect(lambda details: order.extend(detail.info.uri for detail in details))
    bus.listed.connect(lambda: bus.describe(["250.md"]))
    bus.open(Path("/workspace"))
    qtbot.waitUntil(lambda: len(heard.details) == 300)
    assert order.index("250.md") < 100
    bus.close()


def test_the_first_documents_of_a_large_folder_come_before_the_list(qtbot, jobs):
    workspace = DescribedWorkspace(FILES)
    full, part = workspace.scan(), SimpleNamespace(documents=(), by_uri={})

    def scan(on_first):
        on_first(part)
        return full

    workspace.scan = scan
    bus = WorkspaceBus(jobs, lambda path, read_only: workspace)
    heard = []
    bus.begun.connect(heard.append)
    bus.listed.connect(heard.append)
    bus.open(Path("/workspace"))
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == [part, full]
    assert bus.listing is full
    bus.close()


def test_first_documents_of_a_closed_workspace_are_dropped(qtbot, jobs):
    workspace, go_on = DescribedWorkspace(FILES), threading.Event()
    full = workspace.scan()

    def scan(on_first):
        go_on.wait()
        on_first(full)
        return full

    workspace.scan = scan
    bus = WorkspaceBus(jobs, lambda path, read_only: workspace)
    heard = []
    bus.begun.connect(heard.append)
    with qtbot.waitSignal(bus.opened):
        bus.open(Path("/workspace"))
    bus.close()
    go_on.set()
    qtbot.waitUntil(lambda: not jobs.is_busy)
    assert heard == []
    assert bus.listing is None


def test_a_document_that_cannot_be_read_does_not_stop_the_others(qtbot, jobs):
    workspace = DescribedWorkspace(FILES)
    listed = workspace.scan()
    workspace.scan = lambda on_first: listed
    del workspace.files["facts/a.md"]
    bus = WorkspaceBus(jobs, lambda path, read_only: workspace)
    heard = Heard(bus)
    bus.open(Path("/workspace"))
    qtbot.waitUntil(lambda: "facts/b.md" in heard.details)
    assert "facts/a.md" not in heard.details
    bus.close()
