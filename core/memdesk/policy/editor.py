"""One agent's policy: what holds and why, and its changes, each with a snapshot first, all or nothing.

A change starts over where an agent wrote in between, on what the agent wrote: that is then in the snapshot.
Where the person saw another value of the key than is there now, nothing is changed and ConflictError says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from memdesk.agents.toolbox import BoundTool, Toolbox, ToolResult
from memdesk.errors import ConflictError, InvalidError, NotFoundError, StagedError
from memdesk.history.history import History
from memdesk.model import Actor, Json, Revision, revision_of
from memdesk.policy.comments import Comment, Comments
from memdesk.policy.locate import SYSTEM, memory_at, site_of
from memdesk.systems.picoclaw_layout import joined
from memdesk.systems.picoclaw_memskill.copying import SNAPSHOTS
from memdesk.systems.picoclaw_memskill.overrides import OVERRIDES, replace_overrides
from memdesk.systems.picoclaw_memskill.policy import config_beside, config_places, is_outside
from memdesk.systems.picoclaw_memskill.settings import MemoryFiles
from memdesk.systems.picoclaw_policy.changes import KeyChange, key_changes
from memdesk.systems.picoclaw_policy.layers import KEYS, PolicyValue, effective_policy, wrong_types
from memdesk.systems.picoclaw_policy.reading import block_in, settings_in
from memdesk.systems.picoclaw_policy.values import Wishes, checked, parameter
from memdesk.systems.picoclaw_policy.writing import config_with, overrides_with
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool
from memdesk.workspace import Workspace

Rewrite = Callable[[bytes | None], bytes | None]


@dataclass(frozen=True, slots=True)
class EffectivePolicy:
    """What holds now. ``damaged`` says why agents ignore the overrides, if they do; "" where they do not."""

    values: tuple[PolicyValue, ...]
    overrides: Mapping[str, Json]
    config: str
    revision: Revision | None
    damaged: str
    comments: Mapping[str, Comment]

    @property
    def is_config_writable(self) -> bool:
        """Whether there is a configuration, in the opened folder."""
        return bool(self.config) and not is_outside(self.config)

    def comment(self, value: PolicyValue) -> Comment | None:
        """Return why a value is what it is, where that was said of just this value."""
        found = self.comments.get(value.key)
        return found if found is not None and found.value == value.override else None


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """What was done to the overrides or the configuration: what differs, and where they were kept before."""

    uri: str
    before: bytes | None
    after: bytes | None
    changes: tuple[KeyChange, ...] = ()
    snapshot: str | None = None
    operation: str = ""

    @property
    def happened(self) -> bool:
        """Whether anything had to be changed."""
        return self.before != self.after

    @property
    def name(self) -> str:
        """The snapshot's name, ``""`` where none was taken."""
        return (self.snapshot or "").rpartition("/")[2].removesuffix(".json")


