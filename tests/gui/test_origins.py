"""Who wrote what: in the margin, in the inspector, and from there to the change itself."""

from __future__ import annotations

import json
import threading

import pytest
from PySide6.QtCore import Qt, QTimer

from core.evoclaw_files import HOT, TREE, skill
from memdesk.model import Actor, Origin, Via
from memdesk.review import BlamedText, BlameOrigin, LineSource
from memdesk.store.oplog.operations import OperationLog
from memdesk.workspace import ANY, Workspace
from memdesk_gui.documents.blame import Origins, OriginTarget, writer_of
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.blame_words import told
from memdesk_gui.features.inspector import blame as tracing
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.widgets.writer_bar import Bar
from memdesk_gui.wording.writers import plain_tip, who

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
ADA = Actor("ada", Origin.HUMAN, Via.CLI)
USER = "facts/user.md"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / USER).write_bytes(b"one\n\ntwo\n")
    return folder


@pytest.fixture
def write(root):
    """A function that writes as an agent does, through another opening of the workspace."""

    def build(uri, data, actor=AGENT):
        with Workspace.open(root) as agent:
            return agent.commit(uri, data, ANY, actor)

    return build


@pytest.fixture
def open_desk(run_desk, root, monkeypatch):
    monkeypatch.setattr(tracing, "SOON_MS", 0)

    def build(uri, **options):
        margin = Margin(run_desk(root, **options))
        margin.open(uri)
        return margin

    return build


class Margin:
    """A document with its margin and what the inspector tells of it."""

    def __init__(self, desk):
        self.desk, self.window, self.qtbot = desk, desk.window, desk.qtbot
        self.reviewing = self.window.reviewing

    def open(self, uri):
        self.buffer = self.desk.open(uri)
        self.until(lambda: self.buffer.origins.is_known)

    def until(self, condition):
        self.desk.until(lambda: bool(condition()))
        self.desk.settle()

    @property
    def view(self):
        return self.desk.editor.view

    @property
    def card(self):
        """What the inspector tells, once it has followed the caret."""
        self.desk.until(lambda: not self.window.features["BlameCommands"].telling)
        return self.window.inspector.origin

    def writers(self):
        return [writer and writer.origin.value for writer in self.view.authors]

    def hollow(self):
        return sorted(self.view.gutter._unreviewed)

    def tip(self, line):
        (seen,) = (seen for seen in self.view.seen_blocks() if seen.block.blockNumber() == line - 1)
        return self.view.gutter.tip_at(seen.top + 1)

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(self.desk.window.focusWidget() or self.window, key, modifier)


def test_the_margin_tells_who_wrote_before_the_document_was_opened(open_desk, write):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    write(USER, b"one\n\nsaid\n\nmine\ntwo\n", ADA)
    margin = open_desk(USER)
    assert margin.writers() == [None, None, "agent", "agent", "human", None, None]
    assert margin.hollow() == [2, 3]
    assert margin.tip(3) == "Written by bloop · memory_write\nNot reviewed"
    assert margin.tip(5) == "Written by you"
    assert margin.tip(1) == ""


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_small_window_cuts_no_word_of_the_review_and_keeps_its_panes_still(open_desk, write, lang):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    margin = open_desk(USER, lang=lang, size=(1024, 640))
    margin.view.go_to(1)
    state, width = margin.card._state, margin.window.inspector.width()
    assert state.text() == ""
    margin.view.go_to(3)
    margin.desk.until(lambda: margin.card._state.text() != "")
    margin.desk.until(lambda: state.width() > state.fontMetrics().horizontalAdvance(state.text()))
    assert margin.card.change.width() >= margin.card.change.sizeHint().width()
    assert margin.window.inspector.width() == width


def test_the_bytes_of_what_is_no_text_have_no_author_by_line(open_desk, root):
    (root / "logo.png").write_bytes(bytes(range(256)))
    margin = open_desk("logo.png")
    margin.until(lambda: margin.buffer.read_only_reason == "binary")
    assert margin.card.isHidden()


