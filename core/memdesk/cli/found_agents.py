"""``memdesk agents``: the agents of this computer whose memory can be opened."""

from __future__ import annotations

import os

import typer

from memdesk.agents.agent_folders import AgentFolder, find_agents
from memdesk.cli.options import AsJson
from memdesk.cli.output import say
from memdesk.cli.reports import dump, table
from memdesk.model import Json
from memdesk.runtime.paths import home_dir

group = typer.Typer()

_NONE = (
    "No agent was found in the places that memdesk knows. Any folder can be opened: memdesk PATH, "
    "or 'memdesk demo' to look around."
)


@group.command(name="agents")
def list_agents(as_json: AsJson = False) -> None:
    """List the agents found on this computer: known places are looked for by name, and no file is read."""
    found = find_agents(os.environ, home_dir())
    if as_json:
        say(dump([_json(each) for each in found]))
    elif found:
        say(table(("AGENT", "OPENED", "TO REVIEW", "OPENS AS", "FOLDER"), [_row(each) for each in found]))
    else:
        say(_NONE)


def _json(found: AgentFolder) -> Json:
    return {
        "system": found.systems[0] if found.systems else None,
        "root": str(found.path),
        "why": found.why,
        "agent": found.agent,
        "systems": [*found.systems],
        "opened": found.opened,
        "waiting": found.waiting,
    }


def _row(found: AgentFolder) -> tuple[str, ...]:
    kind = " or ".join(found.systems) or "plain documents"
    waiting = "-" if found.waiting is None else str(found.waiting)
    return found.agent, "yes" if found.opened else "no", waiting, kind, str(found.path)
