"""Whatever lies in a folder is shown with its problem, the rest works, nothing on disk is changed."""

from __future__ import annotations

import errno
import os

import pytest

from helpers.originals import PEGASUS, PROFILE, put
from helpers.running_desk import tree
from helpers.zoo import BAD_NAME, BROKEN, FACTS, GOOD, HUGE, LINKS, ODD, build_zoo
from memdesk import workspace as facade
from memdesk.model import Actor, Nature, Origin, Via, WatchState
from memdesk.store.fs import scan as scanning
from memdesk.watch import watcher
from memdesk.workspace import Workspace
from memdesk_gui.documents.documents import DiskState, Stage
from memdesk_gui.editors.base import EditorMode

USER = "memory/facts/user.md"
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write")
PROBLEMS = {
    "invalid/memory/profile.json": ("Not valid JSON", 4, 1),
    "duplicate/memory/profile.json": ("twice", 3, 3),
    "nan/memory/profile.json": ("NaN", 2, 8),
    "surrogate/memory/profile.json": ("an incomplete character", 2, 8),
    "deep/memory.json": ("Nested too deeply", 1, 76),
    "void/memory/profile.json": ("empty", 1, 1),
    f"{FACTS}/binary.md": ("Not text", 1, 1),
    f"{FACTS}/gbk.md": ("Not UTF-8", 1, 1),
}
UNPARSED = BROKEN.keys() - {"surrogate/memory/profile.json"}
FORMS = {
    f"{FACTS}/utf16.md": ("UTF-16-LE BOM · LF", "# Wide\n\n- 名字\n"),
    f"{FACTS}/bom.md": ("UTF-8 BOM · LF", "# Marked\n\n- x\n"),
    f"{FACTS}/crlf.md": ("UTF-8 · CRLF", "# Windows\n\n- x\n"),
    f"{FACTS}/mixed.md": ("UTF-8 · mixed", "# Mixed\n\n- x\n- y\n"),
    f"{FACTS}/empty.md": ("UTF-8 · LF", ""),
    f"{FACTS}/\N{ROBOT FACE} memory.md": ("UTF-8 · LF", "# Robot\n"),
    f"{FACTS}/new\nline.md": ("UTF-8 · LF", "# Broken name\n"),
    BAD_NAME: ("UTF-8 · LF", "# Latin name\n"),
}
UNEDITED = {
    f"{FACTS}/gbk.md": ("GB18030, not UTF-8", "# 事实\n\n- 名字：林薇\n"),
    f"{FACTS}/binary.md": ("not text (1.0 KB)", "00000000  00 01 02"),
    f"{FACTS}/huge.md": ("large (52 MB)", "- the same line"),
}
"""What is not edited, with the reason; the last one has pages."""
SPECIAL = [f"{FACTS}/{name}" for name in ("pipe.md", "door.md", "device.md")]


@pytest.fixture(scope="session")
def zoo(tmp_path_factory):
    return build_zoo(tmp_path_factory.mktemp("zoo"))


@pytest.fixture(scope="session")
def zoo_before(zoo):
    return tree(zoo)


@pytest.fixture
def keeper(run_desk, zoo, zoo_before):
    """A window on the zoo; afterwards everything on disk is as it was."""
    yield run_desk(zoo)
    assert tree(zoo) == zoo_before
    assert not (zoo / ".memdesk").exists()


def test_a_broken_document_tells_where_is_shown_as_source_and_its_problem_line_leads_there(keeper):
    for uri, (words, line, column) in PROBLEMS.items():
        buffer = keeper.open(uri)
        place = f"line {line}, column {column}"
        assert keeper.row(uri).warning, uri
        assert words in keeper.spoken(uri), uri
        assert place in keeper.spoken(uri), uri
        keeper.until(lambda: len(keeper.problems()) == 1)
        [problem] = keeper.problems()
        assert words in problem, uri
        assert place in problem, uri
        assert (buffer.problems[0].line, buffer.problems[0].column) == (line, column)
        if uri in UNPARSED:
            assert keeper.window.area.current_editor.modes() == (EditorMode.SOURCE,), uri
            assert buffer.text().encode() == BROKEN[uri], "never repaired"
            assert buffer.editable, uri
            assert not buffer.dirty, uri
    keeper.open("invalid/memory/profile.json")
    keeper.editor.problem_line.click()
    assert keeper.window.area.current_editor.position().startswith("Ln 4, Col 1")