def test_what_is_typed_is_the_persons_and_says_what_it_was(open_desk, write):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    margin = open_desk(USER)
    margin.desk.type_at(margin.view, "said", " so\nmore")
    margin.until(lambda: margin.writers()[2:5] == ["human", "human", "agent"])
    assert margin.hollow() == [4]
    margin.until(lambda: "line 4" in margin.card.spoken())
    assert margin.card.spoken() == "This line · line 4 · you · now, not saved"
    margin.view.go_to(3)
    assert margin.card.spoken().startswith("This line · line 3 · you · now, not saved · before: bloop · ")
    margin.desk.save()
    margin.until(lambda: margin.buffer.origins.line(4).saved)
    assert margin.writers()[2:5] == ["human", "human", "agent"]


def test_what_others_replace_under_unsaved_text_was_not_written_by_the_person(open_desk, write):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    margin = open_desk(USER)
    margin.desk.type_at(margin.view, "one", " mine")
    margin.until(lambda: margin.writers()[0] == "human")
    write(USER, b"one\n\nsaid otherwise\n\ntwo\n")
    margin.until(lambda: margin.buffer.disk_state is DiskState.CHANGED)
    margin.desk.type_at(margin.view, "one mine", "!")
    margin.until(lambda: margin.writers()[:3] == ["human", None, None])
    margin.view.go_to(3)
    margin.until(lambda: margin.card.spoken() == "This line · line 3 · Author unknown.")


def test_of_unsaved_text_of_a_deleted_document_only_what_is_certain_is_told(open_desk, write):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    margin = open_desk(USER)
    margin.desk.type_at(margin.view, "one", " mine")
    margin.until(lambda: margin.writers()[0] == "human")
    write(USER, None)
    margin.until(lambda: margin.buffer.disk_state is DiskState.DELETED)
    margin.desk.type_at(margin.view, "one mine", "!")
    margin.until(lambda: margin.writers()[:3] == ["human", None, None])
    margin.view.go_to(1)
    margin.until(lambda: margin.card.spoken() == "This line · line 1 · you · now, not saved")
    margin.view.go_to(3)
    margin.until(lambda: margin.card.spoken() == "This line · line 3 · The document is deleted.")


def test_an_answer_from_the_middle_of_a_save_is_not_taken(open_desk, write, monkeypatch):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    margin = open_desk(USER)
    margin.desk.type_at(margin.view, "said", " so")
    margin.until(lambda: margin.writers()[2] == "human")
    written, asked = threading.Event(), threading.Event()
    trace, append = tracing._traced, OperationLog.append

    def ask_late(*about):
        """Ask when the file is written, and the log does not tell of it yet."""
        assert written.wait(300)
        try:
            return trace(*about)
        finally:
            asked.set()

    def log_late(*told):
        written.set()
        assert asked.wait(300)
        return append(*told)

    shown = []
    margin.buffer.origins.changed.connect(lambda: shown.append(margin.buffer.origins.line(3)))
    with monkeypatch.context() as late:
        late.setattr(tracing, "_traced", ask_late)
        late.setattr(OperationLog, "append", log_late)
        margin.window.features["BlameCommands"]._tracing._ask()
        margin.desk.save()
        margin.until(lambda: margin.buffer.origins.line(3).saved)
    assert {writer_of(line.source).origin for line in shown if line.saved} == {Origin.HUMAN}


def test_who_wrote_is_told_though_changes_never_rest(run_desk, root, monkeypatch):
    monkeypatch.setattr(tracing, "SOON_MS", 1_000)
    monkeypatch.setattr(tracing, "LATEST_MS", 200)
    desk = run_desk(root)
    never_rests = QTimer(interval=50)
    buffer = desk.documents.open(USER)
    never_rests.timeout.connect(buffer.parsed_changed)
    never_rests.start()
    desk.until(lambda: buffer.origins.is_known)
    never_rests.stop()


