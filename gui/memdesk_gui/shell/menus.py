"""The menu bar: which command stands where. What is not registered is left out."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMainWindow, QMenu

from memdesk_gui.commands import CommandRegistry

FILE = (
    "document.new", "",
    "workspace.open", "recent", "workspace.window", "workspace.demo", "workspace.agents",
    "workspace.close", "",
    "document.save", "document.save_all", "document.revert", "document.close", "",
    "document.rename", "document.duplicate", "document.delete", "document.lock", "",
    "share.markdown", "share.diff", "share.json", "share.save", "",
    "review.rules", "workspace.connect", "",
    "memory.jobs", "memory.purge", "",
    "settings.open", "settings.shortcuts", "",
    "app.quit",
)  # fmt: skip
EDIT = (
    "edit.undo", "edit.redo", "files.undo", "files.redo", "",
    "edit.cut", "edit.copy", "edit.paste", "edit.select_all", "",
    "edit.find", "edit.replace", "search.replace", "",
    "edit.summary", "entry.up", "entry.down", "entry.move", "entry.split", "tiers.topic", "",
    "merge.open", "merge.into", "merge.next", "merge.previous", "merge.mine", "merge.theirs", "merge.both",
    "merge.edited", "merge.base", "merge.use", "merge.close", "",
    "history.compare", "history.restore", "history.restore_change", "history.copy", "",
    "backup.restore", "backup.prune", "",
    "policy.rollback", "policy.rollback_all", "policy.what_if",
)  # fmt: skip
MODES = ("view.write", "view.split", "view.read", "view.entries", "view.form", "view.source")
VIEW = (
    *MODES, "",
    "view.zoom_in", "view.zoom_out", "view.zoom_reset", "view.wrap", "view.secrets", "view.chunks", "",
    "theme", "view.theme", "",
    "view.navigator", "view.inspector", "view.history", "view.context", "view.activity", "view.reset_layout",
)  # fmt: skip
GO = (
    "go.overview", "go.tiers", "search.bar", "go.quick_open", "search.everywhere", "go.palette", "",
    "go.next_tab", "go.previous_tab", "",
    "go.navigator", "go.filter", "go.editor", "go.activity", "go.inspector", "go.history", "go.context",
    "context.debug", "",
    "review.open", "review.explain", "review.proposal",
    "review.blame", "review.next_change", "review.previous_change",
    "review.unreviewed", "review.only_unreviewed", "note.today", "note.calendar", "",
    "time.document", "time.workspace", "",
    "go.backups", "go.quarantine", "go.deleted", "go.recovered", "tests.open", "jobs.open", "jobs.ask",
)  # fmt: skip
HELP = ("help.open", "help.tour", "help.log", "history.check", "records.look", "", "help.about")


def build_menus(window: QMainWindow, commands: CommandRegistry, recent: QMenu, theme: QMenu) -> None:
    """Fill the window's menu bar and make every shortcut work in the whole window."""
    submenus = {"recent": recent, "theme": theme}
    titles = (
        (QCoreApplication.translate("Menus", "&File"), FILE),
        (QCoreApplication.translate("Menus", "&Edit"), EDIT),
        (QCoreApplication.translate("Menus", "&View"), VIEW),
        (QCoreApplication.translate("Menus", "&Go"), GO),
        (QCoreApplication.translate("Menus", "&Help"), HELP),
    )
    for title, ids in titles:
        menu = window.menuBar().addMenu(title)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(commands.refresh)
        menu.aboutToShow.connect(partial(_offer_modes, commands))
        _fill(menu, ids, commands, submenus)
        if ids is EDIT:
            menu.aboutToShow.connect(partial(_offer_last_action, menu, commands))

    def give_key(command_id: str) -> None:
        if not commands.get(command_id).local:
            window.addAction(commands.action(command_id))

    for command in commands:
        give_key(command.id)
    commands.added.connect(give_key)


def _offer_modes(commands: CommandRegistry) -> None:
    """Show only the views that the document in front has."""
    for command_id in MODES:
        commands.action(command_id).setVisible(commands.action(command_id).isEnabled())


def _offer_last_action(menu: QMenu, commands: CommandRegistry) -> None:
    """List undo and redo of the last action only where undo and redo do not mean it anyway."""
    after = commands.action("edit.cut")
    for way in ("redo", "undo"):
        action, first = commands.action(f"files.{way}"), commands.action(f"edit.{way}")
        menu.removeAction(action)
        if action.isEnabled() and action.text() != first.text():
            menu.insertAction(after, action)
            after = action


def _fill(menu: QMenu, ids: tuple[str, ...], commands: CommandRegistry, submenus: dict[str, QMenu]) -> None:
    for item in ids:
        if item in submenus:
            menu.addMenu(submenus[item])
        elif not item:
            menu.addSeparator()
        elif item in commands:
            menu.addAction(commands.action(item))
