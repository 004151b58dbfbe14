"""What another policy would change, as rows: what it is about, how that is now, how it would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject

from memdesk_gui.editors.models.warm import decimal
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.models.records import RecordColumn, RecordsModel
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.policy.evoclaw_eviction import EvictionOutcome, EvictionRow, Fate
    from memdesk.policy.what_if import QueryRow, SessionRow, Summing, WhatIf
    from memdesk.systems.tools import PromptPiece
    from memdesk.workspace import Workspace

WORDS = 60
FATES = 500
"""Memories that are listed, those that leave before the others."""


class WhatIfRow(NamedTuple):
    """One thing under both policies. ``mark`` is added, removed, changed or nothing; ``uri`` opens it."""

    title: str
    now: str
    then: str
    mark: str = ""
    uri: str = ""
    heading: bool = False
    whole: str = ""


_TOKENS = {"added": "fine", "removed": "danger", "changed": "human"}


class WhatIfModel(RecordsModel[WhatIfRow]):
    """Both sides beside each other."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        columns: tuple[RecordColumn[WhatIfRow], ...] = (
            RecordColumn(
                QCoreApplication.translate("WhatIfModel", "What"),
                lambda row: row.title,
                token=lambda row: "" if row.heading else "muted",
                tip=lambda row: row.whole or row.uri,
            ),
            RecordColumn(
                QCoreApplication.translate("WhatIfModel", "Now"),
                lambda row: row.now,
                token=lambda row: "danger" if row.mark == "removed" else "",
                tip=lambda row: row.whole,
            ),
            RecordColumn(
                QCoreApplication.translate("WhatIfModel", "With these values"),
                lambda row: row.then,
                token=lambda row: _TOKENS.get(row.mark, ""),
                tip=lambda row: row.whole,
            ),
        )
        super().__init__(columns, lambda row: f"{row.title}/{row.uri}/{row.whole}", theme, parent)


def what_if_rows(found: WhatIf) -> list[WhatIfRow]:
    """Return everything that was worked out."""
    rows = [row for query in found.queries for row in _query_rows(query)]
    rows += [_session_row(session) for session in found.sessions]
    term = found.long_term
    title = QCoreApplication.translate("WhatIfModel", "{name}, compressed by the next reply").format(
        name=_file(term.uri)
    )
    now, then = _yes(term.now), _yes(term.then)
    rows.append(WhatIfRow(title, now, then, "" if now == then else "changed", term.uri))
    return rows


def read_eviction(workspace: Workspace, uri: str, wishes: Sequence[str]) -> EvictionRow:
    """Return what would leave a warm tier as it is on disk. Runs in the read pool."""
    from memdesk.agents.toolbox import Toolbox
    from memdesk.errors import NotFoundError
    from memdesk.policy.evoclaw_eviction import eviction_if
    from memdesk.systems.evoclaw import EvoClaw

    sites = (site for system, site in Toolbox(workspace).places(EvoClaw.id) if system.id == EvoClaw.id)
    for site in sites:
        for row in eviction_if(workspace, site, wishes):
            if row.uri == uri:
                return row
    raise NotFoundError(f"{uri} is the warm tier of no agent", uri=uri)


def eviction_rows(found: EvictionRow) -> list[WhatIfRow]:
    """Return what becomes of every memory of a warm tier, those first that leave it."""
    now = sum(fate.now.reason is not None for fate in found.fates)
    then = sum(fate.then.reason is not None for fate in found.fates)
    count = len(found.fates)
    title = QCoreApplication.translate("WhatIfModel", "%n memories in {name}", "", count)
    mark = "" if now == then else "changed"
    head = WhatIfRow(title.format(name=_file(found.uri)), _leave(now), _leave(then), mark, heading=True)
    fates = sorted(found.fates, key=lambda fate: not (fate.now.reason or fate.then.reason))
    return [head, *(_fate_row(found.uri, fate) for fate in fates[:FATES])]


def _query_rows(row: QueryRow) -> Iterator[WhatIfRow]:
    now, then = _amount(len(row.now), row.tokens_now), _amount(len(row.then), row.tokens_then)
    mark = "" if now == then else "changed"
    yield WhatIfRow(f"“{printable(row.query)}”", now, then, mark, heading=True, whole=row.query)
    added, removed = ({piece.uri for piece in side} for side in (row.added, row.removed))
    for piece in (*row.now, *row.added):
        mark = "added" if piece.uri in added else "removed" if piece.uri in removed else ""
        said = _words(piece)
        now, then = ("–" if mark == "added" else said), ("–" if mark == "removed" else said)
        yield WhatIfRow(f"   {_piece_title(piece)}", now, then, mark, piece.uri, whole=piece.text.strip())
    for along in row.along:
        if along.now != along.then:
            sides = (_messages(along.now), _messages(along.then))
            yield WhatIfRow(f"   {_file(along.uri)}", *sides, "changed", along.uri)


def _session_row(row: SessionRow) -> WhatIfRow:
    now, then = _fate(row.now), _fate(row.then)
    mark = "" if row.now == row.then else "changed"
    name = _file(row.uri)
    return WhatIfRow(f"{name}, {_messages(row.messages)}", now, then, mark, row.uri)


def _fate(side: Summing) -> str:
    if not side.due:
        return QCoreApplication.translate("WhatIfModel", "not summed up")
    said = QCoreApplication.translate("WhatIfModel", "{count} summed up, {kept} kept")
    return said.format(count=side.summed_up, kept=side.kept)


def _fate_row(uri: str, fate: Fate) -> WhatIfRow:
    now, then = _outcome(fate.now), _outcome(fate.then)
    stays, stayed = fate.then.reason is None, fate.now.reason is None
    mark = ("added" if stays else "removed") if stays is not stayed else "changed" if now != then else ""
    return WhatIfRow(
        f"   {_one_line(fate.text)}", now, then, mark, f"{uri}#{fate.id}", whole=fate.text.strip()
    )


def _outcome(side: EvictionOutcome) -> str:
    words = {
        None: QCoreApplication.translate("WhatIfModel", "stays"),
        "faded": QCoreApplication.translate("WhatIfModel", "archived, faded"),
        "full": QCoreApplication.translate("WhatIfModel", "archived, no room"),
    }
    return f"{decimal(side.score)} · {words[side.reason]}"


def _leave(count: int) -> str:
    return QCoreApplication.translate("WhatIfModel", "%n archived", "", count)


def _amount(count: int, tokens: int) -> str:
    pieces = QCoreApplication.translate("WhatIfModel", "%n memories", "", count)
    cost = QCoreApplication.translate("WhatIfModel", "%n tokens", "", tokens)
    return f"{pieces} · {cost}"


def _messages(count: int) -> str:
    return QCoreApplication.translate("WhatIfModel", "%n messages", "", count)


def _yes(due: bool) -> str:
    return (
        QCoreApplication.translate("WhatIfModel", "yes")
        if due
        else QCoreApplication.translate("WhatIfModel", "no")
    )


def _piece_title(piece: PromptPiece) -> str:
    return " › ".join(filter(None, (_file(piece.uri.partition("#")[0]), printable(piece.heading))))


def _words(piece: PromptPiece) -> str:
    return _one_line(piece.text.replace("---", " "))


def _one_line(text: str) -> str:
    return printable(" ".join(text.split())[:WORDS])


def _file(uri: str) -> str:
    return printable(uri.rpartition("/")[2])
