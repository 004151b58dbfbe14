"""Changes of a document with a Summary line, which each append writes anew, are taken back all the same."""

from __future__ import annotations

import pytest

from memdesk.agents.toolbox import Toolbox
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP)
FACT = "facts/user.md"
BEGUN = "# User\n\n> Summary: name\n\n- Name: Robin\n"


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "w/facts").mkdir(parents=True)
    (tmp_path / "w/episodes").mkdir()
    (tmp_path / "w" / FACT).write_text(BEGUN)
    with Workspace.open(tmp_path / "w") as found:
        Inbox(found).look()
        yield found


def append(workspace, entry, **more):
    box = Toolbox(workspace)
    box.call(box.find("memory_append", "pegasus"), {"path": FACT, "entry": entry, **more}, ROBIN)


def items(workspace):
    return sorted(Inbox(workspace).pending(), key=lambda item: item.id)


def revert(workspace, *numbers):
    found = items(workspace)
    return Inbox(workspace).revert([found[number].id for number in numbers], ME)


def text(workspace):
    return (workspace.root / FACT).read_text()


def test_a_line_in_the_middle_goes_and_the_summary_is_made_of_the_rest(workspace):
    for key in ("City", "Job", "Pet"):
        append(workspace, f"- {key}: of Robin\n")
    revert(workspace, 1)
    assert text(workspace) == (
        "# User\n\n> Summary: name, city, pet\n\n- Name: Robin\n- City: of Robin\n- Pet: of Robin\n"
    )


def test_all_can_be_taken_back_in_any_order(workspace):
    for key in ("City", "Job", "Pet"):
        append(workspace, f"- {key}: of Robin\n")
    revert(workspace, 0)
    revert(workspace, 1)
    assert text(workspace) == "# User\n\n> Summary: name, job\n\n- Name: Robin\n- Job: of Robin\n"
    revert(workspace, 0)
    assert "of Robin" not in text(workspace)


def test_several_go_at_once(workspace):
    for key in ("City", "Job", "Pet"):
        append(workspace, f"- {key}: of Robin\n")
    revert(workspace, 0, 1)
    assert text(workspace) == "# User\n\n> Summary: name, pet\n\n- Name: Robin\n- Pet: of Robin\n"


def test_a_summary_that_an_agent_chose_later_stays(workspace):
    append(workspace, "- City: Bonn\n", summary="where")
    append(workspace, "- Pet: dog\n", summary="where and with whom")
    revert(workspace, 0)
    assert text(workspace) == "# User\n\n> Summary: where and with whom\n\n- Name: Robin\n- Pet: dog\n"


def test_a_summary_that_nobody_wrote_anew_goes_with_its_change(workspace):
    append(workspace, "- City: Bonn\n", summary="where")
    workspace.commit("facts/user.md", text(workspace).replace("Robin", "Ada").encode(), ANY, ME)
    revert(workspace, 0)
    assert text(workspace) == "# User\n\n> Summary: name\n\n- Name: Ada\n"


def test_what_was_taken_back_comes_back_though_more_was_added_since(workspace):
    append(workspace, "- City: Bonn\n")
    append(workspace, "- Job: cook\n")
    done = revert(workspace, 0)
    append(workspace, "- Pet: dog\n")
    Inbox(workspace).undo(done, ME)
    assert text(workspace).endswith("- Name: Robin\n- City: Bonn\n- Job: cook\n- Pet: dog\n")
    assert "> Summary: name, city, job, pet\n" in text(workspace)


def test_a_summary_that_somebody_chose_is_there_as_if_nothing_had_been_written(workspace):
    chosen = BEGUN.replace("Summary: name", "Summary: about Robin")
    workspace.commit(FACT, chosen.encode(), ANY, ME)
    for key in ("City", "Job", "Pet"):
        append(workspace, f"- {key}: of Robin\n")
    revert(workspace, 1)
    assert text(workspace) == chosen + "- City: of Robin\n- Pet: of Robin\n"


def test_no_summary_comes_into_a_note_that_had_none(workspace):
    note, uri = workspace.root / "episodes/2026-03.md", "episodes/2026-03.md"
    note.write_text("- rain at noon\n")
    inbox = Inbox(workspace)
    inbox.look()
    for data in (b"", b"\n- tea\n", b"\n- tea\n\n- jam\n", b"\n- jam\n\n\n- tea"):
        workspace.commit(uri, data, ANY, ROBIN)
    written = [item.id for item in inbox.pending() if item.actor.name == "robin"]
    inbox.undo(inbox.revert([max(written)], ME), ME)
    done = inbox.revert(written, ME)
    assert note.read_bytes() == b"- rain at noon\n"
    inbox.undo(done, ME)
    assert note.read_bytes() == b"\n- jam\n\n\n- tea"
