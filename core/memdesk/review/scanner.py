"""What the content checks find in items, looked for once: as they are shown, or all that wait in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import cache
from threading import Lock
from typing import NamedTuple

from memdesk.checks import Finding
from memdesk.errors import MemdeskError
from memdesk.findings.dismissals import Dismissals
from memdesk.findings.quarantine import Quarantine
from memdesk.findings.quarantine_guard import brought_back, findings_of
from memdesk.findings.quarantined import Quarantined
from memdesk.history.history import History
from memdesk.index.local_state.findings import CheckedChange, CheckedVersion, FindingCache
from memdesk.model import Kind, Revision
from memdesk.review.current_names import Renames
from memdesk.review.items import ReviewItem
from memdesk.text.cooperative import yielding
from memdesk.text.encoding import DecodedText, decode, decode_past_nul
from memdesk.workspace import Workspace

LARGEST = 4 << 20
"""Bytes of a version that is looked at before a person asks for it."""

NOTHING = decode(b"")
"""What stands for a version that is not kept: all that came after it is new to whoever reads."""

TOGETHER = 100
"""Items after which what was found is written down."""


class ExaminingProgress(NamedTuple):
    """In how many items something was found, and whether there is none left to look at."""

    found: int
    is_all: bool


class ReviewExaminer:
    """Checks the items of one workspace, and knows which of them something was found in."""

    def __init__(self, workspace: Workspace, history: History, names: Renames) -> None:
        self._workspace = workspace
        self._history = history
        self._names = names
        self._dismissals = Dismissals(workspace)
        self._examinations = FindingCache(workspace.local_state)
        self._quarantine = Quarantine(workspace)
        self._lock = Lock()
        self._looked: set[str] = set()
        self._found: dict[str, ReviewItem] = {}

    def of(self, item: ReviewItem, uri: str, texts: tuple[DecodedText, DecodedText]) -> CheckedVersion:
        """Return what is found in an item with these texts; ``uri`` is its document's name now."""
        found = self._examinations.of(self._change(item, uri, self.kind(uri)), *texts)
        return _with_returned(found, _away(self._quarantined(), item), uri, *texts)

    def unshown(self, item: ReviewItem, uri: str, old: bytes | None, new: bytes) -> tuple[Finding, ...]:
        """Return what is found in an item without a true difference: one not kept, with NUL, or ill encoded.

        Where the version before is not kept, that is more than the change brought, maybe: who removes a
        version hides no order so.
        """
        change, texts = (
            self._change(item, uri, self.kind(uri)),
            [decode_past_nul(old or b""), decode_past_nul(new)],
        )
        if texts[1].reason == "binary":
            return ()
        if old is None or texts[0].reason == "binary":
            change, texts[0] = change._replace(before=None), NOTHING
        found = self._examinations.of(change, *texts)
        return _with_returned(found, _away(self._quarantined(), item), uri, *texts).findings

    def look(self, items: Iterable[ReviewItem], most: int) -> ExaminingProgress:
        """Check items that nobody looked at, so many at most."""
        kind, new, found = cache(self.kind), 0, 0
        quarantined = self._quarantined()
        for item in yielding(items, 1):
            if item.id in self._looked:
                continue
            if new == most:
                break
            found += self._look(item, kind, _away(quarantined, item))
            new += 1
            if new % TOGETHER == 0:
                self._examinations.save()
        else:
            most = new + 1
        self._examinations.save()
        return ExaminingProgress(found, new < most)

    def found(self) -> tuple[ReviewItem, ...]:
        """Return the items in which something was found that no person has dismissed."""
        with self._lock:
            found = tuple(self._found.values())
        known = self._dismissals.fingerprints() if found else frozenset()
        left = (replace(item, findings=_without(item.findings, known)) for item in found)
        return tuple(item for item in left if item.findings)

    def undismissed(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return findings but those that a person has dismissed."""
        return _without(findings, self._dismissals.fingerprints()) if findings else ()

    def kind(self, uri: str) -> Kind:
        """Return what sort of document this is, as far as that can be told."""
        try:
            return self._workspace.info(uri).kind
        except MemdeskError:
            return Kind.OTHER

    def _look(self, item: ReviewItem, kind: Callable[[str], Kind], away: tuple[Quarantined, ...]) -> bool:
        uri = self._names.now(item.uri, item.machine_time)
        change = self._change(item, uri, kind(uri))
        found = self._examinations.known(change)
        if found is None or away:
            old, new = self._text(item, item.before), self._text(item, item.after)
            if old is None and new is not None:
                change, old = change._replace(before=None), NOTHING
            found = self._examinations.of(change, old, new) if old and new else found or CheckedVersion()
            found = _with_returned(found, away, uri, old, new) if old and new else found
        with self._lock:
            self._looked.add(item.id)
            if found.findings:
                self._found[item.id] = replace(item, findings=found.findings)
        return bool(found.findings)

    def _quarantined(self) -> tuple[Quarantined, ...]:
        try:
            return self._quarantine.items()
        except MemdeskError:
            return ()

    def _change(self, item: ReviewItem, uri: str, kind: Kind) -> CheckedChange:
        today = date.fromtimestamp(self._workspace.clock.now())
        return CheckedChange(uri, kind, item.before, item.after, today)

    def _text(self, item: ReviewItem, revision: Revision | None) -> DecodedText | None:
        """Return a version as text, with or without NUL; None where it is not kept, too large, or no text."""
        try:
            data = self._history.content(item.uri, revision)
        except MemdeskError:
            return None
        decoded = decode_past_nul(data) if len(data) <= LARGEST else None
        return None if decoded is None or decoded.reason == "binary" else decoded


def _without(findings: tuple[Finding, ...], known: frozenset[str]) -> tuple[Finding, ...]:
    return tuple(found for found in findings if found.fingerprint not in known)


def _away(quarantined: Iterable[Quarantined], item: ReviewItem) -> tuple[Quarantined, ...]:
    """Return what was in quarantine already when an item was written."""
    return tuple(each for each in quarantined if each.time < item.machine_time)


def _with_returned(
    found: CheckedVersion, away: tuple[Quarantined, ...], uri: str, old: DecodedText, new: DecodedText
) -> CheckedVersion:
    """Return what is found with what an item brought back out of quarantine."""
    back = brought_back(away, uri, old.text, new.text)
    return found._replace(findings=(*findings_of(back, new.lined), *found.findings)) if back else found
