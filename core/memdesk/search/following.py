"""An index that follows what an open workspace announces: a scan begins, change batches go on."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from weakref import WeakKeyDictionary

from memdesk.index import SearchIndex
from memdesk.index.search_index import IndexState
from memdesk.index.sqlite import HeldFile
from memdesk.model import ChangeBatch, DocumentInfo, Revision
from memdesk.search.refresh import refresh, refresh_listed, refresh_some
from memdesk.workspace import Workspace

_LISTED_LOOKS = 2
"""A list can be a moment older than the first batch that is heard; the next list is not."""


class _Follower:
    """What was heard of a workspace since its index was brought up to date."""

    def __init__(self) -> None:
        self._turn, self._hearing = Lock(), Lock()
        self._heard: dict[str, Revision | None] = {}
        self._must_scan = False
        self._looks = 0
        self._state: IndexState | None = None
        self._held: tuple[IndexState, HeldFile] | None = None

    def hear(self, batch: ChangeBatch) -> None:
        """Note what changed; called by whoever changed or found it, before that goes on."""
        with self._hearing:
            self._heard.update((change.uri, change.after) for change in batch.changes)
            self._must_scan |= batch.rescan

    def catch_up(
        self, index: SearchIndex, workspace: Workspace, listed: Sequence[DocumentInfo] | None
    ) -> None:
        """Bring the index up to date; who comes meanwhile waits until it is."""
        with self._turn:
            # Asked before what was heard is taken: what is announced in between is in there.
            unannounced = workspace.unannounced()
            with self._hearing:
                heard, self._heard = self._heard, {}
                must_scan, self._must_scan = self._must_scan, False
            known, self._state = self._state, None
            heard.update(dict.fromkeys((unannounced or frozenset()) - heard.keys()))
            try:
                is_told = not (unannounced is None or must_scan or known is None)
                if not (is_told and known == index.state() and _read_some(index, workspace, heard)):
                    self._look(index, workspace, None if must_scan and self._looks else listed, heard)
                state = index.state()
                if self._looks >= _LISTED_LOOKS:
                    self._state = state
                if unannounced is not None:
                    self._hold(state)
            except BaseException:
                self._looks = 0
                raise

    def _hold(self, state: IndexState | None) -> None:
        """Hold the file of the index open, since a folder that is watched will be asked again."""
        if self._held is not None and (state is None or self._held[0][:3] != state[:3]):
            self._held[1].close()
            self._held = None
        if self._held is None and state is not None:
            with suppress(sqlite3.Error):
                self._held = state, HeldFile(state.file)

    def _look(
        self,
        index: SearchIndex,
        workspace: Workspace,
        listed: Sequence[DocumentInfo] | None,
        heard: dict[str, Revision | None],
    ) -> None:
        """Compare the whole folder with what the index holds, or the list of it and what was heard since."""
        if listed is not None:
            refresh_listed(index, workspace, listed)
            self._looks += 1
            if _read_some(index, workspace, heard):
                return
        refresh(index, workspace)
        self._looks = _LISTED_LOOKS


def _read_some(index: SearchIndex, workspace: Workspace, heard: dict[str, Revision | None]) -> bool:
    """Read what changed; False where the backend cannot be used."""
    try:
        refresh_some(index, workspace, heard)
    except index.backend.failures as error:
        index.do_without(error)
        return False
    return True


_followers: WeakKeyDictionary[Workspace, _Follower] = WeakKeyDictionary()
_beginning = Lock()


def catch_up(index: SearchIndex, workspace: Workspace, listed: Sequence[DocumentInfo] | None = None) -> None:
    """Bring an index up to date with the folder as it is now, reading only what batches told of.

    The first time, and wherever batches cannot tell all of it, the folder is scanned, so that whatever is
    wrong with the index heals; ``listed`` is what a view has listed, and spares the first scan.
    """
    with _beginning:
        follower = _followers.get(workspace)
        if follower is None:
            follower = _followers[workspace] = _Follower()
            workspace.subscribe(follower.hear, quick=True)
    follower.catch_up(index, workspace, listed)
