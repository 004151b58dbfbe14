"""A document that two have changed: what both made of it as one version, where that is certain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol, TypeAlias

from memdesk.errors import ConflictError, InvalidError, MemdeskError, NotFoundError, TooLargeError
from memdesk.model import OUTSIDE, Content, DocumentInfo, Kind, Problem, Revision, Severity
from memdesk.store import DocumentEdit
from memdesk.systems.system import DeclaresFormats
from memdesk.text.encoding import DecodedText, decode, encode, encode_merged
from memdesk.text.json.text import parse, read
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat, framed
from memdesk.text.merge.json_merge import rewritten, settled
from memdesk.text.merge.merge import MergeResult, MergeShape, merge
from memdesk.text.step import TextChange, Undone
from memdesk.text.taking_back import without

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memdesk.store import CommitResult
    from memdesk.store.commit.displaced import LateWrite
    from memdesk.workspace import Workspace

MERGED_BYTES = 16 << 20
"""A larger version is not merged."""

TRIES = 50
"""How often a version is merged into a newer one before its writer has to look: some seconds of writes."""


Way: TypeAlias = "Callable[[str, str, str, MergeShape, JsonFormat], MergeResult]"
"""Makes one text of a base, mine and theirs."""

Put: TypeAlias = "Callable[[Sequence[DocumentEdit]], Sequence[CommitResult]]"
"""Commits edits, all or none."""

_SETTINGS = frozenset({Kind.POLICY, Kind.POLICY_SNAPSHOT})


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge of three versions: the merged bytes, or None where a person has to look.

    ``result`` says what merged and what did not. Where it has no conflict and there are no bytes, the merged
    text would have had a problem that the version on disk has not.
    """

    data: bytes | None
    result: MergeResult


def merge_document(workspace: Workspace, uri: str, base: Revision | bytes, mine: bytes) -> Merge:
    """Merge ``mine``, made from ``base``, into what a document is now; nothing is written.

    Raises NotFoundError where the base was not kept or the document is gone, TooLargeError where a version
    is too large to be compared.
    """
    old = base if isinstance(base, bytes) else _Versions(workspace, uri).version(base)
    current = workspace.read(uri).data
    return merge_versions(workspace, workspace.info(uri), old, mine, current)


def merge_versions(
    workspace: Workspace,
    info: DocumentInfo,
    base: bytes,
    mine: bytes,
    theirs: bytes,
    *,
    how: Way | None = None,
) -> Merge:
    """Merge two versions of a document that were made from the same third one.

    ``how`` makes one text of the three in its own way.
    """
    if max(len(base), len(mine), len(theirs)) > MERGED_BYTES:
        raise TooLargeError(f"{info.uri} is too large to be merged", uri=info.uri)
    texts = [decode(data) for data in (base, mine, theirs)]
    if not all(text.editable for text in texts):
        return Merge(None, MergeResult(None, 1))
    old, own, other = texts
    known = format_of(workspace, info)
    shape = shape_of(info)
    result = (how or merge)(old.text, own.text, other.text, shape, known)
    if result.text is None:
        return Merge(None, result)
    if known.settled is not None:
        text = settled(result.text, other.text, known, workspace.clock.now())
        result = replace(result, text=text)
    form = other if _keeps_form(mine, own, old) else own if _keeps_form(theirs, other, old) else None
    if how is None and form is own and own.text == old.text:
        form = other  # nothing was written, only stored by a program that has another way of it
    if form is None and (how is None or len({(each.form.encoding, each.form.bom) for each in texts}) > 1):
        return Merge(None, result)
    if form is None or (form is own and isinstance(own.form.endings, tuple)):
        # What stands keeps its end: one that says the same elsewhere, where lines moved, is another line.
        since = own if how is not None and own.text != old.text else old
        data = encode_merged(result.text or "", since, own, other)
    else:
        data = encode(result.text or "", form.form, form.text)
    if how is not None and shape is MergeShape.LINES:
        return Merge(data, result)  # lines that go break no prose, and to parse a long note takes seconds
    try:
        check(workspace, info, data, theirs)
    except InvalidError:
        return Merge(None, result)
    return Merge(data, result)


