"""A decision that is undone leaves no copy behind: the folder is as it was, and the history has it all."""

from __future__ import annotations

import json

import pytest

from helpers.model_desk import ModelDesk
from memdesk.model import Via
from memdesk.review import Inbox
from memdesk.review.approval import Approval
from memdesk.review.replace import find_places, replace_places, take_back
from memdesk.runtime.person import person
from memdesk.text.replace import ReplaceQuery

ME = person(Via.GUI)
OVERRIDES = '{"evolution_enabled": true, "long_term_compress_char_threshold": 11}'
LONG = "# Memory\n\n## Tea\n\nAnna likes green tea, and green tea is what she likes.\n"
JOBS = [("evolve", '{"recent_days": 5}'), ("compress", "# Memory\n\n## Tea\n\nAnna likes green tea.")]


@pytest.fixture
def desk(tmp_path):
    messages = [{"role": "user", "content": f"say {number}"} for number in range(20)]
    files = {
        "memory/MEMORY.md": LONG,
        "memory/policy_overrides.json": OVERRIDES,
        "sessions/a.json": json.dumps({"key": "a", "messages": messages}),
    }
    found = ModelDesk(tmp_path, "picoclaw-memskill", files)
    yield found
    found.close()


@pytest.fixture
def inbox(desk):
    return Inbox(desk.toolbox._workspace)


def files(desk):
    found = (path for path in desk.root.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
    return {path.relative_to(desk.root).as_posix(): path.read_text() for path in found}


def copies(desk):
    return [name for name in files(desk) if "snapshots/" in name or "backups/" in name]


@pytest.mark.parametrize(("job", "answer"), JOBS)
def test_an_approval_that_is_taken_back_leaves_the_folder_as_it_was(desk, job, answer):
    before = files(desk)
    desk.run(job, answer, propose=True)
    gate = Approval(desk.toolbox._workspace)
    staged = gate.waiting()[0]
    results = gate.approve(staged.id, staged.revision, ME)
    assert len(copies(desk)) == 1
    gate.take_back(staged, results, ME)
    assert files(desk) == before


@pytest.mark.parametrize(("job", "answer"), JOBS)
def test_a_revert_keeps_a_copy_as_agents_do_and_its_undo_takes_that_back(desk, inbox, job, answer):
    desk.run(job, answer)
    done_by_agent = files(desk)
    done = inbox.revert([item.id for item in inbox.pending()], ME)
    assert len(copies(desk)) == 2
    inbox.undo(done, ME)
    assert files(desk) == done_by_agent


def test_a_copy_that_somebody_wrote_in_stays_when_its_decision_is_undone(desk, inbox):
    desk.run(*JOBS[0])
    known = copies(desk)
    done = inbox.revert([item.id for item in inbox.pending()], ME)
    added = next(name for name in copies(desk) if name not in known)
    (desk.root / added).write_text('{"recent_days": 9}')
    inbox.undo(done, ME)
    assert files(desk)[added] == '{"recent_days": 9}'
    assert json.loads(files(desk)["memory/policy_overrides.json"])["recent_days"] == 5


def test_what_an_undo_took_away_is_in_the_history(desk, inbox):
    desk.run(*JOBS[0])
    inbox.undo(inbox.revert([item.id for item in inbox.pending()], ME), ME)
    texts = [
        desk.toolbox._workspace.version(each.after)
        for each in desk.toolbox._workspace.history("memory/policy_overrides.json")
        if each.after is not None
    ]
    assert OVERRIDES.encode() in texts


def test_words_that_are_put_back_leave_the_folder_as_it_was(desk):
    workspace, before = desk.toolbox._workspace, files(desk)
    made = replace_places(workspace, find_places(workspace, ReplaceQuery("tea", "coffee")), ME)
    assert len(copies(desk)) == 1
    take_back(workspace, made.session, ME)
    assert files(desk) == before
