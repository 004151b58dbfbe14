"""The content checks on the documents of a workspace, without what a person has dismissed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from memdesk import checks
from memdesk.checks import Finding
from memdesk.checks.finding import placed
from memdesk.errors import MemdeskError
from memdesk.findings.dismissals import Dismissals
from memdesk.model import Budget, DocumentInfo, Nature, Revision
from memdesk.store import Store
from memdesk.systems.system import KeepsBudgets
from memdesk.text.encoding import DecodedText, TextForm, decode_past_nul
from memdesk.workspace import Workspace

LARGEST = 16 << 20
"""Bytes of a document that is checked."""

_NO_FILE = {
    Nature.LINK: "a link, which is not followed",
    Nature.SPECIAL: "no file",
    Nature.UNREADABLE: "cannot be read",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a document as it was at a revision, and what of that a person has dismissed."""

    uri: str
    revision: Revision
    text: str
    findings: tuple[Finding, ...]
    dismissed: tuple[Finding, ...] = ()


class _Beside:
    """The files that lie beside a document (:class:`memdesk.systems.system.CompanionDocuments`)."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, path: str, limit: int = 8 << 20) -> bytes | None:
        """Return at most ``limit`` bytes of a file, None where it cannot be read."""
        try:
            return self._store.head(path, limit)
        except MemdeskError:
            return None


class ContentChecks:
    """The checks of one workspace. They read; from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._dismissals = Dismissals(workspace)

    def of(self, uri: str) -> Checked:
        """Check a document as it is now. One that is no text has no findings."""
        return self._of(self._workspace.info(uri), self._dismissals.fingerprints())

    def every(
        self,
        documents: Iterable[DocumentInfo] | None = None,
        stop: Callable[[], bool] = bool,
        passed_over: Callable[[str, str], object] = lambda _uri, _why: None,
    ) -> Iterator[Checked]:
        """Check every document (or those given); ``passed_over`` is told what cannot be read, and why."""
        listed = self._workspace.documents() if documents is None else documents
        known = self._dismissals.fingerprints()
        for info in listed:
            if stop():
                return
            if info.nature is not Nature.FILE:
                passed_over(info.uri, _NO_FILE[info.nature])
            elif info.size > LARGEST:
                passed_over(info.uri, f"larger than {LARGEST >> 20} MB")
            else:
                try:
                    yield self._of(info, known)
                except MemdeskError as error:
                    passed_over(info.uri, error.message)

    def _of(self, info: DocumentInfo, known: frozenset[str]) -> Checked:
        content = self._workspace.store.read(info.uri)
        decoded = _decoded(content.data)
        text = decoded.text
        budget = budget_of(self._workspace, info, content.data)
        found = checks.check_text(text, today=self._today(), uri=info.uri, kind=info.kind, budget=budget)
        found = placed(found, decoded)
        return Checked(
            info.uri,
            content.revision,
            text,
            tuple(finding for finding in found if finding.fingerprint not in known),
            tuple(finding for finding in found if finding.fingerprint in known),
        )

    def _today(self) -> date:
        return date.fromtimestamp(self._workspace.clock.now())


def budget_of(workspace: Workspace, info: DocumentInfo, data: bytes) -> Budget | None:
    """Return how much of its limit a document uses, None where it has none or is too large to tell."""
    system = workspace.registry.get(info.system or "")
    if not isinstance(system, KeepsBudgets) or len(data) > LARGEST:
        return None
    return system.budget(info.kind, info.uri, data, _Beside(workspace.store))


def _decoded(data: bytes) -> DecodedText:
    """Return a document as windows show it; nothing of one that is too large, or no text."""
    decoded = decode_past_nul(data) if len(data) <= LARGEST else None
    return DecodedText("", TextForm()) if decoded is None or decoded.reason == "binary" else decoded
