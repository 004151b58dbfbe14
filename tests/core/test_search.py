"""What a question finds, in which order, and that the index is never the truth."""

from __future__ import annotations

import json
import os
import sqlite3

import pytest

from helpers.check_cases import filled
from memdesk.index import SearchConfig, SearchIndex, forget_index
from memdesk.index.grams import question
from memdesk.index.sqlite import VERSION
from memdesk.model import DocumentInfo, Kind, Nature, SearchMode
from memdesk.runtime.paths import settings_file
from memdesk.search import ChunkFilter, meaning_of, search
from memdesk.search.snippets import snippet

FILES = {
    "memory/MEMORY.md": (
        "# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n"
        "## 2026-03-02\n\nRobin likes tea, not coffee.\n"
    ),
    "memory/202603/20260301.md": (
        "# 2026-03-01\n\n- The deadline of project Aurora is 12 May\n- met Bob the neighbour\n"
    ),
    "memory/facts/user.md": (
        "# User\n\n- 狗叫 Bob\n- 用户喜欢手冲咖啡，不加糖\n- 服务器在汉堡，备份在 backup-03\n"
    ),
    "memory/profile.json": '{\n  "city": "Hamburg",\n  "backup_host": "backup-03"\n}',
}
KINDS = {"memory/profile.json": Kind.PROFILE, "memory/facts/user.md": Kind.FACT}


class Files:
    """Documents with their stamps, counting what is read of them."""

    def __init__(self, texts=FILES):
        self.read_times = 0
        self.stamps = {}
        self.data = {}
        for uri, text in texts.items():
            self.put(uri, text)

    def put(self, uri, text):
        self.data[uri] = text if isinstance(text, bytes) else text.encode()
        self.stamps[uri] = self.stamps.get(uri, 0) + 1

    def drop(self, uri):
        del self.data[uri], self.stamps[uri]

    def documents(self):
        return [
            DocumentInfo(uri, None, KINDS.get(uri, Kind.OTHER), uri, len(data), self.stamps[uri], Nature.FILE)
            for uri, data in self.data.items()
        ]

    def read(self, uri):
        self.read_times += 1
        return self.data.get(uri)

    def fill(self, index, **more):
        return index.update(self.documents(), self.read, **more)


@pytest.fixture
def files():
    return Files()


@pytest.fixture
def index(tmp_path, files):
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        files.fill(index)
        yield index


def places(found):
    return [hit.address for hit in found.hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("what is the dog called?", "memory/MEMORY.md#L3-L5"),
        ("我的狗叫什么？", "memory/facts/user.md#L1-L5"),
        ("deadline of project Aurora", "memory/202603/20260301.md#L1-L4"),
        ("backup host", "memory/profile.json#L3"),
        ("BACKUP-03", "memory/profile.json#L3"),
        ("咖啡", "memory/facts/user.md#L1-L5"),
        ("糖", "memory/facts/user.md#L1-L5"),
        ("汉", "memory/facts/user.md#L1-L5"),
        ("手冲咖啡，不加糖", "memory/facts/user.md#L1-L5"),
        ('"not coffee"', "memory/MEMORY.md#L7-L9"),
        ("ham*", "memory/profile.json#L2"),
        ("likes", "memory/MEMORY.md#L7-L9"),
        ("liking", "memory/MEMORY.md#L7-L9"),
        ("Ｔｅａ", "memory/MEMORY.md#L7-L9"),
        (
            (
                "It rained all day, my shoes are ruined and the train was late again. Before I forget: who "
                "likes tea, not coffee?"
            ),
            "memory/MEMORY.md#L7-L9",
        ),
        (
            "昨晚看的电影真不错，回家路上下了点雨，鞋也湿了。等等，我真正想问的是：手冲咖啡要加糖吗？",
            "memory/facts/user.md#L1-L5",
        ),
    ],
)
def test_the_right_chunk_comes_first(index, query, first):
    assert places(search(index, query))[0] == first


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "?!",
        '"',
        '"" -',
        "-dog",
        "quantum chromodynamics",
        "咖啡馆在哪个城市的火车站",
        (
            "It rained all day, my shoes are ruined and the train was late again. Before I forget: which "
            "restaurant did my cousin recommend for the wedding?"
        ),
        "昨晚看的电影真不错，回家路上下了点雨，鞋也湿了。等等，我真正想问的是：那家餐厅几点开门？",
        "'; DROP TABLE chunks; --",
        "NEAR(xyz",
        "\0",
        "🍵",
        "\ud800",
        "the of and 的 了 是",
        "\u202e\u200b\ufeff",
        '"' * 1_000_000,
        "(" * 1_000_000,
        "a." * 500_000,
        "1,000" * 200_000,
        "-a " * 300_000,
        "\u0301" * 1_000_000,
    ],
    ids=lambda query: repr(query[:20]),
)
def test_a_question_about_nothing_finds_nothing_and_never_fails(index, query):
    assert search(index, query).hits == ()


