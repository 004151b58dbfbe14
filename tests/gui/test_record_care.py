"""Records of memdesk that were changed past it are told in inbox and status bar, and judged in a dialog."""

from __future__ import annotations

import pytest

from memdesk.errors import NotPermittedError, StorageError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.locks import Protection
from memdesk.review.shell_code import TRIES, ShellCode
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.runtime.paths import state_dir
from memdesk.store.oplog.operation import Operation, placed
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.records_dialog import RecordsDialog

ME = Actor("me", Origin.HUMAN, Via.GUI)
SHELL = Actor("me", Origin.HUMAN, Via.CLI)
URI = "facts/user.md"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    (folder / URI).write_text("# User\n\ntea\n")
    with Workspace.open(folder) as workspace:
        Protection(workspace).protect(URI, Lock.LOCKED, ME)
    return folder


def record(root):
    return root / ".memdesk/protected.json"


def dialog_of(desk):
    desk.run("records.look")
    [dialog] = desk.window.findChildren(RecordsDialog)
    desk.until(lambda: dialog.verdict.text() != "Looking at the records…")
    return dialog


@pytest.mark.parametrize("deed", ["accept", "restore"])
def test_a_record_that_was_changed_is_told_and_judged(run_desk, root, deed):
    before = record(root).read_bytes()
    record(root).write_bytes(b'{"rules": []}')
    desk = run_desk(root)
    desk.until(lambda: "1 record damaged" in desk.window.status.summary())
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    assert "protected.json" in page.records.message.text
    dialog = dialog_of(desk)
    assert dialog.list.item(0).text() == "What is locked — protected.json"
    assert '+{"rules": []}' in dialog.difference.toPlainText()
    (dialog.accept_button if deed == "accept" else dialog.restore_button).click()
    desk.until(lambda: desk.window.features["RecordCommands"].now.damaged == ())
    desk.until(lambda: dialog.verdict.text() == "All records are as memdesk wrote them")
    assert page.records.message is None
    assert (record(root).read_bytes() == before) is (deed == "restore")


def test_what_another_memdesk_adds_is_let_pass_where_the_person_says_so(run_desk, root):
    with (root / ".memdesk/operations.jsonl").open("ab") as log:
        log.write(b"{}\n")
    desk = run_desk(root)
    dialog = dialog_of(desk)
    assert dialog.accept_button.isVisible()
    dialog.shared_box.click()
    desk.until(lambda: not dialog.accept_button.isVisible())
    assert dialog.shared_box.isChecked()
    desk.until(lambda: desk.window.features["RecordCommands"].now.damaged == ())


def test_records_that_begin_while_the_window_is_open_are_no_news(run_desk, tmp_path):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "notes.md").write_text("# Notes\n")
    desk = run_desk(tmp_path / "new")
    records = desk.window.features["RecordCommands"]
    desk.until(lambda: records.now.vouching is not None)
    with Workspace.open(tmp_path / "new") as workspace:
        workspace.commit("learned.md", b"# learned\n", None, Actor("robin", Origin.AGENT, Via.MCP))
    desk.until(lambda: records.now.vouching.since is not None)
    assert not records.now.is_news


def test_records_that_an_agent_began_before_the_window_opened_are_no_news(run_desk, tmp_path):
    (tmp_path / "new").mkdir()
    with Workspace.open(tmp_path / "new") as workspace:
        workspace.commit("learned.md", b"# learned\n", None, Actor("robin", Origin.AGENT, Via.MCP))
    desk = run_desk(tmp_path / "new")
    records = desk.window.features["RecordCommands"]
    desk.until(lambda: records.now.vouching is not None)
    assert (records.now.vouching.since is not None, records.now.is_news) == (True, False)


@pytest.mark.parametrize("is_open", [False, True])
def test_saves_in_the_persons_name_that_are_older_than_their_copy_are_told(run_desk, tmp_path, is_open):
    """Whether they stood there when the window opened, or were put into an empty folder while it was open."""
    folder, elsewhere = tmp_path / "new", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    with Workspace.open(elsewhere) as workspace:
        workspace.commit("learned.md", b"# learned\n", None, Actor("robin", Origin.AGENT, Via.MCP))
    log = elsewhere / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"agent"', b'"human"'))
    if not is_open:
        (elsewhere / ".memdesk").rename(folder / ".memdesk")
    desk = run_desk(folder)
    desk.until(lambda: desk.window.features["RecordCommands"].now.vouching is not None)
    if is_open:
        (elsewhere / ".memdesk").rename(folder / ".memdesk")
        desk.window.features["RecordCommands"].look()
    desk.run("review.open")
    banner = desk.window.features["ReviewCommands"]._page.records
    desk.until(lambda: banner.message is not None)
    assert "older than memdesk's own copy of them: operations.jsonl" in banner.message.text
    desk.window.features["RecordCommands"]._dismiss()
    desk.until(lambda: banner.message is None)


