"""Words replaced across documents: shown first, one operation, nothing of others lost, one undo."""

from __future__ import annotations

import json

import pytest

from helpers.sizes import size
from memdesk.cli import main
from memdesk.errors import InvalidError, NotFoundError, ReadOnlyError
from memdesk.model import Actor, Origin, Via
from memdesk.review.replace import TOGETHER, find_places, replace_places, replaced_in, take_back
from memdesk.text.replace import AROUND, ReplaceQuery, excerpt, occurrences, replaced
from memdesk.workspace import ANY, Workspace

ME = Actor("ada", Origin.HUMAN, Via.GUI)
AGENT = Actor("claude", Origin.AGENT, Via.MCP, session="s1")
COUNT = size(1_000, 60)


def told(text, wanted, **options):
    return replaced(text, occurrences(text, wanted, **options))


def test_words_are_found_as_they_stand_and_lines_are_counted():
    text = "Tea.\n\nGreen tea, teapot and TEA\n"
    assert [each.line for each in occurrences(text, ReplaceQuery("tea", "x"))] == [1, 3, 3, 3]
    assert told(text, ReplaceQuery("tea", "x", whole_word=True)) == "X.\n\nGreen x, teapot and X\n"
    assert told(text, ReplaceQuery("tea", "x", case=True)) == "Tea.\n\nGreen x, xpot and TEA\n"
    assert told("a.c abc", ReplaceQuery("a.c", r"\1")) == r"\1 abc"
    assert told("咖啡和茶", ReplaceQuery("茶", "水")) == "咖啡和水"
    assert (
        replaced(text, occurrences(text, ReplaceQuery("tea", "x")), {1, 3})
        == "Tea.\n\nGreen x, teapot and X\n"
    )
    with pytest.raises(InvalidError):
        occurrences(text, ReplaceQuery("", "x"))


@pytest.mark.parametrize(
    ("query", "text", "after"),
    [
        (ReplaceQuery("kiln", "oven"), "Kiln, KILN, kiln, kIln", "Oven, OVEN, oven, oven"),
        (ReplaceQuery("tea house", "pottery"), "Tea house: a tea house.", "Pottery: a pottery."),
        (ReplaceQuery("phone", "iPhone"), "Phone, PHONE, phone", "iPhone, iPhone, iPhone"),
        (ReplaceQuery("Kiln", "oven"), "Kiln, kiln", "oven, oven"),
        (ReplaceQuery("kiln", "oven", case=True), "Kiln, kiln", "Kiln, oven"),
        (ReplaceQuery("i", "we"), "I and i", "We and we"),
        (ReplaceQuery("kiln", ""), "Kiln.", "."),
        (ReplaceQuery("窑", "炉"), "窑和窑", "炉和炉"),
    ],
)
def test_words_in_small_letters_take_over_the_case_of_what_they_replace(query, text, after):
    assert replaced(text, occurrences(text, query)) == after
    entry = json.dumps({"content": text}, ensure_ascii=False)
    assert json.loads(replaced(entry, occurrences(entry, query, structured=True))) == {"content": after}


def test_json_stays_json_whatever_is_written_into_it():
    text = '{\n  "tea": "say \\"tea\\" \\u00e9\\ud83d\\ude00 tea",\n  "n": [1.50, "tea\\\\n"]\n}'
    new = told(text, ReplaceQuery("tea", 'a "b"\n\\'), structured=True)
    assert json.loads(new) == {
        "tea": 'say "a "b"\n\\" é😀 a "b"\n\\',
        "n": [1.5, 'a "b"\n\\\\n'],
    }
    assert "1.50" in new
    assert "\\u00e9\\ud83d\\ude00" in new
    assert new.startswith('{\n  "tea": ')
    assert json.loads(told(text, ReplaceQuery("é😀", "x"), structured=True))["tea"] == 'say "tea" x tea'
    assert json.loads(told('["\\/tea"]', ReplaceQuery("/tea", "é"), structured=True)) == ["é"]
    assert occurrences('{"tea": 1}', ReplaceQuery("tea", "x"), structured=True) == ()
    with pytest.raises(InvalidError):
        occurrences('{"tea": ', ReplaceQuery("tea", "x"), structured=True)


def test_a_long_line_is_cut_around_the_place():
    text = "a" * 200 + " tea " + "b" * 200
    (place,) = occurrences(text, ReplaceQuery("tea", "x"))
    before, there, after = excerpt(text, place)
    assert (before[0], len(before), there, after[-1], len(after)) == ("…", AROUND + 1, "tea", "…", AROUND + 1)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "MEMORY.md").write_bytes(b"# Memory\r\n\r\nTea at four.\r\nMore tea.\r\n")
    (folder / "memory" / "profile.json").write_text('{\n  "drink": "tea",\n  "tea": "yes"\n}')
    (folder / "memory" / "broken.json").write_text('{"drink": "tea"')
    (folder / "memory" / "picture.bin").write_bytes(b"\0tea\0")
    (folder / "other.md").write_text("no drink\n")
    return folder


