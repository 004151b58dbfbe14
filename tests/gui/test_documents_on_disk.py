"""Documents over a real folder: what is saved, what arrives from others, and what a conflict looks like."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY
from memdesk.workspace import Workspace
from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.documents.documents import DiskState, Documents

FACT = b"# User\r\n\r\n> Summary: tea\r\n- **Dog:** Bob\r\nlast line without an end"
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, tool="memory_append")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "workspace"
    (root / "memory" / "facts").mkdir(parents=True)
    (root / "memory" / "facts" / "user.md").write_bytes(FACT)
    return root


@pytest.fixture
def documents(qtbot, folder):
    parent = QObject()
    jobs = JobRunner(parent)
    bus = WorkspaceBus(jobs, lambda path, read_only: Workspace.open(path, read_only=read_only), parent)
    made = Documents(bus, jobs, parent)
    made.bus = bus
    bus.open(folder)
    qtbot.waitUntil(lambda: bus.listing is not None and bus.state == "live")
    yield made
    bus.close()
    jobs.wait_for_done()
    jobs.shutdown()
    shiboken6.delete(parent)


@pytest.fixture
def buffer(qtbot, documents):
    made = documents.open("memory/facts/user.md")
    qtbot.waitUntil(lambda: made.stage == "ready")
    return made


def insert(buffer, position, text):
    cursor = QTextCursor(buffer.text_document)
    cursor.setPosition(position)
    cursor.insertText(text)


def test_only_the_edited_bytes_change(qtbot, folder, buffer):
    reloads = []
    buffer.reloaded.connect(reloads.append)
    insert(buffer, buffer.text().index("Bob"), "Old ")
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert (folder / "memory/facts/user.md").read_bytes() == FACT.replace(b"Bob", b"Old Bob")
    assert not buffer.dirty
    qtbot.waitUntil(lambda: not buffer.disk.state.saving)
    assert reloads == []


def test_a_write_past_the_core_is_taken_over_as_foreign(qtbot, folder, buffer):
    with qtbot.waitSignal(buffer.reloaded) as reloaded:
        (folder / "memory/facts/user.md").write_bytes(FACT.replace(b"tea", b"coffee"))
    assert reloaded.args[0].origin is Origin.FOREIGN
    assert "coffee" in buffer.text()
    assert not buffer.dirty


def test_a_commit_of_an_agent_is_taken_over_in_its_name(qtbot, documents, buffer):
    workspace = documents.bus.workspace
    with qtbot.waitSignal(buffer.reloaded) as reloaded:
        workspace.commit(buffer.uri, FACT.replace(b"tea", b"rain"), ANY, AGENT)
    assert reloaded.args == [AGENT]
    assert "rain" in buffer.text()


def test_a_conflict_keeps_both(qtbot, folder, buffer):
    insert(buffer, 0, "mine ")
    path = folder / "memory/facts/user.md"
    path.write_bytes(b"theirs\n")
    buffer.disk.save()
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    assert path.read_bytes() == b"theirs\n"
    assert buffer.text().startswith("mine # User")
    buffer.disk.keep_mine()
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert path.read_bytes().startswith(b"mine # User")


def test_a_deleted_document_can_be_written_again(qtbot, folder, buffer):
    path = folder / "memory/facts/user.md"
    path.unlink()
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    buffer.disk.keep_mine()
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert path.read_bytes() == FACT


def test_saving_what_was_typed_into_a_deleted_document_writes_it_again(qtbot, folder, buffer):
    path = folder / "memory/facts/user.md"
    buffer.replace(buffer.text() + "typed\n")
    path.unlink()
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert path.read_bytes() == FACT + b"typed\r\n"


def test_a_folder_that_goes_away_and_comes_back(qtbot, folder, buffer):
    aside = folder.with_name("aside")
    folder.rename(aside)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.VANISHED)
    assert buffer.text() == FACT.decode().replace("\r\n", "\n")
    aside.rename(folder)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.SAME)
