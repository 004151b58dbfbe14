"""Replaces words across documents: a look at every place first, then one operation that one step takes back.

Each document is committed over what was looked at, or merged with what was written meanwhile.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from memdesk.checks.covering import covers_for
from memdesk.errors import (
    ConflictError,
    InvalidError,
    LockedError,
    MemdeskError,
    NotFoundError,
    ProtectedError,
    ReadOnlyError,
    StagedError,
    TooLargeError,
)
from memdesk.model import Actor, Kind, Nature, Origin
from memdesk.ops.merge import MERGED_BYTES
from memdesk.ops.save import save, save_all, save_merged
from memdesk.review.current_names import Renames
from memdesk.review.log_summary import LogSummary
from memdesk.review.revert import PersonCommit, plan
from memdesk.store import CommitResult, DocumentEdit
from memdesk.text.encoding import decode, encode
from memdesk.text.replace import Occurrence, ReplaceQuery, excerpt, occurrences, replaced

if TYPE_CHECKING:
    from memdesk.model import DocumentInfo, Revision
    from memdesk.workspace import Workspace

TOOL = "replace"
"""What the log calls it."""

TOGETHER = 25
"""Documents that are written as a unit: nobody else may write meanwhile, so they are few."""

TRIES = 5

_NAMED = 10
"""Documents and folders that are named where there is none of a name."""

_LEFT_ALONE = frozenset({Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.SEARCH_DB})
"""What is a copy of something that was: it stays as it was."""

Step = Callable[[int, int], object]
"""Is told how many documents of all are done."""


class ReplacePreview(NamedTuple):
    """A place as a person is shown it, with every secret covered: its line now, and as it would be."""

    line: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DocumentReplacement:
    """A document in which something is to be replaced, and where."""

    uri: str
    revision: Revision
    data: bytes
    places: tuple[Occurrence, ...]
    shown: tuple[ReplacePreview, ...]


class SkippedDocument(NamedTuple):
    """A document that stays as it is, and why: a code, and the same in words."""

    uri: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class ReplacePlan:
    """All documents in which something would be replaced, and those that are left out."""

    wanted: ReplaceQuery
    documents: tuple[DocumentReplacement, ...] = ()
    left_out: tuple[SkippedDocument, ...] = ()

    @property
    def places(self) -> int:
        """How many places there are."""
        return sum(len(each.places) for each in self.documents)


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was written in a session, as one operation; ``merged`` is what others had written to meanwhile."""

    session: str
    commits: tuple[CommitResult, ...] = ()
    merged: tuple[str, ...] = ()
    left_out: tuple[SkippedDocument, ...] = ()
    stopped: bool = False
    """Whether somebody ended it before all was done."""


def find_places(
    workspace: Workspace,
    wanted: ReplaceQuery,
    within: Collection[str] = (),
    step: Step | None = None,
    stopped: Callable[[], bool] = bool,
) -> ReplacePlan:
    """Look for what is to be replaced, in these documents and folders or in all; nothing is written.

    Raises InvalidError where nothing is looked for, NotFoundError for a name that nothing has.
    """
    _ = wanted.pattern
    listed = workspace.documents()
    _require_there([info.uri for info in listed], within)
    documents = [info for info in listed if _is_asked(info, within)]
    found: list[DocumentReplacement] = []
    left: list[SkippedDocument] = []
    for number, info in enumerate(documents):
        if stopped():
            break
        if step is not None:
            step(number, len(documents))
        try:
            place = _look(workspace, info, wanted)
        except MemdeskError as error:
            left.append(SkippedDocument(info.uri, _reason(error), error.message))
            continue
        if place is not None:
            found.append(place)
    return ReplacePlan(wanted, tuple(found), tuple(left))


def replace_places(
    workspace: Workspace,
    planned: ReplacePlan,
    actor: Actor,
    chosen: Mapping[str, Collection[int]] | None = None,
    *,
    step: Step | None = None,
    stopped: Callable[[], bool] = bool,
) -> Replaced:
    """Replace all places, or of each document those with these numbers (none: it stays as it is).

    Whoever writes meanwhile loses nothing: that is merged, and where both touch the same line the document
    is left out. What was written when it is ``stopped`` stays, and is taken back as one, too. Raises
    ReadOnlyError where nothing can be written.
    """
    who = replace(actor, tool=TOOL, session=actor.session or f"{TOOL}-{uuid.uuid4().hex[:12]}")
    made = _Made(workspace, planned.wanted, who)
    wanted = [each for each in planned.documents if chosen is None or chosen.get(each.uri)]
    done = 0
    for some in _portions(wanted):
        if stopped():
            break
        if step is not None:
            step(done, len(wanted))
        made.write([(each, None if chosen is None else chosen[each.uri]) for each in some])
        done += len(some)
    if step is not None:
        step(done, len(wanted))
    return Replaced(
        who.session or "", tuple(made.commits), tuple(made.merged), tuple(made.left), done < len(wanted)
    )


