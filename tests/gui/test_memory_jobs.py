"""Jobs on a memory as a whole: shown before they are done, done as one unit, taken back as one."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import pytest
from pydantic import Field
from PySide6.QtWidgets import QApplication, QComboBox

from helpers.running_desk import RunningDesk
from memdesk.errors import ArgumentError
from memdesk.model import Site
from memdesk.systems.tools import Arguments, Reply, Tool
from memdesk.toolbox import Offer
from memdesk_gui.app import start
from memdesk_gui.dialogs.memory_jobs import JobForm, MemoryJobsDialog
from memdesk_gui.models.job_words import job_name, job_text
from memdesk_gui.models.memory_jobs import Shape, arguments_of, fields_of

PROFILE = b'{\n  "name": "Ada"\n}'


class Depth(StrEnum):
    FLAT = "flat"
    DEEP = "deep"


class Many(Arguments):
    depth: Depth = Depth.FLAT
    mode: Literal["quick", "daily"] = Field("quick", description="how much")
    scope: Literal["a", "b"] | None = None
    days: int = 2
    deep: bool = False
    note: str | None = None


def offer_of(arguments):
    return Offer(None, Site("toy", ""), Tool("tidy-up", "Tidy.", arguments, lambda *_: Reply("")))


def test_what_a_job_asks_for_is_read_from_its_schema():
    fields = {field.name: field for field in fields_of(offer_of(Many))}
    assert (fields["mode"].shape, fields["mode"].choices) == (Shape.CHOICE, ("quick", "daily"))
    assert (fields["scope"].shape, fields["scope"].choices) == (Shape.CHOICE, ("", "a", "b"))
    assert (fields["days"].shape, fields["days"].start) == (Shape.DATA, "2")
    assert (fields["deep"].shape, fields["deep"].start) == (Shape.SWITCH, "false")
    assert fields["note"].shape is Shape.TEXT
    assert (fields["depth"].choices, fields["depth"].start) == (("flat", "deep"), "flat")
    assert fields["mode"].said == "how much"


def test_values_become_arguments_and_nonsense_is_named():
    offer = offer_of(Many)
    values = {"mode": "daily", "scope": "", "days": "7", "deep": "true", "note": ""}
    assert arguments_of(offer, values) == {"mode": "daily", "days": 7, "deep": True}
    with pytest.raises(ArgumentError, match="days"):
        arguments_of(offer, {"days": "seven"})


def test_the_form_begins_with_the_defaults(qtbot):
    form = JobForm(fields_of(offer_of(Many)))
    qtbot.addWidget(form)
    assert form.values() == {
        "depth": "flat",
        "mode": "quick",
        "scope": "",
        "days": "2",
        "deep": "false",
        "note": "",
    }
    with qtbot.waitSignal(form.changed):
        form.controls["mode"].setCurrentIndex(1)
    assert form.values()["mode"] == "daily"


def test_an_unknown_job_speaks_for_itself(qapp):
    assert (job_name("tidy-up"), job_text("tidy-up", "Tidy.")) == ("Tidy up", "Tidy.")
    assert job_name("consolidate") == "Consolidate"


@pytest.fixture
def desk(qtbot, tmp_path, monkeypatch):
    """The window on the profile of an agent whose older notes are still beside it."""
    monkeypatch.setattr(start, "log_qt_messages", lambda: None)
    monkeypatch.setattr(start, "record_fatal_errors", lambda path: None)
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "profile.json").write_bytes(PROFILE)
    (memory.parent / "USER.md").write_text("- likes tea\n")
    running = RunningDesk(qtbot, memory.parent)
    yield running
    running.end()


def dialog_of(desk):
    desk.context.commands.action("memory.jobs").trigger()
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, MemoryJobsDialog)]
    dialog = found[-1]
    desk.until(dialog.do.isEnabled)
    return dialog


def test_a_job_is_shown_done_and_taken_back(desk, tmp_path):
    root = tmp_path / "workspace"
    dialog = dialog_of(desk)
    assert sorted(one.uri for one in dialog.outlook.touched) == [
        "USER.md",
        "USER.md.bak",
        "memory/profile.json",
    ]
    assert "legacy_user_preferences" in dialog.outlook.answer
    assert (root / "memory/profile.json").read_bytes() == PROFILE
    dialog.do.click()
    desk.until(lambda: desk.window.toast.text() == "Take over older files: done.")
    assert b"likes tea" in (root / "memory/profile.json").read_bytes()
    assert not (root / "USER.md").exists()
    assert desk.bus.workspace.history("memory/profile.json")[-1].actor.tool == "migrate"
    desk.window.toast._button.click()
    desk.until((root / "USER.md").exists)
    desk.settle()
    assert (root / "memory/profile.json").read_bytes() == PROFILE
    assert not (root / "USER.md.bak").exists()


def test_a_job_with_nothing_to_do_cannot_be_done(desk, tmp_path):
    dialog = dialog_of(desk)
    combo = dialog.form.controls["source"]
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData("MEMORY.md"))
    desk.until(lambda: not dialog.outlook.touched)
    assert not dialog.do.isEnabled()
    dialog.close()
