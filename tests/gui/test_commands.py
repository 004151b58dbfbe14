"""The list of commands that menus, toolbar and palette read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QKeySequence

from memdesk_gui.commands import Command, CommandRegistry, Menu, State, command
from memdesk_gui.theme.theme import Scheme, Theme


@pytest.fixture
def registry(qapp):
    return CommandRegistry(Theme(Scheme.LIGHT))


def test_a_command_runs_by_id_and_by_its_action(registry):
    runs = []
    registry.add(Command("a", "&Alpha…", lambda: runs.append("a")))
    assert registry.run("a")
    registry.action("a").trigger()
    assert runs == ["a", "a"]


def test_the_label_is_the_text_for_lists(registry):
    registry.add(Command("a", "Save && &close…", print))
    assert registry.get("a").label == "Save & close"


def test_a_disabled_command_does_not_run(registry):
    runs, allowed = [], []
    registry.add(
        Command("a", "A", lambda: runs.append(1), enabled=lambda: bool(allowed), after=(State.TEXT,))
    )
    assert not registry.action("a").isEnabled()
    assert not registry.run("a")
    allowed.append(1)
    registry.refresh()
    assert registry.action("a").isEnabled()
    assert registry.run("a")
    assert runs == [1]


def test_a_checkable_command_follows_its_state(registry):
    state = [False]
    registry.add(
        Command(
            "a",
            "A",
            lambda: state.__setitem__(0, not state[0]),
            checked=lambda: state[0],
            after=(State.TEXT,),
        )
    )
    registry.run("a")
    assert registry.action("a").isChecked()
    registry.run("a")
    assert not registry.action("a").isChecked()


def test_many_reasons_in_one_turn_are_one_question(registry, qtbot):
    asked, allowed = [], []

    def is_allowed():
        asked.append(1)
        return bool(allowed)

    registry.add(Command("a", "A", print, enabled=is_allowed, after=(State.TEXT,)))
    allowed.append(1)
    for _ in range(5):
        registry.refresh_soon()
    assert asked == []
    qtbot.waitUntil(registry.action("a").isEnabled)
    registry.settle()
    assert asked == [1]


def test_what_is_pushed_asks_only_what_depends_on_it(registry, qtbot):
    asked = []
    for name, after in (
        ("text", (State.TEXT,)),
        ("both", (State.TEXT, State.REVIEW)),
        ("look", (State.LOOK,)),
    ):
        registry.add(
            Command(name, name, print, reason=lambda name=name: asked.append(name) or "", after=after)
        )
    registry.add(Command("never", "Never", print))
    registry.push(State.REVIEW)
    registry.settle()
    assert asked == ["both"]
    registry.pushing(State.TEXT)(True)
    registry.push(State.REVIEW)
    qtbot.waitUntil(lambda: len(asked) > 2)
    assert sorted(asked[1:]) == ["both", "text"]
    registry.refresh()
    assert sorted(asked[3:]) == ["both", "look", "text"]


def test_what_a_command_changes_is_asked_as_soon_as_it_ran(registry):
    saved, asked = [], []
    registry.add(
        Command("save", "Save", lambda: saved.append(1), enabled=lambda: not saved, after=(State.TEXT,))
    )
    registry.add(Command("close", "Close", print, reason=lambda: asked.append(1) or "", after=(State.SHOWN,)))
    registry.refresh()
    before = len(asked)
    assert registry.run("save")
    assert not registry.action("save").isEnabled()
    assert len(asked) == before


def test_shortcuts_are_told_as_text(registry):
    registry.add(Command("a", "A", print, "Ctrl+P"))
    registry.add(Command("b", "B", print, QKeySequence.StandardKey.Save))
    registry.add(Command("c", "C", print))
    assert registry.shortcut_text("a") == "Ctrl+P"
    assert registry.shortcut_text("b") == "Ctrl+S"
    assert registry.shortcut_text("c") == ""


def test_an_id_can_be_taken_once(registry):
    registry.add(Command("a", "A", print))
    with pytest.raises(ValueError, match="a"):
        registry.add(Command("a", "B", print))


def test_a_place_in_the_menus_can_be_taken_once(registry):
    registry.add(Command("one", "One", print, menu=(Menu.FILE, 1, 1)))
    registry.add(Command("two", "Two", print, menu=(Menu.FILE, 1, 2)))
    with pytest.raises(ValueError, match="three"):
        registry.add(Command("three", "Three", print, menu=(Menu.FILE, 1, 2)))


def test_a_condition_says_what_it_depends_on(registry):
    with pytest.raises(ValueError, match="a"):
        registry.add(Command("a", "A", print, enabled=lambda: True))


def test_the_registry_lists_and_announces(registry, qtbot):
    with qtbot.waitSignal(registry.added) as caught:
        registry.add(Command("a", "A", print, icon="save"))
    assert caught.args == ["a"]
    assert "a" in registry
    assert [command.id for command in registry] == ["a"]
    with pytest.raises(KeyError):
        registry.get("b")


class Lamp:
    """Declares what can be done with it at its methods."""

    def __init__(self):
        self.lit, self.is_there = False, True

    @command(
        "lamp.turn",
        lambda self: f"Turn {'off' if self.lit else 'on'}",
        "Ctrl+L",
        words=lambda _: "light",
        enabled=lambda self: self.is_there,
        checked=lambda self: self.lit,
        after=(State.LOOK,),
    )
    def turn(self):
        self.lit = not self.lit


def test_a_method_is_a_command_of_each_object_that_has_it(qapp):
    lamps = Lamp(), Lamp()
    registries = [CommandRegistry(Theme(Scheme.LIGHT)) for _ in lamps]
    for registry, lamp in zip(registries, lamps, strict=True):
        registry.add_declared(lamp)
    assert registries[0].run("lamp.turn")
    assert [lamp.lit for lamp in lamps] == [True, False]
    assert [registry.action("lamp.turn").isChecked() for registry in registries] == [True, False]
    declared = registries[0].get("lamp.turn")
    assert (declared.text, declared.words, declared.after) == ("Turn on", "light", (State.LOOK,))
    assert registries[0].shortcut_text("lamp.turn") == "Ctrl+L"
    lamps[0].is_there = False
    assert not registries[0].run("lamp.turn")


def test_icons_follow_the_theme(qapp):
    theme = Theme(Scheme.LIGHT)
    registry = CommandRegistry(theme)
    registry.add(Command("a", "A", print, icon="save"))
    action = registry.draw("a")
    before = action.icon().pixmap(16, 16).toImage()
    theme.apply(qapp)
    theme.toggle()
    assert action.icon().pixmap(16, 16).toImage() != before