def without_held(workspace: Workspace, planned: ReplacePlan, actor: Actor) -> ReplacePlan:
    """Return what this writer could replace of a plan: what is locked or would wait is among the left out."""
    if actor.origin is not Origin.AGENT:
        return planned
    free: list[DocumentReplacement] = []
    left = [*planned.left_out]
    for each in planned.documents:
        try:
            workspace.require_let([DocumentEdit(each.uri, _new(each, None), each.revision)], actor)
        except (ProtectedError, StagedError) as error:
            left.append(SkippedDocument(each.uri, error.code, error.message))
        else:
            free.append(each)
    return replace(planned, documents=tuple(free), left_out=tuple(left))


def replaced_in(workspace: Workspace, session: str) -> tuple[PersonCommit, ...]:
    """Return what a person's replacing wrote in a session; nothing where there was none of this name."""
    return tuple(
        PersonCommit(CommitResult(each.id, each.path, each.before, each.after), "", each.machine_time)
        for each in workspace.store.operations().operations
        if each.actor.session == session and each.actor.tool == TOOL and each.actor.origin is Origin.HUMAN
    )


def take_back(workspace: Workspace, session: str, actor: Actor, step: Step | None = None) -> Replaced:
    """Put back what was replaced in a session; what others wrote since stays.

    A document is left out where they changed the same line. Raises NotFoundError where nothing was replaced
    in a session of this name.
    """
    changes = replaced_in(workspace, session)[::-1]
    if not changes:
        raise NotFoundError(f"nothing was replaced in a session {session!r}")
    who = replace(actor, tool="undo")
    names = Renames(LogSummary(workspace))
    commits: list[CommitResult] = []
    left: list[SkippedDocument] = []
    for at, some in enumerate(_batched(changes)):
        if step is not None:
            step(at * TOGETHER, len(changes))
        for tries_left in reversed(range(TRIES)):
            try:
                with workspace.exclusive(who):
                    reversal = plan(workspace, some, names)
                    edits = [document.edit for document in reversal.documents]
                    commits += workspace.commit_all(edits, who) if edits else ()  # no copy: it is undone
                left += [
                    SkippedDocument(each.uri, each.reason.value, each.message) for each in reversal.obstacles
                ]
                break
            except ConflictError as error:
                if not tries_left:
                    left += [SkippedDocument(each.uri, error.code, error.message) for each in some]
    if step is not None:
        step(len(changes), len(changes))
    return Replaced(session, tuple(commits), (), tuple(left))


class _Made:
    """What was written so far."""

    def __init__(self, workspace: Workspace, wanted: ReplaceQuery, actor: Actor) -> None:
        self._workspace, self._wanted, self._actor = workspace, wanted, actor
        self.commits: list[CommitResult] = []
        self.merged: list[str] = []
        self.left: list[SkippedDocument] = []

    def write(self, documents: Sequence[tuple[DocumentReplacement, Collection[int] | None]]) -> None:
        """Write documents as a unit, but alone what is another one by now, or may not be written."""
        waiting = {each.uri: (each, chosen) for each, chosen in documents}
        while waiting:
            edits = [
                DocumentEdit(uri, _new(each, chosen), each.revision)
                for uri, (each, chosen) in waiting.items()
            ]
            try:
                self.commits += save_all(self._workspace, edits, self._actor)
                return
            except ReadOnlyError:
                raise
            except (LockedError, StagedError) as error:
                self.left += [SkippedDocument(uri, error.code, error.message) for uri in waiting]
                return
            except MemdeskError as error:
                named = error.uri if error.uri in waiting else None
                for uri in [*waiting] if named is None else [named]:
                    self._write_alone(*waiting.pop(uri))

    def _write_alone(self, document: DocumentReplacement, chosen: Collection[int] | None) -> None:
        uri = document.uri
        try:
            saved = self._merged(document, chosen)
        except ConflictError:
            message = f"{uri}: somebody changed the same line meanwhile"
            self.left.append(SkippedDocument(uri, "changed_since", message))
        except MemdeskError as error:
            self.left.append(SkippedDocument(uri, _reason(error), error.message))
        else:
            self.commits.append(saved)
            if saved.before != document.revision:
                self.merged.append(uri)

    def _merged(self, document: DocumentReplacement, chosen: Collection[int] | None) -> CommitResult:
        """Write a document merged with what it is now; where that is not certain, line by line.

        Raises ConflictError where a line with a place in it is another one by now.
        """
        uri, who = document.uri, self._actor
        with self._workspace.exclusive(who):
            try:
                new, base = _new(document, chosen), document.revision
                return save_merged(self._workspace, uri, new, base, who, old=document.data).commit
            except ConflictError:
                current = self._workspace.read(uri)
                again = _again(document, chosen, current.data, self._wanted)
                if again is None:
                    raise
                return save(self._workspace, uri, again, current.revision, who)