def test_each_form_of_text_is_recognised_with_its_size_and_odd_names_are_one_line_everywhere(keeper):
    for uri, (form, text) in FORMS.items():
        buffer = keeper.open(uri)
        assert (buffer.text(), buffer.editable, buffer.problems) == (text, True, ()), uri
        size = os.lstat(os.path.join(os.fsencode(keeper.bus.workspace.root), os.fsencode(uri))).st_size
        assert form in keeper.window.status.summary(), uri
        assert keeper.window.status.summary().endswith(f" · {size} B"), uri
        tabs = keeper.window.area.tabs
        for words in (
            keeper.row(uri).title,
            keeper.window.windowTitle(),
            tabs.tabText(tabs.currentIndex()),
            tabs.tabToolTip(tabs.currentIndex()),
            keeper.window.area._crumbs.text(),
        ):
            assert "\n" not in words, words
            words.encode()
        assert buffer.stage is Stage.READY, uri


def test_what_is_no_text_for_us_or_huge_is_shown_with_the_reason_and_not_edited(keeper):
    for uri, (reason, text) in UNEDITED.items():
        buffer = keeper.open(uri)
        assert buffer.text().startswith(text), uri
        assert reason in keeper.banner(buffer), uri
        assert not buffer.editable
        keeper.type(keeper.editor.view, "x")
        buffer.replace("x")
        assert not buffer.dirty
        keeper.context.commands.refresh()
        assert not keeper.context.commands.run("document.save"), uri
    first = buffer.text()
    assert sum(map(len, buffer.pages)) == HUGE
    buffer.show_page(len(buffer.pages) - 1)
    keeper.until(lambda: buffer.text() != first and not keeper.context.jobs.is_busy)
    assert buffer.text().encode() == buffer.pages[-1]
    assert keeper.window.status.summary().endswith("52 MB")


def test_everything_is_listed_and_a_link_is_shown_and_not_followed(keeper):
    shown = set(keeper.bus.listing.by_uri)
    expected = set(BROKEN) | set(ODD) | {GOOD, f"{FACTS}/huge.md", f"{FACTS}/pipe.md", f"{FACTS}/door.md"}
    assert expected | {f"{FACTS}/{name}" for name in LINKS} <= shown
    assert not any(uri.startswith(f"{FACTS}/up/") for uri in shown)
    for uri in (f"{FACTS}/{name}" for name in LINKS):
        buffer = keeper.open(uri)
        assert keeper.row(uri).detail == "link", uri
        assert buffer.stage is Stage.REFUSED, uri
        assert "does not follow links" in keeper.refusal(), uri
        assert buffer.text() == "", uri


def test_a_pipe_a_socket_or_a_device_is_never_opened(keeper):
    for uri in SPECIAL:
        if keeper.bus.listing.get(uri) is None:
            assert uri.endswith("device.md")
            continue
        buffer = keeper.open(uri)
        assert buffer.info.nature is Nature.SPECIAL, uri
        assert keeper.row(uri).faint, uri
        assert "a device, a socket or a pipe" in keeper.refusal(), uri


def test_the_rest_of_the_zoo_can_be_edited(run_desk, tmp_path):
    root = build_zoo(tmp_path)
    before = tree(root)
    desk = run_desk(root)
    for uri in (*PROBLEMS, *FORMS, *SPECIAL, f"{FACTS}/loop.md"):
        desk.open(uri)
    desk.open(GOOD)
    desk.type_at(desk.editor.view, "Lin Wei", "!")
    desk.save()
    after = tree(root)
    assert {path for path in after if after[path] != before.get(path)} == {GOOD.encode()}
    assert before.keys() == after.keys()


