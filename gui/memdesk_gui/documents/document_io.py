"""What is read, compared and committed for an open document, off the GUI thread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, Actor, DocumentInfo, Parsed, Revision, revision_of
from memdesk.runtime.clock import machine_time
from memdesk.text.authorship import Authors, attribute, nobody
from memdesk.text.diff import TextEdit, edits, line_diff, one_edit
from memdesk.text.encoding import TextForm, decode, encode
from memdesk.text.merge.result import MergeResult
from memdesk_gui.documents.readings import (
    PURGE,
    Base,
    DiskComparison,
    Merged,
    Reading,
    ReplacedError,
    SavedBuffer,
    TextAnalysis,
)
from memdesk_gui.documents.state import LeftBehind

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft
    from memdesk.drafts.folder import DraftFolder
    from memdesk.workspace import Workspace

EDITABLE_BYTES = 16 * 1024 * 1024
"""Larger documents are shown in pages and not edited."""
PAGE_BYTES = 256 * 1024
ATTRIBUTED_CHARACTERS = 4 * 1024 * 1024
"""Larger texts are not compared line by line after each edit."""
COMPARED_CHARACTERS = 1024 * 1024
"""What lies between the first and the last change is not compared line by line where it is larger."""
COVERED_CHARACTERS = 256 * 1024
"""Secrets of a larger text are covered once the checks have looked at it."""
MERGED_EDITS = 500
"""More changes than this are made as one."""


def read_document(workspace: Workspace, info: DocumentInfo) -> Reading:
    """Read, decode and parse a document."""
    content = workspace.read(info.uri)
    if len(content.data) > EDITABLE_BYTES:
        return _paged(content.revision, content.data)
    decoded = decode(content.data)
    base = Base(content.revision, decoded.text, decoded.form, nobody(decoded.text), len(content.data))
    parsed = workspace.parse(info, content.data)
    return Reading(base, parsed, decoded.reason, covers=covers_of(decoded.text))


def covers_of(text: str) -> SecretMask:
    """Return what covers the secrets of a text that can be told while a person waits for it."""
    if len(text) > COVERED_CHARACTERS:
        return NO_COVERS
    from memdesk.checks.covering import covers_for  # heavy, and the first picture needs none

    return covers_for(text, quick=True)


def page_text(page: bytes) -> str:
    """Return a page of a very large document for display."""
    text = decode(page).text if b"\0" not in page else page.decode("latin-1").replace("\0", "\u2400")
    return text.replace("\r", "")


def digest(workspace: Workspace, info: DocumentInfo, base: Base, text: str, person: Actor) -> TextAnalysis:
    """Parse a buffer's text, say who wrote its lines and what covers its secrets."""
    authors = base.authors
    if len(text) <= ATTRIBUTED_CHARACTERS:
        authors = attribute(authors, line_diff(base.text, text), person)
    parsed = workspace.parse(info, encode(text, base.form, base.text))
    return TextAnalysis(parsed, authors, covers_of(text))


def compare(
    workspace: Workspace,
    info: DocumentInfo,
    base: Base,
    text: str,
    writer: Actor,
    *,
    met: Reading | None = None,
) -> DiskComparison:
    """Compare a buffer's text with the document, read again after ``writer`` (as far as known) changed it.

    ``met`` is what was on disk at the last look, where that is not the base.
    """
    try:
        theirs = read_document(workspace, info)
    except MemdeskError as error:
        instead = workspace.instead(info.uri)
        if instead is None:
            raise
        raise ReplacedError(info.uri, instead) from error
    if writer == OUTSIDE:
        writer = writer_of(workspace, info.uri, theirs.base.revision)
    known = base.text if met is None else met.base.text
    purged = _taken_out((base.text, known), theirs, writer)
    if theirs.reason is None:
        authors = _attributed(base, theirs.base.text, writer)
        theirs = replace(theirs, base=replace(theirs.base, authors=authors))
    return DiskComparison(theirs, writer, few(text, theirs.base.text), purged)


def _attributed(base: Base, text: str, writer: Actor) -> Authors:
    """Return who wrote the lines of what ``writer`` made of the base; nobody after a very large change."""
    if _is_vast(one_edit(base.text, text)):
        return nobody(text)
    return attribute(base.authors, line_diff(base.text, text), writer)


def _is_vast(edit: TextEdit) -> bool:
    return max(edit.end - edit.start, len(edit.text)) > COMPARED_CHARACTERS


def merge(workspace: Workspace, info: DocumentInfo, base: Base, text: str, theirs: Reading) -> Merged:
    """Merge a buffer's text, made from ``base``, with what is on disk now."""
    if not mergeable(base, text, theirs):
        return Merged(theirs, MergeResult(None, 0), None)
    old, own = encode(base.text, base.form, base.text), encode(text, base.form, base.text)
    other = encode(theirs.base.text, theirs.base.form, theirs.base.text)
    from memdesk.ops.merge import merge_versions  # heavy, and the first picture needs none

    found = merge_versions(workspace, info, old, own, other)
    changes = None if found.data is None else few(text, decode(found.data).text)
    return Merged(theirs, found.result, changes)


def mergeable(base: Base, text: str, theirs: Reading) -> bool:
    """Whether a buffer's text and the state on disk are texts of a size that is merged."""
    sizes = map(len, (base.text, text, theirs.base.text))
    return theirs.reason is None and max(sizes) <= ATTRIBUTED_CHARACTERS


