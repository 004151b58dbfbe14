"""What a person has locked, and the gate that every commit of a workspace passes: agents are held there."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

from memdesk.access.renames import last_written, moved_from, restored_names
from memdesk.errors import InvalidError, LockedError, MemdeskError, NotFoundError, ProtectedError
from memdesk.model import OUTSIDE, Actor, Content, Json, Nature, Origin, Parsed, Revision
from memdesk.store import ANY, DocumentEdit, ExternalVersion, Store
from memdesk.store.fs.name_collisions import alike
from memdesk.store.metadata.record import items_in
from memdesk.text.encoding import stored_alike, whole_text
from memdesk.text.fragment import FragmentTarget, find_parts
from memdesk.text.guard import Lock, all_through

RECORD = "protected.json"

_HELD = {
    Lock.LOCKED: "is locked by a person and cannot be changed",
    Lock.APPEND_ONLY: "may only be added to, as a person has set",
}


@dataclass(frozen=True, slots=True)
class LockRule:
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

    rule: LockRule
    message: str


class LockPolicy:
    """Holds agents to the locks of one workspace. ``parse`` reads bytes as the document of a uri."""

    def __init__(self, store: Store, parse: Callable[[str, bytes], Parsed]) -> None:
        self._store = store
        self._parse = parse

    def rules(self) -> tuple[LockRule, ...]:
        """Return every lock, as :func:`rules_of` does."""
        return rules_of(self._store.record(RECORD))

    @contextmanager
    def passing(
        self, rules: Iterable[LockRule], edits: Sequence[DocumentEdit], actor: Actor
    ) -> Iterator[Sequence[DocumentEdit]]:
        """Let edits through that no lock forbids; where there is one on them, nobody else writes meanwhile.

        What is yielded is to be committed inside. Raises ProtectedError.
        """
        names = self._locked_names(rules, edits)
        self._require_no_folder(rules, edits)
        if not names:
            yield edits
            return
        with self._store.exclusive(actor):
            yield [self._passed(rules, edit, names.get(edit.uri, edit.uri)) for edit in edits]

    def require_let(self, edits: Sequence[DocumentEdit], actor: Actor) -> None:
        """Raise ProtectedError where :meth:`passing` would, as things are now; nobody has to wait."""
        rules = () if actor.origin is Origin.HUMAN else self.rules()
        names = self._locked_names(rules, edits)
        self._require_no_folder(rules, edits)
        for edit in edits:
            self._passed(rules, edit, names.get(edit.uri, edit.uri))

    def _require_no_folder(self, rules: Iterable[LockRule], edits: Iterable[DocumentEdit]) -> None:
        """Raise ProtectedError where a write would make a folder of a locked document that is gone."""
        locked = {alike(rule.uri): rule for rule in rules}
        for edit in edits if locked else ():
            parts = edit.uri.split("/")
            above = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
            found = ((name, locked[alike(name)]) for name in above if alike(name) in locked)
            rule = next(
                (rule for name, rule in found if name == rule.uri or not self.is_there(rule.uri)), None
            )
            if rule is not None and edit.new is not None:
                message = (
                    f"{edit.uri} cannot be written: {rule.uri}, which would become a folder, is locked by a "
                    "person. Choose another name, or ask the user to unlock it."
                )
                raise ProtectedError(message, uri=edit.uri, part=rule.part, rule=rule.lock, why=rule.why)

    def _locked_names(self, rules: Iterable[LockRule], edits: Iterable[DocumentEdit]) -> dict[str, str]:
        """Return by which name each document that locks are on is locked: the disk may find it by others."""
        locked = {rule.uri for rule in rules}
        names = ((edit.uri, self._locked_name(locked, edit.uri)) for edit in edits if locked)
        return {uri: name for uri, name in names if name is not None}

    def _locked_name(self, locked: Collection[str], uri: str) -> str | None:
        """Return by which of the locked names a document is locked, None where it is not."""
        if uri in locked:
            return uri
        listed = self._store.listed_as(uri)
        near = (name for name in sorted(locked) if alike(name) == alike(listed))
        # One that is gone has its name for the disk still, by whatever case: nothing else may come under it.
        found = next(
            (name for name in near if self._store.listed_as(name) == listed or not self.is_there(name)), None
        )
        return found if found is not None else self._moved_name(locked, uri)

    def _moved_name(self, locked: Collection[str], uri: str) -> str | None:
        """Return under which locked name a document lay until a program past every core renamed it."""
        gone = [name for name in sorted(locked) if not self.is_there(name)]
        content = self._read(uri) if gone else None
        if content is None or not content.data:
            return None
        return next((name for name in gone if self._last(name) == content.revision), None)

    def _last(self, name: str) -> Revision | None:
        """Return what a document was that is not there any more, as far as anybody knows."""
        written, known = last_written(self._store, name), self._store.baseline
        return known.revision(name) if written is None and known is not None else written

    def former(self, uri: str) -> tuple[str, ...]:
        """Return the names that a document may have had: nothing has them, and it is what they last were."""
        content = self._read(uri)
        if content is None or not content.data or content.revision is None:
            return ()
        names = moved_from(self._store, uri, content.revision)
        return tuple(name for name in names if not self.is_there(name))

    def broken(
        self, rules: Iterable[LockRule], uri: str, old: bytes | None, new: bytes | None
    ) -> Iterator[Broken]:
        """Yield the locks that a change of a document does not respect.

        A lock stays where its document or part is gone: nothing new comes under its name, either.
        """
        for rule in rules:
            if rule.uri == uri and old != new and not self._lets(rule, old, new):
                why = f" ({rule.why})" if rule.why else ""
                advice = "Leave it unchanged, or ask the user to change or unlock it."
                yield Broken(rule, f"{rule.name} {_HELD[rule.lock]}{why}. {advice}")

    def put(self, rules: Iterable[LockRule], actor: Actor) -> None:
        """Replace all locks, while nobody else writes. Of two on one place the stricter stays."""
        listed: list[Json] = [asdict(rule) for rule in _strictest(rules)]
        data = json.dumps({"rules": listed}, indent=1, ensure_ascii=True).encode()
        self._store.put_record(RECORD, data, actor)

    def follow(self, names: Mapping[str, str], actor: Actor) -> None:
        """Let the locks of documents that were renamed go with them."""
        if not names.keys().isdisjoint(rule.uri for rule in self.rules()):
            with self._store.exclusive(actor):
                self.put((replace(rule, uri=names.get(rule.uri, rule.uri)) for rule in self.rules()), actor)

    @contextmanager
    def following(self, names: Mapping[str, str], actor: Actor) -> Iterator[None]:
        """Let locks go with documents that are renamed inside, while nobody else writes.

        Meanwhile they hold under both names: whatever ends this early, no document is without its lock.
        """
        with self._store.exclusive(actor):
            with self._also(names.items(), actor):
                yield
            with suppress(OSError, MemdeskError):  # all is done, but for locks on names that nothing has
                self.follow(names, actor)

    @contextmanager
    def returning(self, edits: Sequence[DocumentEdit], actor: Actor) -> Iterator[None]:
        """Let what comes back inside, under a name that it had before a rename, be locked as it is now.

        Where the later name goes in the same unit, its locks do; where it stays, they hold under both.
        """
        if not self._is_any():
            yield
            return
        back = {edit.uri for edit in edits if edit.is_return}
        gone = {edit.uri for edit in edits if edit.new is None}
        with self._store.exclusive(actor):
            locked = {rule.uri for rule in self.rules()}
            names = [*restored_names(self._store, locked, back, gone)]
            with self._also(names, actor):
                yield
            with suppress(OSError, MemdeskError):  # as above
                self.follow({old: new for old, new in names if old in gone}, actor)

    @contextmanager
    def _also(self, names: Iterable[tuple[str, str]], actor: Actor) -> Iterator[None]:
        """Let locks hold under other names, too, unless what is done inside fails."""
        names, rules = tuple(names), self.rules()
        new = [replace(rule, uri=other) for rule in rules for name, other in names if rule.uri == name]
        if new:
            self.put([*rules, *new], actor)
        try:
            yield
        except BaseException:
            if new:
                with suppress(OSError, MemdeskError):
                    self.put(rules, actor)
            raise

    def _is_any(self) -> bool:
        """Say whether anything is locked; where the record is damaged, agents are held anyway."""
        try:
            return bool(self.rules())
        except InvalidError:
            return False

    def keep_seen(self, sightings: Sequence[ExternalVersion]) -> None:
        """Keep and log what programs past memdesk did; what they rename stays locked. For one thread.

        Raises LockedError before anything is logged, so that all of it can be tried again.
        """
        try:
            self._follow_seen(sightings)
        except LockedError:
            raise
        except Exception:
            self._store.keep_seen(sightings)
            raise
        self._store.keep_seen(sightings)

    def _follow_seen(self, sightings: Iterable[ExternalVersion]) -> None:
        """Let locks go with documents that have another name by now."""
        names = dict(_names(sighting) for sighting in sightings if sighting.moved)
        there = {old: new for old, new in names.items() if not self.is_there(old) and self.is_there(new)}
        if there:
            self.follow(there, OUTSIDE)

    def parts(self, uri: str, part: str, data: bytes) -> tuple[FragmentTarget, ...]:
        """Return all parts of a document that a fragment can mean, none where it has no such part."""
        text, structured = whole_text(data), uri.lower().endswith(".json")
        try:
            parsed = self._parse(uri, data).data if structured else None
        except MemdeskError:
            parsed = None
        return (
            find_parts(part, text, parsed, structured=structured) if part else (FragmentTarget(text, parsed),)
        )

    def current(self, uri: str) -> bytes | None:
        """Return a document's bytes now, None where there is none."""
        found = self._read(uri)
        return None if found is None else found.data

    def is_there(self, uri: str) -> bool:
        """Say whether a name stands for a document, which somebody may just be writing."""
        try:
            stamp = self._store.stamp(uri)
        except NotFoundError:
            return False
        return stamp is not None and stamp.nature is Nature.FILE

    def _read(self, uri: str) -> Content | None:
        try:
            return self._store.read(uri)
        except NotFoundError:
            return None

    def _passed(self, rules: Iterable[LockRule], edit: DocumentEdit, name: str) -> DocumentEdit:
        """Return the edit over what is there; one over another version is left to the commit to refuse.

        The document is locked by this ``name``, if it is.
        """
        current = self._read(edit.uri)
        revision = current.revision if current else None
        if edit.base not in (ANY, revision):
            return edit
        for found in self.broken(rules, name, current.data if current else self._gone(name), edit.new):
            rule = found.rule
            raise ProtectedError(found.message, uri=edit.uri, part=rule.part, rule=rule.lock, why=rule.why)
        return edit._replace(base=revision)

    def _gone(self, name: str) -> bytes | None:
        """Return what a locked document was before something else took it away, None where a person did."""
        newest = self._store.newest_operations(1, name).operations
        revision = self._last(name)
        if revision is None or (newest and newest[0].actor.origin is Origin.HUMAN):
            return None
        with suppress(MemdeskError):
            return self._store.version(revision)
        return None

    def _lets(self, rule: LockRule, old: bytes | None, new: bytes | None) -> bool:
        if rule.lock is Lock.LOCKED and not rule.part:
            return False
        before = () if old is None else self.parts(rule.uri, rule.part, old)
        after = () if new is None else self.parts(rule.uri, rule.part, new)
        # In another encoding the same words are other bytes, which the agent's own program may not read.
        is_kept = new is None or old is None or not before or stored_alike(old, new)
        return is_kept and all_through(rule.lock, before, after)


