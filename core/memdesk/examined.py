"""What the content checks found in changes: in memory, and beside the person's state for the next time.

A change stays what it is, so it is checked once (and anew on another day: some checks ask for the day). No
text is kept here, and of a secret only where it stands.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from memdesk import __version__
from memdesk.checks import Check, Finding, Level, beyond, check_text
from memdesk.checks.finding import placed
from memdesk.model import Json, Kind, Revision
from memdesk.paths import state_dir
from memdesk.state_file import read_text, sync_folder, write_text
from memdesk.text.encoding import DecodedText

MOST = 50_000
"""Changes that are written down; beyond it the record begins anew."""

REMEMBERED = 512
"""Versions whose findings are remembered: the version before a change is the one after an earlier change."""

HEADER = json.dumps({"memdesk": "examined", "release": __version__}) + "\n"
"""The first line of the record; what another release found does not count."""

Spans = tuple[tuple[int, int], ...]


class Change(NamedTuple):
    """What is checked: a document's version, held against the one before it."""

    uri: str
    kind: Kind
    before: Revision | None
    after: Revision | None
    day: date

    @property
    def name(self) -> str:
        """What the change is known by."""
        parts = (self.uri, self.kind, self.before or "", self.after or "", self.day.isoformat())
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class Examined(NamedTuple):
    """Where the secrets of both texts stand, and what was found in what the change added."""

    old: Spans = ()
    new: Spans = ()
    findings: tuple[Finding, ...] = ()


class Examinations:
    """What was found in the changes of one workspace. Safe to use from any thread."""

    def __init__(self, workspace: str) -> None:
        self._file = _file(workspace)
        self._lock = Lock()
        self._known: dict[str, Examined] | None = None
        self._new: list[str] = []
        self._versions: OrderedDict[tuple[str, Kind, Revision | None, date], tuple[Finding, ...]]
        self._versions = OrderedDict()

    def known(self, change: Change) -> Examined | None:
        """Return what was found in a change; None where nobody looked yet."""
        with self._lock:
            return self._loaded().get(change.name)

    def of(self, change: Change, old: DecodedText, new: DecodedText) -> Examined:
        """Return what the checks find in a change; lines are those that addresses name."""
        known = self.known(change)
        if known is not None:
            return known
        before = self._version(change, change.before, old)
        after = self._version(change, change.after, new)
        found = Examined(_secrets(before), _secrets(after), beyond(after, before))
        with self._lock:
            self._loaded()[change.name] = found
            self._new.append(_line(change.name, found))
        return found

    def save(self) -> None:
        """Write down what was found since the last time; without that, it is only looked for again."""
        with self._lock:
            lines, self._new = self._new, []
            if lines:
                _append(self._file, lines)

    def _version(
        self, change: Change, revision: Revision | None, decoded: DecodedText
    ) -> tuple[Finding, ...]:
        key = (change.uri, change.kind, revision, change.day)
        with self._lock:
            found = self._versions.pop(key, None)
        if found is None:
            text = decoded.text
            found = check_text(text, today=change.day, uri=change.uri, kind=change.kind) if text else ()
            found = placed(found, decoded)
        with self._lock:
            self._versions[key] = found
            while len(self._versions) > REMEMBERED:
                self._versions.popitem(last=False)
        return found

    def _loaded(self) -> dict[str, Examined]:
        if self._known is None:
            self._known = dict(_read(self._file))
        return self._known


def forget_examined(workspace: str) -> None:
    """Forget what was found in a workspace. Raises OSError where the disk refuses."""
    with suppress(FileNotFoundError):
        _file(workspace).unlink()
        sync_folder(_file(workspace).parent)


def _file(workspace: str) -> Path:
    return state_dir() / "workspaces" / workspace / "examined.jsonl"


def _append(path: Path, lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    with suppress(OSError), path.open("r+", encoding="utf-8") as file:
        if file.readline() == HEADER:
            file.seek(0, 2)
            file.write(text)
            return
    write_text(path, HEADER + text)


def _read(path: Path) -> Iterator[tuple[str, Examined]]:
    """Yield what was found before; a line that is none of ours is passed over."""
    text = read_text(path) or ""
    if not text.startswith(HEADER) or text.count("\n") > MOST:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return
    for line in text.removeprefix(HEADER).split("\n"):
        try:
            name, old, new, findings = json.loads(line)
            yield name, Examined(_spans(old), _spans(new), tuple(_finding(*each) for each in findings))
        except (ValueError, TypeError, OverflowError, RecursionError):
            continue


def _line(name: str, found: Examined) -> str:
    return json.dumps([name, found.old, found.new, [_fields(each) for each in found.findings]])


def _fields(found: Finding) -> list[Json]:
    place = (found.start, found.end, found.line, found.column)
    said = (found.check, found.severity, found.code, found.message)
    return [*said, [*found.arguments], *place, found.fingerprint]


def _finding(check: str, level: str, code: str, message: str, said: list[str], *place: int | str) -> Finding:
    start, end, line, column = (int(number) for number in place[:4])
    (fingerprint,) = place[4:]
    arguments = tuple(map(str, said))
    shown = (str(code), str(message), arguments, start, end, line, column, str(fingerprint))
    return Finding(Check(check), Level(level), *shown)


def _spans(listed: list[list[int]]) -> Spans:
    return tuple((int(start), int(end)) for start, end in listed)


def _secrets(findings: Iterable[Finding]) -> Spans:
    return tuple((found.start, found.end) for found in findings if found.check is Check.SECRET)
