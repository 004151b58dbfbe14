"""What a person has locked against agents: documents, and sections, keys or entries of them.

A lock holds whatever an agent writes through memdesk, whichever face it comes through. A program that writes
past memdesk cannot be held; its changes to what is locked are told apart instead (:meth:`Protection.broken`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

from memdesk.errors import InvalidError, MemdeskError, NotFoundError, NotPermittedError, ProtectedError
from memdesk.model import Actor, Json, Origin
from memdesk.store import ANY, Base, CommitResult, Edit
from memdesk.text.fragment import Part, find_part
from memdesk.text.guard import Lock, lets_through
from memdesk.workspace import Workspace

RECORD = "protected.json"

_HELD = {
    Lock.LOCKED: "is locked by a person and cannot be changed",
    Lock.APPEND_ONLY: "may only be added to, as a person has set",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One lock: on a document, or on the part that a fragment names (``""`` = all of it)."""

    uri: str
    part: str
    lock: Lock
    by: str
    time: float
    why: str = ""

    @property
    def name(self) -> str:
        """The place as a uri."""
        return f"{self.uri}#{self.part}" if self.part else self.uri


class Broken(NamedTuple):
    """A lock that a change did not respect."""

    rule: Rule
    message: str


class Protection:
    """The locks of one workspace. They are kept beside its history, out of the agents' sight."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def rules(self) -> tuple[Rule, ...]:
        """Return every lock, by place. Raises InvalidError where the record of them is damaged."""
        data = self._workspace.store.record(RECORD)
        try:
            listed = [] if data is None else json.loads(data)["rules"]
            return tuple(sorted((_rule(item) for item in listed), key=lambda rule: (rule.uri, rule.part)))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            message = f"the list of what is locked is damaged ({error}); no agent may write meanwhile"
            raise InvalidError(message, reason="locks_damaged") from error

    def protect(self, uri: str, lock: Lock, actor: Actor, why: str = "") -> Rule:
        """Lock a document or the part of it that a uri names; a lock that is there is replaced.

        Raises NotFoundError where there is no such part, NotPermittedError where an agent asks.
        """
        _require_person(actor)
        place, part = self._workspace.locate(uri)
        if part and self._part(place, part, self._workspace.read(place).data) is None:
            raise NotFoundError(f"{place} has no part {part}", uri=uri)
        rule = Rule(place, part, lock, actor.name, self._workspace.clock.now(), why)
        with self._workspace.exclusive(actor):
            others = [old for old in self.rules() if (old.uri, old.part) != (place, part)]
            self._put([*others, rule], actor)
        return rule

    def release(self, uri: str, actor: Actor) -> Rule:
        """Take a lock off again. Raises NotFoundError where there is none on just this."""
        _require_person(actor)
        with self._workspace.exclusive(actor):
            rules = self.rules()
            found = next((rule for rule in rules if rule.name == uri), None)
            if found is None:
                raise NotFoundError(f"{uri} is not locked", uri=uri)
            self._put([rule for rule in rules if rule is not found], actor)
        return found

    def follow(self, uri: str, new_uri: str, actor: Actor) -> None:
        """Let the locks of a document that a person renamed go with it."""
        if any(rule.uri == uri for rule in self.rules()):
            with self._workspace.exclusive(actor):
                self._put([_moved(rule, uri, new_uri) for rule in self.rules()], actor)

    def of(self, uri: str) -> dict[str, Rule]:
        """Return the locks of a document by the part that each holds."""
        return {rule.part: rule for rule in self.rules() if rule.uri == uri}

    def check(self, edits: Sequence[Edit], before: Sequence[bytes | None], actor: Actor) -> None:
        """Raise ProtectedError where an agent's edits would change what is locked; a person may."""
        if actor.origin is Origin.HUMAN:
            return
        rules = self.rules()
        for edit, old in zip(edits, before, strict=True) if rules else ():
            for found in self.broken(rules, edit.uri, old, edit.new):
                rule = found.rule
                raise ProtectedError(found.message, uri=edit.uri, part=rule.part, rule=rule.lock)

    def commit(self, uri: str, new: bytes | None, base: Base, actor: Actor) -> CommitResult:
        """Write a document as :meth:`Workspace.commit` does, where no lock is in an agent's way."""
        if actor.origin is Origin.HUMAN or not self.rules():
            return self._workspace.commit(uri, new, base, actor)
        with self._workspace.exclusive(actor):
            current = self._workspace.read(uri) if self._workspace.exists(uri) else None
            over = base if base is not ANY else current.revision if current else None
            self.check([Edit(uri, new, over)], [current.data if current else None], actor)
            return self._workspace.commit(uri, new, over, actor)

    def broken(
        self, rules: Iterable[Rule], uri: str, old: bytes | None, new: bytes | None
    ) -> Iterator[Broken]:
        """Yield the locks that a change of a document does not respect."""
        for rule in rules:
            if rule.uri == uri and old is not None and old != new and not self._lets(rule, old, new):
                why = f" ({rule.why})" if rule.why else ""
                advice = "Leave it as it is, or ask the person to change or unlock it."
                yield Broken(rule, f"{rule.name} {_HELD[rule.lock]}{why}. {advice}")

    def _lets(self, rule: Rule, old: bytes, new: bytes | None) -> bool:
        if rule.lock is Lock.LOCKED and not rule.part:
            return False
        after = None if new is None else self._part(rule.uri, rule.part, new)
        return lets_through(rule.lock, self._part(rule.uri, rule.part, old), after)

    def _part(self, uri: str, part: str, data: bytes) -> Part | None:
        text = data.decode("utf-8", "surrogateescape")
        try:
            parsed = self._workspace.parse(self._workspace.info(uri), data).data
        except MemdeskError:
            parsed = None
        structured = parsed if uri.endswith(".json") else None
        return find_part(part, text, structured) if part else Part(text, structured)

    def _put(self, rules: Iterable[Rule], actor: Actor) -> None:
        listed: list[Json] = [asdict(rule) for rule in rules]
        data = json.dumps({"rules": listed}, indent=1, ensure_ascii=True).encode()
        self._workspace.store.put_record(RECORD, data, actor)


def _rule(item: dict[str, Json]) -> Rule:
    texts = {key: str(item[key]) for key in ("uri", "part", "by", "why")}
    moment = item["time"]
    if not isinstance(moment, int | float):
        raise TypeError("a lock has no time")
    return Rule(lock=Lock(str(item["lock"])), time=float(moment), **texts)


def _moved(rule: Rule, uri: str, new_uri: str) -> Rule:
    return replace(rule, uri=new_uri) if rule.uri == uri else rule


def _require_person(actor: Actor) -> None:
    if actor.origin is not Origin.HUMAN:
        raise NotPermittedError("only a person locks and unlocks memory")