def test_changes_that_are_gone_with_the_log_are_named(run_desk, root):
    with Workspace.open(root) as workspace:
        workspace.commit("learned.md", b"# learned\n", None, Actor("robin", Origin.AGENT, Via.MCP))
    for name in ("operations.jsonl", "intents.jsonl"):
        (root / ".memdesk" / name).write_bytes(b"")
    desk = run_desk(root)
    desk.until(lambda: "1 record damaged" in desk.window.status.summary())
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    desk.until(lambda: page.records.message is not None)
    assert "learned.md" in page.records.message.text


def test_a_log_that_the_journal_gives_back_is_told_until_a_person_looked(run_desk, root):
    """Whether the window looks at the records first, or puts the log right."""
    with Workspace.open(root) as workspace:
        workspace.commit("learned.md", b"# learned\n", None, Actor("robin", Origin.AGENT, Via.MCP))
    (root / ".memdesk/operations.jsonl").write_bytes(b"")
    desk = run_desk(root)
    desk.until(lambda: "1 record damaged" in desk.window.status.summary())
    desk.until(lambda: b"learned.md" in (root / ".memdesk/operations.jsonl").read_bytes())
    desk.window.features["RecordCommands"].look()
    desk.settle()
    assert "1 record damaged" in desk.window.status.summary()
    dialog = dialog_of(desk)
    assert dialog.list.count() == 1
    dialog.accept_button.click()
    desk.until(lambda: desk.window.features["RecordCommands"].now.damaged == ())


def test_a_save_that_was_forged_in_the_log_is_told_with_the_change_and_waits_again(run_desk, root):
    """Not only when the records are looked at next: the pace of that is stopped here."""
    desk = run_desk(root)
    desk.window.features["RecordCommands"]._timer.stop()
    forge(root)
    desk.until(lambda: "1 record damaged" in desk.window.status.summary())
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    desk.until(lambda: page.records.message is not None)
    assert f"saves that memdesk did not log: {URI}" in page.records.message.text
    dialog = dialog_of(desk)
    dialog.restore_button.click()
    desk.until(lambda: desk.window.features["RecordCommands"].now.damaged == ())
    desk.until(lambda: URI in [item.uri for item in desk.window.reviewing.waiting.items])


def forge(root):
    """Write into a document past memdesk, and a line into the log that says that its person saved that."""
    before, after = (root / URI).read_bytes(), b"# User\n\ngin\n"
    log = root / ".memdesk/operations.jsonl"
    step = Operation("01a219146c81-31c8366d3d", URI, revision_of(before), revision_of(after), 1.0, ME)
    with log.open("ab") as file:
        file.write(placed(step, log.stat().st_size))
    (root / URI).write_bytes(after)


def test_nothing_is_told_until_a_code_was_used_up_by_guesses_and_then_the_new_one(run_desk, root):
    desk = run_desk(root)
    dialog = dialog_of(desk)
    assert dialog.verdict.text() == "All records are as memdesk wrote them"
    assert not dialog.accept_button.isVisible()
    assert "damaged" not in desk.window.status.summary()
    dialog.close()
    gate = desk.window.features["ReviewCommands"].gate
    with Workspace.open(root) as shell:
        code = ShellCode(shell)
        code.want(ME, wanted=True)
        gate.read()
        desk.until(lambda: bool(gate.now.code))
        old = gate.now.code
        for _ in range(TRIES):
            with pytest.raises(NotPermittedError):
                code.require(Actor("me", Origin.HUMAN, Via.CLI), "WRONG")
        desk.window.features["RecordCommands"].look()
        desk.run("review.open")
        page = desk.window.features["ReviewCommands"]._page
        desk.until(lambda: page.records.message is not None)
        said = page.records.spoken()
        assert said.startswith("Wrong codes were tried from a shell until the code was used up (")
        assert said.endswith("There is a new one.")
        assert page.records.isVisible()
        gate.read()
        desk.until(lambda: gate.now.code != old)
        with pytest.raises(NotPermittedError):
            code.require(Actor("me", Origin.HUMAN, Via.CLI), old)
        code.require(Actor("me", Origin.HUMAN, Via.CLI), gate.now.code)
    page.records.message.dismiss()
    desk.until(lambda: page.records.message is None)
    desk.window.features["RecordCommands"].look()
    desk.settle()
    assert page.records.message is None


def banner_of(desk):
    desk.run("review.open")
    return desk.window.features["ReviewCommands"]._page.records