def test_what_is_typed_is_never_the_language_of_the_index(index):
    for query in ("AND", "OR dog", "dog NOT bob", "text:dog", "{text}: dog", "dog^2", "(dog", "dog) OR ("):
        search(index, query)
    assert "memory/MEMORY.md#L3-L5" in places(search(index, "dog AND ("))
    assert len(search(index, "dog " * 300_000).hits) == 1


def test_what_must_not_be_there_is_left_out(index):
    assert len(search(index, "Bob").hits) == 3
    assert {*places(search(index, "Bob -dog"))} == {
        "memory/facts/user.md#L1-L5",
        "memory/202603/20260301.md#L1-L4",
    }
    assert places(search(index, 'Bob -"the neighbour" -dog')) == ["memory/facts/user.md#L1-L5"]


def test_a_phrase_is_word_for_word(index):
    assert search(index, '"coffee not"').hits == ()
    assert search(index, '"likes coffee"').hits == ()


def test_a_chinese_word_is_found_where_it_stands_and_nowhere_else(tmp_path):
    rows = ["糖拿铁", "拿铁咖啡", "铁拿", "拿着铁", "加糖，拿铁", "服务器重启", "服务器，重启"]
    held = Files({f"{number}.md": row for number, row in enumerate(rows)})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        for word in ("拿铁", "糖拿", "咖啡", "铁", "服务器重启", "重启"):
            wanted = {f"{number}.md" for number, row in enumerate(rows) if word in row}
            assert {hit.uri for hit in search(index, word).hits} == wanted, word


def test_a_slip_is_forgiven_where_nothing_else_is_found(index):
    found = search(index, "deadlnie")
    assert (found.corrected, places(found)) == (
        (("deadlnie", "deadline"),),
        ["memory/202603/20260301.md#L1-L4"],
    )
    assert search(index, "xqzwv").corrected == ()


def test_a_hit_says_what_it_has_and_what_not(index):
    hit = search(index, "tea bob").hits[0]
    assert set(hit.matched) | set(hit.missing) == {"tea", "bob"}
    assert 0 < hit.score <= 1


def test_what_was_asked_is_told_as_it_was_typed(tmp_path):
    held = Files({"a.md": "# A\n\n- Der Zug nach Koln\n- чай\n"})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        found = search(index, "Köln чай Café")
        assert (found.terms, found.hits[0].matched) == (("köln", "чай", "café"), ("köln", "чай"))
        assert search(index, "Kölnn").corrected == (("kölnn", "koln"),)


def test_a_name_in_capitals_is_no_little_word(tmp_path):
    held = Files({"a.md": "# A\n\n- The NAS is in the attic\n", "b.md": "# B\n\n- tea\n"})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        for query in ("NAS", "nas", "Where is the NAS?"):
            assert [hit.uri for hit in search(index, query).hits] == ["a.md"]
        assert not search(index, "the").hits


@pytest.mark.parametrize(
    ("asked", "said"),
    [("koln", "Köln"), ("Straße", "Strasse"), ("чай", "чай"), ("café", "cafe\u0301"), ("ＡＢＣ", "abc")],
)
def test_a_snippet_shows_what_was_found_however_it_is_written(asked, said):
    around = "und so weiter und so fort " * 20
    shown = snippet(f"{around}{said} {around}", [term.shown for term in question(asked).terms])
    assert said in shown