def _look(workspace: Workspace, info: DocumentInfo, wanted: ReplaceQuery) -> DocumentReplacement | None:
    """Return where a document has it, None where it has not. Raises MemdeskError where it must stay."""
    content = workspace.read(info.uri)
    decoded = decode(content.data)
    if not decoded.editable:
        return None
    text = decoded.text
    if not wanted.pattern.search(text) and "\\" not in text:
        return None
    if len(content.data) > MERGED_BYTES:
        raise TooLargeError(f"{info.uri} is too large to be changed here", uri=info.uri)
    try:
        places = occurrences(text, wanted, structured=info.uri.lower().endswith(".json"))
    except InvalidError as error:
        if not wanted.pattern.search(text):
            return None
        message = f"{info.uri}: {error.message}"
        raise InvalidError(message, uri=info.uri, reason="not_json") from error
    if not places:
        return None
    return DocumentReplacement(info.uri, content.revision, content.data, places, _shown(text, places))


def _shown(text: str, places: Sequence[Occurrence]) -> tuple[ReplacePreview, ...]:
    covers = covers_for(text) | covers_for(replaced(text, places))
    rows = []
    for place in places:
        before, old, after = excerpt(text, place)
        now, then = (covers.shown(f"{before}{said}{after}") for said in (old, place.new))
        rows.append(ReplacePreview(place.line, now, then))
    return tuple(rows)


def _new(document: DocumentReplacement, chosen: Collection[int] | None) -> bytes:
    decoded = decode(document.data)
    return encode(replaced(decoded.text, document.places, chosen), decoded.form, decoded.text)


def _again(
    document: DocumentReplacement, chosen: Collection[int] | None, data: bytes, wanted: ReplaceQuery
) -> bytes | None:
    """Return a document as it is now with the chosen places replaced; None where a line of theirs is gone.

    Of lines that are alike each is the one that it was, so there have to be as many as there were.
    """
    then, now = decode(document.data), decode(data)
    if not now.editable or document.uri.lower().endswith(".json"):
        return None
    places = occurrences(now.text, wanted)
    was, there = _by_line(then.text, document.places), _by_line(now.text, places)
    picked: set[int] = set()
    for line, numbers in was.items():
        mine = [at for at, number in enumerate(numbers) if chosen is None or number in chosen]
        if mine and len(there.get(line, ())) != len(numbers):
            return None
        picked |= {there[line][at] for at in mine}
    return encode(replaced(now.text, places, picked), now.form, now.text)


def _by_line(text: str, places: Sequence[Occurrence]) -> dict[str, list[int]]:
    """Return the numbers of places by what their lines say."""
    rows, found = text.split("\n"), dict[str, list[int]]()
    for number, place in enumerate(places):
        found.setdefault(rows[place.line - 1], []).append(number)
    return found


def _is_asked(info: DocumentInfo, within: Collection[str]) -> bool:
    if info.kind in _LEFT_ALONE or info.nature is not Nature.FILE:
        return False
    return not within or any(
        info.uri == each or info.uri.startswith(f"{each.rstrip('/')}/") for each in within
    )


def _require_there(uris: Sequence[str], within: Collection[str]) -> None:
    folders = {uri[:at] for uri in uris for at, letter in enumerate(uri) if letter == "/"}
    for each in within:
        if each.rstrip("/") not in folders and each not in uris:
            top = sorted({uri.partition("/")[0] for uri in uris})
            near = get_close_matches(each.rstrip("/"), [*folders, *uris], 3, 0.6) or top[:_NAMED]
            more = ", …" if len(near) < len(top) and near == top[:_NAMED] else ""
            message = f"nothing here is called {each}; there are {', '.join(near)}{more}"
            raise NotFoundError(message, uri=each)


def _reason(error: MemdeskError) -> str:
    return (error.reason if isinstance(error, InvalidError) else "") or error.code


def _portions(documents: Sequence[DocumentReplacement]) -> Iterator[list[DocumentReplacement]]:
    """Yield some documents at a time, no more than can be written at once."""
    held: list[DocumentReplacement] = []
    for each in documents:
        size = sum(len(one.data) for one in held) + len(each.data)
        if held and (len(held) == TOGETHER or size > MERGED_BYTES):
            yield held
            held = []
        held.append(each)
    if held:
        yield held


def _batched(changes: Iterable[PersonCommit]) -> Iterator[list[PersonCommit]]:
    every = iter(changes)
    while some := list(islice(every, TOGETHER)):
        yield some
