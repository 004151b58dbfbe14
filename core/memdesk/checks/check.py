"""All checks on one text, or on what is new in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from itertools import chain, islice

from memdesk.checks import budget as size
from memdesk.checks import encoded, facts, hidden_text, instruction, link, merge_marks, secret, stale
from memdesk.checks.finding import CheckHit, Finding
from memdesk.checks.places import findings_in
from memdesk.checks.subject import CheckSubject
from memdesk.model import Budget, Kind
from memdesk.text.json.escapes import read

MOST = 1_000
"""Findings of one check that are told of in one text. Secrets are all told of: they are masked by it."""

_CHECKS = (
    hidden_text.hits,
    instruction.hits,
    link.hits,
    encoded.hits,
    facts.hits,
    stale.hits,
    merge_marks.hits,
)


def check_text(
    text: str, *, today: date, uri: str = "", kind: Kind = Kind.OTHER, budget: Budget | None = None
) -> tuple[Finding, ...]:
    """Return everything that the checks find in a document's text, in the order in which it stands there.

    ``budget`` is what the document's system lets it have, where it says, and what of that it uses.
    """
    subject, said = CheckSubject(text, today, uri, kind, budget), read(text)
    hits = _hits(replace(subject, text=said.text))
    if said.starts:
        hits = (hit._replace(start=said.origin(hit.start), end=said.origin(hit.end)) for hit in hits)
    return findings_in(text, uri, chain(hits, size.hits(subject)))


def check_added(
    old: str,
    new: str,
    *,
    today: date,
    uri: str = "",
    kind: Kind = Kind.OTHER,
    budget: Budget | None = None,
) -> tuple[Finding, ...]:
    """Return what the checks find in a new version of a text and did not find in the old one.

    What only moved to another line is not new.
    """
    found = check_text(new, today=today, uri=uri, kind=kind, budget=budget)
    if not found or not old:
        return found
    return beyond(found, check_text(old, today=today, uri=uri, kind=kind, budget=budget))


def beyond(found: Iterable[Finding], known: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that are not among the known ones, of equal ones as many as there are more."""
    return tuple(_beyond(found, Counter(each.fingerprint for each in known)))


def _hits(subject: CheckSubject) -> Iterator[CheckHit]:
    yield from secret.hits(subject)
    for check in _CHECKS:
        yield from islice(check(subject), MOST)


def _beyond(found: Iterable[Finding], known: Counter[str]) -> Iterator[Finding]:
    for finding in found:
        if known[finding.fingerprint] > 0:
            known[finding.fingerprint] -= 1
        else:
            yield finding
