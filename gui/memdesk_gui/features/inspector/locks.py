"""What of a document is locked against agents, and what of it can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from memdesk.errors import MemdeskError
from memdesk.model import Actor, Json, Kind
from memdesk.text.encoding import decode
from memdesk.text.fragment import names_of
from memdesk.text.guard import Lock
from memdesk.text.json import text as json_text
from memdesk.text.markdown import plain, sections
from memdesk.workspace import Workspace
from memdesk_gui.documents.document_io import covers_of
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.section_names import section_names
from memdesk_gui.wording.writers import printable

MOST = 2_000
_AS_WRITTEN = (Kind.POLICY, Kind.CONFIG)
"""Kinds whose keys are offered as the file has them; what the system makes of them says more."""
LABEL = 80


class Lockable(NamedTuple):
    """A part of a document by its fragment (``""`` = all of it), with the lock on it and the reason."""

    part: str
    label: str
    level: int = 0
    lock: Lock | None = None
    why: str = ""
    by: str = ""


class LockRequest(NamedTuple):
    """What a part is to be: locked so far (None = free), for this reason."""

    lock: Lock | None
    why: str


def read_lockables(workspace: Workspace, uri: str) -> tuple[Lockable, ...]:
    """Return every part of a document that can be locked, and those that are, there or not."""
    from memdesk.ops.locks import Protection

    data = workspace.read(uri).data
    info = workspace.info(uri)
    parsed = workspace.parse(info, data).data if uri.endswith(".json") else None
    if info.kind in _AS_WRITTEN:
        parsed = json_text.read(data).value
    rules = Protection(workspace).of(uri)
    parts = {part.part: part for part in _parts(uri, decode(data).text, parsed)}
    gone = {part: Lockable(part, printable(part)) for part in rules if part not in parts}
    return tuple(
        part._replace(lock=rule.lock, why=rule.why, by=rule.by) if (rule := rules.get(part.part)) else part
        for part in (*parts.values(), *gone.values())
    )


def read_locks(workspace: Workspace, uri: str) -> tuple[RowItem, ...]:
    """Return the locks of a document as rows; none where they cannot be read."""
    from memdesk.ops.locks import Protection

    try:
        rules = Protection(workspace).of(uri)
    except MemdeskError:
        return ()
    return tuple(
        RowItem(part, ListRow(printable(part) or whole(), lock_text(rule.lock)), _told(rule.by, rule.why))
        for part, rule in sorted(rules.items())
    )


def set_locks(workspace: Workspace, uri: str, wishes: Mapping[str, LockRequest], person: Actor) -> None:
    """Lock and unlock parts of a document. Raises what :class:`Protection` raises."""
    from memdesk.ops.locks import Protection

    protection = Protection(workspace)
    for part, wish in wishes.items():
        name = f"{uri}#{part}" if part else uri
        if wish.lock is None:
            protection.release(name, person)
        else:
            protection.protect(name, wish.lock, person, wish.why)


def lock_text(lock: Lock | None) -> str:
    """Return how far something is locked, in words."""
    words = {
        Lock.LOCKED: QCoreApplication.translate("Locks", "locked"),
        Lock.APPEND_ONLY: QCoreApplication.translate("Locks", "append only"),
    }
    return words[lock] if lock is not None else QCoreApplication.translate("Locks", "unlocked")


def whole() -> str:
    """Return what stands for all of a document."""
    return QCoreApplication.translate("Locks", "the whole document")


def key_of(part: str) -> str:
    """Return what a part's row is known by; that of the whole document has a key, too."""
    return f"#{part}"


def item_of(part: Lockable) -> RowItem:
    """Return a part as a row."""
    detail = lock_text(part.lock) if part.lock is not None else ""
    row = ListRow(part.label or whole(), detail, level=part.level, bold=part.lock is not None)
    return RowItem(key_of(part.part), row, _told(part.by, part.why) if part.lock is not None else "")


def _told(by: str, why: str) -> str:
    said = QCoreApplication.translate("Locks", "Locked by {name}").format(name=printable(by))
    return f"{said}: {printable(why)}" if why else said


def _parts(uri: str, text: str, data: Json) -> Iterator[Lockable]:
    yield Lockable("", "")
    if uri.endswith(".json"):
        yield from _members(data)
        return
    found = sections(text)[:MOST] if uri.endswith((".md", ".markdown")) else ()
    top = min((section.level for section in found), default=1)
    names, times = names_of(found), Counter(section.heading for section in found)
    told = section_names(found, covers_of(text).shown(text))
    for section, name, said in zip(found, names, told, strict=True):
        heading, level = section.heading, section.level - top + 1
        if times[heading] > 1 and heading:
            yield Lockable(heading, _all(printable(plain(heading)), times[heading]), level)
            yield Lockable(name, _which(name, heading, said), level)
        else:
            yield Lockable(name, said, level)


def _which(name: str, heading: str, said: str) -> str:
    """Return what a section says with the number or the lines that tell it from those of its heading."""
    if name.startswith(heading):
        return printable(plain(name)) + said.removeprefix(printable(plain(heading)))
    return f"{said} · {name}"


def _all(heading: str, count: int) -> str:
    words = QCoreApplication.translate("Locks", "{heading} · all {count}")
    return words.format(heading=heading, count=count)


def _members(data: Json) -> Iterator[Lockable]:
    """Yield the keys of an object, and the entries below a key (or of a list) that have an id."""
    if isinstance(data, list):
        yield from _entries("", data, 1)
    for name, value in list(data.items())[:MOST] if isinstance(data, dict) else ():
        if name:  # a uri has no way to name the empty key
            yield Lockable(name, printable(name), 1)
        if isinstance(value, list):
            yield from _entries(f"{name}/", value, 2)


def _entries(before: str, items: list[Json], level: int) -> Iterator[Lockable]:
    for item in items[:MOST]:
        if isinstance(item, dict) and isinstance(name := item.get("id"), str):
            said = next(
                (item[key] for key in ("content", "text", "fact") if isinstance(item.get(key), str)), name
            )
            yield Lockable(f"{before}{name}", printable(str(said))[:LABEL], level)
