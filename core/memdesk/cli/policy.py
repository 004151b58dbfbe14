"""``memdesk policy``: what an agent goes by, changed, followed, rolled back and tried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memdesk.agents.toolbox import Toolbox
from memdesk.cli.output import say
from memdesk.cli.policy_reports import (
    changes_json,
    changes_text,
    eviction_json,
    eviction_text,
    holders_json,
    holders_lines,
    show_json,
    show_text,
    steps_json,
    steps_text,
    what_if_json,
    what_if_text,
)
from memdesk.cli.reports import dump, on_screen
from memdesk.errors import UsageError
from memdesk.model import Actor
from memdesk.policy.editor import AgentPolicy, PolicyChange
from memdesk.policy.evoclaw_eviction import eviction_if
from memdesk.policy.locate import find_folder
from memdesk.policy.recent_queries import recent_queries
from memdesk.policy.stale_readers import holders
from memdesk.policy.timeline import PolicyTimeline
from memdesk.policy.what_if import what_if
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.picoclaw_policy.layers import KEYS, Setting
from memdesk.systems.picoclaw_policy.values import parameter, read_setting
from memdesk.workspace import Workspace


class PolicyOptions(NamedTuple):
    """What was asked for, beyond the word that says what to do."""

    words: tuple[str, ...] = ()
    key: str | None = None
    queries: tuple[str, ...] = ()
    why: str = ""
    config: bool = False
    everything: bool = False
    window: int | None = None


_TAKES = {
    "show": (0, 0, ()),
    "set": (2, 2, ("why", "config")),
    "unset": (0, len(KEYS), ("why", "config", "everything")),
    "snapshots": (0, 0, ()),
    "changes": (0, 0, ()),
    "diff": (0, 2, ()),
    "rollback": (1, 1, ("key", "why", "config")),
    "whatif": (1, len(KEYS), ("queries", "window")),
}
"""How many words each takes at least and at most, and which options."""


class PolicyCommand:
    """Carries out one wish and says what came of it."""

    def __init__(
        self, workspace: Workspace, system: str | None, wish: PolicyOptions, actor: Actor, *, as_json: bool
    ) -> None:
        self._workspace, self._wish, self._actor, self._as_json = workspace, wish, actor, as_json
        self._folder = find_folder(workspace, system)
        self._desk = AgentPolicy(workspace, self._folder)

    def run(self, task: str) -> None:
        """Do what the word says. Raises UsageError for what does not belong to it."""
        _require(task, self._wish)
        tasks: dict[str, Callable[[], None]] = {
            "show": self._show,
            "set": self._set,
            "unset": self._unset,
            "snapshots": self._snapshots,
            "changes": self._changes,
            "diff": self._diff,
            "rollback": self._rollback,
            "whatif": self._what_if,
        }
        tasks[task]()

    def _show(self) -> None:
        standing = self._desk.standing()
        if self._as_json:
            say(dump(show_json(standing)))
        else:
            say(show_text(standing))
            self._say_lines(holders_lines(holders(self._workspace, self._folder)))

    def _set(self) -> None:
        key, text = self._wish.words
        self._put({key: read_setting(key, text)})

    def _unset(self) -> None:
        wish = self._wish
        if wish.everything == bool(wish.words):
            raise UsageError("policy unset takes KEYs, or --all to delete the overrides")
        if wish.everything and wish.config:
            raise UsageError("--all deletes the overrides; it does not go with --config")
        if wish.everything:
            self._say_change(self._desk.drop(self._actor, why=wish.why))
        else:
            self._put({parameter(key).key: None for key in wish.words})

    def _put(self, wishes: dict[str, Setting | None]) -> None:
        desk, wish = self._desk, self._wish
        self._require_why_possible()
        change = (
            desk.set_config(wishes, self._actor)
            if wish.config
            else desk.set(wishes, self._actor, why=wish.why)
        )
        self._say_change(change)

    def _rollback(self) -> None:
        wish, desk, target = self._wish, self._desk, self._wish.words[0]
        self._require_why_possible()
        self._say_change(
            desk.rollback_config(target, self._actor, key=wish.key)
            if wish.config
            else desk.rollback(target, self._actor, key=wish.key, why=wish.why)
        )

    def _require_why_possible(self) -> None:
        if self._wish.config and self._wish.why:
            raise UsageError("--why is kept for overrides; it does not go with --config")

    def _snapshots(self) -> None:
        steps = [step for step in PolicyTimeline(self._workspace, self._folder).steps() if step.snapshot]
        say(dump(steps_json(steps)) if self._as_json else steps_text(steps))

    def _changes(self) -> None:
        steps = PolicyTimeline(self._workspace, self._folder).all()
        say(dump(steps_json(steps)) if self._as_json else steps_text(steps))

    def _diff(self) -> None:
        names = self._wish.words or (self._newest(),)
        old, new = names[0], (names[1] if len(names) > 1 else "now")
        changes = self._desk.compare(old, new)
        if self._as_json:
            say(dump({"from": old, "to": new, "changes": changes_json(changes)}))
        else:
            say("\n".join(changes_text(changes)) or "no difference")

    def _newest(self) -> str:
        steps = PolicyTimeline(self._workspace, self._folder).steps()
        found = next((step.name for step in steps if step.snapshot), None)
        if found is None:
            raise UsageError("there is no snapshot to compare with")
        return found

    def _what_if(self) -> None:
        wish = self._wish
        wishes = dict(_wished(word) for word in wish.words)
        queries = wish.queries or recent_queries(self._workspace, self._folder)
        more = {} if wish.window is None else {"window": wish.window}
        found = what_if(self._workspace, self._folder, wishes, queries, **more)
        say(dump(what_if_json(found)) if self._as_json else what_if_text(found))

    def _say_change(self, change: PolicyChange) -> None:
        after = holders(self._workspace, self._folder)
        standing = self._desk.standing()
        if self._as_json:
            say(
                dump(
                    {
                        "uri": change.uri,
                        "changed": change.happened,
                        "operation": change.operation or None,
                        "snapshot": change.name or None,
                        "changes": changes_json(change.changes),
                        "revision": standing.revision,
                        "policy": show_json(standing),
                        "running": holders_json(after),
                    }
                )
            )
            return
        if not change.happened:
            say("no change: the policy already has these values")
            return
        self._say_lines([f"{on_screen(change.uri)}:", *changes_text(change.changes)])
        if change.snapshot:
            say(f"before: {on_screen(change.name)} ('memdesk policy PATH rollback {on_screen(change.name)}')")
        self._say_lines(holders_lines(after))

    @staticmethod
    def _say_lines(lines: Sequence[str]) -> None:
        for line in lines:
            say(line)


def say_eviction(workspace: Workspace, system: str, wish: PolicyOptions, *, as_json: bool) -> None:
    """Say what would leave the warm tier of an EvoClaw agent if its limits were other ones."""
    _require("whatif", wish._replace(queries=(), window=None))
    if wish.queries or wish.window:
        raise UsageError("what leaves a tier depends on no query and no window")
    sites = [site for family, site in Toolbox(workspace).places(system) if family.id == EvoClaw.id]
    rows = [row for site in sites for row in eviction_if(workspace, site, wish.words)]
    say(dump([eviction_json(row) for row in rows]) if as_json else "\n".join(map(eviction_text, rows)))


def _wished(word: str) -> tuple[str, Setting | None]:
    """Return what KEY=VALUE says; without a value the configuration's holds."""
    key, sign, text = word.partition("=")
    if not sign:
        raise UsageError(f"{word}: whatif takes KEY=VALUE, like retrieve_limit=5")
    return (key, read_setting(key, text)) if text.strip() else (parameter(key).key, None)


def _require(task: str, wish: PolicyOptions) -> None:
    least, most, options = _TAKES[task]
    if not least <= len(wish.words) <= most:
        shapes = {
            "set": "KEY VALUE",
            "rollback": "SNAPSHOT",
            "whatif": "KEY=VALUE…",
            "diff": "[FROM [TO]]",
        }
        raise UsageError(f"usage: memdesk policy PATH {task} {shapes.get(task, '')}".rstrip())
    given = {name for name, value in wish._asdict().items() if value and name != "words"}
    if wrong := sorted(given - set(options)):
        names = {"queries": "query", "everything": "all"}
        raise UsageError(f"policy {task} does not take --{names.get(wrong[0], wrong[0])}")