def unsaved(workspace: Workspace, folder: DraftFolder) -> LeftBehind:
    """Return what windows that died left unsaved; what is on disk all the same is forgotten."""
    workspace.store.identify()
    drafts = _at_home(workspace, folder.recover())
    saved = {draft for draft in drafts if _is_saved(workspace, draft)}
    for draft in saved:
        folder.forget(draft)
    left = tuple(draft for draft in reversed(drafts) if draft not in saved)
    return LeftBehind(left, _at_home(workspace, folder.discarded(machine_time(workspace.clock)))[::-1])


def _at_home(workspace: Workspace, drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Return drafts under the names that their documents have now; as they are where no log can be read."""
    if not drafts:
        return ()
    from memdesk.history.recovered import at_home

    try:
        return tuple(at_home(workspace, draft) for draft in drafts)
    except MemdeskError:
        return drafts


def unfinished(workspace: Workspace, after: int) -> tuple[tuple[Draft, ...], int]:
    """Return the saves that processes died in, and the offset to ask for newer ones."""
    from memdesk.history.recovered import unfinished as found

    return found(workspace, after)


def _is_saved(workspace: Workspace, draft: Draft) -> bool:
    try:
        return decode(workspace.read(draft.uri).data).text == draft.text
    except MemdeskError:
        return False


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """Return a text without secrets that were purged."""
    from memdesk.findings import redaction  # heavy, and the first picture needs none

    return redaction.without_secrets(text, secrets)


def _taken_out(known: Iterable[str], theirs: Reading, writer: Actor) -> tuple[str, ...]:
    """Return what a purge took out of texts."""
    if writer.tool != PURGE:
        return ()
    from memdesk.findings.redaction import taken_out  # heavy, and the first picture needs none

    found = [secret for text in known for secret in taken_out(text, theirs.base.text)]
    return tuple(dict.fromkeys(found))


def writer_of(workspace: Workspace, uri: str, revision: Revision | None) -> Actor:
    """Return who brought a document to a revision, as far as a core logged it and the log can be read."""
    try:
        last = workspace.newest_operations(1, uri).operations
    except MemdeskError:
        return OUTSIDE
    return last[0].actor if last and last[0].after == revision else OUTSIDE


def few(old: str, new: str) -> tuple[TextEdit, ...]:
    """Return the edits from ``old`` to ``new``, very many of them joined to one."""
    whole = one_edit(old, new)
    if _is_vast(whole):
        return (whole,)
    changes = edits(old, new)
    if len(changes) <= MERGED_EDITS:
        return changes
    start, end = changes[0].start, changes[-1].end
    return (TextEdit(start, end, new[start : len(new) - (len(old) - end)]),)


def commit(
    workspace: Workspace, uri: str, base: Base, text: str, person: Actor, *, merging: bool = True
) -> SavedBuffer:
    """Write a buffer's text over its base; what was written since is merged in, but for what conflicts."""
    from memdesk.ops.save import save, save_merged  # heavy, and the first picture needs none

    data = encode(text, base.form, base.text)
    if base.revision is None or not merging:
        with workspace.clearing((uri,) if base.revision is None else (), person):
            save(workspace, uri, data, base.revision, person)
        return SavedBuffer(_saved(base, data, text, person))
    old = encode(base.text, base.form, base.text)
    saved = save_merged(workspace, uri, data, base.revision, person, old=old)
    mine = _saved(base, data, text, person)
    if saved.met is None or saved.merge is None:
        return SavedBuffer(mine)
    writer = writer_of(workspace, uri, revision_of(saved.met))
    theirs = decode(saved.met).text
    new = saved.written
    text_now = decode(new).text
    between = replace(base, text=theirs, authors=_attributed(base, theirs, writer))
    base_now = _saved(between, new, text_now, person)
    reading = Reading(base_now, Parsed(), covers=covers_of(text_now))
    return SavedBuffer(mine, Merged(reading, saved.merge, few(text, text_now)), writer)


def _saved(base: Base, data: bytes, text: str, person: Actor) -> Base:
    """Return the base that a person's text makes once it is on disk as these bytes."""
    decoded = decode(data)
    form = decoded.form if decoded.text == text else replace(base.form, endings=base.form.newline)
    return Base(revision_of(data), text, form, _attributed(base, text, person), len(data))


def _paged(revision: Revision, data: bytes) -> Reading:
    pages = tuple(data[start:end] for start, end in _page_spans(data))
    text = page_text(pages[0])
    return Reading(Base(revision, text, TextForm(), nobody(text), len(data)), Parsed(), "paged", pages)


def _page_spans(data: bytes) -> list[tuple[int, int]]:
    """Cut at line ends where there are any, never inside a UTF-8 character."""
    spans: list[tuple[int, int]] = []
    start = 0
    while start < len(data):
        end = _page_end(data, start)
        spans.append((start, end))
        start = end
    return spans


def _page_end(data: bytes, start: int) -> int:
    end = start + PAGE_BYTES
    if end >= len(data):
        return len(data)
    line = data.rfind(b"\n", start + PAGE_BYTES // 2, end)
    if line >= 0:
        return line + 1
    while end > start + 1 and data[end] & 0xC0 == 0x80 and end > start + PAGE_BYTES - 4:
        end -= 1
    return end
