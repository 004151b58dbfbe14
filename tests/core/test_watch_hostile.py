"""Whatever stands in the place of our private folder, or in it: the folder is listed, read and watched."""

from __future__ import annotations

import os

import pytest

from helpers.recorder import Recorder
from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, Actor, Origin, Via, WatchState
from memdesk.store.fs.names import is_ours
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
INSIDE = ("operations.jsonl", "intents.jsonl", "lock", "history")


def a_file(place, other):
    place.write_bytes(b"mine\n")


def a_link(place, other):
    place.symlink_to(other)


def a_link_to_nowhere(place, other):
    place.symlink_to(place)


def a_pipe(place, other):
    os.mkfifo(place)


def a_folder(place, other):
    place.mkdir()


def garbage(place, other):
    place.write_bytes(b"\xff\0{[" * 1000 + b"\n" + b"[" * 200_000)


def an_endless_line(place, other):
    with place.open("wb") as file:
        file.truncate(1 << 28)


KINDS = (a_file, a_link, a_link_to_nowhere, a_pipe, a_folder, garbage, an_endless_line)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory/a.md").write_bytes(b"one\n")
    return folder


@pytest.fixture
def other(tmp_path):
    """What a planted link leads to."""
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "diary").write_bytes(b"private\n")
    return folder


def live_on(root):
    """Check that everything that needs no private folder works."""
    with Workspace.open(root) as workspace:
        assert "memory/a.md" in workspace.scan().by_uri
        recorder = Recorder()
        workspace.subscribe(recorder)
        workspace.watch()
        recorder.until_state(WatchState.LIVE)
        (root / "memory/a.md").write_bytes(b"one\ntwo\n")
        assert recorder.until_changed("memory/a.md").actor == OUTSIDE
        assert workspace.read("memory/a.md").data == b"one\ntwo\n"
        holder = workspace.lock_holder()  # nobody, or our own keeper, whose name has no place to stand
        assert holder is None or holder.pid in (0, os.getpid())
        assert workspace.state is WatchState.LIVE
        return attempt(lambda: workspace.commit("memory/a.md", b"new\n", ANY, ME))


def attempt(call):
    """Say whether something could be done; only a coded refusal is allowed otherwise."""
    try:
        call()
    except MemdeskError:
        return False
    return True


def check(root, other, written):
    expected = b"new\n" if written else b"one\ntwo\n"
    assert (root / "memory/a.md").read_bytes() == expected
    assert {path.name: path.read_bytes() for path in other.iterdir()} == {"diary": b"private\n"}
    assert {path.name for path in (root / "memory").iterdir() if not is_ours(path.name)} == {"a.md"}


@pytest.mark.parametrize("kind", KINDS[:4])
def test_something_else_stands_for_the_private_folder(root, other, kind):
    kind(root / ".memdesk", other)
    written = live_on(root)
    assert not written
    check(root, other, written)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", INSIDE)
def test_something_else_stands_for_one_of_our_records(root, other, name, kind):
    (root / ".memdesk").mkdir()
    kind(root / ".memdesk" / name, other / "diary" if name != "history" else other)
    check(root, other, live_on(root))
