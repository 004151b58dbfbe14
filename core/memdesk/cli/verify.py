"""``memdesk verify`` and ``witness``: whether all that is kept can be read, and what the records are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

import typer

from memdesk.access.locks import RECORD as LOCKS
from memdesk.access.proposals import RECORD as APPROVAL
from memdesk.agents.toolbox import Toolbox
from memdesk.checks import Finding
from memdesk.cli import complain
from memdesk.cli.damaged_records import CHANGED, GONE, HOLD_HINT, SEEN_HINT, unproven_words
from memdesk.cli.findings import finding_json, finding_line
from memdesk.cli.options import AsJson, Folder
from memdesk.cli.output import opened, say
from memdesk.cli.reports import (
    dump,
    instead_text,
    many,
    moment,
    on_screen,
    problem_json,
    problem_line,
)
from memdesk.errors import InvalidError, MemdeskError, ReadOnlyError, UnsafePathError, UsageError
from memdesk.findings import ContentChecks, Quarantine
from memdesk.findings.quarantine import FOLDER as QUARANTINE
from memdesk.model import Json, Origin, Problem, Revision, Severity
from memdesk.review.approval import Approval
from memdesk.review.own_check import state_findings, tests_findings
from memdesk.review.shell_decisions import RECORD as DECISIONS
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.review.witness import Departure, Witness
from memdesk.store import HistoryReport, IntegrityFinding, Subset
from memdesk.store.fs.names import PRIVATE
from memdesk.store.integrity.damage import Damage
from memdesk.workspace import Workspace

_UNKNOWN_BEFORE = (
    "what it was cannot be told: what memdesk had seen of this folder was removed past it; the next look "
    "logs the document as a change"
)
_UNSEEN = "its bytes were changed and its size and times were left as they were; the next look logs that"
MOST = 100
"""Lines of problems, and of content findings, that are printed unless all are asked for."""

Told = TypeVar("Told", IntegrityFinding, tuple[str, Finding])

_SUBSET = re.compile(r"([1-9]\d{0,5})/([1-9]\d{0,5})")


group = typer.Typer()


def named_file(text: str | Path) -> Path:
    """Return the file of this name. Raises UsageError for none."""
    if not str(text) or "\0" in str(text):
        raise UsageError("the name of the witness FILE is empty, or no name of a file")
    return Path(text)


WitnessPlace: TypeAlias = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A file on another disk or share; only added to.", parser=named_file),
]
Witnessed: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--witness",
        metavar="FILE",
        help="Compare memdesk's own records with what 'memdesk witness' noted in FILE.",
        parser=named_file,
    ),
]


@group.command()
def witness(path: Folder, file: WitnessPlace, as_json: AsJson = False) -> None:
    """Add a line to FILE with the length and SHA-256 of memdesk's own records and of the log."""
    with opened(path, read_only=True) as workspace:
        kept = Witness(workspace, file)
        damaged = kept.damages()
        taken = kept.take()
        for damage in damaged:
            complain(f"{on_screen(damage.name)} is damaged, and was witnessed as it is: {damage.words}")
        if as_json:
            names: list[Json] = [damage.name for damage in damaged]
            listed: list[Json] = [
                {"name": name, "bytes": size, "lines": lines, "sha256": sha256}
                for name, (size, sha256, lines) in taken.records.items()
            ]
            head: dict[str, Json] = {"time": moment(taken.time), "workspace": taken.workspace}
            say(dump({**head, "records": listed, "damaged": names}))
        else:
            say(f"{many(len(taken.records), 'record')} witnessed at {moment(taken.time)}")


