"""Pins: what is never removed, neither by retention nor by pruning, until a person says so."""

from __future__ import annotations

from memdesk.errors import NotFoundError, NotPermittedError
from memdesk.history.backups.backup import Backup, BackupSource
from memdesk.model import Actor, Origin, Revision
from memdesk.store.versions.pins import RECORD, Pin, pins_in, pins_record
from memdesk.workspace import Workspace


class Pins:
    """The pins of one workspace, kept beside its history."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def all(self) -> tuple[Pin, ...]:
        """Return every pin. Raises InvalidError where the record of them is damaged."""
        return pins_in(self._workspace.store.record(RECORD))

    def put(self, backup: Backup, data: bytes, actor: Actor) -> None:
        """Pin a backup; its bytes are kept in the history, too, whatever becomes of the file."""
        store = self._workspace.store
        with self._workspace.exclusive(actor):
            revision = store.keep(data, actor, backup.uri)
            pin = Pin(backup.uri, revision, _is_file(backup), actor.name, self._workspace.clock.now())
            others = [other for other in self.all() if not _is_of(other, backup, revision)]
            store.put_record(RECORD, pins_record((*others, pin)), actor)

    def remove(self, backup: Backup, actor: Actor) -> None:
        """Take a pin off. Raises NotPermittedError where an agent asks, NotFoundError where there is none."""
        if actor.origin is not Origin.HUMAN:
            raise NotPermittedError("agents cannot unpin a backup: leave out --actor", uri=backup.uri)
        with self._workspace.exclusive(actor):
            pins = self.all()
            others = [pin for pin in pins if not _is_of(pin, backup, backup.revision)]
            if len(others) == len(pins):
                raise NotFoundError(f"{backup.id} is not pinned", uri=backup.uri)
            self._workspace.store.put_record(RECORD, pins_record(others), actor)


def _is_file(backup: Backup) -> bool:
    return backup.source is BackupSource.COPY


def _is_of(pin: Pin, backup: Backup, revision: Revision | None) -> bool:
    same = pin.uri == backup.uri and pin.is_file == _is_file(backup)
    return same and (pin.is_file or pin.revision == revision)
