"""Memory tests: kept in a file that people edit, asked of the memory as it is, printed for scripts."""

from __future__ import annotations

import json

import pytest

from memdesk.agents.memory_tests import KeptTests, MemoryTest, ask_all
from memdesk.agents.memory_tests.toml_text import read_tests, with_changed, with_test, without_test
from memdesk.agents.toolbox import Toolbox
from memdesk.cli import main
from memdesk.errors import ConflictError, InvalidError, MemdeskError, NotFoundError, NotPermittedError
from memdesk.index import SearchIndex
from memdesk.model import Actor, Origin, Via
from memdesk.search import refresh
from memdesk.workspace import Workspace

PERSON = Actor("ada", Origin.HUMAN, Via.GUI)
AGENT = Actor("claude", Origin.AGENT, Via.MCP)
WARM = [
    {"id": "f-1", "text": "The backup host is vault-7."},
    {"id": "f-2", "text": "The printer is in the cellar."},
]
BY_HAND = """\
# What Robin asks most often.

[[test]]
question = "what is the dog called?"  # the old one
must = "Bob"

# The host moved once already.
[[test]]
must = ['vault-7', "memory/warm.json#f-1"]
question = "backup host"
must_not = ["cellar"]
limit = 3
"""


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "warm.json").write_text(json.dumps({"facts": WARM}, indent=2))
    (folder / "memory" / "MEMORY.md").write_text(
        "# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n## 2026-03-02\n\nRobin lives in Hamburg.\n"
    )
    return folder


@pytest.fixture
def by_hand(root):
    (root / ".memdesk").mkdir()
    (root / ".memdesk" / "tests.toml").write_text(BY_HAND)
    return root


@pytest.fixture
def run(capfd):
    def run(*words):
        status = main([*map(str, words)])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def asked(root, *tests):
    with Workspace.open(root, read_only=True) as workspace, SearchIndex(workspace.id) as index:
        refresh(index, workspace)
        return list(ask_all(index, workspace, tests))


def test_a_test_tells_what_was_found_what_is_missing_and_what_must_not_be_there(root):
    (result,) = asked(root, MemoryTest("what is the dog called?", ("bob", "Rex"), ("the  DOG", "Hamburg")))
    assert (result.found, result.missing, result.forbidden) == (("bob",), ("Rex",), ("the  DOG",))
    assert not result.ok
    assert asked(root, MemoryTest("what is the dog called?", ("Bob",), ("Hamburg",)))[0].ok


@pytest.mark.parametrize(
    "address",
    ["memory/MEMORY.md", "memory/MEMORY.md#2026-03-01", "memory/MEMORY.md#L5", "memory/MEMORY.md#L1-L5"],
)
def test_an_address_is_found_where_a_result_lies_in_it(root, address):
    assert asked(root, MemoryTest("what is the dog called?", (address,)))[0].ok


@pytest.mark.parametrize(
    "address", ["memory/MEMORY.md#2026-03-02", "memory/MEMORY.md#L7-L9", "memory/gone.md"]
)
def test_an_address_elsewhere_is_not_found(root, address):
    assert asked(root, MemoryTest("what is the dog called?", (address,)))[0].missing == (address,)
    assert asked(root, MemoryTest("what is the dog called?", (), (address,)))[0].ok


def test_an_entry_of_a_store_is_found_by_its_id(root):
    right, wrong = asked(
        root,
        MemoryTest("backup host", ("memory/warm.json#f-1",), ("memory/warm.json#f-2",)),
        MemoryTest("backup host", ("memory/warm.json#f-2",)),
    )
    assert right.ok
    assert not wrong.ok


def test_only_the_first_results_of_the_wanted_documents_count(root):
    (root / "memory" / "other.md").write_text("dog dog dog called dog\n")
    assert asked(root, MemoryTest("dog called", ("Bob",)))[0].ok
    first = asked(root, MemoryTest("dog called", ("Bob",), limit=1))[0]
    second = asked(root, MemoryTest("dog called", ("memory/other.md",), limit=1))[0]
    assert first.ok is not second.ok
    assert not asked(root, MemoryTest("dog called", ("memory/other.md",), kind="long_term"))[0].ok
    assert not asked(root, MemoryTest("dog called", ("Bob",), system="evoclaw"))[0].ok


def test_a_way_of_searching_that_is_not_there_finds_nothing(root):
    assert asked(root, MemoryTest("dog", ("Bob",), mode="keyword"))[0].ok
    assert asked(root, MemoryTest("dog", ("Bob",), mode="tree"))[0].missing == ("Bob",)


def test_a_message_is_asked_of_what_the_prompt_gets(root):
    (root / "memory" / "profile.json").write_text('{"city": "Kiel"}')
    of_prompt = MemoryTest("hello", ("Kiel", "memory/profile.json#city"), ("printer",), context=True)
    assert asked(root, of_prompt)[0].ok
    assert asked(root, MemoryTest("hello", ("memory/warm.json#f-2", "cellar"), context=True))[0].found == ()