def test_a_snippet_of_json_is_the_words_of_the_entry(tmp_path):
    entry = {
        "id": "9898ab5084e9",
        "content": "Ferns before the frost",
        "ref": "f5000bae-9a8e-44bb-a9a1-0443838a6ebd",
    }
    held = Files({"a.json": json.dumps([entry]), "b.json": json.dumps([entry], indent=1)[:-2]})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        said = {hit.uri: hit.snippet for hit in search(index, "frost").hits}
        assert said["a.json"] == "Ferns before the frost"
        assert said["b.json"].split() == ["content:", "Ferns", "before", "the", "frost"]
        assert "9898ab5084e9" in search(index, "9898ab5084e9").hits[0].snippet


def test_only_some_documents_are_searched(index):
    assert {hit.kind for hit in search(index, "Bob", only=ChunkFilter(kinds=frozenset({"fact"}))).hits} == {
        "fact"
    }
    assert [hit.uri for hit in search(index, "Bob", only=ChunkFilter(folder="memory/facts")).hits] == [
        "memory/facts/user.md"
    ]
    assert search(index, "Bob", only=ChunkFilter(systems=frozenset({"evoclaw"}))).hits == ()


def test_the_order_is_always_the_same(tmp_path):
    held = Files({f"{name}.md": "the same words" for name in "dacb"})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        first = places(search(index, "same words"))
        assert all(places(search(index, "same words")) == first for _ in range(5))
        assert len(first) == 4


def test_only_what_changed_is_read(index, files):
    files.read_times = 0
    assert files.fill(index).read == files.read_times == 0
    files.put("memory/MEMORY.md", "# Memory\n\nThe dog is called Rex.\n")
    files.drop("memory/facts/user.md")
    assert (files.fill(index).read, files.read_times) == (1, 1)
    assert places(search(index, "Rex")) == ["memory/MEMORY.md#L1-L3"]
    assert [hit.uri for hit in search(index, "Bob").hits] == ["memory/202603/20260301.md"]
    assert search(index, "咖啡").hits == ()


def test_some_documents_are_brought_up_to_date_alone(index, files):
    files.put("memory/facts/user.md", "# User\n\n- likes juniper\n")
    files.put("memory/new.md", "# New\n\njuniper again\n")
    files.put("memory/MEMORY.md", "# Memory\n\nno juniper is looked at here\n")
    wanted = [info for info in files.documents() if info.uri in ("memory/facts/user.md", "memory/new.md")]
    before = files.read_times
    assert index.update_some(wanted, ["memory/profile.json", "never.md"], files.read) == 2
    assert index.update_some(wanted, [], files.read) == 0
    assert files.read_times == before + 2
    assert {hit.uri for hit in search(index, "juniper").hits} == {"memory/facts/user.md", "memory/new.md"}
    assert search(index, "Hamburg").hits == ()


def test_a_document_that_is_only_touched_is_not_cut_again(index, files):
    before = index.backend.query("SELECT id FROM chunks ORDER BY id")
    files.put("memory/MEMORY.md", FILES["memory/MEMORY.md"])
    files.fill(index)
    assert index.backend.query("SELECT id FROM chunks ORDER BY id") == before


def test_the_full_text_forgets_what_a_document_said(index, files):
    for number in range(3):
        files.put("memory/MEMORY.md", f"# M\n\nsecretword{number} 密码\n")
        files.fill(index)
    assert [hit.uri for hit in search(index, "secretword2").hits] == ["memory/MEMORY.md"]
    assert search(index, '"secretword0"').hits == ()
    index.backend.query("INSERT INTO words (words) VALUES ('integrity-check')")


def test_everything_is_read_anew_where_that_is_asked_for(index, files):
    assert files.fill(index, anew=True) == (4, 7, 4, ())
    assert len(search(index, "Bob").hits) == 3


