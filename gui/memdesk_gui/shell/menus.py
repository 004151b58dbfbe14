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
    titles = {
        Menu.FILE: QCoreApplication.translate("Menus", "&File"),
        Menu.EDIT: QCoreApplication.translate("Menus", "&Edit"),
        Menu.VIEW: QCoreApplication.translate("Menus", "&View"),
        Menu.GO: QCoreApplication.translate("Menus", "&Go"),
        Menu.HELP: QCoreApplication.translate("Menus", "&Help"),
    }
    menus: dict[Menu, QMenu] = {}
    for which, title in titles.items():
        menu = menus[which] = window.menuBar().addMenu(title)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(commands.refresh)
        menu.aboutToShow.connect(partial(_hide, commands))
        if which is Menu.EDIT:
            menu.aboutToShow.connect(partial(_offer_last_action, menu, commands))

    def fill(which: Menu) -> None:
        items = {each.menu: commands.action(each.id) for each in commands if each.menu is not None}
        items |= {RECENT: recent.menuAction(), THEME: theme.menuAction()}
        _fill(menus[which], {place[1:]: action for place, action in items.items() if place[0] is which})

    def give_key(command_id: str) -> None:
        if not commands.get(command_id).local:
            window.addAction(commands.action(command_id))

    def take(command_id: str) -> None:
        give_key(command_id)
        place = commands.get(command_id).menu
        if place is not None:
            fill(place[0])

    for which in menus:
        fill(which)
    for command in commands:
        give_key(command.id)
    commands.added.connect(take)


def _hide(commands: CommandRegistry) -> None:
    """Leave out what is listed only while it is possible: the views that the document in front has not."""
    for each in commands:
        if each.hides:
            commands.action(each.id).setVisible(commands.action(each.id).isEnabled())


def _offer_last_action(menu: QMenu, commands: CommandRegistry) -> None:
    """List undo and redo of the last action only where undo and redo do not mean it anyway."""
    after = commands.action("edit.cut")
    for way in ("redo", "undo"):
        action, first = commands.action(f"files.{way}"), commands.action(f"edit.{way}")
        menu.removeAction(action)
        if action.isEnabled() and action.text() != first.text():
            menu.insertAction(after, action)
            after = action


def _fill(menu: QMenu, items: dict[tuple[int, int], QAction]) -> None:
    menu.clear()
    last = 0
    for (group, _), action in sorted(items.items(), key=lambda item: item[0]):
        if last and group != last:
            menu.addSeparator()
        menu.addAction(action)
        last = group