class AgentPolicy:
    """The policy of the agent with this memory folder. For one thread at a time."""

    def __init__(self, workspace: Workspace, folder: str) -> None:
        self.folder = folder
        self.workspace = workspace
        self.overrides = joined(folder, OVERRIDES)
        self._toolbox = Toolbox(workspace, lambda: (site_of(folder),))

    def standing(self) -> EffectivePolicy:
        """Return what holds now, and what every layer says."""
        memory = memory_at(self.workspace, self.folder)
        config, below = config_beside(self.folder, MemoryFiles(memory))
        data = memory.read(self.overrides)
        said = settings_in(data)
        return EffectivePolicy(
            effective_policy(below, said or {}),
            said or {},
            config,
            None if data is None else revision_of(data),
            _why_ignored(data, said, self.overrides),
            Comments(self.workspace).of(self.overrides),
        )

    def set(
        self, wishes: Wishes, actor: Actor, *, why: str = "", seen: Mapping[str, Json] | None = None
    ) -> PolicyChange:
        """Override parameters, or (None) leave them to the configuration again.

        ``seen`` are the overrides that the person saw. Raises InvalidError for values that agents would not
        act on, ConflictError where one of the keys was changed since.
        """
        for key, value in wishes.items():
            _ = parameter(key) if value is None else checked(key, value)

        def rewrite(data: bytes | None) -> bytes | None:
            self._require_seen(data, seen, wishes)
            return overrides_with(data, wishes, self.overrides)

        return self._change("policy-set", rewrite, actor, why)

    def drop(self, actor: Actor, *, why: str = "", seen: Mapping[str, Json] | None = None) -> PolicyChange:
        """Delete the overrides: back to the configuration."""

        def rewrite(data: bytes | None) -> None:
            self._require_seen(data, seen, KEYS)

        return self._change("policy-unset", rewrite, actor, why)

    def set_config(self, wishes: Wishes, actor: Actor) -> PolicyChange:
        """Change the configuration itself. Raises NotFoundError where there is none to change."""
        for key, value in wishes.items():
            _ = parameter(key) if value is None else checked(key, value)
        return self._write_config(self._config(), wishes, "policy-config", actor)

    def rollback_config(
        self, target: str, actor: Actor, *, key: str | None = None, uri: str = ""
    ) -> PolicyChange:
        """Make the parameters in the configuration, or one of them, again what a revision of it says.

        Nothing else in it is touched. Raises NotFoundError where there is no such revision, InvalidError
        where agents would ignore it.
        """
        uri = uri or self._config()
        history = History(self.workspace)
        data = None if target == "none" else history.content(uri, history.find(uri, target).revision)
        settings = block_in(data)
        if settings is None:
            raise _unusable(target, f"{target} is damaged: it holds no JSON object")
        keys = KEYS if key is None else (parameter(key).key,)
        if wrong := [one for one in wrong_types(settings) if one in keys]:
            raise _unusable(target, f"{target} has no usable value of {', '.join(wrong)}")
        wishes = {one: wish for each in keys for one, wish in _wish(settings, each).items()}
        return self._write_config(uri, wishes, "policy-rollback", actor)

    def rollback(
        self,
        target: str,
        actor: Actor,
        *,
        key: str | None = None,
        why: str = "",
        seen: Mapping[str, Json] | None = None,
    ) -> PolicyChange:
        """Make the overrides, or one key of them, again what a snapshot or an earlier revision says.

        Raises NotFoundError where there is no such state, InvalidError where agents would ignore it.
        """
        data = self.state(target)
        settings = self.settings(target)
        if key is not None and (key not in KEYS or key in wrong_types(settings)):
            parameter(key)
            raise _unusable(target, f"{target} has no usable value of {key}")
        if key is None and wrong_types(settings):
            raise _unusable(target, f"agents would ignore {target}: wrong types")

        def rewrite(now: bytes | None) -> bytes | None:
            self._require_seen(now, seen, KEYS if key is None else (key,))
            return data if key is None else overrides_with(now, _wish(settings, key), self.overrides)

        return self._change("policy-rollback", rewrite, actor, why)

    def undo(self, change: PolicyChange, actor: Actor) -> PolicyChange:
        """Take a change back, to the byte, as a change of its own; only where nobody changed it since."""

        def run(memory: SiteMemory) -> None:
            _require(memory, change)
            if change.uri == self.overrides:
                replace_overrides(memory, change.before)
            elif change.before is not None:
                memory.write(change.uri, change.before)

        outcome = self._run("policy-undo", run, actor)
        return _change_of(change.uri, outcome, block=change.uri != self.overrides)

    def state(self, target: str) -> bytes | None:
        """Return the overrides that a snapshot's name, a revision of them, ``now`` or ``none`` stands for."""
        if target == "none":
            return None
        if target == "now":
            return memory_at(self.workspace, self.folder).read(self.overrides)
        if target.startswith("sha256:"):
            history = History(self.workspace)
            return history.content(self.overrides, history.find(self.overrides, target).revision)
        name = target.removesuffix(".json")
        uri = joined(self.folder, f"{SNAPSHOTS}/{name}.json")
        if not name or "/" in name or not self.workspace.exists(uri):
            raise NotFoundError(f"there is no snapshot {target}; 'policy PATH snapshots' lists them", uri=uri)
        return self.workspace.read(uri).data

    def settings(self, target: str) -> dict[str, Json]:
        """Return what a state says. Raises InvalidError where it does not parse."""
        found = settings_in(self.state(target))
        if found is None:
            raise _unusable(target, f"{target} is damaged: it holds no JSON object")
        return found

    def compare(self, old: str, new: str = "now") -> tuple[KeyChange, ...]:
        """Return what differs between two states."""
        return key_changes(self.settings(old), self.settings(new))

    def _write_config(self, uri: str, wishes: Wishes, name: str, actor: Actor) -> PolicyChange:
        def run(memory: SiteMemory) -> None:
            data = memory.read(uri)
            if data is None:
                raise NotFoundError(f"{uri} is not there any more", uri=uri)
            memory.write(uri, config_with(data, wishes, uri))

        return _change_of(uri, self._run(name, run, actor), block=True)

    def _config(self) -> str:
        """Return the configuration to change: the one that counts, else the nearest without a policy."""
        memory = memory_at(self.workspace, self.folder)
        found = config_beside(self.folder, MemoryFiles(memory))[0]
        there = (path for path in config_places(self.folder) if self.workspace.exists(path))
        chosen = found or next(there, "")
        if is_outside(chosen):
            message = (
                f"{chosen} lies beside the opened folder, where nothing is written; "
                "open the folder around it to change it, or set it as an override instead"
            )
            raise NotFoundError(message)
        if not chosen:
            message = "there is no config.json below the opened folder; set it as an override instead"
            raise NotFoundError(message)
        return chosen

    def _require_seen(
        self, data: bytes | None, seen: Mapping[str, Json] | None, keys: Wishes | tuple[str, ...]
    ) -> None:
        """Raise ConflictError where somebody gave one of the keys another value than was seen."""
        now = settings_in(data) or {}
        changed = [key for key in keys if seen is not None and now.get(key) != seen.get(key)]
        if changed:
            message = f"{', '.join(changed)} was changed meanwhile; look again, nothing was changed"
            current = None if data is None else revision_of(data)
            raise ConflictError(message, uri=self.overrides, base=None, current=current)

    def _change(self, name: str, rewrite: Rewrite, actor: Actor, why: str) -> PolicyChange:
        comments = Comments(self.workspace)
        if why:
            comments.all()

        def run(memory: SiteMemory) -> None:
            replace_overrides(memory, rewrite(memory.read(self.overrides)))

        change = _change_of(self.overrides, self._run(name, run, actor))
        if why and change.happened:
            known = ((one.key, one.new) for one in change.changes if one.key in KEYS)
            said = [(key, new) for key, new in known if isinstance(new, int | None)]
            comments.add(self.overrides, said, why, actor)
        return change

    def _run(self, name: str, run: Callable[[SiteMemory], None], actor: Actor) -> ToolResult:
        tool = Tool(name, "", Arguments, partial(_told, run), writes=True)
        offer = BoundTool(self.workspace.registry[SYSTEM], site_of(self.folder), tool)
        outcome = self._toolbox.call(offer, {}, actor)
        match outcome.reply.data:
            case {"staged": str(name)}:
                raise StagedError(outcome.reply.text, uri=self.overrides, name=name)
        return outcome


