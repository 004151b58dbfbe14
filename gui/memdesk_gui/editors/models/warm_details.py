"""Everything about one warm memory as passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.model import Json
from memdesk.systems.evoclaw.hot import said
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.records import WarmEntry
from memdesk.systems.evoclaw.score import DAY
from memdesk_gui.editors.models.warm import decimal, tier_name
from memdesk_gui.widgets.lists.passages import PassageRow
from memdesk_gui.wording.wording import exact_time

CAPS = MemoryLimits()


def passages_of(entry: WarmEntry, now: float) -> tuple[PassageRow, ...]:
    """Return what the form does not show: what becomes of a memory, how it scores, when it was used, and
    what belongs to it; links are plain text."""
    translate = QCoreApplication.translate
    parts = (
        (translate("WarmDetails", "Future"), (future(entry, now),)),
        (translate("WarmDetails", "Score"), (" · ".join(_score(entry, now)),)),
        (translate("WarmDetails", "Created"), _moment(entry.created)),
        (translate("WarmDetails", "Last access"), _moment(entry.last_access)),
        (translate("WarmDetails", "Links"), entry.urls),
        (translate("WarmDetails", "Commands"), entry.commands),
        (translate("WarmDetails", "Paths"), entry.paths),
        (translate("WarmDetails", "Details"), _members(entry.details)),
        (translate("WarmDetails", "More in the file"), _members(entry.extra)),
        (translate("WarmDetails", "Id"), (entry.id,)),
    )
    return tuple(passage for lead, texts in parts for passage in _part(lead, texts))


def future(entry: WarmEntry, now: float) -> str:
    """Return whether the next consolidation moves a memory to the archive, and why or why not."""
    value = entry.score(now)
    if value is None or entry.created is None:
        return ""
    translate, faded = QCoreApplication.translate, value < CAPS.threshold
    old = now - entry.created > CAPS.retention_days * DAY
    if faded and old:
        return translate(
            "WarmDetails", "Next consolidation: to the archive, for it is old and its score is low."
        )
    if faded:
        return translate(
            "WarmDetails", "Stays until it is 30 days old; then its low score sends it to the archive."
        )
    return translate("WarmDetails", "Stays while its score is {least} or more.").format(
        least=decimal(CAPS.threshold)
    )


def _part(lead: str, texts: Iterable[str]) -> Iterator[PassageRow]:
    """Name a part once, beside its first text."""
    for number, text in enumerate(filter(None, texts)):
        yield PassageRow(text, "" if number else lead, key=f"{lead}.{number}")


def _score(entry: WarmEntry, now: float) -> Iterator[str]:
    """Yield the score as of now with what it comes from, then what the file says."""
    translate = QCoreApplication.translate
    value = entry.score(now)
    if value is not None:
        text = translate("WarmDetails", "{score} now, {tier}")
        yield text.format(score=decimal(value), tier=tier_name(entry.tier(now)))
    if entry.importance is not None:
        text = translate("WarmDetails", "importance {importance}, used {times}×")
        times = QLocale().toString(entry.accesses)
        yield text.format(importance=decimal(entry.importance), times=times)
    if entry.stored_score is not None:
        text = translate("WarmDetails", "{score} in the file, {tier}")
        yield text.format(score=decimal(entry.stored_score), tier=tier_name(entry.stored_tier) or "–")


def _moment(moment: float | None) -> Iterator[str]:
    if moment:
        yield exact_time(moment)


def _members(values: Mapping[str, Json]) -> Iterator[str]:
    return (f"{name.replace('_', ' ')}: {said(value)}" for name, value in values.items() if said(value))