def test_who_wrote_a_line_when_and_whether_it_was_reviewed_is_known_after_one_key(open_desk, write, later):
    write(USER, b"one\n\nsaid\n\ntwo\n")
    margin = open_desk(USER)
    margin.view.go_to(1)
    assert margin.card.spoken() == "This line · line 1 · Older than the history; author unknown."
    assert margin.card.change.isHidden()
    margin.view.go_to(3)
    assert "Not reviewed" in margin.card.spoken()
    assert "just now · " in margin.card.spoken()
    margin.until(lambda: margin.reviewing.total == 1)
    margin.reviewing.accept([margin.reviewing.waiting.items[0].id])
    margin.until(lambda: margin.hollow() == [])
    assert margin.writers()[2] == "agent"
    assert "Reviewed" in margin.card.spoken()
    later(3 * 3600)
    margin.window.inspector._ageing.timeout.emit()
    assert "bloop · 3 h ago · " in margin.card.spoken()
    margin.window.docks["inspector"].hide()
    margin.view.go_to(3)
    margin.view.setFocus()
    margin.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    margin.until(margin.card.isVisible)
    said = margin.card.spoken()
    assert said.startswith("This line · line 3 · bloop · ")
    assert "memory_write · session s1" in said
    assert margin.card.change.hasFocus()
    margin.press(Qt.Key.Key_Space)
    margin.until(lambda: margin.window.history.version is not None)
    assert margin.window.history.version.actor == AGENT
    assert margin.window.area.covered_by(margin.window.history.view)


def test_an_old_change_is_found_in_a_long_history(open_desk, write, monkeypatch):
    monkeypatch.setattr("memdesk_gui.features.history.timeline_model.PAGE", 2)
    monkeypatch.setattr("memdesk.review.blame.MOST", 2)
    write(USER, b"one\n\nsaid\n\ntwo\n")
    for number in range(5):
        write(USER, f"one\n\nsaid\n\ntwo\n{number}\n".encode(), ADA)
    margin = open_desk(USER)
    margin.view.go_to(3)
    margin.until(lambda: margin.writers()[2] == "agent")
    margin.card.change.click()
    margin.until(lambda: margin.window.history.version is not None)
    assert margin.window.history.version.actor == AGENT


def test_what_is_owed_by_a_long_history_is_said_so(qapp):
    line = LineSource(BlameOrigin(None))
    origins = Origins()
    origins.take(BlamedText((line,), {}, 1_000, is_open=True))
    said = told(origins, OriginTarget(1), ADA, 0.0).facts
    assert said == "Still looking: not in the last 1000 versions."
    origins.take(BlamedText((line,), {}, 1_000))
    assert told(origins, OriginTarget(1), ADA, 0.0).facts == "Author unknown."


def test_an_agents_name_is_shown_as_a_name(open_desk, write):
    write(USER, b"one\n\nsaid\n", Actor("you", Origin.AGENT, Via.MCP, "x\u202ey", "s\n1"))
    margin = open_desk(USER)
    margin.view.go_to(3)
    said = margin.card.spoken()
    assert "agent “you”" in said
    assert "\u202e" not in said
    assert "\n" not in said


PROFILE = "workspace/memory/profile.json"
ENTRIES = "memory.json"


def bars(table):
    """What the bars of a table's rows tell, by the key of the row."""
    model = table.model()
    rows = (model.index(row, 0) for row in range(model.rowCount()))
    return {str(index.data(KEY_ROLE)): table.bars.bar_of(index) for index in rows}