def shape_of(info: DocumentInfo) -> MergeShape:
    """Return how a document is merged: by lines, by keys, or by keys whose values stay whole."""
    if not info.uri.lower().endswith(".json"):
        return MergeShape.LINES
    return MergeShape.SETTINGS if info.kind in _SETTINGS else MergeShape.JSON


def format_of(workspace: Workspace, info: DocumentInfo) -> JsonFormat:
    """Return what the system of a document says of its format."""
    system = workspace.registry.get(info.system) if info.system else None
    return system.json_format(info.kind, info.uri) if isinstance(system, DeclaresFormats) else PLAIN_FORMAT


def without_creation(workspace: Workspace, info: DocumentInfo, after: bytes, now: bytes) -> bytes | None:
    """Return a document as it was created without what it was created with: what its format begins as.

    None where that cannot be told, ``now`` is what it is by now.
    """
    if shape_of(info) is MergeShape.LINES:
        return None
    text, later = decode(after), decode(now)
    values = [parse(side.text) for side in (text, later)]
    if any(found.problems for found in values) or not isinstance(values[0].value, list | dict):
        return None
    frame = framed(format_of(workspace, info), values[0].value, values[1].value)
    return encode(rewritten(text.text, values[0].value, frame), text.form, text.text)


def check(workspace: Workspace, info: DocumentInfo, data: bytes, theirs: bytes) -> None:
    """Raise InvalidError for an error that a merged version has and the one on disk has not."""
    known = _errors(workspace, info, theirs)
    for key, problem in _errors(workspace, info, data).items():
        if key not in known:
            raise InvalidError(
                problem.message,
                uri=info.uri,
                reason=problem.code,
                arguments=problem.arguments,
                line=problem.line,
            )


def try_merge(workspace: Workspace, uri: str, base: Revision | None, mine: bytes) -> bytes | None:
    """Return the merged version, or None where there is none for whatever reason."""
    if base is None:
        return None
    try:
        return merge_document(workspace, uri, base, mine).data
    except MemdeskError:
        return None


def commit_merged(
    workspace: Workspace, edit: DocumentEdit, late: ConflictError, put: Put, old: bytes | None = None
) -> tuple[CommitResult, bytes, Merge]:
    """Commit a version that came too ``late`` to be put as it is, merged into whatever was written since.

    Returns what was committed, the version that it met, and their merge. Runs where no core comes between.
    Raises as a commit does, ConflictError where both change one place.
    """
    uri = edit.uri
    found: list[tuple[bytes, Merge]] = []

    def forward(then: bytes, mine: bytes, theirs: bytes) -> bytes | None:
        # Somebody who appends many times a second is caught up with only by what takes no time.
        is_known = found and shape_of(workspace.info(uri)) is MergeShape.LINES
        longer = longer_by_the_same(then, mine, theirs) if is_known else None
        if longer is not None:
            merge = Merge(longer, found[-1][1].result)
        else:
            merge = merge_versions(workspace, workspace.info(uri), then, mine, theirs)
        found.append((theirs, merge))
        return merge.data

    commit = commit_forward(_Versions(workspace, uri), late, edit, merge=forward, put=put, old=old)
    return commit, *found[-1]


class VersionSource(Protocol):
    """Where versions come from."""

    def read(self, path: str, /) -> Content:
        """Return a document as it is."""
        ...

    def version(self, revision: Revision, /) -> bytes:
        """Return a version that was kept."""
        ...


def commit_forward(
    source: VersionSource,
    late: ConflictError,
    edit: DocumentEdit,
    *,
    merge: Callable[[bytes, bytes, bytes], bytes | None],
    put: Put,
    old: bytes | None = None,
) -> CommitResult:
    """Commit an edit that came too ``late``, merged into what came before it; the result names that.

    ``merge`` makes one of what was changed (second) and what is there by now (third), both made from the
    first; None: a person has to look. ``old`` is the base where that need not have been kept. Raises
    ConflictError as a plain commit does where the two do not merge, or a newer one keeps coming.
    """
    path, new, base = edit.uri, edit.new, edit.base
    for _ in range(TRIES):
        if new is None or not isinstance(base, str):
            raise late
        try:
            old = source.version(base) if old is None else old
            seen = source.read(path)
            new, base, old = merge(old, new, seen.data), seen.revision, seen.data
        except MemdeskError:
            raise late from None
        if new is None:
            raise late
        try:
            return put([DocumentEdit(path, new, base)])[0]._replace(merged=base)
        except ConflictError as error:
            late = error
    raise late