def test_what_a_program_decided_in_the_persons_name_is_told_until_the_person_knows(run_desk, root):
    with Workspace.open(root) as workspace:
        ShellDecisionLog(workspace).note("unlocked", [URI], SHELL)
    desk = run_desk(root)
    banner = banner_of(desk)
    desk.until(lambda: banner.message is not None)
    assert "1 decision was made from a shell in your name" in banner.message.text
    assert (URI in banner.message.text, banner.message.tone) == (True, "danger")
    desk.window.features["RecordCommands"]._dismiss()
    desk.until(lambda: banner.message is None)
    with Workspace.open(root) as workspace:
        assert ShellDecisionLog(workspace).unproven() == ()
        ShellDecisionLog(workspace).note("accepted", [URI, "b.md"], SHELL)
    desk.window.features["RecordCommands"].look()
    desk.until(lambda: banner.message is not None)
    assert ("2 decisions were made" in banner.message.text, banner.message.tone) == (True, "")


def test_who_knows_of_one_thing_is_told_of_the_next(run_desk, root, tmp_path):
    (tmp_path / "second").hardlink_to(record(root))
    with Workspace.open(root) as workspace:
        ShellDecisionLog(workspace).note("unlocked", [URI], SHELL)
    desk = run_desk(root)
    banner = banner_of(desk)
    desk.until(lambda: banner.message is not None and "hard link" in banner.message.text)
    assert "protected.json" in banner.message.text
    assert "damaged" not in desk.window.status.summary()
    desk.window.features["RecordCommands"]._dismiss()
    desk.until(lambda: banner.message is not None and "from a shell" in banner.message.text)
    desk.window.features["RecordCommands"]._dismiss()
    desk.until(lambda: banner.message is None)


def test_what_vouches_and_was_changed_is_told_and_let_hold_with_one_click(run_desk, root):
    desk = run_desk(root)
    records = desk.window.features["RecordCommands"]
    desk.until(lambda: records.now.vouching is not None)
    (begun,) = state_dir().glob("workspaces/*/vouched/begun")
    begun.write_text(begun.read_text().replace('"shared": false', '"shared": true'))
    records.look()
    desk.until(lambda: "Records unproven" in desk.window.status.summary())
    banner = banner_of(desk)
    assert "keeps outside the folder to check its records" in banner.message.text
    banner.message.dismiss()
    desk.until(lambda: banner.message is None)
    assert "Records unproven" not in desk.window.status.summary()


def test_what_is_wrong_in_memdesks_own_folder_is_told_until_the_person_knows(run_desk, root):
    desk = run_desk(root)
    records = desk.window.features["RecordCommands"]
    desk.until(lambda: records.now.vouching is not None)
    (root / ".memdesk/.gitignore").write_text("")
    banner = banner_of(desk)
    records.look()
    desk.until(lambda: banner.message is not None)
    assert "1 problem with what memdesk keeps: .memdesk/.gitignore: It no longer keeps" in banner.message.text
    banner.message.dismiss()
    desk.until(lambda: banner.message is None)
    records.look()
    desk.settle()
    assert banner.message is None


def test_a_damaged_version_is_told_after_the_window_opened(run_desk, root, monkeypatch):
    monkeypatch.setattr("memdesk.review.own_check.PARTS", 1)
    with Workspace.open(root) as workspace:
        for text in (b"one\n", b"two\n"):
            workspace.commit("other.md", text, ANY, ME)
    for place in (root / ".memdesk/history").glob("*/*"):
        place.write_bytes(b"rubbish")
    desk = run_desk(root)
    banner = banner_of(desk)
    desk.until(lambda: banner.message is not None and "with what memdesk keeps" in banner.message.text)
    assert "other.md" in banner.message.text


def test_records_that_cannot_be_looked_at_are_not_passed_over(run_desk, root, monkeypatch):
    desk = run_desk(root)
    records = desk.window.features["RecordCommands"]
    desk.until(lambda: records.now.vouching is not None)

    def fail(*_args, **_more):
        raise StorageError("the disk does not answer")

    monkeypatch.setattr(desk.bus.workspace.store, "damages", fail)
    records.look()
    desk.until(lambda: "Records unproven" in desk.window.status.summary())
    assert "cannot be checked" in banner_of(desk).message.text


def test_all_records_of_a_folder_that_was_restored_are_accepted_in_one_step(run_desk, root):
    with Workspace.open(root) as workspace:
        workspace.commit("other.md", b"one\n", ANY, ME)
    record(root).write_bytes(b'{"rules": []}')
    log = root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes() + b"{}\n")
    desk = run_desk(root)
    desk.until(lambda: "2 records damaged" in desk.window.status.summary())
    dialog = dialog_of(desk)
    desk.until(lambda: dialog.list.count() == 2)
    dialog.all_button.click()
    desk.until(lambda: desk.window.features["RecordCommands"].now.damaged == ())
    desk.until(lambda: not dialog.all_button.isVisible())
