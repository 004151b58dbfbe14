"""Quarantine: documents and parts of them, moved out of the agents' sight, and back.

What is moved is written down, durably, before the document is changed, and marked as pending until that is
done: wherever a move is cut short, nothing is lost, and the next look settles what became of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from memdesk.checks import Finding
from memdesk.errors import ConflictError, InvalidError, MemdeskError, NotFoundError, require_person
from memdesk.findings.quarantined import Quarantined, packed, unpacked
from memdesk.findings.scan import Checked, ContentChecks
from memdesk.model import Actor, Content, Kind, Nature, Revision, revision_of
from memdesk.ops.merge import merge_versions, put_back, shape_of
from memdesk.ops.save import save
from memdesk.runtime.clock import machine_time
from memdesk.store import Base, CommitResult, Operation
from memdesk.text.cooperative import yielding
from memdesk.text.enclosing import parts_around
from memdesk.text.encoding import decode, encode, stored
from memdesk.text.fragment import cut_out, no_part
from memdesk.text.restore_parts import named, pieces, with_pieces
from memdesk.text.step import TextChange
from memdesk.workspace import Workspace

FOLDER = "quarantine"

_TELLING = 24
"""Letters of a text that is known again in any document."""

_WITNESSES = 8
"""Former versions of a document that are asked where something stood."""

Put: TypeAlias = "Callable[[str, bytes | None, Base, Actor], CommitResult]"
"""Writes a document over what it was; None deletes it."""


class Quarantine:
    """What is in quarantine in one workspace, kept beside its history."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._cabinet = workspace.store.cabinet(FOLDER)

    def items(self) -> tuple[Quarantined, ...]:
        """Return everything in quarantine, the newest first; what is damaged is passed over."""
        found = (item for item in self._read() if not item.pending or self._happened(item))
        return tuple(sorted(found, key=lambda item: (-item.time, item.id)))

    def damaged(self) -> tuple[str, ...]:
        """Return the ids of what is there and cannot be understood, or read."""
        sound = {item.id for item in self._read()}
        return tuple(name for name in self._cabinet.names() if name not in sound)

    def find(self, name: str) -> Quarantined:
        """Return the item of an id, or of the beginning of one. Raises NotFoundError."""
        found = [item for item in self.items() if item.id.startswith(name)] if name else []
        if len(found) != 1:
            which = f"{len(found)} things in quarantine have" if found else "nothing in quarantine has"
            raise NotFoundError(f"{which} an id that begins with {name!r}")
        return found[0]

    def add(self, uri: str, actor: Actor, why: str = "") -> Quarantined:
        """Move a document, or the part that a uri names, into quarantine; all of it or nothing.

        Raises NotFoundError where there is no such part, AmbiguousError where the name is that of several,
        ProtectedError where a lock is in an agent's way.
        """
        return self._moved(uri, actor, why, partial(save, self._workspace))

    def copies(self, item: Quarantined) -> tuple[str, ...]:
        """Return the documents in which what was moved stands still, backup copies first: agents read them.

        Of a part that is short only backup copies are told: a few letters stand anywhere.
        """
        text = decode(item.text.encode("utf-8", "surrogatepass")).text.strip()
        if not text:
            return ()
        listed = [
            info
            for info in self._workspace.documents()
            if info.nature is Nature.FILE and (info.kind is Kind.BACKUP or len(text) >= _TELLING)
        ]
        listed.sort(key=lambda info: (info.kind is not Kind.BACKUP, info.uri))
        return tuple(info.uri for info in yielding(listed, 1) if text in self._text(info.uri))

    def _text(self, uri: str) -> str:
        try:
            return decode(self._workspace.read(uri).data).text
        except MemdeskError:
            return ""

    def add_found(
        self, checked: Checked, found: Iterable[Finding], actor: Actor, *, whole: bool = False
    ) -> tuple[Quarantined, ...]:
        """Move what findings stand in, or the ``whole`` document, into quarantine; all of it or nothing.

        Raises ConflictError where the document is not what was checked, InvalidError where what was taken out
        would not be what was found, or would be found again.
        """
        found, moved = tuple(found), list[Quarantined]()
        with self._workspace.exclusive(actor):
            current = self._workspace.read(checked.uri)
            if current.revision != checked.revision:
                message = f"{checked.uri} is not what was last seen"
                base, now = checked.revision, current.revision
                raise ConflictError(message, uri=checked.uri, base=base, current=now)
            try:
                for part in ("",) if whole else _parts(decode(current.data).lined, checked.uri, found):
                    name = f"{checked.uri}#{part}" if part else checked.uri
                    why = found[0].check.value if found else ""
                    # a copy would have what was found still
                    moved.append(self._moved(name, actor, why, self._workspace.commit))
                self._require_gone(checked, found, moved)
            except Exception:
                for item in reversed(moved):
                    self._put_back(item.id, actor, self._workspace.commit)
                raise
        return tuple(moved)

    def _require_gone(self, checked: Checked, found: Iterable[Finding], moved: Sequence[Quarantined]) -> None:
        """Raise InvalidError unless what was taken out is what was found, and is found no more."""
        taken = "\0".join(decode(item.text.encode("utf-8", "replace")).text for item in moved)
        is_found = all(checked.text[one.start : one.end] in taken for one in found)
        prints = {one.fingerprint for one in found}
        left = ContentChecks(self._workspace).of(checked.uri) if self._now(checked.uri) else None
        if not is_found or (left and any(one.fingerprint in prints for one in left.findings)):
            message = f"what was found in {checked.uri} would still be found; nothing was changed"
            raise InvalidError(message, uri=checked.uri, reason="still_found")

    def restore(self, name: str, actor: Actor) -> CommitResult:
        """Move something back to where it was; what was written there since stays.

        Raises ConflictError where both cannot be had, NotPermittedError where an agent asks.
        """
        require_person(actor, "take something out of quarantine")
        with self._workspace.exclusive(actor):
            self._settle()
            return self._put_back(name, actor, partial(save, self._workspace))

    def brought_back(self, item: Quarantined) -> bytes:
        """Return the document with an item in it again; as it was before where that is not certain."""
        try:
            return self._back(item, self._current(item.uri))
        except ConflictError:
            return item.before

    def mover(self, item: Quarantined) -> Actor | None:
        """Return who moved something here, as the log knows; None where it does not."""
        return next((step.actor for step in self._workspace.history(item.uri) if _is_move(step, item)), None)

    def drop(self, name: str, actor: Actor) -> Quarantined:
        """Forget something in quarantine; the history still has the document with it."""
        require_person(actor, "empty the quarantine")
        with self._workspace.exclusive(actor):
            item = self.find(name)
            self._cabinet.drop(item.id)
        return item

    def rewrite(self, item: Quarantined) -> None:
        """Keep other bytes of an item. Under the workspace's lock."""
        made = None if item.after is None else revision_of(item.after)
        self._cabinet.put(item.id, packed(replace(item, base=revision_of(item.before), made=made)))

    def _item(self, content: Content, part: str, actor: Actor, why: str) -> Quarantined:
        """Return what is about to be moved. Raises NotFoundError, or InvalidError where it is no text."""
        decoded = decode(content.data)
        after, taken = None, decoded.text if decoded.reason != "binary" else ""
        if part:
            if not decoded.editable:
                raise InvalidError(
                    f"{content.uri} is not text that can be edited", uri=content.uri, reason="no_text"
                )
            structured = content.uri.lower().endswith(".json")
            cut = cut_out(decoded.own, part, structured=structured)
            if cut is None:
                why = no_part(content.uri, part, decoded.own, structured=structured)
                raise NotFoundError(why, uri=content.uri)
            after, taken = stored(cut.rest, decoded.form), cut.taken
        return Quarantined(
            id=secrets.token_hex(6),
            uri=content.uri,
            part=part,
            by=actor.name,
            time=machine_time(self._workspace.clock),
            why=why,
            before=content.data,
            after=after,
            text=taken,
            base=content.revision,
            made=None if after is None else revision_of(after),
            pending=True,
        )

    def _back(self, item: Quarantined, current: Content | None) -> bytes:
        """Return the document with what was taken out of it. Raises ConflictError."""
        now = current.revision if current else None
        if now == item.made:
            return item.before
        if current is not None and item.after is not None:
            new = self._merged(item, current)
            if new is not None:
                return new
        message = f"{item.uri} was changed where {item.part or 'it'} stood"
        raise ConflictError(message, uri=item.uri, base=item.made, current=now)

    def _merged(self, item: Quarantined, current: Content) -> bytes | None:
        """Return the document of now with the part in it, None where that is not certain."""
        info = self._workspace.info(item.uri)
        way = partial(put_back, undone=partial(self._witnesses, item, current))
        merged = merge_versions(self._workspace, info, item.after or b"", item.before, current.data, how=way)
        if merged.data is not None:
            return merged.data
        then, now, shape = decode(item.before), decode(current.data), shape_of(info)
        chosen = named(pieces(then.text, now.text, shape), item.part, shape) if now.editable else ()
        if not chosen:
            return None
        return encode(with_pieces(then.text, now.text, set(chosen), shape), now.form, now.text)

    def _witnesses(self, item: Quarantined, current: Content) -> list[TextChange]:
        """Return former versions with what came back since: they tell where it stood beside an item."""
        since = _lines(current.data) - _lines(item.after or b"")
        found = []
        for step in reversed(self._workspace.history(item.uri)) if since else ():
            with suppress(MemdeskError):
                data = self._workspace.version(step.before) if step.before else b""
                if since & _lines(data):
                    text = decode(data).text
                    found.append(TextChange(text, text))
            if len(found) == _WITNESSES:
                break
        return found

    def _moved(self, uri: str, actor: Actor, why: str, put: Put) -> Quarantined:
        place, part = self._workspace.locate(uri)
        who = replace(actor, tool=actor.tool or "quarantine")
        with self._workspace.exclusive(actor):
            self._settle()
            item = self._item(self._workspace.read(place), part, actor, why)
            self._cabinet.put(item.id, packed(item))
            try:
                put(place, item.after, item.base, who)
            except MemdeskError:
                self._cabinet.drop(item.id)
                raise
            done = replace(item, pending=False)
            with suppress(MemdeskError):  # it is done; that it is, the next look finds out, too
                self._cabinet.put(item.id, packed(done))
        return done

    def _put_back(self, name: str, actor: Actor, put: Put) -> CommitResult:
        """Bring the document back with what was moved, and forget that it was. Under the lock."""
        item = self.find(name)
        current = self._current(item.uri)
        new = self._back(item, current)
        who = replace(actor, tool=actor.tool or "restore")
        result = put(item.uri, new, current.revision if current else None, who)
        self._cabinet.drop(item.id)
        return result

    def _settle(self) -> None:
        """Bring to an end what a process that died began. Under the lock."""
        for item in self._read():
            if item.pending and self._happened(item):
                self._cabinet.put(item.id, packed(replace(item, pending=False)))
            elif item.pending:
                self._cabinet.drop(item.id)

    def _happened(self, item: Quarantined) -> bool:
        """Say whether the change that a pending item speaks of was made."""
        logged = any(_is_move(step, item) for step in self._workspace.history(item.uri))
        return logged or self._now(item.uri) == item.made

    def _read(self) -> Iterator[Quarantined]:
        self._workspace.store.survey()
        for name in self._cabinet.names():
            try:
                yield unpacked(self._cabinet.read(name))
            except MemdeskError:
                continue

    def _current(self, uri: str) -> Content | None:
        return self._workspace.read(uri) if self._workspace.exists(uri) else None

    def _now(self, uri: str) -> Revision | None:
        stamp = self._workspace.store.stamp(uri)
        if stamp is None or stamp.nature is not Nature.FILE:
            return None
        return self._workspace.read(uri).revision


def _lines(data: bytes) -> set[str]:
    return {line for line in decode(data).text.split("\n") if line.strip()}


def _is_move(step: Operation, item: Quarantined) -> bool:
    return step.before == item.base and step.after == item.made and step.machine_time >= item.time


def _parts(text: str, uri: str, found: Iterable[Finding]) -> tuple[str, ...]:
    """Return the parts of a document in which findings stand, the last one first: no line moves."""
    structured = uri.lower().endswith(".json")
    parts = parts_around(text, [(one.start, one.end) for one in found], structured=structured)
    return ("",) if "" in parts else parts
