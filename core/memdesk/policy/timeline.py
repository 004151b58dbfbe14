"""How a policy came to be what it is: every known change of the overrides, key by key, and who made it.

Two sources are told as one: the history, which knows who wrote what, and the snapshots, which reach further
back and know when an agent changed its policy while memdesk was not there. A snapshot is what was before a
change; what came after it is the next thing known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from heapq import merge

from memdesk.errors import MemdeskError
from memdesk.history.history import History
from memdesk.history.timeline import Version
from memdesk.model import OUTSIDE, Actor, Json, Origin, Revision
from memdesk.policy.locate import memory_at
from memdesk.systems.copies import taken_at
from memdesk.systems.picoclaw_layout import joined
from memdesk.systems.picoclaw_memskill.copying import SNAPSHOTS
from memdesk.systems.picoclaw_memskill.overrides import OVERRIDES
from memdesk.systems.picoclaw_memskill.policy import config_places
from memdesk.systems.picoclaw_policy.changes import KeyChange, key_changes
from memdesk.systems.picoclaw_policy.reading import block_in, settings_in
from memdesk.workspace import Workspace

MOST = 500
"""Snapshots that are looked at, the newest; an agent that never stops would make more."""

SLACK = 2.0
"""Seconds by which the moment in a name may be behind the time at which a change was seen."""

_REFLECTING = ("reflect", "evolve")
_REASONS = ("reason", "_reason")


class Author(StrEnum):
    """Who changed a policy."""

    PERSON = "person"
    REFLECTION = "reflection"
    """The agent itself: it thought about its memory, or a job of that kind did it in its place."""
    AGENT = "agent"
    """An agent that was told to."""
    PROGRAM = "program"
    """Some program past memdesk; agents that reflect leave a snapshot, and this one left none."""


@dataclass(frozen=True, slots=True)
class PolicyStep:
    """One change: what the overrides were before it and after it, None where that is not known any more.

    ``snapshot`` is the document with what was before, ``""`` where none was taken. ``before`` and ``after``
    name the same as revisions, where the history has them. ``config`` is the configuration whose ``memory``
    block was changed instead; ``""`` where it were the overrides.
    """

    time: float
    author: Author
    actor: Actor
    snapshot: str
    old: Mapping[str, Json] | None
    new: Mapping[str, Json] | None
    reason: str = ""
    before: Revision | None = None
    after: Revision | None = None
    config: str = ""

    @property
    def name(self) -> str:
        """What stands for the state before the change: the snapshot's name, a revision, or ``none``."""
        return self.snapshot.rpartition("/")[2].removesuffix(".json") or self.before or "none"

    @property
    def changes(self) -> tuple[KeyChange, ...]:
        """Return what the change did, as far as both sides are known."""
        if self.old is None or self.new is None:
            return ()
        return key_changes(self.old, self.new)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    uri: str
    time: float
    settings: dict[str, Json] | None
    revision: Revision


