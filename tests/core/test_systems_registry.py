"""Which systems there are."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from helpers.fake_folders import FakeFolder
from helpers.originals import SYSTEMS, put
from memdesk.agents.toolbox import Toolbox
from memdesk.systems import registry
from memdesk.systems.registry import load_systems
from memdesk.workspace import Workspace


class Sixth:
    """A system from elsewhere."""

    id = "sixth"


def broken():
    """Fail as a system with a missing dependency does."""
    raise ImportError("no such thing")


@pytest.fixture(autouse=True)
def nothing_known():
    """Begin and end without knowing what is announced."""
    registry.announcements.cache_clear()
    yield
    registry.announcements.cache_clear()


def announce(monkeypatch, *names):
    points = [EntryPoint(name, f"{__name__}:{name}", registry.GROUP) for name in names]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == registry.GROUP else [])
    monkeypatch.setattr(EntryPoint, "load", lambda self: globals()[self.name])


def test_the_five_systems_are_there():
    assert {"aigentic", "evoclaw", "pegasus", "picoclaw-memskill", "picoclaw-profile"} <= set(load_systems())
    assert all(system.id == name for name, system in load_systems().items())


def test_a_system_from_elsewhere_is_loaded_and_a_broken_one_is_left_out(monkeypatch, caplog):
    announce(monkeypatch, "Sixth", "broken")
    found = load_systems()
    assert isinstance(found["sixth"], Sixth)
    assert "broken cannot be loaded" in caplog.text
    assert "aigentic" in found


def test_what_is_installed_is_looked_up_once(monkeypatch):
    asked = []
    monkeypatch.setattr(registry, "entry_points", lambda group: asked.append(group) or [])
    assert load_systems().keys() == load_systems().keys()
    assert asked == [registry.GROUP]


def test_files_that_cannot_be_read_identify_nothing():
    class Locked(FakeFolder):
        def read(self, path, limit=0):
            return None

    folder = Locked({"memory/profile.json": "{}", "memory.json": "{}", "MEMORY.md": "## 2026-01-01"})
    systems = load_systems()
    for name in ("picoclaw-profile", "picoclaw-memskill", "aigentic"):
        assert systems[name].detect(folder) == ()


def test_no_system_lets_an_agent_bring_back_what_a_person_took_away():
    names = {tool.name for system in load_systems().values() for tool in system.tools()}
    assert "memory_append" in names
    assert not [name for name in names if any(word in name for word in ("restore", "history", "quarantine"))]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_tells_what_cannot_be_chosen(tmp_path, system):
    root = put(tmp_path, SYSTEMS[system])
    with Workspace.open(root) as workspace:
        toolbox = Toolbox(workspace)
        assert list(toolbox.wrong_choices()) == []
        (root / "memdesk.toml").write_text(f"[{system}]\ntea = 1\n")
        [error] = toolbox.wrong_choices()
        assert error.message.startswith(f"memdesk.toml: tea in [{system}] is none of ")


def test_a_module_that_is_imported_meanwhile_disturbs_nobody(monkeypatch):
    package = ModuleType("memdesk.systems.late")

    def begin(_self):
        setattr(package, f"submodule{len(vars(package))}", object())

    package.First = type("First", (), {"__module__": package.__name__, "__init__": begin})
    package.Second = type("Second", (), {"__module__": package.__name__, "__init__": begin})
    monkeypatch.setattr(registry, "import_module", lambda _name: package)
    assert [type(each) for each in registry._defined_in(package.__name__)] == [package.First, package.Second]
