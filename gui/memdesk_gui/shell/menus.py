"""The menu bar: each command stands where it says itself."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from memdesk_gui.commands import CommandRegistry, Menu, MenuPlace

RECENT: MenuPlace = (Menu.FILE, 2, 2)
"""Where the folders of before are offered."""
THEME: MenuPlace = (Menu.VIEW, 3, 1)
"""Where the themes are offered."""


def build_menus(window: QMainWindow, commands: CommandRegistry, recent: QMenu, theme: QMenu) -> None:
    """Fill the window's menu bar and make every shortcut work in the whole window."""
    menus = {which: window.menuBar().addMenu(title) for which, title in _titles().items()}
    others = {RECENT: recent, THEME: theme}

    def fill(which: Menu) -> None:
        items = {place: menu.menuAction() for place, menu in others.items() if place[0] is which}
        _fill(menus[which], items | _listed(commands, which))

    def offer(which: Menu) -> None:
        commands.refresh()
        fill(which)
        if which is Menu.EDIT:
            _offer_last_action(menus[which], commands)

    def give_key(command_id: str) -> None:
        if not commands.get(command_id).local:
            window.addAction(commands.action(command_id))

    def take(command_id: str) -> None:
        give_key(command_id)
        place = commands.get(command_id).menu
        if place is not None:
            fill(place[0])

    for which, menu in menus.items():
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(partial(offer, which))
        fill(which)
    for command in commands:
        give_key(command.id)
    commands.added.connect(take)


def _titles() -> dict[Menu, str]:
    return {
        Menu.FILE: QCoreApplication.translate("Menus", "&File"),
        Menu.EDIT: QCoreApplication.translate("Menus", "&Edit"),
        Menu.VIEW: QCoreApplication.translate("Menus", "&View"),
        Menu.GO: QCoreApplication.translate("Menus", "&Go"),
        Menu.HELP: QCoreApplication.translate("Menus", "&Help"),
    }


def _listed(commands: CommandRegistry, which: Menu) -> dict[MenuPlace, QAction]:
    """Return what a menu has of the commands now, without those that are listed only while they are possible.

    An action that is hidden instead would lose its keys, and never say again that it is possible.
    """
    listed: dict[MenuPlace, QAction] = {}
    for each in commands:
        action = commands.action(each.id)
        if each.menu is not None and each.menu[0] is which and (action.isEnabled() or not each.hides):
            listed[each.menu] = action
    return listed


def _offer_last_action(menu: QMenu, commands: CommandRegistry) -> None:
    """List undo and redo of the last action only where undo and redo do not mean it anyway."""
    after = commands.action("edit.cut")
    for way in ("redo", "undo"):
        action, first = commands.action(f"files.{way}"), commands.action(f"edit.{way}")
        menu.removeAction(action)
        if action.isEnabled() and action.text() != first.text():
            menu.insertAction(after, action)
            after = action


def _fill(menu: QMenu, items: dict[MenuPlace, QAction]) -> None:
    # To clear it would have Python take the actions for deleted ones.
    for action in menu.actions():
        menu.removeAction(action)
        if action.isSeparator():
            action.deleteLater()
    last = 0
    for (_, group, _), action in sorted(items.items(), key=lambda item: item[0][1:]):
        if last and group != last:
            menu.addSeparator()
        menu.addAction(action)
        last = group
