"""A secret removed for good, from documents, drafts, quarantine and history: the one thing that has no undo.

In documents, drafts and quarantine ``[redacted]`` comes in its place; versions in the history that hold it
are removed whole. Wherever this is cut short, it can be done again, and goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from memdesk.drafts.draft import Draft, rewrite_draft
from memdesk.drafts.places import draft_folder, every_draft, remove_unsound
from memdesk.errors import InvalidError, MemdeskError, NotFoundError, require_person
from memdesk.findings.quarantine import Quarantine
from memdesk.findings.quarantined import Quarantined
from memdesk.findings.records import clean_records, records_with
from memdesk.findings.redaction import redacted
from memdesk.findings.secret_forms import PurgeTarget
from memdesk.index import forget_index
from memdesk.index.fleet import forget_in_servers
from memdesk.index.local_state.baseline import purge_texts
from memdesk.index.local_state.findings import forget_findings
from memdesk.model import Actor, Content, Nature, Revision
from memdesk.store import DocumentEdit, Operation
from memdesk.store.fs.names import PRIVATE
from memdesk.store.fs.os_errors import writing
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

_LOG = f"{PRIVATE}/operations.jsonl"

PURGE = "purge"
"""The tool as which a purge is logged."""


class PurgedVersion(NamedTuple):
    """A version that goes, and the document that had it last (empty where no log tells)."""

    uri: str
    revision: Revision
    time: float


@dataclass(frozen=True, slots=True)
class PurgePlan:
    """What a purge changes and removes; what is ``left`` holds the secret and cannot be changed.

    Documents that are ``unread`` could not be looked at. ``documents`` are redacted, ``versions`` removed
    from the history, ``drafts`` (named by their documents), what is in ``quarantine`` (by its ids) and our
    ``records`` (reasons, comments, what waits) rewritten. ``servers`` say why they may still hold it.
    """

    documents: tuple[str, ...] = ()
    versions: tuple[PurgedVersion, ...] = ()
    drafts: tuple[str, ...] = ()
    quarantine: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    unsearched: tuple[str, ...] = ()
    """What was not searched: the folders of version control and of sync clients, and temporary files."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to purge."""
        return not (self.documents or self.versions or self.drafts or self.quarantine or self.records)


class _Look(NamedTuple):
    """A plan, what each redacted document becomes, and which versions were looked at."""

    plan: PurgePlan
    edits: tuple[DocumentEdit, ...]
    seen: dict[Revision, bool]


