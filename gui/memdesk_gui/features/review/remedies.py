"""What is done about findings: redact, quarantine, dismiss. Runs in the write lane; each can be undone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from memdesk.checks import Check, Finding
from memdesk.errors import NotFoundError
from memdesk.findings import Checked, ContentChecks, Dismissals, Quarantine, redact
from memdesk.model import Actor
from memdesk.review import Done, Inbox, Verdict
from memdesk.workspace import Workspace


class RemedySubject(NamedTuple):
    """Findings in a document, and the changes for review that are judged with what is done about them.

    ``whole`` says that the document is nothing but what was found: it came with the change.
    """

    uri: str
    findings: tuple[Finding, ...]
    ids: tuple[str, ...] = ()
    whole: bool = False

    @property
    def secrets(self) -> tuple[Finding, ...]:
        """The findings that can be redacted."""
        return tuple(found for found in self.findings if found.check is Check.SECRET)

    @property
    def movable(self) -> tuple[Finding, ...]:
        """The findings that stand in a place which can be quarantined."""
        return tuple(found for found in self.findings if found.check is not Check.BUDGET)


@dataclass(frozen=True, slots=True)
class Remedied(Done):
    """What was done about findings: to how many, and what it put into quarantine or dismissed."""

    deed: str = ""
    count: int = 0
    moved: tuple[str, ...] = ()


def read_secrets(workspace: Workspace, subject: RemedySubject) -> tuple[str, ...]:
    """Return secrets as they stand in a document now."""
    checked = ContentChecks(workspace).of(subject.uri)
    found = _still(checked, subject.secrets)
    return tuple(dict.fromkeys(checked.text[one.start : one.end] for one in found))


def redact_secrets(workspace: Workspace, subject: RemedySubject, inbox: Inbox, who: Actor) -> Remedied:
    """Put words in the place of secrets as they stand there now. Raises what ``redact`` raises."""
    with workspace.exclusive(who):
        checked = ContentChecks(workspace).of(subject.uri)
        found = _still(checked, subject.secrets)
        spans = [(one.start, one.end) for one in found]
        commit = redact(workspace, subject.uri, spans, checked.revision, who)
        done = _judged(inbox, subject, who)
    return replace(done, commits=(commit,), deed="redacted", count=len(found))


def quarantine(workspace: Workspace, subject: RemedySubject, inbox: Inbox, who: Actor) -> Remedied:
    """Move what findings stand in out of the agents' sight, all of it or nothing."""
    with workspace.exclusive(who):
        checked = ContentChecks(workspace).of(subject.uri)
        moved = Quarantine(workspace).add_found(
            checked, _still(checked, subject.movable), who, whole=subject.whole
        )
        names = tuple(item.id for item in moved)
        try:
            done = _judged(inbox, subject, who)
        except Exception:
            _restore(Quarantine(workspace), names, who)
            raise
    return replace(done, deed="quarantined", count=len(moved), moved=names)


def restore(workspace: Workspace, inbox: Inbox, who: Actor, done: Done) -> Done:
    """Take what was moved out of quarantine again, and the decision back."""
    with workspace.exclusive(who):
        if isinstance(done, Remedied):
            _restore(Quarantine(workspace), done.moved, who)
        return inbox.undo(done, who)


def dismiss(workspace: Workspace, subject: RemedySubject, why: str, _inbox: Inbox, who: Actor) -> Remedied:
    """Show findings no more."""
    gone = Dismissals(workspace).dismiss(subject.uri, subject.findings, who, why)
    prints = tuple(one.fingerprint for one in gone)
    return Remedied(Verdict.EDITED, {}, deed="dismissed", count=len(prints), moved=prints)


def recall(workspace: Workspace, _inbox: Inbox, who: Actor, done: Done) -> Done:
    """Show dismissed findings again."""
    if isinstance(done, Remedied):
        Dismissals(workspace).recall(done.moved, who)
    return Remedied(Verdict.PENDING, {}, deed="recalled")


def _judged(inbox: Inbox, subject: RemedySubject, who: Actor) -> Remedied:
    """Take the changes that brought what was found for judged."""
    if not subject.ids:
        return Remedied(Verdict.EDITED, {})
    done = inbox.edited(subject.ids, who)
    return Remedied(done.verdict, done.before)


def _still(checked: Checked, wanted: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings as they stand in a document now. Raises NotFoundError where none is left."""
    prints = {one.fingerprint for one in wanted}
    found = tuple(one for one in checked.findings if one.fingerprint in prints)
    if not found:
        raise NotFoundError("what was found is not there any more", uri=checked.uri)
    return found


def _restore(kept: Quarantine, names: Iterable[str], who: Actor) -> None:
    for name in reversed(tuple(names)):
        kept.restore(name, who)
