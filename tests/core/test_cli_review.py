"""``memdesk review`` as scripts and a person at a terminal see it."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from memdesk.cli import main
from memdesk.cli import review as review_module
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.workspace import ANY, Workspace

URI = "facts/user.md"
ONE, TWO = b"# User\n\none\ntwo\n", b"# User\n\none\nTWO\n"
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
OTHER = Actor("other", Origin.AGENT, Via.CLI, "memory_set", "s2")


@pytest.fixture
def root(memory_path):
    folder = memory_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / URI).write_bytes(ONE)
    return folder


@pytest.fixture
def write(root):
    """Write as somebody and return the operation."""

    def write(data, actor=BLOOP, uri=URI):
        with Workspace.open(root) as workspace:
            return workspace.commit(uri, data, ANY, actor).operation

    return write


@pytest.fixture
def review(capfd, root):
    """Run ``memdesk review ROOT ...``: exit status, stdout, stderr."""

    def run(*words):
        status = main(["review", os.fspath(root), *words])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def waiting(review, *words):
    status, out, _ = review("list", "--json", *words)
    assert status == 0
    return [item["id"] for item in json.loads(out)]


def test_a_long_list_says_on_a_terminal_how_far_it_is_and_is_the_same(review, write, monkeypatch):
    made = [write(b"%d\n" % number, uri=f"facts/{number}.md") for number in range(4)]
    made.append(write(f"key {TOKEN}\n".encode(), uri="facts/key.md"))
    plain, steps = waiting(review), []
    line = SimpleNamespace(step=lambda *step: steps.append(step))
    monkeypatch.setattr(review_module, "shown_progress", lambda: nullcontext(line))
    monkeypatch.setattr(review_module, "TOGETHER", 2)
    assert waiting(review) == plain == [made[-1], *made[-2::-1]]
    assert steps == [(2, 5), (4, 5)]
    assert waiting(review, "--uri", "facts/1.md") == [made[1]]


def test_list_has_the_shape_of_the_contract(review, write):
    assert json.loads(review("list", "--json")[1]) == []
    shown = write(TWO)
    (item,) = json.loads(review("list", "--json")[1])
    assert item.pop("machine_time") == item["time"]
    assert item["diff"].splitlines()[-1] == "+TWO" or "+TWO\n" in item["diff"]
    assert item | {"time": "", "diff": ""} == {
        "id": shown,
        "uri": URI,
        "instead": None,
        "time": "",
        "actor": "bloop",
        "origin": "agent",
        "via": "mcp",
        "tool": "memory_append",
        "session": "s1",
        "change": "modified",
        "moved": None,
        "before": revision_of(ONE),
        "after": revision_of(TWO),
        "unit": None,
        "parts": ["User"],
        "words": {"effect": "changed", "text": "TWO", "before": "two", "said": "TWO"},
        "applies": "fully",
        "standing": None,
        "obstacle": None,
        "locks": [],
        "decided": None,
        "binary": False,
        "kept": True,
        "hunks": [{"number": 1, "line": 4, "added": 1, "removed": 1, "decided": None}],
        "diff": "",
        "diff_left_out": 0,
        "findings": [],
    }


NOTE = b"# Notes\n\n- Ada likes tea\n- Rent is 950 euros\n- Flight on 2026-03-03\n- key KEY\n"


def test_show_tells_what_a_rewrite_lost(review, write):
    write(NOTE.replace(b"KEY", TOKEN.encode()), ADA, "facts/notes.md")
    shown = write(b"# Notes\n\n- Ada likes tea\n- Rent is 590 euros\n", uri="facts/notes.md")
    told = json.loads(review("show", shown, "--json")[1])["losses"]
    assert (told["alarm"], told["entries"], told["entries_lost"]) == ("many_entries_lost", 4, 2)
    assert told["losses"][0] == {
        "kind": "number",
        "outcome": "changed",
        "before": "950 euros",
        "after": "590 euros",
        "line_before": 4,
        "line_after": 4,
        "pinned": False,
    }
    lines = review("show", shown)[1].splitlines()
    assert lines[lines.index("! changed: number 950 euros → 590 euros (line 4)") - 1] == (
        "! alarm: more than a quarter of the entries would be lost (2 of 4 entries)"
    )
    assert "! lost: entry Flight on 2026-03-03 (line 5)" in lines
    assert TOKEN not in str(told) + str(lines)


def test_show_tells_of_no_loss_where_text_only_came(review, write):
    shown = write(ONE + b"\nAda was here on 2026-03-03\n")
    assert json.loads(review("show", shown, "--json")[1])["losses"] is None
    assert "!" not in review("show", shown)[1]


def test_list_prints_a_table_for_a_person(review, write):
    assert review("list")[1] == "no changes to review\n"
    shown = write(TWO)
    write(b"x\n", BLOOP, "facts/x.md")
    head, _, oldest = review("list")[1].splitlines()
    assert head.split() == ["ID", "TIME", "WHO", "VIA", "WHAT", "SESSION", "DOCUMENT", "SAYS"]
    assert shown.startswith(oldest.split()[0])
    assert oldest.split()[2:] == ["bloop", "mcp", "memory_append", "s1", URI, "TWO"]
    assert review("list", "--limit", "1")[1].splitlines()[-1] == "1 more wait"


def test_an_item_is_accepted_by_the_beginning_of_its_id(review, write):
    shown = write(TWO)
    status, out, _ = review("accept", shown[:17], "--json")
    assert (status, json.loads(out)) == (0, {"accepted": [shown], "documents": []})
    assert waiting(review) == []
    assert json.loads(review("show", shown, "--json")[1])["decided"]["verdict"] == "accepted"
    assert review("reopen", shown)[:2] == (0, "pending 1\n")
    assert waiting(review) == [shown]


def test_an_item_is_reverted(review, write, root):
    shown = write(TWO)
    out = json.loads(review("revert", shown, "--dry-run", "--json")[1])
    assert (out["ids"], out["documents"][0]["changes"]) == ([shown], ["-      4 | TWO", "+      4 | two"])
    assert (root / URI).read_bytes() == TWO
    status, out, _ = review("revert", shown, "--json")
    assert status == 0
    documents = [{"uri": URI, "before": revision_of(TWO), "revision": revision_of(ONE)}]
    assert json.loads(out) == {"reverted": [shown], "documents": documents}
    assert (root / URI).read_bytes() == ONE


def test_a_conflict_says_what_is_in_the_way(review, write, root):
    shown = write(TWO)
    write(b"# User\n\none\n2\n", ADA)
    status, out, err = review("revert", shown, "--json")
    (conflict,) = json.loads(out)["conflicts"]
    assert (status, conflict["reason"], conflict["id"]) == (3, "changed_since", shown)
    assert conflict["conflicts"] == [
        {"path": [], "line": 4, "then": "TWO", "before": "two", "now": "2"},
    ]
    assert "nothing of what was written" in err
    assert "in the way" in review("revert", shown, "--dry-run")[1]
    assert (root / URI).read_bytes() == b"# User\n\none\n2\n"


def test_a_part_that_still_stands_is_told_in_numbers_and_goes(review, write, root):
    shown = write(ONE + b"three\nfour\n")
    write(ONE + b"three\n4\n", ADA)
    (item,) = json.loads(review("list", "--json")[1])
    assert (item["applies"], item["standing"]) == ("partly", {"lines": 2, "still_there": 1, "can_go": 1})
    assert "applies:    partly (1 of 2 lines are as they were written)" in review("show", shown)[1]
    status, _, err = review("revert", shown)
    assert (status, "1 of 2 lines can be reverted" in err) == (3, True)
    assert review("accept", shown, "--part")[0] == 2
    assert "would revert 1" in review("revert", shown, "--part", "--dry-run")[1]
    assert review("revert", shown, "--part")[0] == 0
    assert (root / URI).read_bytes() == ONE + b"4\n"


def test_a_change_goes_with_the_later_ones_that_build_on_it(review, write, root):
    shown = write(ONE + b"the door is red\n")
    second = write(ONE + b"the gate is blue\n", OTHER)
    write(ONE + b"the gate is blue\ntea at four\n", OTHER)
    last = (root / URI).read_bytes()
    status, _, err = review("revert", shown)
    assert (status, "--with-later would revert it together with 1 later change" in err) == (3, True)
    status, out, _ = review("revert", shown, "--with-later", "--dry-run")
    assert (status, "would revert 2" in out) == (0, True)
    assert out.startswith(f"with it: {second[:17]}")
    assert "the gate is blue" in out.splitlines()[0]
    preview = json.loads(review("revert", shown, "--with-later", "--dry-run", "--json")[1])
    assert [(each["id"], each["actor"]) for each in preview["later"]] == [(second, "other")]
    assert (root / URI).read_bytes() == last
    status, out, _ = review("revert", shown, "--with-later", "--json")
    told = json.loads(out)
    assert (status, {*told["reverted"]}, len(told["documents"])) == (0, {shown, second}, 1)
    assert [each["id"] for each in told["later"]] == [second]
    assert (root / URI).read_bytes() == ONE + b"tea at four\n"


def test_where_nothing_is_left_it_says_so_and_writes_nothing(review, write, root):
    shown = write(ONE + b"three\n")
    write(ONE, OTHER)
    status, _, err = review("revert", shown, "--with-later")
    assert (status, "nothing of it is there any more" in err) == (0, True)
    assert (root / URI).read_bytes() == ONE


@pytest.mark.parametrize(
    "more", [("--part",), ("--hunk", "1"), ("--leave-rest",)], ids=["part", "hunk", "leave-rest"]
)
def test_later_changes_go_with_whole_ones_alone(review, write, more):
    shown = write(TWO)
    assert review("revert", shown, "--with-later", *more)[0] == 2
    assert review("accept", shown, "--with-later")[0] == 2


def test_everything_that_a_filter_leaves(review, write):
    first, second = write(TWO), write(b"x\n", BLOOP, "facts/x.md")
    assert waiting(review, "--uri", URI) == [first]
    assert waiting(review, "--actor-filter", "nobody") == []
    assert waiting(review, "--since", "2999-01-01") == []
    assert review("accept", "--all", "--uri", "facts/x.md")[:2] == (0, "accepted 1\n")
    assert waiting(review) == [first]
    assert review("accept", "--all", "--session", "s1")[:2] == (0, "accepted 1\n")
    assert second not in waiting(review)


def test_a_session_is_taken_back_as_one(review, write, root):
    write(TWO)
    write(b"x\n", BLOOP, "facts/x.md")
    preview = review("undo", "--session", "s1", "--dry-run")[1]
    assert "delete facts/x.md" in preview
    assert "+      4 | two" in preview
    assert review("undo", "--session", "s1")[0] == 0
    assert ((root / URI).read_bytes(), (root / "facts/x.md").exists()) == (ONE, False)


LIST = b"# User\n\n- a: 1\n- b: 2\n- c: 3\n"


@pytest.fixture
def mixed(write):
    """A session whose second change was overwritten by another agent; its ids."""
    write(LIST, ADA)
    mine = LIST.replace(b"1", b"one")
    ids = [write(mine), write(mine.replace(b"3", b"three"))]
    write(mine.replace(b"3", b"thirty"), Actor("scout", Origin.AGENT, Via.MCP, "memory_write", "s2"))
    return ids


def test_what_cannot_be_taken_back_of_a_session_is_left_out_when_asked_for(review, root, mixed):
    before = (root / URI).read_bytes()
    plan = json.loads(review("undo", "--session", "s1", "--dry-run", "--json")[1])
    assert (plan["ids"], [each["id"] for each in plan["conflicts"]]) == ([mixed[0]], [mixed[1]])
    status, out, err = review("undo", "--session", "s1")
    assert (status, out, (root / URI).read_bytes()) == (3, "", before)
    assert f"in the way: {mixed[1][:17]} {URI}: nothing of what was written" in err
    assert "--leave-rest" in err
    status, out, _ = review("undo", "--session", "s1", "--leave-rest", "--json")
    told = json.loads(out)
    assert (status, told["reverted"]) == (3, [mixed[0]])
    assert [(each["id"], each["reason"]) for each in told["stayed"]] == [(mixed[1], "changed_since")]
    assert (root / URI).read_bytes() == before.replace(b"one", b"1")


@pytest.mark.parametrize("words", [("undo", "--session", "s1"), ("revert", "--all", "--session", "s1")])
@pytest.mark.parametrize(
    "more", [(), ("--json",), ("--leave-rest",), ("--leave-rest", "--json"), ("--leave",)]
)
def test_a_dry_run_ends_as_the_real_one(review, root, mixed, words, more):
    before, options = (root / URI).read_bytes(), (*words, *more, *(mixed[1:] if "--leave" in more else ()))
    dry = review(*options, "--dry-run")
    assert (root / URI).read_bytes() == before
    assert dry[0] == review(*options)[0] == (0 if "--leave" in more else 3)
    is_whole = not any(option.startswith("--leave") for option in more)
    assert ("nothing would be changed; --leave-rest" in dry[2]) == is_whole


def test_a_session_that_nobody_knows_is_none_that_was_taken_back(review, write):
    write(TWO)
    for dry in ((), ("--dry-run",)):
        status, out, err = review("undo", "--session", "s9", *dry)
        assert (status, out, "no session 's9'" in err) == (1, "", True)
    assert json.loads(review("undo", "--session", "s9", "--json")[1])["code"] == "not_found"
    assert review("undo", "--session", "s1", "--uri", "facts/x.md")[:2] == (0, "reverted 0\n")
    assert "already" not in review("undo", "--session", "s1")[2]
    for dry in ((), ("--dry-run",)):
        status, out, err = review("undo", "--session", "s1", *dry)
        assert (status, out.split()[-1], "reverted already" in err) == (0, "0", True)


def test_what_is_named_is_left_out_and_says_so_by_its_exit_status(review, root, mixed):
    assert review("undo", "--session", "s1", "--leave", mixed[1])[0] == 0
    assert b"- a: 1\n" in (root / URI).read_bytes()
    assert mixed[1] in waiting(review)


def test_all_that_waits_is_taken_back_but_for_what_cannot_be(review, root, mixed):
    status, out, _ = review("revert", "--all", "--session", "s1", "--leave-rest")
    assert status == 3
    assert out.startswith("reverted 1\n")
    assert f"stayed: {mixed[1][:17]} {URI}: " in out


def test_an_item_is_not_put_away_until_a_time_that_is_past(review, write):
    shown = write(TWO)
    status, out, err = review("snooze", shown, "--until", "2001-01-01T00:00")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert waiting(review) == [shown]


def test_a_snoozed_item_waits_elsewhere(review, write):
    shown = write(TWO)
    assert review("snooze", shown, "--until", "2999-01-01T00:00")[0] == 0
    assert waiting(review) == []
    assert json.loads(review("show", shown, "--json")[1])["decided"]["until"].startswith("2999-01-01")


@pytest.mark.parametrize(
    "words",
    [
        ("accept",),
        ("accept", "x", "--all"),
        ("accept", "x", "--uri", URI),
        ("list", "x"),
        ("list", "--all"),
        ("undo",),
        ("undo", "--session", "s1", "--all"),
        ("undo", "--leave", "x"),
        ("revert", "x", "--leave", "y"),
        ("accept", "--all", "--leave-rest"),
        ("snooze", "--all"),
        ("accept", "--all", "--until", "2999-01-01"),
        ("accept", "--all", "--dry-run"),
        ("accept", "--all", "--limit", "1"),
        ("list", "--since", "soon"),
        ("blame",),
        ("blame", "--uri", URI, "--session", "s1"),
        ("eat", "x"),
    ],
)
def test_wrong_usage(review, words):
    assert review(*words)[0] == 2


def test_what_is_not_there(review, write):
    write(TWO)
    status, out, err = review("show", "nothing")
    assert (status, out) == (1, "")
    assert (
        err == "memdesk: there is no change nothing to review; 'memdesk review PATH list' lists the changes\n"
    )


@pytest.mark.parametrize("task", ["accept", "revert", "reopen"])
def test_an_agent_may_look_but_not_decide(review, write, root, task):
    shown = write(TWO)
    status, _, err = review(task, shown, "--actor", "bloop")
    assert (status, err) == (5, "memdesk: agents cannot review changes: leave out --actor\n")
    assert main(["--actor", "bloop", "review", os.fspath(root), task, "--all"]) == 5
    assert waiting(review, "--actor", "bloop") == [shown]


def test_what_happened_outside_is_found(review, write, root):
    write(TWO)
    (root / URI).write_bytes(ONE + b"outside\n")
    newest, _ = json.loads(review("list", "--json")[1])
    assert (newest["actor"], newest["via"], newest["origin"]) == ("outside", "outside", "foreign")
    assert "+outside" in newest["diff"]


HOSTILE = (
    "who:        ada (human, via gui)\n"
    "\x1b[2J\x1b]0;title\x07 \u202egnorw\u202c zero\u200bwidth\n"
    "- 1 | fake\n"
    "+++ b/facts/user.md\n"
    "@@ -1 +1 @@\n" + "x" * 100_000 + "\n"
)


def test_content_cannot_imitate_what_memdesk_says(review, write):
    shown = write(HOSTILE.encode(), Actor("ada\n\x1b[31mhuman", Origin.AGENT, Via.MCP, "a\rb", "s\u202e1"))
    out = review("show", shown)[1]
    assert len(out) < 5_000
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\u200b" not in out
    assert [line for line in out.splitlines() if line.startswith("who:")] == [
        r"who:        ada\n\x1b[31mhuman (agent, via mcp)"
    ]
    body = [line for line in out.split("applies:")[1].splitlines()[1:] if not line.startswith("! ")]
    assert all(line[:1] in "+-" and line[8:11] == " | " for line in body)
    table = review("list")[1]
    assert len(table.splitlines()) == 2
    assert "\x1b" not in table
    (item,) = json.loads(review("list", "--json")[1])
    assert len(item["diff"]) < 5_000


def test_a_document_whose_name_imitates_ours(review, root):
    assert waiting(review) == []
    name = 'facts/", "origin": "human"\n\x1b[2J.md'
    (root / name).write_bytes(b"x\n")
    (shown,) = waiting(review)
    table = review("list")[1]
    assert len(table.splitlines()) == 2
    assert "\x1b" not in table
    assert review("revert", shown)[0] == 0
    assert not (root / name).exists()


TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2"


def test_what_the_checks_find_is_told_and_secrets_are_covered(review, write):
    write(ONE + f"token {TOKEN}\n".encode())
    shown = write(ONE + f"token {TOKEN[:-1]}b\n".encode())
    newest, oldest = json.loads(review("list", "--json")[1])
    assert [found["check"] for found in oldest["findings"]] == ["secret"]
    assert {"check", "severity", "message"} <= set(oldest["findings"][0])
    write(b"# User\n\none\ntwo\nmine\n", ADA)
    printed = [
        review(*words)[1] for words in (("list", "--json"), ("show", shown), ("show", "--all", "--json"))
    ]
    printed += [review("revert", shown, "--json")[1], review("undo", "--since", "2000-01-01", "--dry-run")[1]]
    assert not [text for text in printed if TOKEN[:-1] in text]
    assert "-token" in newest["diff"]
    assert "+token" in newest["diff"]
    assert "! secret:" in printed[1]


def test_what_something_was_found_in_comes_first_unless_time_is_asked_for(review, write):
    found = write(ONE + f"token {TOKEN}\n".encode())
    plain = write(b"plain\n", uri="facts/plain.md")
    assert waiting(review) == waiting(review, "--sort", "attention") == [found, plain]
    assert waiting(review, "--sort", "time") == [plain, found]
    assert waiting(review, "--limit", "1") == [found]
    rows = review("list")[1].splitlines()
    assert ["! facts/user.md" in rows[1], "! " in rows[2]] == [True, False]
    assert review("show", found, "--sort", "time")[0] == 2


def test_who_brought_a_line_is_told(review, write):
    write(ONE + b"mine\n", ADA)
    theirs = write(ONE + b"mine\n\x1b[2Jtheirs\n", Actor("a" * 40 + "\n", Origin.AGENT, Via.MCP))
    lines = review("blame", "--uri", URI)[1].splitlines()
    assert [line.partition(" | ")[2] for line in lines] == [
        "# User",
        "",
        "one",
        "two",
        "mine",
        r"\x1b[2Jtheirs",
    ]
    assert lines[-1].startswith(f"! {theirs[:17]} {'a' * 15}… ")
    assert lines[-2].split()[1] == "ada"
    found = json.loads(review("blame", "--uri", URI, "--json")[1])
    assert [(span["line"], span["waits"]) for span in found["lines"]][-2:] == [(6, True), (7, False)]
    assert found["parts"]["User"]["id"] == theirs
    assert review("blame", "--uri", "facts/none.md")[0] == 1


def test_what_loses_too_much_is_not_accepted_with_all_the_rest(review, write):
    entries = "".join(f"- Entry {number} about the garden of Oslo\n" for number in range(8)).encode()
    write(b"# Notes\n\n" + entries, uri="facts/notes.md")
    assert review("accept", "--all")[0] == 0
    write(TWO)
    write(b"# Notes\n\n- Entry 0 about the garden of Oslo\n", uri="facts/notes.md")
    status, out, err = review("accept", "--all", "--json")
    told = json.loads(out)
    assert (status, len(told["accepted"]), len(told["alarms"])) == (0, 1, 1)
    assert "--with-alarms" in err
    assert "facts/notes.md" in err
    assert waiting(review) == told["alarms"]
    assert review("accept", "--all", "--with-alarms")[:2] == (0, "accepted 1\n")
    assert waiting(review) == []


def test_with_alarms_goes_with_accept_alone(review):
    assert review("revert", "--all", "--with-alarms")[0] == 2


@pytest.mark.parametrize("written", [TWO, ONE + b"three\n"])
def test_a_change_that_was_reverted_is_not_reverted_again(review, write, root, written):
    write(written)
    (change,) = waiting(review)
    assert review("revert", change)[0] == 0
    before = review("decisions")[1]
    for more in ((), ("--dry-run",)):
        status, out, err = review("revert", change, *more)
        assert (status, "reverted 1" in out, f"{change} was reverted already" in err) == (0, False, True)
    assert (review("decisions")[1], (root / URI).read_bytes()) == (before, ONE)
    write(written, ADA)
    assert review("revert", change)[0] == 0
    assert (root / URI).read_bytes() == ONE