@pytest.fixture
def run(capfd):
    def run(*words):
        status = main([*map(str, words)])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def text_of(root, uri="memory/MEMORY.md"):
    return (root / uri).read_bytes()


def test_every_place_is_shown_before_anything_is_written(root):
    with Workspace.open(root) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
    assert {each.uri: [*each.shown] for each in found.documents} == {
        "memory/MEMORY.md": [(3, "Tea at four.", "Coffee at four."), (4, "More tea.", "More coffee.")],
        "memory/profile.json": [(2, '"drink": "tea",', '"drink": "coffee",')],
    }
    assert [(each.uri, each.reason) for each in found.left_out] == [("memory/broken.json", "not_json")]
    assert b"Tea at four" in text_of(root)


def test_only_the_chosen_places_of_the_wanted_documents_are_replaced_and_form_is_kept(root):
    with Workspace.open(root) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"), ["memory"])
        done = replace_places(workspace, found, ME, {"memory/MEMORY.md": {1}})
        assert find_places(workspace, ReplaceQuery("drink", "x"), ["other.md"]).places == 1
        with pytest.raises(NotFoundError):
            find_places(workspace, ReplaceQuery("tea", "x"), ["mem"])
    assert text_of(root) == b"# Memory\r\n\r\nTea at four.\r\nMore coffee.\r\n"
    assert [each.path for each in done.commits] == ["memory/MEMORY.md"]
    assert text_of(root, "memory/profile.json") == b'{\n  "drink": "tea",\n  "tea": "yes"\n}'


def test_secrets_are_covered_in_what_is_shown(root):
    secret = "ghp_" + "a8Xk2mQp9LzR4vTn6WbY1cHd3EfJ5gKs7uZq"
    (root / "other.md").write_text(f"tea token: {secret}\n")
    with Workspace.open(root) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"), ["other.md"])
    assert secret not in str(found.documents[0].shown)
    assert found.documents[0].shown[0].after.startswith("coffee token: ")


def test_what_is_stopped_half_way_is_taken_back_as_one_too(tmp_path):
    for number in range(3 * TOGETHER):
        (tmp_path / f"{number:03}.md").write_text("tea\n")
    asked = []
    with Workspace.open(tmp_path) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
        done = replace_places(
            workspace, found, ME, step=lambda at, of: asked.append(at), stopped=lambda: bool(asked)
        )
        assert done.stopped
        assert len(done.commits) == TOGETHER
        take_back(workspace, done.session, ME)
    assert {path.read_text() for path in tmp_path.glob("*.md")} == {"tea\n"}


def test_a_line_that_somebody_changed_meanwhile_is_left_to_them(root):
    with Workspace.open(root) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
        workspace.commit("memory/MEMORY.md", b"# Memory\r\n\r\nTea at five.\r\nMore tea.\r\n", ANY, AGENT)
        done = replace_places(workspace, found, ME)
    assert [(each.uri, each.reason) for each in done.left_out] == [("memory/MEMORY.md", "changed_since")]
    assert text_of(root) == b"# Memory\r\n\r\nTea at five.\r\nMore tea.\r\n"
    assert b"coffee" in text_of(root, "memory/profile.json")


