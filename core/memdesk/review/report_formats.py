"""Changes as text that others read: Markdown, a unified diff, JSON, SARIF and JUnit. Pure.

What a memory says is never taken for markup: it stands in code spans and fences that it cannot end, with
everything escaped that would not show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree

from memdesk.checks import Check, Finding, Level
from memdesk.model import ChangeKind, Json
from memdesk.review.report import ReportedChange, ReviewReport
from memdesk.runtime.clock import iso_time
from memdesk.runtime.version import __version__
from memdesk.text.invisible import escaped

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
_TICKS = re.compile("`+")


def _message(finding: Finding) -> str:
    return finding.message


def _time(seconds: float) -> str:
    return (iso_time(seconds) or "-")[:19].replace("T", " ")


class ReportWords(NamedTuple):
    """What a report says beside what the changes say, for whoever words it in another language."""

    waiting: str = "What waits for review in {name}"
    since: str = "What changed in {name} since {since}"
    history: str = "History of {name}"
    nothing: str = "Nothing."
    binary: str = "It is no text."
    not_kept: str = "A version is no longer kept, so there is nothing to compare."
    line: str = "line {number}"
    kinds: tuple[tuple[ChangeKind, str], ...] = (
        (ChangeKind.CREATED, "created"),
        (ChangeKind.MODIFIED, "changed"),
        (ChangeKind.DELETED, "deleted"),
    )
    finding: Callable[[Finding], str] = _message
    time: Callable[[float], str] = _time


ENGLISH = ReportWords()


def markdown(report: ReviewReport, words: ReportWords = ENGLISH, *, title: str = "") -> str:
    """Return a report for a person: each change with who made it, what was found, and its lines."""
    heading = words.since if report.since else words.waiting
    named = heading.format(name=_code(report.name), since=_code(report.since))
    parts = [f"# {title or named}"]
    parts += [_section(change, words) for change in report.changes] or [words.nothing]
    return "\n\n".join(parts) + "\n"


def unified(report: ReviewReport) -> str:
    """Return all changes as one unified diff; what is no text is told of in a line that no tool reads."""
    parts = [
        change.diff if change.diff else f"Binary files a/{change.uri} and b/{change.uri} differ"
        for change in report.changes
        if change.diff or change.binary
    ]
    return "".join(escaped(part, "\n\t") + "\n" for part in parts)


def report_json(report: ReviewReport) -> list[Json]:
    """Return a report for a program: its changes, with what ``memdesk review list --json`` calls them."""
    return [change_json(change) for change in report.changes]


def change_json(change: ReportedChange) -> dict[str, Json]:
    """Return one change for a program."""
    actor = change.actor
    return {
        "id": change.id or None,
        "uri": change.uri,
        "moved": change.moved or None,
        "change": change.change,
        "time": None if change.time is None else iso_time(change.time),
        "actor": None if actor is None else actor.name,
        "origin": None if actor is None else actor.origin,
        "via": None if actor is None else actor.via,
        "tool": None if actor is None else actor.tool,
        "session": None if actor is None else actor.session,
        "before": change.before,
        "after": change.after,
        "said": change.says,
        "added": change.added,
        "removed": change.removed,
        "binary": change.binary,
        "kept": change.kept,
        "decided": change.decided or None,
        "diff": change.diff,
        "findings": [
            {
                "check": found.check,
                "severity": found.severity,
                "code": found.code,
                "message": found.message,
                "line": found.line,
                "column": found.column,
                "fingerprint": found.fingerprint,
            }
            for found in change.findings
        ],
    }


def sarif(report: ReviewReport) -> dict[str, Json]:
    """Return what the checks found as SARIF 2.1.0; places are files of the repository, if it is one."""
    rules = [*Check]
    found: list[Json] = [
        _sarif_result(report.prefix + change.uri, finding, rules.index(finding.check), change)
        for change in report.changes
        for finding in change.findings
    ]
    known: list[Json] = [
        {"id": rule.value, "name": rule.value, "shortDescription": {"text": rule.value.replace("_", " ")}}
        for rule in rules
    ]
    driver: dict[str, Json] = {"name": "memdesk", "version": __version__, "rules": known}
    run: dict[str, Json] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": found}
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def junit(report: ReviewReport, worst: Level | None) -> str:
    """Return a report as JUnit XML: a suite for each document, a case for each change.

    A case fails where the checks found something as serious as ``worst``, or more; None: no case does.
    """
    suites = ElementTree.Element("testsuites", name="memdesk")
    total = failed = 0
    for uri in dict.fromkeys(change.uri for change in report.changes):
        changes = [change for change in report.changes if change.uri == uri]
        suite = ElementTree.SubElement(suites, "testsuite", name=escaped(uri))
        failures = sum([_junit_case(suite, change, worst) for change in changes])
        _count(suite, len(changes), failures)
        total, failed = total + len(changes), failed + failures
    _count(suites, total, failed)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, "unicode") + "\n"


def serious(report: ReviewReport, worst: Level | None) -> int:
    """Return how many findings are as serious as ``worst``, or more."""
    return sum(1 for change in report.changes for found in change.findings if _is_serious(found, worst))


def _is_serious(finding: Finding, worst: Level | None) -> bool:
    order = (Level.INFO, Level.WARNING, Level.ERROR)
    return worst is not None and order.index(finding.severity) >= order.index(worst)


def _section(change: ReportedChange, words: ReportWords) -> str:
    kinds = dict(words.kinds)
    name = f"{_code(change.moved)} → {_code(change.uri)}" if change.moved else _code(change.uri)
    actor = change.actor
    who = (actor.name, actor.tool, actor.session) if actor is not None else ()
    when = () if change.time is None else (words.time(change.time),)
    facts = (
        kinds[change.change],
        *map(_code, filter(None, who)),
        *when,
        f"+{change.added} −{change.removed}",
    )
    lines = [f"## {name}", "", " · ".join(facts)]
    if change.says:
        lines += ["", _code(change.says)]
    if change.findings:
        lines += ["", *(_finding(found, words) for found in change.findings)]
    return "\n".join((*lines, "", *_contents(change, words)))


def _finding(finding: Finding, words: ReportWords) -> str:
    place = words.line.format(number=finding.line)
    return f"- **{finding.severity}**, {place}: {_code(words.finding(finding))}"


def _contents(change: ReportedChange, words: ReportWords) -> Iterator[str]:
    if change.binary:
        yield words.binary
    elif not change.kept:
        yield words.not_kept
    else:
        text = escaped(change.diff, "\n\t")
        fence = "`" * max(3, _longest(text) + 1)
        yield f"{fence}diff\n{text}\n{fence}"


def _code(text: str) -> str:
    """Return text as a code span of Markdown, which it cannot leave."""
    shown = escaped(text) or " "
    ticks = "`" * (_longest(shown) + 1)
    air = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{air}{shown}{air}{ticks}"


def _longest(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)


def _sarif_result(path: str, finding: Finding, rule: int, change: ReportedChange) -> Json:
    place: dict[str, Json] = {
        "artifactLocation": {"uri": quote(path, errors="surrogateescape")},
        "region": {"startLine": max(1, finding.line), "startColumn": max(1, finding.column)},
    }
    actor = change.actor
    return {
        "ruleId": finding.check.value,
        "ruleIndex": rule,
        "level": _SARIF_LEVELS[finding.severity],
        "message": {"text": escaped(finding.message)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"memdesk/v1": finding.fingerprint},
        "properties": {"code": finding.code, "change": change.id, "writer": actor.name if actor else ""},
    }


def _junit_case(suite: ElementTree.Element, change: ReportedChange, worst: Level | None) -> bool:
    """Add a change to a suite; return whether it fails."""
    name = escaped(change.says or change.change.value)
    case = ElementTree.SubElement(suite, "testcase", name=name, classname=escaped(change.uri), time="0")
    bad = [found for found in change.findings if _is_serious(found, worst)]
    if bad:
        told = "\n".join(f"line {found.line}: {escaped(found.message)}" for found in change.findings)
        message = escaped(bad[0].message)
        ElementTree.SubElement(case, "failure", type=bad[0].check.value, message=message).text = told
    ElementTree.SubElement(case, "system-out").text = escaped(change.diff, "\n\t")
    return bool(bad)


def _count(element: ElementTree.Element, tests: int, failures: int) -> None:
    element.set("tests", str(tests))
    element.set("failures", str(failures))
    element.set("errors", "0")