@group.command()
def verify(
    path: Folder,
    *,
    subset: Annotated[
        str | None,
        typer.Option(metavar="N/T", help="Check only part N of T of the stored versions, for example 1/5."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Exit 1 also for content findings and for records that changed since 'memdesk witness'.",
        ),
    ] = False,
    set_aside: Annotated[
        bool,
        typer.Option("--set-aside", help="First move aside anything that replaced memdesk's own files."),
    ] = False,
    witness: Witnessed = None,
    every: Annotated[
        bool, typer.Option("--all", help=f"Print every line, where there are more than {MOST} of a kind.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Check all documents and the history for problems. Changes nothing."""
    if set_aside:
        with Workspace.open(path) as workspace:
            put_aside(workspace)
    most = None if every else MOST
    with opened(path, read_only=True) as workspace:
        return verify_report(workspace, subset, strict=strict, witness=witness, most=most, as_json=as_json)


def verify_report(
    workspace: Workspace,
    subset: str | None,
    *,
    strict: bool,
    witness: Path | None = None,
    most: int | None = None,
    as_json: bool,
) -> int:
    """Check and report; return the exit status: 1 where anything is wrong, warnings apart.

    What the content checks find, and what changed since it was witnessed, is told, but is wrong only where
    the check is strict.
    """
    part = _subset(subset)
    witnessed = [*witness_findings(workspace, witness)] if witness else []
    listing = workspace.scan()
    formats, now = list[IntegrityFinding](), dict[str, Revision | None]()
    for detail in map(workspace.describe_listed, sorted(listing.documents)):
        formats += (IntegrityFinding(detail.info.uri, problem) for problem in detail.parsed.problems)
        now[detail.info.uri] = detail.revision
    try:
        report = workspace.store.check(part)
    except UnsafePathError as error:
        return _no_records(workspace, error, len(listing.documents), as_json=as_json)
    told = {finding.uri for finding in report.findings if finding.problem.code == "record_misplaced"}
    damaged = [finding for finding in damage_findings(workspace) if finding.uri not in told]
    known = {finding.uri for finding in damaged}
    decided = [finding for finding in _decisions(workspace, report) if finding.uri not in known]
    pending = [*_pending(workspace, now), *_unknown(workspace, now)] if _is_settled(report) else []
    report = report._replace(unseen=report.unseen + len(pending))
    by_program = shell_findings(workspace)
    findings = [
        *(*formats, *damaged, *witnessed, *by_program),
        *(
            *state_findings(workspace),
            *tests_findings(workspace),
            *_choices(workspace),
            *report.findings,
            *pending,
            *decided,
        ),
    ]
    notes = [
        (one.uri, note) for one in ContentChecks(workspace).every(listing.documents) for note in one.findings
    ]
    since = sum(finding.problem.severity is Severity.WARNING for finding in witnessed)
    more = len(notes) + since if strict else 0
    ok = all(finding.problem.severity is Severity.WARNING for finding in findings) and not more
    if as_json:
        head: dict[str, Json] = {"root": str(workspace.root), "ok": ok, "documents": len(listing.documents)}
        problems: list[Json] = [{"uri": uri, **problem_json(problem)} for uri, problem in findings]
        found: list[Json] = [finding_json(uri, note) for uri, note in notes]
        say(dump({**head, "history": _history_json(report), "problems": problems, "findings": found}))
    else:
        for line in _lines(workspace, len(listing.documents), report, findings, most):
            say(line)
        for line in _notes(notes, most) if notes else ():
            say(line)
    if not ok:
        complain(_verdict(findings, more))
    return 0 if ok else 1


def _first(found: Sequence[Told], most: int | None) -> list[Told]:
    """Return so many of what was found, in their order; all of it for None.

    Errors stay before warnings, and the first of each kind before the second of any: no flood of one hides
    another.
    """
    if most is None or len(found) <= most:
        return list(found)
    seen, ranked = Counter[str](), list[tuple[bool, int, int]]()
    for number, (_, each) in enumerate(found):
        seen[each.code] += 1
        ranked.append((each.severity != Severity.ERROR, seen[each.code], number))
    return [found[number] for number in sorted(number for _, _, number in sorted(ranked)[:most])]


def _more(left: int, what: str) -> Iterator[str]:
    """Yield the line that says how much is not shown, where anything is not."""
    if left:
        yield f"… and {many(left, f'more {what}')}: --all prints every line, and so does --json"


def _no_records(workspace: Workspace, error: UnsafePathError, documents: int, *, as_json: bool) -> int:
    """Report that what should be memdesk's own folder is none, so that nothing else can be told; return 1."""
    if as_json:
        problems: list[Json] = [{"uri": PRIVATE, **problem_json(Problem(error.code, error.message))}]
        head: dict[str, Json] = {"root": str(workspace.root), "ok": False, "documents": documents}
        say(dump({**head, "problems": problems, "findings": []}))
    complain(error.message)
    return 1


def put_aside(workspace: Workspace) -> None:
    """Move what stands in the place of our own files out of the way, and say where it is."""
    if workspace.read_only:
        raise ReadOnlyError(f"{workspace.root} may not be written")
    for home, store in workspace.store.homes():
        for name, what in store.misplaced():
            place = str(workspace.root / home.root / PRIVATE / store.set_aside(name))
            complain(f"{what} stood in the place of {on_screen(name)}: it is {on_screen(place)} now")


def _is_settled(report: HistoryReport) -> bool:
    """Say whether documents can be held against the log: no save was interrupted, and the log is whole."""
    codes = {finding.problem.code for finding in report.findings}
    return codes.isdisjoint(("unfinished", "log_unreadable", "log_shortened", "log_edited", "log_malformed"))


def _pending(workspace: Workspace, now: Mapping[str, Revision | None]) -> Iterator[IntegrityFinding]:
    """Yield the known documents that something past every core changed, as far as nobody logged it yet.

    ``now`` is what each document of the folder is, None where it cannot be read.
    """
    last, known = workspace.latest_operations(), dict(workspace.baseline.revisions())

    def differs(uri: str) -> bool:
        step = last.get(uri)
        before = step.after if step else known[uri]
        is_known = now.get(uri) is not None or not workspace.exists(uri) or workspace.instead(uri) is not None
        return is_known and before != now.get(uri)

    for uri, step in last.items():
        if step.after is None and step.actor.origin is Origin.FOREIGN and now.get(uri) is None:
            instead = workspace.instead(uri)
            if instead is not None:
                message = f"{instead_text(instead, uri)}; that is logged, its last version is kept"
                yield IntegrityFinding(uri, Problem("replaced", message, arguments=(instead.what,)))
    found = sorted(filter(differs, {*last, *known}))
    # whoever is saving just now logs in a moment what is there already
    if found and workspace.lock_holder() is None:
        again, unseen = workspace.latest_operations(found), list[str]()
        for uri in found:
            if again.get(uri) == last.get(uri):
                instead = workspace.instead(uri)
                if instead is not None:
                    message = (
                        f"{instead_text(instead, uri)}; the next look logs that, its last version is kept"
                    )
                    yield IntegrityFinding(uri, Problem("replaced", message, arguments=(instead.what,)))
                    continue
                if uri in now and _is_unseen(workspace, uri):
                    unseen.append(uri)
                    yield IntegrityFinding(uri, Problem("changed_unseen", _UNSEEN))
                    continue
                what = "changed" if uri in now else "deleted"
                message = f"{what} by something else since it was last logged; the next look logs that"
                yield IntegrityFinding(uri, Problem("log_pending", message, severity=Severity.WARNING))
        workspace.baseline.doubt(unseen)


def _unknown(workspace: Workspace, now: Iterable[str]) -> Iterator[IntegrityFinding]:
    """Yield the documents of which nothing tells what they were, as what was known of them was removed."""
    if workspace.baseline.is_again:
        known = {*workspace.latest_operations(), *(uri for uri, _ in workspace.baseline.revisions())}
        for uri in sorted({*now} - known):
            yield IntegrityFinding(uri, Problem("unknown_before", _UNKNOWN_BEFORE))


def _is_unseen(workspace: Workspace, uri: str) -> bool:
    """Tell whether a document still has every sign of what it was, although it is something else."""
    known, stamp = workspace.baseline.entry(uri), workspace.store.stamp(uri)
    return known is not None and stamp is not None and known.is_of(stamp)


def _choices(workspace: Workspace) -> Iterator[IntegrityFinding]:
    """Yield what a person chose for the agents that cannot be: no call is answered until it is put right."""
    for error in Toolbox(workspace).wrong_choices():
        yield IntegrityFinding(error.uri or "", Problem(error.code, error.message))


def _verdict(findings: list[IntegrityFinding], notes: int) -> str:
    """Say in a line why the status is 1."""
    wrong = sum(finding.problem.severity is not Severity.WARNING for finding in findings)
    counts = ((wrong, "problem"), (notes, "note"))
    return " and ".join(many(number, what) for number, what in counts if number)


def _decisions(workspace: Workspace, report: HistoryReport) -> Iterator[IntegrityFinding]:
    """Yield what is wrong with what people decided: locks, approval, quarantine; no place is told twice."""
    named = {one.uri for one in report.findings if one.problem.code == "record_misplaced"}
    for name, look in ((LOCKS, _locks), (APPROVAL, _approval), (QUARANTINE, _quarantine)):
        uri = f"{PRIVATE}/{name}"
        if uri in named:
            continue
        try:
            yield from look(workspace, uri)
        except MemdeskError as error:
            yield IntegrityFinding(uri, Problem(error.code, error.message))


def shell_findings(workspace: Workspace) -> Iterator[IntegrityFinding]:
    """Yield what a program may have decided in the person's name, until that has seen it.

    Scripts accept and revert, too, so that is a warning; what opens something to agents is wrong.
    """
    found = ShellDecisionLog(workspace).unproven()
    for severity in (Severity.ERROR, Severity.WARNING):
        some = [one for one in found if one.is_opening is (severity is Severity.ERROR)]
        if some:
            message = f"{unproven_words(some)}; {SEEN_HINT}"
            arguments = (str(sum(one.count for one in some)), when(some[0].time))
            problem = Problem("decided_unproven", message, severity=severity, arguments=arguments)
            yield IntegrityFinding(f"{PRIVATE}/{DECISIONS}", problem)


def witness_findings(workspace: Workspace, path: Path) -> Iterator[IntegrityFinding]:
    """Yield the records that are not what a witness file says of them; what they may become is a warning."""
    for name, how, time in Witness(workspace, path).departures():
        arguments, severity = (name, how, when(time)), Severity.ERROR
        if how is Departure.CHANGED:
            severity = Severity.WARNING
        message = f"{how.words} it was witnessed at {when(time)}"
        code = f"witness_{how}"
        yield IntegrityFinding(_uri_of(name), Problem(code, message, severity=severity, arguments=arguments))


def _uri_of(name: str) -> str:
    """Return where a record is, by the name that it has from the opened folder."""
    return name if "/" in name and PRIVATE in name else f"{PRIVATE}/{name}"


def damage_findings(workspace: Workspace) -> Iterator[IntegrityFinding]:
    """Yield the records that are not what this user's memdesk wrote last, and where nothing tells that."""
    for damage in workspace.store.damages(whole=True):
        uri = _uri_of(damage.name)
        arguments = (damage.name, damage.kind, when(damage.kept), when(damage.changed))
        yield IntegrityFinding(uri, Problem("record_damaged_outside", _told(damage), arguments=arguments))
    vouching = workspace.store.vouching()
    if vouching.is_news and vouching.is_changed:
        yield IntegrityFinding(PRIVATE, Problem("vouching_changed", CHANGED))
    elif vouching.is_news:
        since = f"before {when(vouching.since)}" if vouching.since else "yet"
        names = f": {', '.join(vouching.before)}" if vouching.before else ""
        message = f"nothing outside of the folder vouches for its records {since}{names}"
        severity = Severity.WARNING
        if vouching.is_gone:
            message, severity = f"{GONE}; {message}", Severity.ERROR
        else:
            message = f"{message}; {HOLD_HINT}"
        yield IntegrityFinding(PRIVATE, Problem("records_unvouched", message, severity=severity))


def _told(damage: Damage) -> str:
    kept = f"; your memdesk wrote it last at {when(damage.kept)}" if damage.kept else ""
    changed = f"; its file says that it was changed at {when(damage.changed)}" if damage.changed else ""
    return f"{damage.words}{kept}{changed}; memdesk records PATH show {damage.name}"


def when(time: float | None) -> str:
    """Return a moment as it is told in a line, nothing where there is none."""
    return "" if time is None else (moment(time) or "")[:19]


def _locks(workspace: Workspace, uri: str) -> Iterator[IntegrityFinding]:
    try:
        rules = workspace.guard.rules()
    except InvalidError as error:
        yield IntegrityFinding(uri, Problem(error.reason, error.message))
        return
    for name in sorted({rule.uri for rule in rules}):
        if not workspace.exists(name):
            message = "is locked, and there is no such document: whoever moved it has left its lock behind"
            yield IntegrityFinding(name, Problem("lock_gone", message, severity=Severity.WARNING))


def _approval(workspace: Workspace, uri: str) -> Iterator[IntegrityFinding]:
    message = "a line of what waits for approval, or of the rules for that, cannot be understood"
    for number in Approval(workspace).damaged():
        yield IntegrityFinding(uri, Problem("approval_damaged", message, number))


def _quarantine(workspace: Workspace, uri: str) -> Iterator[IntegrityFinding]:
    message = "something in quarantine is damaged; the history may have what it was taken from"
    for name in Quarantine(workspace).damaged():
        yield IntegrityFinding(f"{uri}/{name}.json", Problem("quarantine_damaged", message))


def _subset(text: str | None) -> Subset:
    if text is None:
        return Subset()
    found = _SUBSET.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise UsageError("--subset takes a part and the number of parts, like 1/5")
    return Subset(int(found[1]), int(found[2]))


def _history_json(report: HistoryReport) -> dict[str, Json]:
    return {
        "operations": report.operations,
        "versions": report.versions,
        "bytes": report.bytes,
        "checked": report.checked,
        "gone": report.gone,
        "unseen": report.unseen,
        "since": None if report.since is None else moment(report.since),
        "collectable": {"versions": len(report.collectable.gone), "bytes": report.collectable.bytes},
    }


def _lines(
    workspace: Workspace,
    documents: int,
    report: HistoryReport,
    findings: list[IntegrityFinding],
    most: int | None,
) -> Iterator[str]:
    yield on_screen(str(workspace.root))
    yield many(documents, "document")
    versions, size = many(report.versions, "version"), many(report.bytes, "byte")
    yield f"{versions} in {size}, {report.checked} read and compared"
    since = "" if report.since is None else f" since {(moment(report.since) or '-')[:19]}"
    gone = many(report.gone, "older version")
    yield f"{many(report.operations, 'change')}{since}; {gone} no longer kept"
    if report.collectable.gone:
        size = many(report.collectable.bytes, "byte")
        yield f"{many(len(report.collectable.gone), 'version')} ({size}) may go"
    shown = _first(findings, most)
    yield from (problem_line(uri, problem) for uri, problem in shown)
    yield from _more(len(findings) - len(shown), "problem")
    yield many(len(findings), "problem") if findings else "no problems found in formats and history"


def _notes(notes: Sequence[tuple[str, Finding]], most: int | None) -> Iterator[str]:
    yield f"{many(len(notes), 'content finding')}:"
    shown = _first(notes, most)
    yield from (finding_line(uri, note) for uri, note in shown)
    yield from _more(len(notes) - len(shown), "content finding")