def test_what_cannot_be_read_or_is_no_text_is_passed_over(tmp_path):
    held = Files({"a.md": b"\x00\x01\xff" * 99, "b.md": "found", "c.md": "gone"})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        documents = held.documents()
        held.drop("c.md")
        assert index.update(documents, held.read).unread == ("c.md",)
        assert [hit.uri for hit in search(index, "found gone").hits] == ["b.md"]


def test_what_could_not_be_read_is_tried_again(tmp_path):
    """Who may read a file changes neither its size nor its time."""
    held = Files({"a.md": "found", "b.md": "also found"})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        index.update(held.documents(), lambda uri: None if uri == "b.md" else held.read(uri))
        assert [hit.uri for hit in search(index, "found").hits] == ["a.md"]
        assert held.fill(index)[2:] == (1, ())
        assert {hit.uri for hit in search(index, "found").hits} == {"a.md", "b.md"}


def test_a_document_is_found_whose_name_is_no_text(tmp_path):
    names = [os.fsdecode(name) for name in (b"caf\xe9/\xff.md", b"caf\xe9/b\xfe.md", b"caf?/b?.md")]
    held = Files(dict.fromkeys(names, b"# Kitchen\n\ngreen tea\n"))
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        assert held.fill(index) == (3, 3, 3, ())
        assert held.fill(index) == (3, 3, 0, ())
        assert {hit.uri for hit in search(index, "tea").hits} == {*names}
        only = ChunkFilter(folder=names[0].partition("/")[0])
        assert {hit.uri for hit in search(index, "tea", only=only).hits} == {*names[:2]}
        only = ChunkFilter(documents=frozenset(names[:1]))
        assert {hit.uri for hit in search(index, "tea", only=only).hits} == {names[0]}
        held.put(names[0], "# Kitchen\n\nblack coffee\n")
        assert held.fill(index) == (3, 3, 1, ())
        assert {hit.uri for hit in search(index, "tea").hits} == {*names[1:]}
        held.drop(names[1])
        held.fill(index)
        assert {hit.uri for hit in search(index, "tea").hits} == {names[2]}


@pytest.mark.parametrize("kind", [Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.SEARCH_DB])
def test_copies_of_something_else_are_left_out(tmp_path, kind):
    info = DocumentInfo("a.md", None, kind, "a", 5, 1, Nature.FILE)
    link = DocumentInfo("b.md", None, Kind.OTHER, "b", 5, 1, Nature.LINK)
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        assert index.update([info, link], lambda uri: b"words") == (0, 0, 0, ())


def test_secrets_are_covered(tmp_path):
    token = filled("ghp_{alnum:36}")
    held = Files({"a.md": f"# Deploy\n\nThe deploy token is {token} for now.\n"})
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        hit = search(index, "deploy token").hits[0]
        assert token not in hit.text + hit.snippet


def damaged(file):
    file.write_bytes(b"SQLite format 3\0" + b"\x13" * 4_000)


def foreign(file):
    file.write_text("not a database at all, but long enough to be looked at as one\n" * 90)


def older(file):
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE documents (x)")
    base.execute(f"PRAGMA user_version={VERSION - 1}")
    base.commit()
    base.close()


@pytest.mark.parametrize("spoil", [damaged, foreign, older])
def test_an_index_that_cannot_be_used_is_made_anew(tmp_path, files, spoil):
    file = tmp_path / "index.sqlite"
    spoil(file)
    with SearchIndex("w", file) as index:
        assert files.fill(index).read == 4
        assert (index.note, len(search(index, "Bob").hits)) == ("", 3)
    with SearchIndex("w", file) as index:
        assert files.fill(index).read == 0


def test_a_newer_index_is_left_as_it_is_and_done_without(tmp_path, files):
    file = tmp_path / "index.sqlite"
    SearchIndex("w", file).close()
    base = sqlite3.connect(file)
    base.execute(f"PRAGMA user_version={VERSION + 1}")
    base.commit()
    base.close()
    with SearchIndex("w", file) as index:
        files.fill(index)
        assert ("newer memdesk" in index.note, len(search(index, "Bob").hits)) == (True, 3)
    base = sqlite3.connect(file)
    assert base.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
    base.close()