def rules_of(data: bytes | None) -> tuple[LockRule, ...]:
    """Return the locks in a record, by place: of two on one place (in several homes) the stricter.

    Raises InvalidError where the record is damaged.
    """
    try:
        listed = map(_rule, items_in(data, "rules"))
        return tuple(sorted(_strictest(listed), key=lambda rule: (rule.uri, rule.part)))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        message = f"the list of what is locked is damaged ({error}); no agent may write meanwhile"
        raise InvalidError(message, reason="locks_damaged") from error


def _names(sighting: ExternalVersion) -> tuple[str, str]:
    """Return the old and the new name of a document, whichever of the two changes this is."""
    names = sighting.moved, sighting.path
    return names if sighting.after is not None else names[::-1]


def _strictest(rules: Iterable[LockRule]) -> list[LockRule]:
    ordered = sorted(rules, key=lambda rule: rule.lock is Lock.LOCKED)
    return [*{rule.name: rule for rule in ordered}.values()]


def _rule(item: Json) -> LockRule:
    match item:
        case {
            "uri": str(uri),
            "part": str(part),
            "lock": str(lock),
            "by": str(by),
            "time": int() | float() as moment,
            "why": str(why),
        } if not isinstance(moment, bool):
            return LockRule(uri, part, Lock(lock), by, float(moment), why)
    raise TypeError("a lock is not as it was written")
