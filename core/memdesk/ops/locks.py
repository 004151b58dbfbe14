"""What a person has locked against agents: documents, and sections, keys or entries of them.

A lock holds whatever an agent writes through memdesk, whichever face it comes through: every commit of a
workspace asks for the locks (:mod:`memdesk.access.locks`). A program that writes past memdesk cannot be held;
its changes to what is locked are told apart instead (:meth:`Protection.broken`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.access.locks import RECORD, Broken, LockPolicy, LockRule
from memdesk.errors import NotAFileError, NotFoundError, NotPermittedError
from memdesk.model import Actor, Nature, Origin
from memdesk.text.encoding import whole_text
from memdesk.text.fragment import no_part
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

__all__ = ["RECORD", "Broken", "LockRule", "Protection"]


class Protection:
    """The locks of one workspace. They are kept beside its history, out of the agents' sight."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._guard: LockPolicy = workspace.guard

    def rules(self) -> tuple[LockRule, ...]:
        """Return every lock, by place. Raises InvalidError where the record of them is damaged.

        Raises NotPermittedError where one of the folders that keep them may not be read.
        """
        self._workspace.store.require(None)
        return self._guard.rules()

    def protect(self, uri: str, lock: Lock, actor: Actor, why: str = "") -> LockRule:
        """Lock a document or the part of it that a uri names; a lock that is there is replaced.

        Raises NotFoundError where there is no such part, NotPermittedError where an agent asks,
        NotAFileError for a folder or a link, in which no lock would hold anything.
        """
        _require_person(actor)
        place, part = self._workspace.locate(uri)
        self._require_file(place)
        data = self._workspace.read(place).data if part else b""
        if part and not self._guard.parts(place, part, data):
            structured = place.lower().endswith(".json")
            raise NotFoundError(no_part(place, part, whole_text(data) or "", structured=structured), uri=uri)
        rule = LockRule(place, part, lock, actor.name, self._workspace.clock.now(), why)
        with self._workspace.exclusive(actor):
            self._workspace.meet((place,), actor)
            others = [old for old in self.rules() if (old.uri, old.part) != (place, part)]
            self._guard.put([*others, rule], actor)
        return rule

    def _require_file(self, uri: str) -> None:
        stamp = self._workspace.store.stamp(uri)
        if stamp is not None and stamp.nature in (Nature.LINK, Nature.SPECIAL):
            message = f"{uri} is a folder, a link or a device: name a document, or a part of one, to lock"
            raise NotAFileError(message, uri=uri)

    def release(self, uri: str, actor: Actor) -> LockRule:
        """Take a lock off again. Raises NotFoundError where there is none on just this."""
        _require_person(actor)
        with self._workspace.exclusive(actor):
            rules = self.rules()
            found = next((rule for rule in rules if rule.name == uri), None)
            if found is None:
                raise NotFoundError(f"{uri} is not locked", uri=uri)
            self._guard.put([rule for rule in rules if rule is not found], actor)
        return found

    def of(self, uri: str) -> dict[str, LockRule]:
        """Return the locks of a document by the part that each holds."""
        return {rule.part: rule for rule in self.rules() if rule.uri == uri}

    def broken(
        self, rules: Iterable[LockRule], uri: str, old: bytes | None, new: bytes | None
    ) -> Iterator[Broken]:
        """Yield the locks that a change of a document does not respect."""
        return self._guard.broken(rules, uri, old, new)


def _require_person(actor: Actor) -> None:
    if actor.origin is not Origin.HUMAN:
        raise NotPermittedError("agents cannot lock or unlock memory: leave out --actor")