def put_back(
    after: str, before: str, now: str, shape: MergeShape, form: JsonFormat, *, undone: Undone = tuple
) -> MergeResult:
    """Take back what was taken out of a text: it comes back where it stood, before what came since.

    ``undone`` are steps that tell in which order it stood beside what came back before.
    Where nothing is left of that place it is no matter of course that it goes into the text at all.
    """
    merged = merge(after, before, now, shape, form, restoring=True)
    found = without(TextChange(before, after), now, shape, undone, form) if merged.text is not None else None
    return merged if found is None or found.conflicts else replace(merged, text=found.text)


class _Versions:
    """The versions of one document: those that were kept, and one that was only added to since."""

    def __init__(self, workspace: Workspace, uri: str) -> None:
        self._workspace, self._uri = workspace, uri

    def read(self, path: str, /) -> Content:
        """Return a document as it is."""
        return self._workspace.read(path)

    def version(self, revision: Revision, /) -> bytes:
        """Return a version. Raises NotFoundError."""
        try:
            return self._workspace.version(revision)
        except NotFoundError:
            shorter = beginning(self._workspace.read(self._uri).data, revision)
            if shorter is None:
                raise
            return shorter


def beginning(data: bytes, revision: Revision) -> bytes | None:
    """Return the lines at the beginning that are this revision; None where none are.

    Most agents only ever add at the end: what another program had added to was never kept, but is there.
    """
    wanted, digest, start = revision.removeprefix("sha256:"), sha256(), 0
    while start <= len(data):
        end = data.find(b"\n", start)
        for stop in (end, end + 1) if end >= 0 else (len(data),):
            digest.update(data[start:stop])
            start = stop
            if digest.hexdigest() == wanted:
                return data[:stop]
        if end < 0:
            return None
    return None


def longer_by_the_same(base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """Return my version with what they appended to the base; None where more has to be looked at.

    That is so where their last paragraphs are mine, too: then it is what a merge gives.
    """
    if not theirs.startswith(base):
        return None
    start = max(base.rfind(b"\n\n"), base.rfind(b"\r\n\r\n"))
    if start < 0 or not mine.endswith(base[start:]):
        return None
    return mine + theirs[len(base) :]


def merge_latecomers(workspace: Workspace) -> None:
    """Have what comes late merged into its document from now on, where that is certain."""
    workspace.latecomers.take_in = partial(merge_late, workspace)


def merge_late(workspace: Workspace, late: LateWrite) -> None:
    """Merge what somebody wrote into a replaced file into the document, where that is certain.

    Raises as a commit does, ConflictError where it is not: it is in the history then, and nowhere else.
    """

    def merge(base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
        return merge_versions(workspace, workspace.info(late.path), base, mine, theirs).data

    put = partial(workspace.commit_all, actor=OUTSIDE)
    edit = DocumentEdit(late.path, late.data, late.before)
    try:
        put([edit])
    except ConflictError as error:
        commit_forward(workspace, error, edit, merge=merge, put=put)


def _keeps_form(data: bytes, text: DecodedText, base: DecodedText) -> bool:
    """Whether a version differs from its base by its text alone, not by encoding or line ends."""
    return encode(text.text, base.form, base.text) == data


def _errors(
    workspace: Workspace, info: DocumentInfo, data: bytes
) -> dict[tuple[str, tuple[str, ...]], Problem]:
    problems = workspace.parse(info, data).problems
    if info.kind is Kind.OTHER and shape_of(info) is not MergeShape.LINES:
        problems = (*problems, *read(data).problems)  # no system knows it, but whoever reads it reads JSON
    return {(found.code, found.arguments): found for found in problems if found.severity is Severity.ERROR}
