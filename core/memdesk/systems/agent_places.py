"""Where the agents of a computer keep their memory unless they are told another place. Pure: a table.

A system that only a program's own code places, as aigentic is, has no row. What is in a folder decides what
it is opened as; the table says what may be expected there.
"""

from __future__ import annotations

from typing import NamedTuple

_PICOCLAW = ("picoclaw-memskill", "picoclaw-profile")


class AgentPlace(NamedTuple):
    """One place of one agent."""

    agent: str
    """What its makers call it."""
    base: str
    """The folder of all its data: ``~`` is the person's home."""
    below: str = ""
    """Where memory is in there; a part that is or ends with ``*`` stands for any name that fits."""
    variable: str = ""
    """The environment variable that names another base."""
    systems: tuple[str, ...] = ()
    """The systems that memory there may be of; none where it is opened as plain documents."""


AGENT_PLACES = (
    AgentPlace("PicoClaw", "~/.picoclaw", "workspace", "PICOCLAW_HOME", _PICOCLAW),
    AgentPlace("PicoClaw", "", "", "PICOCLAW_AGENTS_DEFAULTS_WORKSPACE", _PICOCLAW),
    AgentPlace("MobaiClaw", "~/.mobaiclaw", "workspace", systems=_PICOCLAW),
    AgentPlace("Pegasus", "~/.pegasus", "agents/*/memory", systems=("pegasus",)),
    AgentPlace("Pegasus", "~/.pegasus", "agents/projects/*/memory", systems=("pegasus",)),
    AgentPlace("Pegasus", "~/.pegasus", "agents/subagents/*/memory", systems=("pegasus",)),
    AgentPlace("EvoClaw", "~/.evoclaw", "memory", systems=("evoclaw",)),
    AgentPlace("OpenClaw", "~/.openclaw", "workspace", "OPENCLAW_STATE_DIR"),
    AgentPlace("OpenClaw", "~/.openclaw", "workspace-*", "OPENCLAW_STATE_DIR"),
    AgentPlace("Hermes", "~/.hermes", "memories", "HERMES_HOME"),
    AgentPlace("Hermes", "~/.hermes", "profiles/*/memories", "HERMES_HOME"),
    AgentPlace("Claude Code", "~/.claude", "projects/*/memory", "CLAUDE_CONFIG_DIR"),
    AgentPlace("Claude Code", "~/.claude", "agent-memory/*", "CLAUDE_CONFIG_DIR"),
    AgentPlace("Codex", "~/.codex", "memories", "CODEX_HOME"),
    AgentPlace("Qwen Code", "~/.qwen", "projects/*/memory"),
    AgentPlace("Letta", "~/.letta", "agents/*/memory"),
    AgentPlace("OpenHands", "~/.openhands", "memory"),
    AgentPlace("nanobot", "~/.nanobot", "workspace"),
    AgentPlace("Basic Memory", "~/basic-memory", "", "BASIC_MEMORY_HOME"),
    AgentPlace("Goose", "~/.config", "goose/memory", "XDG_CONFIG_HOME"),
    AgentPlace("Windsurf", "~/.codeium", "windsurf/memories"),
)
"""The known places, those of the systems that memdesk reads first."""
