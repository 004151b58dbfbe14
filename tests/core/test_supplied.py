"""What agents were given is kept for some days where a person wants that, and explained later."""

from __future__ import annotations

import json
import time

import anyio
import pytest
from mcp.client.client import Client

from helpers.check_cases import filled
from memdesk import open_workspace
from memdesk.agents.mcp.server import MemoryServer
from memdesk.agents.supplied import KEPT, KeptSupplies
from memdesk.cli import main
from memdesk.errors import NotPermittedError
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import Workspace

ROBIN = Actor("robin", Origin.AGENT, Via.PYTHON)
PERSON = Actor("me", Origin.HUMAN, Via.CLI)
LONG_TERM = (
    "# Memory\n\n## 2026-11-01\n\nThe dog is called Bob.\n\n## 2026-11-02\n\nThe office closes at six.\n"
)


@pytest.fixture
def at(monkeypatch):
    def at(when):
        monkeypatch.setenv("MEMDESK_NOW", f"{when}T10:00:00+00:00")

    at("2026-11-22")
    return at


@pytest.fixture
def root(tmp_path, at):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "MEMORY.md").write_text(LONG_TERM)
    return folder


@pytest.fixture
def run(capfd):
    def run(*words):
        status = main([*map(str, words)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


@pytest.fixture
def listed(run, root):
    def listed(*words):
        status, out, _ = run("supplied", root, "list", *words, "--json")
        assert status == 0
        return json.loads(out)

    return listed


def ask(root, query="what is the dog called?", session="s1"):
    with open_workspace(root, actor="robin", session=session) as memory:
        memory.context(query)
        memory.call("memory_search", query=query)


def test_nothing_is_kept_before_a_person_says_so(run, root, listed):
    ask(root)
    assert listed() == []
    assert not (root / ".memdesk" / KEPT).exists()
    assert "keep DAYS" in run("supplied", root, "list")[1]
    with Workspace.open(root) as workspace, pytest.raises(NotPermittedError):
        KeptSupplies(workspace).keep_for(7, ROBIN)


def test_a_context_and_an_answer_are_kept_and_shown(run, root, listed):
    for days in ("-1", "soon"):
        status, _, err = run("supplied", root, "keep", days)
        assert (status, err) == (
            2,
            f"memdesk: supplied keep takes a number of days, 0 for not at all, and this is {days!r}\n",
        )
    assert run("supplied", root, "list", "--no-such")[0] == 2
    assert run("supplied", root, "keep", "1")[1] == "what agents are given is kept for 1 day\n"
    assert run("supplied", root, "keep", "7")[0] == 0
    ask(root)
    answer, context = listed()
    assert (context["tool"], context["actor"], context["session"]) == (None, "robin", "s1")
    assert (answer["tool"], answer["query"]) == ("memory_search", "what is the dog called?")
    shown = json.loads(run("supplied", root, "show", context["id"], "--json")[1])
    (part,) = shown["supplied"]
    assert part["uri"] == "memory/MEMORY.md#L5"
    assert (part["lines"], part["now"], part["matched"]) == ([5, 5], "same", ["dog", "called"])
    assert shown["text"].endswith("The dog is called Bob.")
    assert shown["left_out"] == 4
    assert shown["settings"]["retrieve_limit"] == 10
    out = run("supplied", root, "show", answer["id"][:6])[1]
    assert "now: same" in out
    assert "used" not in out


def test_it_is_explained_though_the_memory_has_moved_on(run, root, listed):
    run("supplied", root, "keep", "7")
    ask(root)

    def now():
        return json.loads(run("supplied", root, "show", listed()[-1]["id"], "--json")[1])["supplied"][0][
            "now"
        ]

    page = root / "memory" / "MEMORY.md"
    page.write_text("# Memory\n\n## 2026-10-01\n\nA new one.\n\n" + LONG_TERM.removeprefix("# Memory\n\n"))
    assert now() == "elsewhere"
    page.write_text(LONG_TERM.replace("Bob", "Rex"))
    assert now() == "changed"
    page.unlink()
    assert now() == "gone"
    assert "called Bob" in run("supplied", root, "show", listed()[-1]["id"])[1]


def test_was_this_supplied_to_that_session(root, run, listed):
    run("supplied", root, "keep", "7")
    ask(root, session="s1")
    ask(root, "when does the office close?", session="s2")
    entry = "memory/MEMORY.md#L5"
    assert {each["session"] for each in listed("--entry", entry)} == {"s1"}
    assert listed("--entry", entry, "--session", "s2") == []
    assert len(listed("--entry", "memory/MEMORY.md")) == 4
    assert len(listed("--text", "called bob")) == 2
    assert listed("--actor", "other") == []
    assert listed("--since", "2999-01-01") == []
    assert run("supplied", root, "list", "--entry", entry, "--session", "s2")[1] == (
        "nothing of this kind was supplied\n"
    )


def test_over_mcp_prompts_and_answers_are_kept_under_the_sessions_name(run, root, listed):
    run("supplied", root, "keep", "7")

    async def talk():
        async with Client(MemoryServer(workspace, None, "mia", "m1").server()) as client:
            await client.get_prompt("picoclaw-memskill", {"query": "dog"})
            await client.call_tool("memory_search", {"query": "dog"})
            await client.call_tool("memory_append", {"content": "x"})

    with Workspace.open(root) as workspace:
        anyio.run(talk)
    assert [(each["actor"], each["session"], each["tool"]) for each in listed()] == [
        ("mia", "m1", "memory_search"),
        ("mia", "m1", None),
    ]


def test_in_a_shell_an_agent_says_who_it_is(run, root, listed):
    run("supplied", root, "keep", "7")
    whole = run("context", root, "--query", "dog")[1]
    assert listed() == []
    assert run("context", root, "--query", "dog", "--session", "c1")[1] == whole
    run("tool", root, "memory_search", "--args", '{"query": "dog"}', "--session", "c1")
    assert [each["session"] for each in listed()] == ["c1", "c1"]


def test_what_is_old_goes_and_what_is_switched_off_goes_at_once(run, root, listed, at, monkeypatch):
    run("supplied", root, "keep", "7")
    ask(root)
    at("2026-11-30")
    assert {each["session"] for each in listed()} == {"s1"}  # what the environment tells makes nothing old
    later = time.time() + 8 * 86_400
    monkeypatch.setattr("memdesk.agents.supplied.kept.machine_time", lambda _clock: later)
    assert listed() == []
    ask(root, session="s2")
    assert (root / ".memdesk" / KEPT).read_text().count("\n") == 2
    assert {each["session"] for each in listed()} == {"s2"}
    assert run("supplied", root, "keep", "0")[0] == 0
    assert (root / ".memdesk" / KEPT).read_bytes() == b""
    ask(root)
    assert listed() == []


def test_secrets_are_covered_and_a_purge_takes_the_rest(run, root, listed):
    secret, quiet = filled("ghp_{alnum:36}"), "the blue heron sleeps"
    (root / "memory" / "MEMORY.md").write_text(f"## 2026-11-01\n\nThe dog token is {secret}; {quiet}.\n")
    run("supplied", root, "keep", "7")
    ask(root, f"dog {secret}")
    kept = (root / ".memdesk" / KEPT).read_text()
    assert secret not in kept
    assert quiet in kept
    from memdesk.findings.purge import Purge

    with Workspace.open(root) as workspace:
        plan = Purge(workspace).carry_out([quiet], PERSON)
    assert KEPT in plan.records
    assert quiet not in (root / ".memdesk" / KEPT).read_text()
    assert len(listed()) == 2


@pytest.mark.parametrize("query", ["dog {}", "dog password: {}", "dog {} {}!"])
def test_no_term_of_a_question_tells_the_secret_in_it(run, root, listed, query):
    secret = filled("ghp_{alnum:36}") if "password" not in query else filled("{alnum:14}")
    (root / "memory" / "MEMORY.md").write_text(f"## 2026-11-01\n\nThe dog has password: {secret}\n")
    run("supplied", root, "keep", "7")
    ask(root, query.format(secret, secret))
    kept = (root / ".memdesk" / KEPT).read_text().casefold()
    assert secret.casefold() not in kept
    assert '"dog"' in kept


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[" * 9_999, b'{"id": 7}', b"\xff\xfe", b'{"id":"a","parts":[7]}', b"null\n7\n[]\n\n"],
)
def test_damaged_lines_are_passed_over(run, root, listed, damage):
    run("supplied", root, "keep", "7")
    ask(root)
    file = root / ".memdesk" / KEPT
    file.write_bytes(damage + b"\n" + file.read_bytes() + damage)
    assert len(listed()) == 2
    ask(root)
    assert len(listed()) == 4


@pytest.mark.parametrize(
    "choice", ["keep_days = ", "keep_days = -1", "keep_days = 1e9", "x", "keep_days = true"]
)
def test_a_choice_that_cannot_be_keeps_nothing(run, root, listed, choice):
    run("supplied", root, "keep", "7")
    (root / ".memdesk" / "supplied.toml").write_text(choice)
    ask(root)
    assert listed() == []


def test_a_choice_that_an_agent_switches_off_is_told(run, root, listed):
    run("supplied", root, "keep", "7")
    (root / ".memdesk" / "supplied.toml").write_text("keep_days = 0\n")
    ask(root)
    assert listed() == []
    with Workspace.open(root) as workspace:
        assert [damage.name for damage in workspace.store.damages()] == ["supplied.toml"]
        workspace.store.restore_record("supplied.toml", PERSON)
    ask(root)
    assert listed()


@pytest.mark.parametrize(
    "words",
    [
        ("keep",),
        ("keep", "many"),
        ("keep", "-1"),
        ("keep", "366"),
        ("keep", "9" * 5000),
        ("show",),
        ("list", "x"),
        ("list", "--since", "soon"),
        ("burn",),
    ],
)
def test_wrong_words_are_one_clear_error(run, root, words):
    status, _, err = run("supplied", root, *words)
    assert status == 2
    assert err


def test_an_id_that_is_none_is_not_found(run, root):
    assert run("supplied", root, "show", "0")[0] == 1
    assert run("supplied", root, "show", "💥" * 1000)[0] == 1


def test_a_folder_within_is_kept_with_the_workspace_around_it(run, root, listed):
    run("supplied", root, "keep", "7")
    ask(root / "memory")
    parts = json.loads(run("supplied", root, "show", listed()[0]["id"], "--json")[1])["supplied"]
    assert parts[0]["uri"] == "memory/MEMORY.md#L5"
    out = run("supplied", root / "memory", "list", "--entry", "MEMORY.md#L5", "--json")[1]
    assert len(json.loads(out)) == 2


def test_an_answer_never_fails_for_it(run, root, monkeypatch):
    run("supplied", root, "keep", "7")
    with open_workspace(root, actor="robin") as memory:
        whole = memory.context("dog").text
    monkeypatch.setattr("memdesk.agents.supplied.kept.MOST_BYTES", 10)
    ask(root)
    (root / ".memdesk" / KEPT).unlink()
    (root / ".memdesk" / KEPT).mkdir()
    with open_workspace(root, actor="robin") as memory:
        assert memory.context("dog").text == whole
    with open_workspace(root, actor="robin", read_only=True) as memory:
        assert memory.context("dog").text == whole