EDITED = (
    (f"{FACTS}/utf16.md", "名字", "# Wide\n\n- 名字!\n".encode("utf-16")),
    (f"{FACTS}/bom.md", "- x", b"\xef\xbb\xbf# Marked\n\n- x!\n"),
    (f"{FACTS}/mixed.md", "- y", b"# Mixed\r\n\n- x\r- y!\n"),
    (BAD_NAME, "# Latin name", b"# Latin name!\n"),
)
"""Odd files, where something is typed, and what is stored then."""


def test_odd_but_good_files_are_edited_in_their_own_form(run_desk, tmp_path):
    root = put(tmp_path, {f"good/{name}": data for name, data in PEGASUS.items()})
    paths = {uri: os.path.join(os.fsencode(root), os.fsencode(uri)) for uri, _, _ in EDITED}
    for uri, path in paths.items():
        with open(path, "wb") as file:
            file.write(ODD[uri])
    (root / FACTS / "empty.md").touch()
    desk = run_desk(root)
    for uri, after, stored in EDITED:
        desk.open(uri)
        desk.type_at(desk.editor.view, after, "!")
        desk.save()
        with open(paths[uri], "rb") as file:
            assert file.read() == stored, uri
    desk.open(f"{FACTS}/empty.md")
    desk.type(desk.editor.view, "# Now")
    desk.save()
    assert (root / FACTS / "empty.md").read_bytes() == b"# Now"


def test_a_broken_profile_is_repaired_by_hand_and_gets_its_form_back(run_desk, tmp_path):
    root, uri = put(tmp_path, {"memory/profile.json": b'{\n  "a": \n}'}), "memory/profile.json"
    desk = run_desk(root)
    buffer = desk.open(uri)
    desk.type_at(desk.editor.view, '"a": ', '"b"')
    desk.save()
    desk.until(lambda: buffer.problems == ())
    assert (root / uri).read_bytes() == b'{\n  "a": "b"\n}'
    assert EditorMode.FORM in desk.window.area.current_editor.modes()
    desk.until(lambda: not desk.row(uri).warning)


def test_half_a_character_stays_when_another_value_is_edited(run_desk, tmp_path):
    files = {"memory/profile.json": b'{\n  "a": "x\\ud800y",\n  "b": "z"\n}'}
    root, uri = put(tmp_path, files), "memory/profile.json"
    desk = run_desk(root)
    desk.open(f"{uri}#b")
    desk.type_at(desk.editor.value_field, "z", "!")
    desk.save()
    assert (root / uri).read_bytes() == files[uri].replace(b'"z"', b'"z!"')


def test_a_folder_that_may_not_be_listed_is_shown_and_the_rest_works(run_desk, tmp_path, monkeypatch):
    root = put(tmp_path, PEGASUS | {"memory/closed/a.md": b"a"})
    real = os.open

    def refuse(path, *rest, **more):
        if os.fspath(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, *rest, **more)

    monkeypatch.setattr(scanning.os, "open", refuse)
    desk = run_desk(root)
    buffer = desk.open("memory/closed")
    assert desk.row("memory/closed").faint
    assert buffer.info.nature is Nature.UNREADABLE
    assert "do not have permission" in desk.refusal()
    desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", "!")
    desk.save()


@pytest.mark.parametrize("reason", ["permission", "file_system"])
def test_a_read_only_folder_is_shown_as_such_and_left_alone(run_desk, tmp_path, monkeypatch, reason):
    root = put(tmp_path, PEGASUS | PROFILE)
    monkeypatch.setattr(facade, "why_read_only", lambda path: reason)
    before = tree(root)
    desk = run_desk(root)
    for uri in (USER, "memory/profile.json"):
        buffer = desk.open(uri)
        assert "read-only" in desk.banner(buffer)
        assert not buffer.editable
    assert "read-only" in desk.window.status.summary()
    assert not desk.editor.add_button.isEnabled()
    assert tree(root) == before
    assert not (root / ".memdesk").exists()


