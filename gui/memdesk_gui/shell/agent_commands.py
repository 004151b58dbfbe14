"""Agents of this computer: those whose memory was found, and what one needs to work through memdesk."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature


class AgentCommands(Feature):
    """Lists agents, and hands out how one is connected to the open folder."""

    @command(
        "workspace.agents",
        lambda self: self.tr("&Agents on this computer…"),
        words=lambda self: self.tr("find detect picoclaw pegasus evoclaw claude codex openclaw hermes"),
        menu=(Menu.FILE, 2, 5),
    )
    def show_agents(self) -> None:
        """Show the agents found on this computer; one click opens one."""
        from memdesk_gui.shell.dialogs.agents import AgentsDialog

        dialog = AgentsDialog(self._context, self._window)
        dialog.chosen.connect(lambda path: self._window.folder_wanted.emit(path, ""))
        dialog.open()

    @command(
        "workspace.connect",
        lambda self: self.tr("Copy the MC&P settings for an agent"),
        words=lambda self: self.tr("connect mcp server tools configuration json"),
        enabled=lambda self: self._context.bus.workspace is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 6, 2),
    )
    def copy_connection(self) -> None:
        """Copy what an agent's configuration needs to write into the open folder through memdesk."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            QGuiApplication.clipboard().setText(connection(workspace.root))
            self._window.toast.show_message(
                self.tr("Copied. Paste it into the agent’s MCP settings, and start the agent anew.")
            )


def connection(root: Path) -> str:
    """Return the MCP settings of a folder, as most clients read them."""
    frozen = getattr(sys, "frozen", False)
    command, before = (sys.executable, []) if frozen else (sys.executable, ["-m", "memdesk"])
    server = {"command": command, "args": [*before, "mcp", str(root)]}
    return json.dumps({"mcpServers": {"memory": server}}, ensure_ascii=False, indent=2)