def test_what_somebody_wrote_beside_a_place_stays_and_only_the_chosen_line_of_two_alike_is_replaced(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("tea\ntea\n")
    with Workspace.open(tmp_path) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
        workspace.commit("a.md", b"new\ntea\nmore\ntea\nend\n", ANY, AGENT)
        done = replace_places(workspace, found, ME, {"a.md": {1}})
        assert (done.left_out, done.merged) == ((), ("a.md",))
        assert file.read_text() == "new\ntea\nmore\ncoffee\nend\n"
        take_back(workspace, done.session, ME)
        assert file.read_text() == "new\ntea\nmore\ntea\nend\n"
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
        workspace.commit("a.md", b"new\ntea\nmore\nend\n", ANY, AGENT)
        assert replace_places(workspace, found, ME).left_out[0].reason == "changed_since"
    assert file.read_text() == "new\ntea\nmore\nend\n"


def test_a_folder_that_may_not_be_written_says_so(root):
    with Workspace.open(root, read_only=True) as workspace:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
        with pytest.raises(ReadOnlyError):
            replace_places(workspace, found, ME)


def test_an_agent_replaces_nothing_that_is_locked(root, run):
    assert run("protect", root, "memory/MEMORY.md")[0] == 0
    plan = ("replace", root, "tea", "coffee", "--dry-run", "--json")
    report = json.loads(run(*plan, "--actor", "claude")[1])
    assert [each["uri"] for each in report["documents"]] == ["memory/profile.json"]
    left = {each["uri"]: each["reason"] for each in report["left_out"]}
    assert left["memory/MEMORY.md"] == "protected"
    assert len(json.loads(run(*plan)[1])["documents"]) == 2
    assert not (root / "memory" / ".memdesk").exists()
    status, out, _ = run("replace", root, "tea", "coffee", "--actor", "claude", "--json")
    left = {each["uri"]: each["reason"] for each in json.loads(out)["left_out"]}
    assert status == 5
    assert left["memory/MEMORY.md"] == "protected"
    assert b"Tea at four" in text_of(root)
    assert b'"coffee"' in text_of(root, "memory/profile.json")


@pytest.mark.slow
def test_many_documents_are_one_operation_and_nothing_of_a_writer_is_lost(tmp_path):
    """An agent in another core appends before, while and after documents are replaced and put back."""
    originals = {
        f"{number:04}.md": f"# Note {number}\n\ndrinks tea daily\n\nend\n" for number in range(COUNT)
    }
    for name, text in originals.items():
        (tmp_path / name).write_text(text)
    appended = dict.fromkeys(originals, "")

    def append(number, words):
        name = f"{number:04}.md"
        other.commit(name, (tmp_path / name).read_bytes() + words.encode(), ANY, AGENT)
        appended[name] += words

    def writing(words):
        """Write into what is done, what is next and what comes last, at every step."""

        def step(done, total):
            for number in {max(done - 1, 0), min(done + 3, total - 1), total - 1 - done // 50}:
                append(number, f"{words} {done} likes tea too\n")

        return step

    with Workspace.open(tmp_path) as workspace, Workspace.open(tmp_path) as other:
        found = find_places(workspace, ReplaceQuery("tea", "coffee"))
        assert (len(found.documents), found.places) == (COUNT, COUNT)
        done = replace_places(workspace, found, ME, step=writing("then"))
        assert done.left_out == ()
        assert len({each.path for each in done.commits}) == COUNT
        assert done.merged != ()
        for name, text in originals.items():
            assert (tmp_path / name).read_text() == text.replace("tea", "coffee") + appended[name]
        assert len(replaced_in(workspace, done.session)) == COUNT
        back = take_back(workspace, done.session, ME, step=writing("later"))
        assert back.left_out == ()
    for name, text in originals.items():
        assert (tmp_path / name).read_text() == text + appended[name]


def test_scripts_look_replace_and_take_back(root, run):
    status, out, _ = run("replace", root, "tea", "coffee", "--dry-run", "--json")
    report = json.loads(out)
    assert (status, report["places"]) == (0, 3)
    assert report["documents"][1] == {
        "uri": "memory/profile.json",
        "places": [{"line": 2, "before": '"drink": "tea",', "after": '"drink": "coffee",'}],
    }
    assert (
        "memory/MEMORY.md#L3\n  - Tea at four.\n  + Coffee at four.\n"
        in run("replace", root, "tea", "coffee", "--dry-run")[1]
    )
    status, out, _ = run("replace", root, "tea", "coffee", "--json", "--in", "memory/MEMORY.md", "--case")
    report = json.loads(out)
    assert (status, report["places"], report["merged"], report["left_out"]) == (0, 1, [], [])
    assert text_of(root) == b"# Memory\r\n\r\nTea at four.\r\nMore coffee.\r\n"
    undo = ("review", root, "undo", "--session", report["session"])
    assert json.loads(run(*undo, "--dry-run", "--json")[1]) == {"documents": ["memory/MEMORY.md"]}
    assert run(*undo, "--actor", "claude")[0] == 5
    status, out, _ = run(*undo, "--json")
    assert (status, [each["uri"] for each in json.loads(out)["documents"]]) == (0, ["memory/MEMORY.md"])
    assert text_of(root) == b"# Memory\r\n\r\nTea at four.\r\nMore tea.\r\n"
    assert run("replace", root, "", "x")[0] == 2
    status, _, err = run("replace", root, "tea", "x", "--in", "memory/MEMRY.md")
    assert (status, len(err.splitlines())) == (1, 1)
    assert "there are memory/MEMORY.md" in err
    assert "there are memory, other.md" in run("replace", root, "tea", "x", "--in", "nowhere")[2]
    assert "replaced 1 place in 1 document\n" in run("replace", root, "no drink", "a drink")[1]
    assert json.loads(run("replace", root, "nowhere", "x", "--json")[1])["session"] is None


def test_what_an_agent_replaces_waits_for_review_and_is_undone_there(root, run):
    words = ("--actor", "claude", "--session", "s9", "--in", "memory/MEMORY.md")
    assert run("replace", root, "tea", "coffee", *words)[0] == 0
    waiting = json.loads(run("review", root, "list", "--json")[1])
    assert [(item["uri"], item["actor"], item["session"]) for item in waiting] == [
        ("memory/MEMORY.md", "claude", "s9")
    ]
    assert run("review", root, "undo", "--session", "s9")[0] == 0
    assert b"More tea." in text_of(root)