def test_a_file_written_by_hand_is_read(by_hand):
    with Workspace.open(by_hand) as workspace:
        assert KeptTests(workspace).all() == (
            MemoryTest("what is the dog called?", ("Bob",)),
            MemoryTest("backup host", ("vault-7", "memory/warm.json#f-1"), ("cellar",), limit=3),
        )


def test_a_list_under_the_name_tests_is_read_too():
    text = 'tests = [{question = "q", must = ["a"]}, {question = "r", must_not = "b"}]\n'
    assert [test.question for test in read_tests(text)] == ["q", "r"]
    assert len(read_tests(with_test(text, MemoryTest("s", ("c",))))) == 3
    assert read_tests('[[tests]]\nquestion = "q"\nmust = ["a"]\n') == (MemoryTest("q", ("a",)),)


def test_changes_keep_comments_and_order(by_hand):
    tests = read_tests(BY_HAND)
    more = with_test(BY_HAND, MemoryTest("a new one", ("x",)))
    assert more.startswith(BY_HAND)
    changed = with_changed(BY_HAND, 0, MemoryTest("what is the dog called?", ("Bob", "Rex")))
    assert 'question = "what is the dog called?"  # the old one' in changed
    assert changed[changed.index("# The host") :] == BY_HAND[BY_HAND.index("# The host") :]
    assert read_tests(changed)[1] == tests[1]
    left = without_test(BY_HAND, 0)
    assert left.startswith("# What Robin asks most often.")
    assert "must = ['vault-7', \"memory/warm.json#f-1\"]" in left
    assert read_tests(left) == tests[1:]
    assert read_tests(without_test(left, 0)) == ()


