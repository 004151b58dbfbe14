"""Where a line, key or entry came from, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.model import Origin
from memdesk_gui.wording import wording
from memdesk_gui.wording.action_words import step_text
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.history.timeline import Version
    from memdesk.model import Actor
    from memdesk.review import BlameOrigin
    from memdesk_gui.documents.blame import Origins, OriginTarget

_STATES = {
    True: QT_TRANSLATE_NOOP("Origin", "Not reviewed"),
    False: QT_TRANSLATE_NOOP("Origin", "Reviewed"),
}
"""What is said of a person's review, by whether it waits for one."""


class OriginText(NamedTuple):
    """What is said of a place; ``state`` is whether a person has reviewed it."""

    heading: str
    place: str
    writer: str = ""
    author: Actor | None = None
    when: str = ""
    facts: str = ""
    state: str = ""
    tip: str = ""
    has_change: bool = False


def told(
    origins: Origins,
    place: OriginTarget,
    person: Actor,
    now: float,
    *,
    gone: bool = False,
    dirty: bool = True,
) -> OriginText:
    """Return what is to be said of a place in a document; ``gone``: its file is deleted.

    What a form offers need not be in a document that is not ``dirty``: its value is set elsewhere.
    """
    line = origins.line(place.line) if place.line and not place.end else None
    source = origins.at(place)
    blank = OriginText(_heading(place), _place(place))
    if not origins.is_known:
        return blank._replace(facts=QCoreApplication.translate("Origin", "Looking into the history…"))
    version = source.version if source is not None else None
    if origins.is_open and version is None and (line is None or line.saved):
        return blank._replace(facts=_owed(origins.looked))
    if line is not None and not line.saved:
        return _unsaved(blank, source, person, now)
    if gone and version is None:
        words = QCoreApplication.translate("Origin", "The document is deleted.")
        return blank._replace(facts=words)
    tells = line is None and (bool(place.end) or origins.tells_parts)
    if tells and source is None and place.is_key and not dirty:
        return blank._replace(facts=QCoreApplication.translate("Origin", "Not set in this document."))
    return _saved(blank, source, now, origins_tell=tells)


def _owed(count: int) -> str:
    """Return that nothing is known yet, and in how many versions nothing was found."""
    return QCoreApplication.translate("Origin", "Still looking: not in the last %n versions.", "", count)


def tip_of(source: BlameOrigin | None) -> str:
    """Return who wrote something, for where the pointer rests on its bar."""
    version = source.version if source is not None else None
    if source is None or version is None or version.is_beginning:
        return ""
    return "\n".join(filter(None, (_tip(version), _state(version.actor, source.waits))))


def states() -> tuple[str, ...]:
    """Return all that can be said of a person's review."""
    return tuple(map(_review, _STATES))


def version_of(origins: Origins, place: OriginTarget) -> Version | None:
    """Return the version that brought what is at a place, as far as that is known."""
    source = origins.at(place)
    return source.version if source is not None else None


def _heading(place: OriginTarget) -> str:
    if place.line and not place.end:
        return QCoreApplication.translate("Origin", "This line")
    if place.is_key:
        return QCoreApplication.translate("Origin", "This key")
    return QCoreApplication.translate("Origin", "This entry")


def _place(place: OriginTarget) -> str:
    if place.line and not place.end:
        return QCoreApplication.translate("Origin", "line {number}").format(number=place.line)
    return printable(place.words or place.part.rpartition("/")[2])


def _saved(
    blank: OriginText, source: BlameOrigin | None, now: float, *, origins_tell: bool = False
) -> OriginText:
    version = source.version if source is not None else None
    if source is None and origins_tell:
        return blank._replace(facts=QCoreApplication.translate("Origin", "Not saved yet."))
    if version is None:
        return blank._replace(facts=QCoreApplication.translate("Origin", "Author unknown."))
    if version.is_beginning:
        words = QCoreApplication.translate("Origin", "Older than the history; author unknown.")
        return blank._replace(facts=words)
    waits = source is not None and source.waits
    return blank._replace(
        writer=who(version.actor),
        author=version.actor,
        when=wording.relative_time(version.time, now),
        facts=_facts(version),
        state=_state(version.actor, waits),
        tip=_tip(version),
        has_change=True,
    )


def _unsaved(blank: OriginText, source: BlameOrigin | None, person: Actor, now: float) -> OriginText:
    """Tell of a line that is the person's own until it is saved, and what it was before."""
    before = _saved(blank, source, now)
    parts = (before.writer, before.when, before.facts)
    words = QCoreApplication.translate("Origin", "before: {facts}")
    known = before.has_change
    return before._replace(
        writer=who(person),
        author=person,
        when=QCoreApplication.translate("Origin", "now, not saved"),
        facts=words.format(facts=" · ".join(filter(None, parts))) if known else "",
        state="",
    )


def _facts(version: Version) -> str:
    actor = version.actor
    session = QCoreApplication.translate("Origin", "session {name}")
    parts = (
        step_text(actor),
        session.format(name=printable(actor.session)) if actor.session else "",
    )
    return " · ".join(filter(None, parts)) or wording.via_name(actor.via)


def _state(actor: Actor, waits: bool) -> str:
    return _review(waits) if waits or actor.origin is not Origin.HUMAN else ""


def _review(waits: bool) -> str:
    return QCoreApplication.translate("Origin", str(_STATES[waits]))


def _tip(version: Version) -> str:
    short = (version.revision or "").removeprefix("sha256:")[:12]
    actor = version.actor
    parts = (
        wording.told_time(version.time, version.machine),
        who(actor),
        _facts(version),
        wording.via_name(actor.via),
        short,
    )
    return "\n".join(dict.fromkeys(filter(None, parts)))