class PolicyTimeline:
    """Reads the changes of one agent's policy."""

    def __init__(self, workspace: Workspace, folder: str) -> None:
        self._workspace = workspace
        self._folder = folder
        self._overrides = joined(folder, OVERRIDES)
        self._history = History(workspace)
        self._known: dict[Revision, dict[str, Json] | None] = {}

    def all(self) -> tuple[PolicyStep, ...]:
        """Return the changes of both layers, the newest first."""
        layers = (self.steps(), *map(self._configured, config_places(self._folder)))
        return tuple(merge(*layers, key=lambda step: -step.time))

    def steps(self) -> tuple[PolicyStep, ...]:
        """Return the changes of the overrides, the newest first."""
        snapshots = self._snapshots()
        versions = list(reversed(self._history.versions(self._overrides)))
        taken = self._taken_for(versions, snapshots)
        logged = [self._logged(one, taken.get(at)) for at, one in enumerate(versions)]
        known = {found.uri for found in taken.values()}
        loose = [_loose(one) for one in snapshots if one.uri not in known]
        first_seen = versions[0] if versions and not versions[0].operation else None
        if loose and first_seen is not None and first_seen.previous is None:
            logged = logged[1:]
        return tuple(reversed(self._joined(_merged(logged, loose))))

    def _snapshots(self) -> list[_Snapshot]:
        """Return the snapshots, the oldest first; what cannot be read is left to its own page."""
        paths = memory_at(self._workspace, self._folder).names(joined(self._folder, SNAPSHOTS))
        found: list[_Snapshot] = []
        for path in [path for path in paths if path.endswith(".json")][-MOST:]:
            time = taken_at(path)
            try:
                content = self._workspace.read(path)
            except MemdeskError:
                continue
            when = content.stamp.modified / 1e9 if time is None else time
            settings = self._known[content.revision] = settings_in(content.data)
            found.append(_Snapshot(path, when, settings, content.revision))
        return sorted(found, key=lambda one: (one.time, len(one.uri), one.uri))

    def _taken_for(self, versions: Sequence[Version], snapshots: Sequence[_Snapshot]) -> dict[int, _Snapshot]:
        """Return which snapshot was taken for which change: the same unit, or else bytes and time agree."""
        units = {step.id: step.unit for step in self._workspace.history(self._overrides)}
        by_unit = self._by_unit(snapshots)
        free = dict.fromkeys(one.uri for one in snapshots)
        found: dict[int, _Snapshot] = {}
        for at, version in enumerate(versions):
            unit = units.get(version.operation)
            mine = by_unit.get(unit) if unit else None
            if mine is None and version.actor.origin is Origin.FOREIGN:
                since = versions[at - 1].time if at else 0.0
                mine = _nearest(snapshots, free, version, since)
            if mine is not None:
                found[at] = mine
                free.pop(mine.uri, None)
        return found

    def _by_unit(self, snapshots: Iterable[_Snapshot]) -> dict[str, _Snapshot]:
        latest = self._workspace.latest_operations()
        pairs = ((latest[one.uri].unit, one) for one in snapshots if one.uri in latest)
        return {unit: one for unit, one in pairs if unit}

    def _logged(self, version: Version, snapshot: _Snapshot | None) -> PolicyStep:
        old, new = (self._settings(revision) for revision in (version.previous, version.revision))
        foreign = version.actor.origin is Origin.FOREIGN
        time = snapshot.time if snapshot is not None and foreign else version.time
        author = author_of(version.actor, taken=snapshot is not None)
        uri = "" if snapshot is None else snapshot.uri
        before, after = version.previous, version.revision
        return PolicyStep(time, author, version.actor, uri, old, new, _reason(new), before, after)

    def _configured(self, uri: str) -> list[PolicyStep]:
        """Return the changes of a configuration's block, the newest first; no others concern the policy."""
        versions = self._history.page(uri, MOST).versions
        logged = (one for one in versions if one.operation or one.previous is not None)
        return [step for one in logged if (step := self._config_step(uri, one)).changes]

    def _config_step(self, uri: str, version: Version) -> PolicyStep:
        old, new = (block_in(self._config_at(uri, one)) for one in (version.previous, version.revision))
        author = author_of(version.actor, taken=False)
        return PolicyStep(
            version.time, author, version.actor, "", old, new, "", version.previous, version.revision, uri
        )

    def _config_at(self, uri: str, revision: Revision | None) -> bytes | None:
        try:
            return None if revision is None else self._history.content(uri, revision)
        except MemdeskError:
            return b""

    def _settings(self, revision: Revision | None) -> dict[str, Json] | None:
        if revision is None:
            return {}
        if revision not in self._known:
            self._known[revision] = self._kept(revision)
        return self._known[revision]

    def _kept(self, revision: Revision) -> dict[str, Json] | None:
        try:
            return settings_in(self._history.content(self._overrides, revision))
        except MemdeskError:
            return None

    def _joined(self, steps: list[PolicyStep]) -> list[PolicyStep]:
        """Let what is only known from a snapshot end with what the next thing known begins with."""
        now = settings_in(memory_at(self._workspace, self._folder).read(self._overrides))
        ends = [*(after.old for after in steps), now][1:]
        return [
            replace(step, new=end, reason=_reason(end)) if step.new is None and step.after is None else step
            for step, end in zip(steps, ends, strict=True)
        ]


def author_of(actor: Actor, *, taken: bool) -> Author:
    """Return who changed a policy, by the log alone; ``taken`` tells whether a snapshot was taken for it."""
    if actor.origin is Origin.HUMAN:
        return Author.PERSON
    if actor.origin is Origin.FOREIGN:
        return Author.REFLECTION if taken else Author.PROGRAM
    return Author.REFLECTION if (actor.tool or "").startswith(_REFLECTING) else Author.AGENT


def _loose(snapshot: _Snapshot) -> PolicyStep:
    """Return the change that a snapshot alone tells of: only agents take them past memdesk."""
    old, before = snapshot.settings, snapshot.revision
    return PolicyStep(snapshot.time, Author.REFLECTION, OUTSIDE, snapshot.uri, old, None, before=before)


def _merged(logged: Sequence[PolicyStep], loose: Sequence[PolicyStep]) -> list[PolicyStep]:
    """Return all changes in their order: that of the log stands, whatever the clocks of others said."""
    found = list(logged)
    for step in loose:
        later = (at for at, other in enumerate(found) if other.time > step.time)
        found.insert(next(later, len(found)), step)
    return found


def _nearest(
    snapshots: Sequence[_Snapshot], free: Mapping[str, None], version: Version, since: float
) -> _Snapshot | None:
    """Return the last free snapshot of what a change began with, between the change before it and it."""
    fitting = (
        one
        for one in reversed(snapshots)
        if one.uri in free
        and one.revision == version.previous
        and since - SLACK <= one.time <= version.time + SLACK
    )
    return next(fitting, None)


def _reason(settings: Mapping[str, Json] | None) -> str:
    found = next((settings[name] for name in _REASONS if name in settings), "") if settings else ""
    return found if isinstance(found, str) else ""