class Purge:
    """Purges secrets from one workspace. ``drafts`` is the folder of unsaved texts, if not the usual one."""

    def __init__(self, workspace: Workspace, drafts: Path | None = None) -> None:
        self._workspace = workspace
        self._drafts = drafts or draft_folder(workspace.id)
        self._quarantine = Quarantine(workspace)

    def preview(self, secrets: Iterable[str], stop: Callable[[], bool] = bool) -> PurgePlan:
        """Return what a purge would change and remove; changes nothing."""
        return self._look(PurgeTarget(secrets), stop).plan

    def carry_out(self, secrets: Iterable[str], actor: Actor) -> PurgePlan:
        """Purge secrets and return what was changed and removed. Nothing leads back.

        Raises NotPermittedError where an agent asks, and what a commit raises; then the history is as it was.
        """
        require_person(actor, "purge a secret")
        wanted = PurgeTarget(secrets)
        seen = self._workspace.store.versions_with(wanted.is_in)
        who = replace(actor, tool=actor.tool or PURGE)
        with self._workspace.exclusive(actor):
            look = self._look(wanted, bool, seen)
            if look.edits:
                self._workspace.commit_all(look.edits, who)
            for item in self._items(wanted):
                self._quarantine.rewrite(_cleaned(item, wanted))
            clean_records(self._workspace, wanted, who)
            with writing("what is kept outside of the folder"):
                self._clean_outside(wanted)
            self._workspace.store.late(at_once=True)
            versions = self._versions(wanted, look.seen)
            self._workspace.store.purge(frozenset(version.revision for version in versions), who)
        servers = forget_in_servers(self._workspace.id, self._workspace.root)
        return replace(look.plan, versions=versions, servers=servers)

    def _clean_outside(self, wanted: PurgeTarget) -> None:
        for draft in self._unsaved(wanted):
            text, base_text = wanted.without(draft.text), wanted.without(draft.base_text)
            rewrite_draft(replace(draft, text=text, base_text=base_text))
        remove_unsound(self._drafts, wanted.is_in)
        purge_texts(self._workspace.local_state, wanted.is_in)
        for part in self._workspace.store.homes():
            part.store.purge_set_aside(wanted.is_in)
        forget_findings(self._workspace.local_state)
        forget_index(self._workspace.id)

    def _look(
        self, wanted: PurgeTarget, stop: Callable[[], bool], seen: dict[Revision, bool] | None = None
    ) -> _Look:
        edits, left = [], []
        unread: list[str] = []
        for content in self._documents(wanted, stop, unread):
            try:
                new = redacted(self._workspace, content, wanted.spans(decode(content.data).text))
                (
                    left.append(content.uri)
                    if wanted.is_in(new)
                    else edits.append(DocumentEdit(content.uri, new, content.revision))
                )
            except InvalidError:
                left.append(content.uri)
        known = self._workspace.store.versions_with(wanted.is_in, seen or {}, stop) | (seen or {})
        left += self._logs_with(wanted)
        left += self._names_with(wanted)
        plan = PurgePlan(
            tuple(edit.uri for edit in edits),
            self._told(known),
            tuple(draft.uri for draft in self._unsaved(wanted)),
            tuple(item.id for item in self._items(wanted)),
            records_with(self._workspace, wanted),
            tuple(left),
            tuple(unread),
            unsearched=self._unsearched(),
        )
        return _Look(plan, tuple(edits), known)

    def _unsearched(self) -> tuple[str, ...]:
        """Return what keeps copies and is no document: in the folder, and a repository that it lies in."""
        root = self._workspace.root
        above = (str(folder / ".git") for folder in root.parents if os.path.lexists(folder / ".git"))
        return (*self._workspace.scan().left_out.names, *above)

    def _logs_with(self, wanted: PurgeTarget) -> list[str]:
        """Return the log and its copies where they name something by a secret: that stays."""
        store = self._workspace.store
        copies = [copy for part in store.homes() if (copy := part.store.copied_log()) is not None]
        logs = [(_LOG, store.operations().operations), *((str(copy.place), copy.steps) for copy in copies)]
        return [name for name, steps in logs if _is_named_in(steps, wanted)]

    def _names_with(self, wanted: PurgeTarget) -> list[str]:
        """Return documents whose names hold a secret, and the state file, which knows them by these names."""
        named = sorted(info.uri for info in self._workspace.documents() if wanted.spans(info.uri))
        known = any(wanted.spans(uri) for uri, _ in self._workspace.baseline.revisions())
        return [*named, *([str(self._workspace.local_state.file)] if known else [])]

    def _versions(self, wanted: PurgeTarget, seen: dict[Revision, bool]) -> tuple[PurgedVersion, ...]:
        """Return the versions to remove, those too that came since the last look."""
        return self._told(seen | self._workspace.store.versions_with(wanted.is_in, seen))

    def _told(self, known: dict[Revision, bool]) -> tuple[PurgedVersion, ...]:
        """Return the versions that hold a secret, with their documents, the newest first."""
        wanted = {revision for revision, holds in known.items() if holds}
        if not wanted:
            return ()
        named: dict[Revision, PurgedVersion] = {}
        for step in self._workspace.store.operations().operations:
            for revision in (step.before, step.after):
                if revision in wanted and revision is not None:
                    named[revision] = PurgedVersion(step.path, revision, step.time)
        found = (named.get(revision, PurgedVersion("", revision, 0.0)) for revision in wanted)
        return tuple(sorted(found, key=lambda version: (-version.time, version.uri, version.revision)))

    def _documents(
        self, wanted: PurgeTarget, stop: Callable[[], bool], unread: list[str]
    ) -> Iterator[Content]:
        """Yield the documents that hold a secret; note those that cannot be looked at."""
        for info in self._workspace.documents():
            if stop():
                return
            if info.nature is Nature.FILE:
                try:
                    content = self._workspace.store.read(info.uri)
                except NotFoundError:
                    continue
                except MemdeskError:
                    unread.append(info.uri)
                    continue
                if wanted.is_in(content.data):
                    yield content

    def _unsaved(self, wanted: PurgeTarget) -> Iterator[Draft]:
        for draft in every_draft(self._drafts, self._workspace.store.identify()):
            if wanted.spans(draft.text) or wanted.spans(draft.base_text):
                yield draft

    def _items(self, wanted: PurgeTarget) -> Sequence[Quarantined]:
        return [item for item in self._quarantine.items() if _holds(item, wanted)]


def _is_named_in(steps: Iterable[Operation], wanted: PurgeTarget) -> bool:
    """Say whether operations name a document, a writer, a session or a tool by a secret."""
    named = (f"{step.path}\n{step.actor.name}\n{step.actor.session}\n{step.actor.tool}" for step in steps)
    return any(wanted.spans(names) for names in named)


def _holds(item: Quarantined, wanted: PurgeTarget) -> bool:
    kept = (item.before, item.after or b"", item.text.encode("utf-8", "surrogatepass"), item.why.encode())
    return any(map(wanted.is_in, kept))


def _cleaned(item: Quarantined, wanted: PurgeTarget) -> Quarantined:
    """Return an item of the quarantine without the secrets."""
    return replace(
        item,
        before=wanted.without_bytes(item.before),
        after=None if item.after is None else wanted.without_bytes(item.after),
        text=wanted.without(item.text),
        why=wanted.without(item.why),
    )