def test_a_disk_that_is_full_at_save_is_told_and_the_text_kept(run_desk, tmp_path, monkeypatch):
    root = put(tmp_path, PEGASUS)
    desk = run_desk(root)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", "!")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _full)
        desk.run("document.save")
        desk.until(lambda: buffer.error is not None)
    assert "Not saved: The disk is full" in desk.banner(buffer)
    assert (root / USER).read_bytes() == PEGASUS[USER]
    assert buffer.dirty
    assert [path.name for path in (root / "memory/facts").iterdir() if path.suffix != ".md"] == []
    desk.page(buffer).banner.choose("Try again")
    desk.until(lambda: not buffer.dirty)
    assert (root / USER).read_bytes() == PEGASUS[USER].replace(b"Lin Wei", b"Lin Wei!")
    assert desk.banner(buffer) == ""


def _full(descriptor):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_an_unmounted_disk_whose_place_is_left_empty_loses_nothing_and_takes_no_save(
    run_desk, tmp_path, monkeypatch
):
    mounted = [True]
    monkeypatch.setattr(watcher, "ismount", lambda _path: mounted[0])
    root = put(tmp_path / "agent", PEGASUS)
    desk = run_desk(root)
    with Workspace.open(root) as agent:
        agent.commit("memory/facts/new.md", b"# New\n", None, AGENT)
    reviewing = desk.window.reviewing
    desk.until(lambda: reviewing.total == 1)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", " (mine)")
    desk.settle()
    mounted[0] = False
    root.rename(tmp_path / "disk")
    root.mkdir()
    desk.until(lambda: buffer.disk_state is DiskState.VANISHED)
    desk.run("document.save")
    reviewing.read()
    desk.settle()
    assert "The workspace folder cannot be found" in desk.banner(buffer)
    assert not list(root.iterdir())
    assert reviewing.total == 1
    root.rmdir()
    (tmp_path / "disk").rename(root)
    mounted[0] = True
    desk.until(lambda: buffer.disk_state is DiskState.SAME)
    desk.run("document.save")
    desk.until(lambda: b"Lin Wei (mine)" in (root / USER).read_bytes())


def test_a_folder_that_is_deleted_and_comes_back(run_desk, tmp_path):
    root = put(tmp_path / "agent", PEGASUS)
    desk = run_desk(root)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", " (mine)")
    root.rename(tmp_path / "gone")
    desk.until(lambda: desk.bus.state is WatchState.VANISHED)
    assert "folder not found" in desk.window.status.summary()
    desk.until(lambda: buffer.disk_state is DiskState.VANISHED)
    assert "The workspace folder cannot be found" in desk.banner(buffer)
    desk.run("document.save")
    desk.settle()
    assert "The workspace folder cannot be found" in desk.banner(buffer)
    assert not root.exists()
    assert "Lin Wei (mine)" in buffer.text()
    put(root, PEGASUS)
    desk.until(lambda: desk.bus.state in (WatchState.LIVE, WatchState.POLLING))
    desk.until(lambda: buffer.disk_state is DiskState.SAME)
    assert desk.banner(buffer) == ""
    desk.save()
    assert (root / USER).read_bytes() == PEGASUS[USER].replace(b"Lin Wei", b"Lin Wei (mine)")


def test_a_workspace_opened_read_only_gets_nothing_written_into_it(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    before = sorted(os.listdir(root))
    desk = run_desk(root, read_only=True)
    for uri in PEGASUS:
        assert desk.open(uri).read_only_reason == "workspace"
    desk.end()
    assert sorted(os.listdir(root)) == before
