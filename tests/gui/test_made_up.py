"""What a model made up is told where the write that names it is listed, looked at and judged."""

from __future__ import annotations

import json

import pytest

from helpers.inbox_desk import InboxDesk
from helpers.model_server import serving
from memdesk.agents.model_jobs import ModelJobs
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.agents.toolbox import Toolbox
from memdesk.llm import ModelSettings, Provider
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, DocumentEdit
from memdesk.workspace import Workspace
from memdesk_gui.features.jobs.by_model import work_out
from memdesk_gui.features.jobs.progress import JobProgress
from memdesk_gui.widgets.lists.rows import ROW_ROLE
from memdesk_gui.wording.made_up_words import LONGEST, MOST, listed_names, made_up_text

USER = "facts/user.md"
STORY = (
    "# Memory\n\n## Tea\n\nAnna likes green tea, and green tea is what she likes.\n\n## Work\n\n"
    "Anna owns billing, and billing is what Anna owns.\n"
)
SHORT = "# Memory\n\n## Tea\n\nAnna likes green tea from Zed.\n\n## Work\n\nAnna owns billing."
TOLD = {
    "en": ("may be made up", "Not in what the model was given: Zed"),
    "zh_CN": ("可能是编造的", "给模型的内容中没有：Zed"),
}


@pytest.fixture
def open_desk(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(STORY)
    (memory / "policy_overrides.json").write_text(json.dumps({"long_term_compress_char_threshold": 11}))
    with serving(SHORT) as server:
        save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=server.url, retries=0))
        yield lambda **options: run_desk(memory.parent, **options)
    save_model(None)


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_the_run_and_the_proposal_page_tell_it(open_desk, lang):
    desk, told = open_desk(lang=lang), TOLD[lang][1]
    desk.run("jobs.open")
    desk.settle()
    desk.run("jobs.due")
    jobs, reviews = (desk.window.features[each] for each in ("JobCommands", "ReviewCommands"))
    desk.until(lambda: any(run.proposal in jobs.runs.now.made_up for run in jobs.runs.now.runs))
    runs = jobs.page
    runs.list.select(next(item.key for item in runs.model.items if item.key.startswith("run ")))
    desk.until(lambda: told in [item.row.title for item in runs.parts.items])
    desk.run("jobs.show")
    proposals = reviews.proposals
    desk.until(lambda: proposals.page is not None and proposals.page.made_up.isVisible())
    assert proposals.page.made_up.spoken() == told
    desk.run("review.open")
    inbox = reviews._page
    desk.until(lambda: inbox.staged is not None and told in inbox.card.banner.spoken())


def test_the_inbox_learns_of_what_another_program_kept_though_no_rule_holds(run_desk, tmp_path):
    (tmp_path / "root/facts").mkdir(parents=True)
    (tmp_path / "root" / USER).write_text("likes tea\n")
    desk = run_desk(tmp_path / "root")
    inbox = InboxDesk(desk)
    inbox.appear()
    with Workspace.open(tmp_path / "root") as other:
        agent = Actor("bloop", Origin.AGENT, Via.MCP)
        other.propose([DocumentEdit(USER, b"likes tea from Zed\n", ANY)], agent, ["Zed"])
    inbox.until(lambda: inbox.page.staged is not None)


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_the_inbox_tells_it_in_the_row_and_above_the_change(run_desk, tmp_path, lang):
    root, (mark, told) = tmp_path / "root", TOLD[lang]
    (root / "facts").mkdir(parents=True)
    (root / "episodes").mkdir()
    (root / USER).write_text("likes tea\n")
    with Workspace.open(root) as workspace:
        agent = Actor("bloop", Origin.AGENT, Via.MCP)
        workspace.propose([DocumentEdit(USER, b"likes tea from Zed\n", ANY)], agent, ["Zed"])
    inbox = InboxDesk(run_desk(root, lang=lang))
    inbox.appear()
    inbox.until(lambda: inbox.page.staged is not None and told in inbox.page.card.banner.spoken())
    assert mark in inbox.page.model.index(0).data(ROW_ROLE).badges


def test_few_and_short_names_are_told_of_many_and_long_ones(qapp):
    names = [f"Zed{number}" for number in range(MOST + 5)]
    assert listed_names(names[:MOST]) == ", ".join(names[:MOST])
    assert listed_names(names).endswith(f"Zed{MOST - 1} and 5 more")
    assert len(listed_names(["z" * 999])) == LONGEST
    assert "\u202e" not in made_up_text(["1\u202e2"])
    assert made_up_text(["{names}"]).endswith("{names}")
    assert made_up_text(()) == ""


def test_what_a_model_came_to_is_told_without_secrets(tmp_path, qapp):
    memory, key = tmp_path / "memory", "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    memory.mkdir()
    (memory / "MEMORY.md").write_text(f"{STORY}\nThe router's password: Wv9#kLq2!mZ\n")
    (memory / "policy_overrides.json").write_text("{}")
    quotes = [{"uri": "memory/MEMORY.md", "text": each} for each in ("Wv9#kLq2!mZ", "Tea")]
    pairs = json.dumps([{"kind": "duplicate", "quotes": quotes, "reason": "Wv9#kLq2!mZ twice"}])
    with (
        serving(f"{SHORT}\n\nThe token of Zed is {key}.", pairs) as server,
        Workspace.open(tmp_path) as workspace,
    ):
        save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=server.url, retries=0))
        jobs = ModelJobs(workspace, Toolbox(workspace))
        for job, values, said in (("compress", {"force": True}, "Zed"), ("find-duplicates", {}, "twice")):
            plan = work_out(workspace, jobs.find(job), values, JobProgress())
            assert said in plan.outlook.answer
            assert not [each for each in (key, key[4:16], "Wv9#kLq2!mZ") if each in plan.outlook.answer]
    save_model(None)
