"""What a search found as rows: the words that were looked for marked, who wrote it when, and where it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.model import DocumentInfo
from memdesk.text.spellings import places_alike
from memdesk.text.terms import folded_places, patterns_of
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import FoundRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.review.searched import Writing
    from memdesk.search import SearchHit
    from memdesk_gui.features.search.fleet import HitPlace

_SOURCES = {
    "keyword": QT_TRANSLATE_NOOP("Search", "by words"),
    "vector": QT_TRANSLATE_NOOP("Search", "by meaning"),
    "hybrid": QT_TRANSLATE_NOOP("Search", "by words and meaning"),
    "tree": QT_TRANSLATE_NOOP("Search", "by topic"),
}


def found_item(hit: SearchHit, info: DocumentInfo | None, writing: Writing | None, now: float) -> RowItem:
    """Return the row of a hit; who wrote it is told where that is known by now."""
    place, title = place_text(hit, info), printable(hit.snippet)
    told = "" if writing is None else wording.relative_time(writing.time, now)
    actor = None if writing is None else writing.actor
    if actor is not None:
        told = f"{who(actor)} · {told}"
    row = FoundRow(
        title or place,
        place,
        told,
        source_text(hit.source),
        marks(title, hit.matched),
        None if actor is None else actor.origin,
        author="" if actor is None else actor.name,
    )
    tip = printable(hit.address)
    return RowItem(hit.address, row, tip if writing is None else f"{tip}\n{wording.exact_time(writing.time)}")


def fleet_item(hit: SearchHit, info: DocumentInfo | None, place: HitPlace) -> RowItem:
    """Return the row of a hit in one of many workspaces, which it names."""
    item = found_item(hit, info, None, 0.0)
    row = item.row._replace(note=printable(place.text))
    workspace = place.workspace
    return RowItem(item.key, row, f"{printable(f'{workspace.host}:{workspace.root}')}\n{item.tip}")


def place_text(hit: SearchHit, info: DocumentInfo | None) -> str:
    """Return a hit's document and the heading that it stands under."""
    title = printable(wording.document_title(info) if info is not None else hit.uri)
    heading = printable(hit.heading.rpartition(" › ")[2])
    return f"{title} › {heading}" if heading not in ("", title) else title


def source_text(source: str) -> str:
    """Return what found a hit, in words."""
    return QCoreApplication.translate("Search", str(_SOURCES[source])) if source in _SOURCES else source


def marks(text: str, terms: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return where the terms stand in a text, other forms of a word as well; none overlaps another."""
    terms = [*terms]
    spans = [*places_alike(text, terms)]
    same, places = folded_places(text)
    if patterns := patterns_of(terms, same):
        ends = [
            *places,
            len(text),
        ]  # an accent that is a letter of its own is marked with the letter before it
        spans += (
            (places[match.start()], max(places[match.end() - 1] + 1, ends[match.end()]))
            for match in re.finditer("|".join(patterns), same)
            if match.end() > match.start()
        )
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return tuple(apart)
