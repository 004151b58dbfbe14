"""What the content checks found in changes: in memory, and beside the person's state for the next time.

A change stays what it is, so it is checked once (and anew on another day: some checks ask for the day). No
text is kept here, and of a secret only where it stands.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from memdesk.checks.finding import Check, Finding, Level, placed
from memdesk.index.local_state.database import StateDatabase, Value
from memdesk.model import Json, Kind, Revision
from memdesk.runtime.version import __version__
from memdesk.text.encoding import DecodedText

MOST = 50_000
"""Changes that are written down; the oldest are forgotten first."""

REMEMBERED = 512
"""Versions whose findings are remembered: the version before a change is the one after an earlier change."""

Spans = tuple[tuple[int, int], ...]


class CheckedChange(NamedTuple):
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


class CheckedVersion(NamedTuple):
    """Where the secrets of both texts stand, and what was found in what the change added."""

    old: Spans = ()
    new: Spans = ()
    findings: tuple[Finding, ...] = ()


class FindingCache:
    """What was found in the changes of one workspace. Safe to use from any thread."""

    def __init__(self, base: StateDatabase) -> None:
        self._base = base
        self._lock = Lock()
        self._new: dict[str, CheckedVersion] = {}
        self._is_current = False
        self._versions: OrderedDict[tuple[str, Kind, Revision | None, date], tuple[Finding, ...]]
        self._versions = OrderedDict()

    def known(self, change: CheckedChange) -> CheckedVersion | None:
        """Return what was found in a change; None where nobody looked yet."""
        with self._lock:
            if change.name in self._new:
                return self._new[change.name]
            self._begin()
            found = self._base.rows("SELECT found FROM findings WHERE change = ?", (change.name,))
        return _examined(found[0][0]) if found else None

    def of(self, change: CheckedChange, old: DecodedText, new: DecodedText) -> CheckedVersion:
        """Return what the checks find in a change; lines are those that addresses name."""
        known = self.known(change)
        if known is not None:
            return known
        from memdesk.checks.check import beyond

        before = self._version(change, change.before, old)
        after = self._version(change, change.after, new)
        found = CheckedVersion(_secrets(before), _secrets(after), beyond(after, before))
        with self._lock:
            self._new[change.name] = found
        return found

    def save(self) -> None:
        """Write down what was found since the last time; without that, it is only looked for again."""
        with self._lock:
            if not self._new:
                return
            self._begin()
            rows = [(name, _written(found)) for name, found in self._new.items()]
            self._base.write("INSERT OR REPLACE INTO findings (change, found) VALUES (?, ?)", rows)
            self._new = {}
            oldest = "SELECT id FROM findings ORDER BY id DESC LIMIT -1 OFFSET ?"
            self._base.write(f"DELETE FROM findings WHERE id IN ({oldest})", [(MOST,)])

    def _begin(self) -> None:
        """Forget what another release found."""
        if not self._is_current:
            if self._base.get("findings_of") != __version__:
                self._base.write("DELETE FROM findings", [()])
                self._base.put("findings_of", __version__)
            self._is_current = True

    def _version(
        self, change: CheckedChange, revision: Revision | None, decoded: DecodedText
    ) -> tuple[Finding, ...]:
        key = (change.uri, change.kind, revision, change.day)
        with self._lock:
            found = self._versions.pop(key, None)
        if found is None:
            from memdesk.checks.check import check_text

            text = decoded.text
            found = check_text(text, today=change.day, uri=change.uri, kind=change.kind) if text else ()
            found = placed(found, decoded)
        with self._lock:
            self._versions[key] = found
            while len(self._versions) > REMEMBERED:
                self._versions.popitem(last=False)
        return found


def forget_findings(base: StateDatabase) -> None:
    """Forget what was found in a workspace, on the disk too."""
    base.write("DELETE FROM findings", [()])
    base.rows("PRAGMA wal_checkpoint(TRUNCATE)")


def _written(found: CheckedVersion) -> str:
    return json.dumps([found.old, found.new, [_fields(each) for each in found.findings]])


def _examined(written: Value) -> CheckedVersion | None:
    """Return what was found before; None where that cannot be read."""
    try:
        old, new, findings = json.loads(str(written))
        return CheckedVersion(_spans(old), _spans(new), tuple(_finding(*each) for each in findings))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None


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