def test_an_index_that_cannot_be_written_is_done_without(tmp_path, files):
    (tmp_path / "index.sqlite").mkdir()
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        files.fill(index)
        assert (index.note != "", len(search(index, "Bob").hits)) == (True, 3)


def test_an_index_without_room_is_done_without_and_used_again(tmp_path, files):
    file = tmp_path / "index.sqlite"
    with SearchIndex("w", file) as index:
        files.fill(index)
        pages = index.backend.query("PRAGMA page_count")[0][0]
        index.backend.query(f"PRAGMA max_page_count={pages}")
        files.put("long.md", "".join(f"A quokka came at {number}.\n" for number in range(9_000)))
        files.fill(index)
        assert ("full" in index.note, len(search(index, "Bob").hits)) == (True, 3)
        assert search(index, "quokka").hits
    with SearchIndex("w", file) as index:
        assert files.fill(index).read == 1
        assert (index.note, len(search(index, "Bob").hits)) == ("", 3)


def test_a_document_that_changes_while_it_is_indexed_is_read_again(tmp_path, files):
    """What was read belongs to a later size and time than the index was told of."""
    uri = "memory/MEMORY.md"
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        seen = files.documents()
        files.put(uri, "A quokka came.\n")
        index.update(seen, files.read)
        assert len(search(index, "quokka").hits) == 1
        assert files.fill(index).read == 1
        files.put(uri, "A numbat came, after all.\n")
        assert files.fill(index).read == 1
        assert (len(search(index, "numbat").hits), search(index, "quokka").hits) == (1, ())


def test_an_index_that_is_held_by_another_program_is_done_without(tmp_path, files, monkeypatch):
    monkeypatch.setattr("memdesk.index.sqlite._PATIENCE", 0.01)
    file = tmp_path / "index.sqlite"
    SearchIndex("w", file).close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with SearchIndex("w", file) as index:
        files.fill(index)
        assert ("locked" in index.note, len(search(index, "Bob").hits)) == (True, 3)
    other.execute("ROLLBACK")
    other.close()


def test_an_index_that_is_damaged_while_it_is_open_is_done_without(tmp_path, files):
    file = tmp_path / "index.sqlite"
    with SearchIndex("w", file) as index:
        index.backend.query("DROP TABLE chunks")
        files.fill(index)
        assert len(search(index, "Bob").hits) == 3


def test_two_programs_use_one_index(tmp_path, files):
    file = tmp_path / "index.sqlite"
    with SearchIndex("w", file) as one, SearchIndex("w", file) as other:
        assert (files.fill(one).read, files.fill(other).read) == (4, 0)
        assert places(search(one, "Bob")) == places(search(other, "Bob"))


def test_the_index_is_its_owners_alone_and_can_be_forgotten(files):
    with SearchIndex("w") as index:
        files.fill(index)
        assert index.file.stat().st_mode & 0o777 == 0o600
        assert index.file.parent.stat().st_mode & 0o777 == 0o700
    forget_index("w")
    assert os.listdir(index.file.parent) == []
    forget_index("w")


def test_every_index_of_a_workspace_is_forgotten_wherever_it_was_chosen_to_be(files, tmp_path):
    """Also while another program reads it, with what was deleted from it and what is not written back yet."""
    elsewhere = tmp_path / "elsewhere" / "own.db"
    places = ("", "mine.db", "sub/mine.db", "plain", os.fspath(elsewhere))
    cut = [
        SearchIndex("w", config=SearchConfig(db_path=path, chunk_size=size))
        for path in places
        for size in (512, 900)
    ]
    with SearchIndex("other") as other:
        files.fill(other)
    for index in cut:
        files.put("gone.md", "A zyzzyva was here.\n")
        files.fill(index)
        files.drop("gone.md")
        files.fill(index)
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(f'[search]\nDBPath = "{elsewhere}"\n')
    folders = (other.file.parent, elsewhere.parent)
    assert any(b"zyzzyva" in data for data in said_in(*folders))
    forget_index("w")
    assert not any(b"zyzzyva" in data or b"Bob" in data for data in said_in(elsewhere.parent))
    assert not any(b"zyzzyva" in data for data in said_in(other.file.parent))
    for index in cut:
        index.close()
    assert not any(b"zyzzyva" in data for data in said_in(*folders))
    assert [file.name for file in other.file.parent.rglob("*") if file.is_file()] == [other.file.name]