def _unusable(target: str, why: str) -> InvalidError:
    return InvalidError(f"{why}; nothing was changed", reason="policy_state", arguments=(target,))


def _told(run: Callable[[SiteMemory], None], memory: SiteMemory, _: Arguments) -> Reply:
    run(memory)
    return Reply("")


def _change_of(uri: str, outcome: ToolResult, *, block: bool = False) -> PolicyChange:
    found = dict(
        zip(
            (edit.uri for edit in outcome.edits), zip(outcome.edits, outcome.before, strict=True), strict=True
        )
    )
    if uri not in found:
        return PolicyChange(uri, None, None)
    edit, before = found[uri]
    read = block_in if block else settings_in
    old, new = (read(data) or {} for data in (before, edit.new))
    snapshot = next((other for other in found if other != uri), None)
    operation = next((result.operation for result in outcome.results if result.path == uri), "")
    return PolicyChange(uri, before, edit.new, key_changes(old, new), snapshot, operation)


def _wish(settings: Mapping[str, Json], key: str) -> Wishes:
    value = settings.get(key)
    return {key: value if isinstance(value, int) else None}


def _require(memory: SiteMemory, change: PolicyChange) -> None:
    now = memory.read(change.uri)
    if now != change.after:
        current = None if now is None else revision_of(now)
        base = None if change.after is None else revision_of(change.after)
        message = f"{change.uri} was changed since; nothing was undone"
        raise ConflictError(message, uri=change.uri, base=base, current=current)


def _why_ignored(data: bytes | None, said: Mapping[str, Json] | None, uri: str) -> str:
    if said is None:
        try:
            overrides_with(data, {}, uri)
        except InvalidError as error:
            return error.message
    wrong = wrong_types(said or {})
    return f"{uri}: {', '.join(wrong)} has the wrong type; agents ignore the whole file" if wrong else ""
