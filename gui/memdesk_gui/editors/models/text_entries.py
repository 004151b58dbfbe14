"""The entries of a Markdown document as rows: a fact's keys, a month's episodes, long-term memory's days."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.model import DocumentInfo, Kind
from memdesk.systems.pegasus.months import date_of
from memdesk.systems.pegasus.pieces import split_of
from memdesk.systems.picoclaw_memskill.entries import long_term_pieces
from memdesk.text import markdown
from memdesk.text.markdown_entries import Split, body_of
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.models.records import RecordColumn, RecordsModel
from memdesk_gui.wording.roster import Aspects

TITLE, WORDS, WHEN, UNDER = range(4)

_MONTH = re.compile(r"(.*/)?episodes/(\d{4})-(\d{2})\.md")
_SAID = re.compile(r"[-*+] (?:\*\*)?(?:summary|摘要)(?:\*\*)?[:：](?:\*\*)?\s*(.+)", re.IGNORECASE)


class TextEntry(NamedTuple):
    """An entry: its place among all, its title and what it says, when it happened, the heading above it.

    ``line`` and ``end`` are its first and last line in the text, counted from 1.
    """

    place: int
    title: str
    body: str
    words: str
    when: str = ""
    under: str = ""
    line: int = 0
    end: int = 0


class TextEntriesModel(RecordsModel[TextEntry]):
    """The entries in the order of the text, by their place in it."""

    def __init__(self, kind: Kind, theme: Theme, parent: QObject | None = None) -> None:
        translate = QCoreApplication.translate
        keyed = kind is Kind.FACT
        title: RecordColumn[TextEntry] = RecordColumn(
            translate("TextEntriesModel", "Key") if keyed else translate("TextEntriesModel", "Heading"),
            lambda entry: entry.title,
            shown=lambda entry: entry.title or "–",
            token=lambda entry: "" if entry.title else "muted",
            tip=lambda entry: entry.title,
        )
        words: RecordColumn[TextEntry] = RecordColumn(
            translate("TextEntriesModel", "Value") if keyed else translate("TextEntriesModel", "Text"),
            lambda entry: entry.body,
            shown=lambda entry: entry.words,
        )
        when: RecordColumn[TextEntry] = RecordColumn(
            translate("TextEntriesModel", "Date"), lambda entry: entry.when, token=lambda _: "muted"
        )
        under: RecordColumn[TextEntry] = RecordColumn(
            translate("TextEntriesModel", "Under"), lambda entry: entry.under, token=lambda _: "muted"
        )
        columns = (title, words, when, under)
        super().__init__(columns, lambda entry: str(entry.place), theme, parent, aspects=known_by)


def aspects_of(split: Split, text: str) -> list[Aspects]:
    """Return what each entry of a text is known by: its title, then where that stands and what it says."""
    return [_aspects(piece.title, piece.under, body_of(text, piece)) for piece in split(text)]


def known_by(entry: TextEntry) -> Aspects:
    """Return what an entry is known by."""
    return _aspects(entry.title, entry.under, entry.body)


def split_for(info: DocumentInfo) -> Split | None:
    """Return what cuts a document into its entries; None where it has none that can be told apart."""
    if info.system == "pegasus" and info.kind in (Kind.FACT, Kind.EPISODE):
        return split_of(info.kind)
    is_long_term = info.system == "picoclaw-memskill" and info.kind is Kind.LONG_TERM
    return long_term_pieces if is_long_term else None


def read_entries(split: Split, text: str) -> tuple[TextEntry, ...]:
    """Return the entries of a text."""
    found = []
    for place, piece in enumerate(split(text)):
        body = body_of(text, piece)
        words = body if piece.item else _words(body)
        end = piece.line + text[piece.start : piece.end].rstrip("\n").count("\n")
        when = date_of(body)
        found.append(TextEntry(place, piece.title, body, words, when, piece.under, piece.line, end))
    return tuple(found)


def new_entry(kind: Kind, title: str, day: date) -> str:
    """Return an entry that is still to be written, as the system has its entries."""
    if kind is Kind.FACT:
        return f"- {title}:"
    if kind is Kind.EPISODE:
        return f"## {title}\n- Summary:\n- Date: {day:%Y-%m-%d}"
    return f"## {day:%Y-%m-%d}\n\n{title}"


def is_month(uri: str) -> bool:
    """Say whether a document is a month of episodes, not a week of one."""
    return _MONTH.fullmatch(uri) is not None


def month_after(uri: str) -> str:
    """Return the document of the month after a month's; of anything else the document itself."""
    found = _MONTH.fullmatch(uri)
    if found is None:
        return uri
    year, month = int(found[2]), int(found[3])
    following = f"{year + month // 12:04}-{month % 12 + 1:02}"
    return f"{found[1] or ''}episodes/{following}.md"


def in_memory(uri: str) -> str:
    """Return a document's path as agents name it, below the folder of the memory."""
    parts = uri.split("/")
    at = next((at for at, part in enumerate(parts) if part in ("facts", "episodes")), 0)
    return "/".join(parts[at:])


def _aspects(title: str, under: str, body: str) -> Aspects:
    says = body.strip("\n")
    return (title, under, says) if title else ((under, says),)


def _words(body: str) -> str:
    """Return what stands for an entry: its summary, or else its first words."""
    said = next((found for line in body.split("\n") if (found := _SAID.match(line))), None)
    return said[1] if said else markdown.shorten(markdown.first_line(body))