def said_in(*folders):
    return [each.read_bytes() for folder in folders for each in folder.rglob("*") if each.is_file()]


def test_a_sentence_asks_for_what_tells_something():
    assert [term.shown for term in question("what is the name of my dog?").terms] == ["name", "dog"]
    assert question("what is it, the of and?").terms == ()
    assert [term.shown for term in question("🎂 ❤️").terms] == ["🎂", "❤"]
    assert [term.shown for term in question("🎂 dog").terms] == ["dog"]
    assert [term.shown for term in question("Who knows?").terms]
    assert [term.tokens for term in question("is rate_limit set").terms] == [("rate_limit",), ("set",)]
    assert question('"a b" -c -"d e"').excluded == ("d e", "c")


def test_a_thing_with_a_letter_or_number_for_its_name_is_that_one(tmp_path):
    notes = (
        "# One\n\nThe deadline of project B is the first of May, deadline firm.\n\n"
        "# Two\n\nThe deadline of project A is the tenth.\n\n"
        "# Three\n\nThe gate code of house 9 is new.\n\n# Four\n\nThe code of house 7 is for the gate.\n\n"
        "# Five\n\n项目B的截止日期是五月，截止日期不变。\n\n# Six\n\n项目A的截止日期是六月。\n"
    )
    files = Files({"a.md": notes.encode()})
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        files.fill(index)
        found = {
            query: search(index, query).hits[0]
            for query in ("when is the deadline of project A?", "gate code of house 7", "项目A的截止日期")
        }
    assert [hit.heading for hit in found.values()] == ["Two", "Four", "Six"]
    assert [hit.matched[0] for hit in found.values()] == ["project a", "house 7", "项目a"]


def test_a_name_of_code_is_found_by_its_words_and_they_by_its_name(tmp_path):
    texts = {
        "a.md": "The key rate_limit_max is 40, the function parseUserInput fails with HTTPServerError.\n",
        "b.md": "The theme preference is dark.\n",
        "c.md": "Nothing of that.\n",
    }
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        Files(texts).fill(index)
        for query in (
            *("rate limit max", "rate_limit", "rate_limit_max", "limit max", "parseUserInput"),
            *("parse user input", "parseuserinput", "server error", "HTTPServerError"),
            *('"key rate_limit_max is 40"', '"fails with HTTPServerError"'),
        ):
            assert places(search(index, query))[:1] == ["a.md#L1"], query
        for query in ("theme_preference", "themePreference", "theme preference"):
            assert places(search(index, query)) == ["b.md#L1"], query
        assert search(index, '"rate limit"').hits == ()


def test_a_name_of_code_is_found_in_every_spelling_the_one_that_is_asked_for_first(tmp_path):
    spellings = ("rateLimitMax", "rate_limit_max", "rate-limit-max", "rate.limit.max", "RATE_LIMIT_MAX")
    texts = {f"{at}.md": f"The key {name} is {at} of five.\n" for at, name in enumerate(spellings)}
    texts["other.md"] = "The maximum has a limit, the rate is another.\n"
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        Files(texts).fill(index)
        for at, name in enumerate(spellings):
            found = places(search(index, name, mode=SearchMode.KEYWORD))
            assert {*found[:5]} == {f"{other}.md#L1" for other in range(5)}, name
            if at < 2:
                assert found[0] == f"{at}.md#L1", name
        hit = search(index, "rateLimitMax", mode=SearchMode.KEYWORD).hits[-1]
        assert hit.matched == ("rateLimitMax",)
        assert places(search(index, '"rate_limit_max"')) == ["1.md#L1", "4.md#L1"]


