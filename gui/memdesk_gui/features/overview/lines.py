"""The lines of the overview: its figures in the person's words, each with the key of what it leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.model import DocumentInfo, Kind, Origin
from memdesk_gui.bridge.row_words import told
from memdesk_gui.features.review.finding_words import check_names
from memdesk_gui.widgets.day_bars import DayBar
from memdesk_gui.widgets.lists.link_row import LinkItem
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.model import Actor
    from memdesk.review.overview import (
        ChangedDocument,
        Day,
        Holding,
        Limited,
        Recalled,
        Trouble,
        WaitingChange,
        WritesBy,
    )
    from memdesk_gui.features.review.controller import HeldWrite

NEARLY_FULL = 0.9
"""From which share of its limit on something is said to be nearly full."""
SHOWN_AGENTS = 3
"""Agents that are named of what was added."""
SHOWN_WRITERS = 2
"""Writers that are named of one document."""


def news_line(news: ChangedDocument, now: float) -> LinkItem:
    """Return a document that changed, by whom, and with which words."""
    title, names = name_of(news.info), _names(news.actors)
    age = wording.relative_time(news.time, now)
    origin = news.actors[0].origin if news.actors else Origin.FOREIGN
    author = news.actors[0].name if news.actors else ""
    new = QCoreApplication.translate("Overview", "new") if news.is_new else ""
    detail = " · ".join(part for part in (new, names, age) if part)
    words = _signed(news.words, removed=news.is_removal)
    tip = f"{printable(news.info.uri)}\n{wording.exact_time(news.time)}"
    return LinkItem(_address(news.info.uri, news.part), title, detail, words, origin, tip=tip, author=author)


def waiting_line(change: WaitingChange, now: float) -> LinkItem:
    """Return a change that waits, with what was found in it."""
    locked = (QCoreApplication.translate("Review", "locked"),) if change.locked else ()
    badge = ", ".join((*locked, *check_names(change.findings)))
    title = printable(change.uri.rpartition("/")[2])
    detail = f"{who(change.actor)} · {wording.relative_time(change.time, now)}"
    words = _signed(change.words, removed=change.is_removal) or wording.change_name(change.change)
    tip = f"{printable(change.uri)}\n{wording.exact_time(change.time)}"
    actor = change.actor
    return LinkItem(change.id, title, detail, words, actor.origin, badge, tip=tip, author=actor.name)


def held_line(held: HeldWrite, now: float) -> LinkItem:
    """Return a write that waits for approval, with what was found in it."""
    waits = QCoreApplication.translate("Review", "waits for approval")
    badge = ", ".join((waits, *check_names(held.findings)))
    title, words = printable(held.uri.rpartition("/")[2]), told(held.words) if held.words is not None else ""
    detail = f"{who(held.actor)} · {wording.relative_time(held.time, now)}"
    tip = f"{printable(held.uri)}\n{wording.exact_time(held.time)}"
    actor = held.actor
    return LinkItem(held.key, title, detail, words, actor.origin, badge, tip=tip, author=actor.name)


def writer_line(writer: WritesBy, now: float) -> LinkItem:
    """Return who wrote, how often, and when last."""
    number = writer.documents
    documents = QCoreApplication.translate("Overview", "in %n documents", "", number)
    last = QCoreApplication.translate("Overview", "last {when} in {name}").format(
        when=wording.relative_time(writer.last, now), name=printable(writer.uri.rpartition("/")[2])
    )
    key = f"{writer.actor.origin.value} {writer.actor.name}"
    tip = f"{printable(writer.uri)}\n{wording.exact_time(writer.last)}"
    actor, detail = writer.actor, f"{_changes(writer.changes)} {documents}"
    return LinkItem(key, who(actor), detail, last, actor.origin, tip=tip, author=actor.name)


def limit_line(limited: Limited) -> LinkItem:
    """Return how much of its limit something uses."""
    part = wording.compartment_name(limited.part) if limited.part else ""
    title = " › ".join(text for text in (name_of(limited.info), part) if text)
    locale = QLocale()
    sizes = (locale.toString(limited.size), locale.toString(limited.limit))
    words = (
        QCoreApplication.translate("Overview", "{size} of {limit} characters")
        if limited.characters
        else QCoreApplication.translate("Overview", "{size} of {limit} B")
    )
    detail = words.format(size=sizes[0], limit=sizes[1])
    badge = ""
    if limited.share > 1:
        badge = QCoreApplication.translate("Overview", "over its limit")
    elif limited.share >= NEARLY_FULL:
        badge = QCoreApplication.translate("Overview", "nearly full")
    key, tip = _address(limited.info.uri, limited.part), printable(limited.info.uri)
    return LinkItem(key, title, detail, badge=badge, share=limited.share, tip=tip)


def holding_line(holding: Holding, largest: int) -> LinkItem:
    """Return how much there is of a kind of document, beside the kind with most."""
    number = holding.documents
    documents = QCoreApplication.translate("Overview", "%n documents", "", number)
    detail = f"{documents} · {wording.size_text(holding.size)}"
    share = holding.size / largest if largest else 0.0
    return LinkItem(holding.uri, wording.kind_name(holding.kind), detail, part=share)


def recalled_line(recalled: Recalled, now: float) -> LinkItem:
    """Return an entry and how often it was recalled."""
    number = recalled.times
    times = QCoreApplication.translate("Overview", "recalled %n times", "", number)
    last = wording.relative_time(recalled.last, now) if recalled.last else ""
    title = printable(" ".join(recalled.text.split())) or printable(recalled.part)
    detail = " · ".join(part for part in (times, last) if part)
    tip = f"{printable(recalled.info.uri)}\n{title}"
    return LinkItem(_address(recalled.info.uri, recalled.part), title, detail, tip=tip)


def trouble_line(trouble: Trouble) -> LinkItem:
    """Return a problem and the document that it is in."""
    line = trouble.problem.line
    part = f"L{line}" if line is not None else ""
    words = wording.problem_text(trouble.problem)
    name = printable(trouble.info.uri.rpartition("/")[2])
    return LinkItem(_address(trouble.info.uri, part), name, "", words, tip=printable(trouble.info.uri))


def day_bar(day: Day) -> DayBar:
    """Return a day of the chart."""
    name = wording.short_day(day.day)
    parts = [name, *amounts([day])]
    parts.append(
        _changes(day.changes) if day.changes else QCoreApplication.translate("Overview", "no changes")
    )
    said = " · ".join(parts)
    return DayBar(day.human, day.agent, day.foreign, day.removed, name, said, day.agents)


def amounts(days: Sequence[Day]) -> list[str]:
    """Return how much each writer added in some days, and how much went; nothing of what is nothing."""
    agents = Counter[str]()
    for day in days:
        agents.update(dict(day.agents))
    first = agents.most_common(SHOWN_AGENTS)
    rest = sum(day.agent for day in days) - sum(amount for _, amount in first)
    others = (
        QCoreApplication.translate("Overview", "other agents +{size}")
        if first
        else QCoreApplication.translate("Overview", "agents +{size}")
    )
    said = (
        (sum(day.human for day in days), QCoreApplication.translate("Overview", "you +{size}")),
        *((amount, f"{_literal(name)} +{{size}}") for name, amount in first),
        (rest, others),
        (sum(day.foreign for day in days), QCoreApplication.translate("Overview", "other programs +{size}")),
        (sum(day.removed for day in days), QCoreApplication.translate("Overview", "removed −{size}")),
    )
    return [words.format(size=wording.size_text(amount)) for amount, words in said if amount]


def _literal(name: str) -> str:
    """Return a name as a part of words that are filled in."""
    return printable(name).replace("{", "{{").replace("}", "}}")


def name_of(info: DocumentInfo) -> str:
    """Return what a document is called where many kinds stand together."""
    title = printable(wording.document_title(info))
    if info.kind in (Kind.DAILY_NOTE, Kind.EPISODE):
        return f"{wording.kind_name(info.kind)} › {title}"
    return title


def _changes(count: int) -> str:
    return QCoreApplication.translate("Overview", "%n changes", "", count)


def _names(actors: tuple[Actor, ...]) -> str:
    names = list(dict.fromkeys(map(who, actors)))
    more = len(names) - SHOWN_WRITERS
    shown = ", ".join(names[:SHOWN_WRITERS])
    return f"{shown} +{more}" if more > 0 else shown


def _signed(words: str, *, removed: bool) -> str:
    return f"{'−' if removed else '+'} {printable(words)}" if words else ""


def _address(uri: str, part: str) -> str:
    return f"{uri}#{part}" if part else uri