def test_each_key_entry_and_memory_tells_who_wrote_it(open_desk, root, write):
    warm = "claw/memory/warm-memory.json"
    shelf = {"run": [], "session": [{"id": "a", "content": "one"}], "plan": []}
    entries = [{"id": "a", "text": "one", "importance": 0.5}, {"id": "b", "text": "two", "importance": 0.5}]
    for uri, text in (
        (PROFILE, '{"dog": "Bob", "tea": "oolong"}'),
        (ENTRIES, json.dumps(shelf)),
        (warm, json.dumps(entries)),
    ):
        (root / uri).parent.mkdir(parents=True, exist_ok=True)
        (root / uri).write_text(text)
    write(PROFILE, b'{"dog": "Bob", "tea": "black"}')
    write(PROFILE, b'{"cat": "Tom", "dog": "Bob", "tea": "black"}', ADA)
    shelf["session"].append({"id": "b", "content": "two"})
    write(ENTRIES, json.dumps(shelf).encode())
    entries[1]["text"] = "three"
    write(warm, json.dumps(entries).encode())
    margin = open_desk(PROFILE)
    editor = margin.desk.editor
    told = bars(editor.table)
    assert told == {
        "cat": Bar(Origin.HUMAN, False, "ada"),
        "dog": None,
        "tea": Bar(Origin.AGENT, True, "bloop"),
    }
    editor.reveal("tea")
    assert margin.card.spoken().startswith("This key · tea · bloop · ")
    assert margin.card.spoken().endswith("Not reviewed")
    editor.reveal("dog")
    assert margin.card.spoken() == "This key · dog · Older than the history; author unknown."
    editor.add()
    margin.until(lambda: "Not saved yet" in margin.card.spoken())
    margin.open(warm)
    assert bars(margin.desk.editor.warm.view) == {"a": None, "b": Bar(Origin.AGENT, True, "bloop")}
    margin.desk.editor.reveal("b")
    assert margin.card.spoken().startswith("This entry · three · bloop · ")
    margin.open(ENTRIES)
    editor = margin.desk.editor
    assert bars(editor.table) == {"a": None, "b": Bar(Origin.AGENT, True, "bloop")}
    editor.reveal("session/b")
    assert margin.card.spoken().startswith("This entry · two · bloop · ")
    margin.card.change.click()
    margin.until(lambda: margin.window.history.version is not None)
    assert margin.window.history.version.actor == AGENT


def test_what_came_since_the_last_look_is_pointed_at(open_desk, root, write):
    other = "facts/other.md"
    (root / other).write_bytes(b"other\n")
    write(USER, b"one\n\nseen\n\ntwo\n")
    margin = open_desk(USER)
    gutter = margin.view.gutter
    assert gutter._fresh == frozenset()
    margin.open(other)
    write(USER, b"one\n\nseen\n\nnew\n\ntwo\n")
    margin.until(lambda: USER in margin.window.navigator.marks.unseen())
    margin.open(USER)
    margin.until(lambda: gutter._fresh == {4, 5})
    margin.view.go_to(1)
    margin.press(Qt.Key.Key_F8)
    assert margin.view.textCursor().blockNumber() == 4
    margin.view.go_to(7)
    margin.press(Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert margin.view.textCursor().blockNumber() == 4
    assert margin.tip(5).endswith("New since you last looked")
    assert "New since" not in margin.tip(3)
    margin.until(lambda: USER not in margin.window.navigator.marks.unseen())
    margin.open(other)
    margin.open(USER)
    margin.until(lambda: gutter._fresh == frozenset())
    assert not margin.window.context.commands.action("review.next_change").isEnabled()


def nested_bars(tree):
    """What the bars of a tree's rows tell, by the path of the row."""
    found, rows = {}, [tree.model().index(0, 0)]
    while rows:
        index = rows.pop()
        found[index.data(KEY_ROLE)] = tree.bars.bar_of(index)
        rows += [tree.model().index(row, 0, index) for row in range(tree.model().rowCount(index))]
    return found


def test_entries_of_a_text_what_is_hot_and_topics_tell_who_wrote_them(open_desk, root, write):
    hot, tree = "claw/memory/hot-memory-state.json", "claw/memory/memory-tree.json"
    (root / "claw/memory").mkdir(parents=True)
    (root / "episodes").mkdir()
    head = b"# User\n\n> Summary: about Ann\n\n- Name: Ann\n"
    (root / USER).write_bytes(head + b"- Dog: Bob\n")
    (root / hot).write_bytes(skill(HOT))
    (root / tree).write_bytes(skill(TREE))
    write(USER, head + b"- Dog: Kopi\n")
    owner = HOT["owner_profile"]
    name = next(key for key, value in owner.items() if isinstance(value, str))
    write(hot, skill({**HOT, "owner_profile": {**owner, name: "Mei"}}))
    path = next(key for key in TREE if key != "root")
    write(tree, skill({**TREE, path: {**TREE[path], "desc": "other"}}))
    margin = open_desk(USER)
    margin.desk.editor.set_mode(EditorMode.ENTRIES)
    page = margin.desk.editor.page
    margin.until(lambda: bars(page.table) == {"0": None, "1": Bar(Origin.AGENT, True, "bloop")})
    page.reveal("Dog")
    margin.until(lambda: margin.card.spoken().startswith("This entry · Dog · bloop · "))
    assert "bloop" in page.table.bars.words_of(page.proxy.index(1, 0))
    margin.open(hot)
    view = margin.desk.editor.hot.view
    told = {key: bar for key, bar in bars(view).items() if bar is not None}
    assert told == {f"owner.{name}": Bar(Origin.AGENT, True, "bloop")}
    view.setCurrentIndex(margin.desk.editor.hot.model.row_of(f"owner.{name}"))
    margin.until(lambda: margin.card.spoken().startswith("This entry · Owner · bloop · "))
    margin.open(tree)
    told = {key: bar for key, bar in nested_bars(margin.desk.editor.view).items() if bar is not None}
    assert told == {path: Bar(Origin.AGENT, True, "bloop")}
    margin.desk.editor.reveal(path)
    margin.until(lambda: "bloop" in margin.card.spoken())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("you", "agent “you”"),
        ("\uff59\uff4f\uff55", "agent “\uff59\uff4f\uff55”"),
        ("y\u043eu", "y\\u043eu"),
        ("\u0430\u0435\u043e", "\\u0430\\u0435\\u043e"),
        ("x\u202ey\n", "x⟦RLO⟧y\ufffd"),
        ("\u0410\u043d\u043d\u0430 \u0411", "\u0410\u043d\u043d\u0430 \u0411"),
        ("\u5c0f\u7231", "\u5c0f\u7231"),
        ("<b>Ann</b>", "<b>Ann</b>"),
    ],
)
def test_an_agents_name_cannot_pass_for_another(qapp, name, shown):
    assert who(Actor(name, Origin.AGENT, Via.MCP)) == shown
    assert "<b>" not in plain_tip(shown)