def test_a_name_with_underscores_around_it_or_a_digit_within_is_found_by_its_words(tmp_path):
    texts = {
        "a.md": "It calls __init__ of _private and class_.\n",
        "b.md": "It calls utf8Decode and read_v2_key.\n",
        "c.md": "Nothing of that is called here.\n",
    }
    found_by = {
        "a.md#L1": ("__init__", "init", "_private", "private", "class_"),
        "b.md#L1": ("utf8Decode", "utf8_decode", "readV2Key", "read_v2_key"),
    }
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        Files(texts).fill(index)
        for place, queries in found_by.items():
            for query in queries:
                assert places(search(index, query, mode=SearchMode.KEYWORD)) == [place], query


def test_a_digit_behind_capitals_belongs_to_their_word(tmp_path):
    names = ("parseJSON2XML", "parse_json2_xml", "parseJson2Xml", "parse-json2-xml")
    texts = {f"{at}.md": f"It calls {name} twice.\n" for at, name in enumerate(names)}
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        Files({**texts, "other.md": "It calls parse and json 2 or xml.\n"}).fill(index)
        for at, name in enumerate(names[:3]):
            found = places(search(index, name, mode=SearchMode.KEYWORD))
            assert {*found[:4]} == {f"{each}.md#L1" for each in range(4)}, name
            assert at > 1 or found[0] == f"{at}.md#L1", name


def test_a_version_in_a_name_is_found_as_it_is_written(tmp_path):
    texts = {
        "a.md": "We run v4.5.6 since Monday.\n",
        "b.md": "Tested with py3.11 alone.\n",
        "c.md": "Room 5.\n",
    }
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        Files(texts).fill(index)
        assert places(search(index, "v4.5.6")) == ["a.md#L1"]
        assert places(search(index, "which version is py3.11?")) == ["b.md#L1"]


def test_a_number_is_found_with_and_without_the_commas_between_its_thousands(tmp_path):
    texts = {
        "a.md": "The budget is 1,280 EUR, later 12,345,678.50.\n",
        "b.md": "预算为１２８０元。\n",
        "c.md": "Points 1,2 and 12,80 and 1,2801.\n",
    }
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        Files(texts).fill(index)
        for query in ("1280", "1,280", "１，２８０"):
            assert {*places(search(index, query))} == {"a.md#L1", "b.md#L1"}, query
        assert places(search(index, '"1,280 EUR"')) == ["a.md#L1"]
        assert places(search(index, "12345678.50")) == ["a.md#L1"]
        assert places(search(index, "12,345,678.50")) == ["a.md#L1"]


def test_a_question_of_unknown_words_is_not_about_one_that_is_like_one_of_them(index):
    assert search(index, "neighbuor").corrected == (("neighbuor", "neighbour"),)
    found = search(index, "photosynthesis of nocturnal neighbuor")
    assert (found.hits, found.corrected) == ((), ())


def test_little_words_alone_find_nothing_and_a_letter_alone_is_looked_for(index):
    assert search(index, "是 的 了").hits == search(index, "什么 怎么").hits == ()
    assert search(index, "糖 汉").hits


def test_letters_and_numbers_that_name_nothing_are_no_names():
    for query in ("a plan for the 3", "I like tea", "is A better", "on 3.5 days", "Plan Berlin"):
        assert not any(" " in term.shown for term in question(query).terms)


@pytest.mark.parametrize("mode", [SearchMode.AUTO, SearchMode.KEYWORD, SearchMode.HYBRID])
def test_two_names_in_quotes_are_found_although_nothing_has_both(tmp_path, mode):
    held = Files({"a.md": "The kiln party lasts two days.\n", "b.md": "The loom fair lasts a week.\n"})
    meaning = meaning_of(SearchConfig(), "hashing-256")
    with SearchIndex("w", tmp_path / "i.sqlite") as index:
        held.fill(index)
        meaning.embed(index.backend)
        asked = 'Which lasts longer, "kiln party" or "loom fair"?'
        found = places(search(index, asked, mode=mode, meaning=meaning))
        assert sorted(found) == ([] if mode is SearchMode.KEYWORD else ["a.md#L1", "b.md#L1"])
        assert search(index, '"kiln party" "loom fair"', mode=mode, meaning=meaning).hits == ()
