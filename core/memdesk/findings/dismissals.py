"""Findings that a person looked at and left as they are, with the reason; they are not shown again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from memdesk.checks import Finding
from memdesk.errors import InvalidError, MemdeskError, NotFoundError, require_person
from memdesk.model import Actor, Json
from memdesk.workspace import Workspace

RECORD = "dismissed.json"


@dataclass(frozen=True, slots=True)
class Dismissal:
    """One finding that is not shown any more."""

    fingerprint: str
    uri: str
    check: str
    code: str
    by: str
    time: float
    why: str


class Dismissals:
    """The dismissals of one workspace, kept beside its history, out of the agents' sight."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def all(self) -> tuple[Dismissal, ...]:
        """Return every dismissal, the oldest first. Raises InvalidError where the record is damaged."""
        data = self._workspace.store.record(RECORD)
        try:
            return () if data is None else tuple(map(_dismissal, json.loads(data)["dismissed"]))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            message = f"the list of what was dismissed is damaged ({error}); everything is shown meanwhile"
            raise InvalidError(message, reason="dismissals_damaged") from error

    def fingerprints(self) -> frozenset[str]:
        """Return what dismissed findings are known by; nothing where that cannot be told."""
        try:
            return frozenset(found.fingerprint for found in self.all())
        except MemdeskError:
            return frozenset()

    def dismiss(self, uri: str, findings: Iterable[Finding], actor: Actor, why: str) -> tuple[Dismissal, ...]:
        """Show findings of a document no more. Raises NotPermittedError where an agent asks."""
        require_person(actor, "dismiss a finding")
        now = self._workspace.clock.now()
        new = tuple(
            Dismissal(found.fingerprint, uri, found.check, found.code, actor.name, now, why)
            for found in findings
        )
        known = {dismissal.fingerprint for dismissal in new}
        with self._workspace.exclusive(actor):
            self._put([*(old for old in self.all() if old.fingerprint not in known), *new], actor)
        return new

    def recall(self, fingerprints: Iterable[str], actor: Actor) -> tuple[Dismissal, ...]:
        """Show dismissed findings again and return them. Raises NotFoundError where there are none."""
        require_person(actor, "undo a dismissal")
        wanted = frozenset(fingerprints)
        with self._workspace.exclusive(actor):
            listed = self.all()
            taken = tuple(old for old in listed if old.fingerprint in wanted)
            if not taken:
                raise NotFoundError(
                    "no dismissed finding has this id; 'memdesk check PATH --json' lists the findings"
                )
            self._put([old for old in listed if old.fingerprint not in wanted], actor)
        return taken

    def _put(self, dismissals: Iterable[Dismissal], actor: Actor) -> None:
        listed: list[Json] = [asdict(dismissal) for dismissal in dismissals]
        data = json.dumps({"dismissed": listed}, indent=1, ensure_ascii=True).encode()
        self._workspace.store.put_record(RECORD, data, actor)


def _dismissal(item: dict[str, Json]) -> Dismissal:
    texts = {key: str(item[key]) for key in ("fingerprint", "uri", "check", "code", "by", "why")}
    moment = item["time"]
    if not isinstance(moment, int | float):
        raise TypeError("a dismissal has no time")
    return Dismissal(time=float(moment), **texts)