def test_a_further_wish_goes_to_the_same_question_and_the_later_one_counts():
    text = with_test(BY_HAND, MemoryTest("what is the dog called?", ("a dog",), ("Bob",)))
    assert read_tests(text)[0] == MemoryTest("what is the dog called?", ("a dog",), ("Bob",))
    assert len(read_tests(text)) == 2
    assert len(read_tests(with_test(text, MemoryTest("backup host", ("x",))))) == 3  # another limit


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[[test]]\nquestion = "a\nmust = ["b"]\n', 2, ""),
        ('# one\n[[test]]\nquestion = "a"\nmsut = ["b"]\n', 4, "'msut' is no field"),
        ('[[test]]\nquestion = "a"\nmust = ["b"]\n[[test]]\nmust = ["c"]\n', 4, "test 2: it has no question"),
        ('[[test]]\nquestion = "a"\n', 1, "neither must nor must_not"),
        ('[[test]]\nquestion = "a"\nmust = [1]\n', 3, "must is a list of texts"),
        ('[[test]]\nquestion = "a"\nmust = "b"\nlimit = 0\n', 4, "limit"),
        ('[[test]]\nquestion = "a"\nmust = "b"\nmode = "magic"\n', 4, "mode is one of"),
        ('[[test]]\nquestion = "a"\nmust = "b"\nkind = "magic"\n', 4, "no kind of document"),
        ("\n[settings]\nx = 1\n", 2, "'settings' is no part of it"),
        ('[test]\nquestion = "a"\nmust = "b"\n', None, "[[test]]"),
        ("test = [1]\n", None, "[[test]]"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_nothing_is_lost(root, text, line, words):
    file = root / ".memdesk" / "tests.toml"
    file.parent.mkdir()
    file.write_text(text)
    with Workspace.open(root) as workspace:
        kept = KeptTests(workspace)
        with pytest.raises(InvalidError) as told:
            kept.all()
        assert words in told.value.message
        if line is not None:
            assert told.value.line == line
            assert f"line {line}" in told.value.message
        with pytest.raises(InvalidError):
            kept.add(MemoryTest("q", ("x",)), PERSON)
    assert file.read_text() == text


def test_what_is_no_text_is_refused(root):
    (root / ".memdesk").mkdir()
    (root / ".memdesk" / "tests.toml").write_bytes(b"# ok\n\xff\xfe\n")
    with Workspace.open(root) as workspace, pytest.raises(InvalidError, match="line 2: it is not UTF-8"):
        KeptTests(workspace).all()


def test_a_change_is_taken_back_unless_the_file_was_changed_since(by_hand):
    file = by_hand / ".memdesk" / "tests.toml"
    with Workspace.open(by_hand) as workspace:
        kept = KeptTests(workspace)
        done = kept.remove(kept.all()[0], PERSON)
        assert kept.put_back(done, PERSON).after == BY_HAND == file.read_text()
        done = kept.change(kept.all()[0], MemoryTest("other", ("x",)), PERSON)
        file.write_text(BY_HAND + "# more\n")
        with pytest.raises(ConflictError):
            kept.put_back(done, PERSON)
        with pytest.raises(NotFoundError):
            kept.remove(MemoryTest("never asked", ("x",)), PERSON)
    assert file.read_text() == BY_HAND + "# more\n"


def test_no_agent_changes_tests(by_hand, run):
    with Workspace.open(by_hand) as workspace:
        kept = KeptTests(workspace)
        for attempt in (
            lambda: kept.add(MemoryTest("q", ("x",)), AGENT),
            lambda: kept.remove(kept.all()[0], AGENT),
            lambda: workspace.commit(".memdesk/tests.toml", b"", "any", AGENT),
        ):
            with pytest.raises(MemdeskError):
                attempt()
        with pytest.raises(NotPermittedError):
            kept.change(kept.all()[0], MemoryTest("q", ("x",)), AGENT)
        toolbox = Toolbox(workspace)
        files = [offer for offer in toolbox.tools() if "path" in offer.tool.arguments.model_fields]
        assert files
        for offer in files:
            for path in (".memdesk/tests.toml", "../.memdesk/tests.toml"):
                with pytest.raises(MemdeskError):
                    toolbox.call(offer, {"path": path, "content": ""}, AGENT)
    assert run("test", by_hand, "add", "q", "--must", "x", "--actor", "claude")[0] == 5
    assert run("test", by_hand, "remove", "1", "--actor", "claude")[0] == 5
    assert (by_hand / ".memdesk" / "tests.toml").read_text() == BY_HAND


def test_tests_of_the_folder_around_hold_where_a_part_of_it_is_opened(by_hand):
    with Workspace.open(by_hand / "memory") as workspace:
        kept = KeptTests(workspace)
        assert kept.inward(kept.all()[1]).must == ("vault-7", "warm.json#f-1")
    tests = [MemoryTest("backup host", ("warm.json#f-1",))]
    assert all(result.ok for result in asked(by_hand / "memory", *tests))


def test_scripts_get_what_became_of_each(run, by_hand):
    status, out, err = run("test", by_hand, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == [
        {"question": "what is the dog called?", "found": ["Bob"], "missing": [], "forbidden": [], "ok": True},
        {
            "question": "backup host",
            "found": ["vault-7", "memory/warm.json#f-1"],
            "missing": [],
            "forbidden": [],
            "ok": True,
        },
    ]
    (by_hand / "memory" / "warm.json").write_text(
        '{"facts": [{"id": "f-9", "text": "The backup host: cellar."}]}'
    )
    status, out, _ = run("test", by_hand, "--json")
    assert status == 1
    assert json.loads(out)[1] == {
        "question": "backup host",
        "found": [],
        "missing": ["vault-7", "memory/warm.json#f-1"],
        "forbidden": ["cellar"],
        "ok": False,
    }
    out = run("test", by_hand)[1]
    assert "FAILED  backup host\n        missing: vault-7\n" in out
    assert out.endswith("        must not be found: cellar\n1 of 2 fail\n")


def test_without_tests_that_is_said(run, root):
    status, out, err = run("test", root, "--json")
    assert (status, out) == (0, "[]\n")
    assert "there are no memory tests" in err
    assert not (root / ".memdesk").exists()


def test_tests_are_kept_listed_and_removed_by_commands(run, root):
    assert run("test", root, "add", "dog", "--must", "Bob", "--limit", "2", "--kind", "long_term")[0] == 0
    assert run("test", root, "add", "host", "--must-not", "printer")[0] == 0
    listed = json.loads(run("test", root, "list", "--json")[1])
    assert [(each["question"], each["must"], each["limit"], each["kind"]) for each in listed] == [
        ("dog", ["Bob"], 2, "long_term"),
        ("host", [], 10, None),
    ]
    assert run("test", root)[1] == "ok      dog\nok      host\nall 2 pass\n"
    assert run("test", root, "remove", "2")[1] == "1  dog\n     must: Bob\n"
    assert run("test", root, "remove", "dog")[0] == 0
    assert run("test", root, "list")[1] == "there are no memory tests here\n"
    for words in (("add", "q"), ("remove",), ("run", "q"), ("list", "--must", "x")):
        assert run("test", root, *words)[0] == 2
    assert run("test", root, "remove", "none")[0] == 1


def test_a_purge_takes_a_secret_out_of_the_tests(run, by_hand):
    secret = "ghp_" + "a8Xk2mQp9LzR4vTn6WbY1cHd3EfJ5gKs7uZq"
    file = by_hand / ".memdesk" / "tests.toml"
    file.write_text(BY_HAND + f'\n[[test]]\nquestion = "token"\nmust_not = ["{secret}"]\n')
    (by_hand / "memory" / "notes.md").write_text(f"token {secret}\n")
    status, _, err = run("purge", by_hand, "memory/notes.md", "--yes")
    if status == 2:
        pytest.fail(err)
    assert secret not in file.read_text()
    assert len(read_tests(file.read_text())) == 3
