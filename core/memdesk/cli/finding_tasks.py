"""What ``memdesk check``, ``quarantine`` and ``purge`` do, and what they print of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memdesk.checks import Check, Finding
from memdesk.cli import complain
from memdesk.cli.finding_reports import (
    finding_json,
    finding_line,
    plan_json,
    plan_text,
    quarantined_json,
    quarantined_text,
)
from memdesk.cli.reports import dump, many, on_screen
from memdesk.errors import NotFoundError, UsageError
from memdesk.findings import Checked, ContentChecks, Dismissals, Purge, Quarantine, redact
from memdesk.model import Actor
from memdesk.systems.copies import is_copy
from memdesk.workspace import Workspace

_SHORTEST_PRINT = 6


class FindingOptions(NamedTuple):
    """What is to be done about findings, by their ids."""

    redact: tuple[str, ...] = ()
    dismiss: tuple[str, ...] = ()
    recall: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be changed."""
        return not (self.redact or self.dismiss or self.recall)


def check_report(
    workspace: Workspace, uri: str | None, wish: FindingOptions, who: Actor, *, as_json: bool
) -> str:
    """Check documents, do what is wished, and return what is left to look at."""
    if wish.recall:
        Dismissals(workspace).recall(wish.recall, who)
    checked = _checked(workspace, uri)
    for one, named in _named(checked, wish.dismiss):
        Dismissals(workspace).dismiss(one.uri, named, who, wish.why)
    for one, named in _named(checked, wish.redact):
        redact(workspace, one.uri, [(finding.start, finding.end) for finding in named], one.revision, who)
    checked = checked if wish.is_empty else _checked(workspace, uri)
    pairs = [(one.uri, finding) for one in checked for finding in one.findings]
    if as_json:
        return dump([finding_json(place, finding) for place, finding in pairs])
    lines = [finding_line(place, finding) for place, finding in pairs]
    return "\n".join([*lines, f"{many(len(pairs), 'finding')} in {many(len(checked), 'document')}"])


def quarantine_report(
    workspace: Workspace, what: str, name: str, who: Actor, why: str, *, as_json: bool
) -> str:
    """List what is in quarantine, or move one thing there or back; return it."""
    kept = Quarantine(workspace)
    items = kept.items() if what == "list" else ()
    if what == "add":
        items = (kept.add(name, who, why),)
        for uri in kept.copies(items[0]):
            what = "a backup copy, which" if is_copy(uri) else "a document, which"
            complain(f"{on_screen(uri)} still has it: {what} agents can read")
    elif what != "list":
        items = (kept.find(name),)
        (kept.restore if what == "restore" else kept.drop)(items[0].id, who)
    return dump([quarantined_json(item) for item in items]) if as_json else quarantined_text(items)


def purge_report(
    workspace: Workspace, what: Sequence[str] | str, who: Actor, *, done: bool, as_json: bool
) -> str:
    """Purge what findings or documents name, or the secret itself; or tell only what that would do."""
    secrets = [what] if isinstance(what, str) else _secrets(workspace, what)
    plan = Purge(workspace).carry_out(secrets, who) if done else Purge(workspace).preview(secrets)
    return dump(plan_json(plan, done=done)) if as_json else plan_text(plan, done=done)


def _checked(workspace: Workspace, uri: str | None) -> tuple[Checked, ...]:
    checks = ContentChecks(workspace)
    return tuple(checks.every()) if uri is None else (checks.of(workspace.locate(uri)[0]),)


def _named(checked: Iterable[Checked], names: Sequence[str]) -> list[tuple[Checked, list[Finding]]]:
    """Return the findings that ids (or their beginnings) name, by document; a document's name stands for all
    secrets in it. Raises NotFoundError.
    """
    checked = tuple(checked)
    uris, met, found = {one.uri for one in checked}, set[str](), list[tuple[Checked, list[Finding]]]()
    for name in names:
        if len(name) < _SHORTEST_PRINT and name not in uris:
            raise UsageError(
                f"{on_screen(name)!r} is not the id of a finding: give {_SHORTEST_PRINT} digits of it or more"
            )
    for one in checked:
        by = {name: [each for each in one.findings if _is_named(name, one.uri, each)] for name in names}
        met |= {name for name, named in by.items() if named}
        named = [each for each in one.findings if any(each in some for some in by.values())]
        found += [(one, named)] if named else []
    for name in names:
        if name not in met:
            what = f"no secret in {on_screen(name)}" if name in uris else f"no finding {on_screen(name)}"
            raise NotFoundError(f"there is {what}")
    return found


def _secrets(workspace: Workspace, names: Iterable[str]) -> list[str]:
    """Return the secrets that findings' ids or documents name. Raises NotFoundError where there are none."""
    documents = _checked(workspace, None)
    found: list[str] = []
    for name in names:
        secrets = [
            one.text[finding.start : finding.end]
            for one in documents
            for finding in (*one.findings, *one.dismissed)
            if finding.check is Check.SECRET and _is_named(name, one.uri, finding)
        ]
        if not secrets:
            raise NotFoundError(
                f"no secret matches {on_screen(name)}; 'memdesk check PATH' lists the findings with their ids"
            )
        found += secrets
    return found


def _is_named(name: str, uri: str, finding: Finding) -> bool:
    if name == uri:
        return finding.check is Check.SECRET
    return len(name) >= _SHORTEST_PRINT and finding.fingerprint.startswith(name)