def test_the_documents_that_were_never_reviewed_are_listed(open_desk, write):
    write("notes.md", b"mine\n", ADA)
    write("facts/pets.md", b"cat\n")
    write("facts/pets.md", b"cat\ndog\n")
    margin = open_desk(USER)
    margin.until(lambda: margin.reviewing.total == 2)
    row, navigator = margin.window.features["ReviewCommands"].unreviewed.row, margin.window.navigator
    margin.until(lambda: row.isVisible() and row.accessibleDescription() == "1")
    margin.qtbot.keyClick(row, Qt.Key.Key_Space)
    shown = navigator.model.shelves
    margin.until(lambda: list(shown.shown.documents) == ["facts/pets.md"])
    assert row.isChecked()
    navigator.filter.setText("user")
    margin.until(lambda: not shown.shown.documents)
    navigator.filter.clear()
    margin.until(lambda: list(shown.shown.documents) == ["facts/pets.md"])
    margin.qtbot.keyClick(navigator.list, Qt.Key.Key_Escape)
    margin.until(lambda: USER in shown.shown.documents)
    margin.desk.run("review.unreviewed")
    chooser = margin.window.features["BlameCommands"].unreviewed
    margin.until(lambda: chooser.model.items)
    (item,) = chooser.model.items
    assert (item.key, item.row.title, item.row.detail) == ("facts/pets.md", "pets.md", "2 changes")
    margin.qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert margin.desk.documents.current.uri == "facts/pets.md"


def test_a_key_that_only_a_form_offers_is_not_set_in_the_document(open_desk, root):
    (root / PROFILE).parent.mkdir(parents=True, exist_ok=True)
    (root / PROFILE).write_text('{"dog": "Bob"}')
    margin = open_desk(PROFILE)
    margin.until(lambda: margin.desk.documents.current.origins.is_known)
    buffer, place = margin.desk.documents.current, OriginTarget(part="retrieve_limit", is_key=True)
    facts = [told(buffer.origins, place, buffer.person, 0.0, dirty=dirty).facts for dirty in (False, True)]
    assert facts == ["Not set in this document.", "Not saved yet."]
