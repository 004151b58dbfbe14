"""Who wrote, in words that no name can imitate: an agent chooses its name, but not how it is shown."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QCoreApplication

from memdesk.model import Actor, Origin
from memdesk_gui.wording import wording
from memdesk_gui.wording.wording import origin_name

_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK"})
_LIKE_LATIN = frozenset("аеорсухіјѕԁһԛԝӏкмтвнпгαεικνορτυχωѡ")
"""Letters of other alphabets that look like Latin ones."""


_AGENT = "agent"
_MARKED = f"{_AGENT} “"
"""Begins a name that the core marked, because memdesk or the person bears it."""

MOST_OF_A_NAME = 60
"""Characters of an agent's name that are shown; the log has all of it."""


def printable(text: str) -> str:
    """Return a text as one line that every font can show.

    Letters that nobody can see are named and counted ("⟦TAG×12⟧"): a name with them is another name, and a
    hidden text would else fill the line.
    """
    if text.isascii() and text.isprintable():
        return text
    from memdesk.text.invisible import spelled  # the first picture needs none

    clean = spelled(text.encode("utf-8", "replace").decode("utf-8"))
    return clean if clean.isprintable() else "".join(c if c.isprintable() else "�" for c in clean)


def who(actor: Actor) -> str:
    """Return who wrote, in a word or two."""
    if actor.origin is Origin.FOREIGN:
        return QCoreApplication.translate("Activity", "another program")
    if actor.origin is Origin.HUMAN:
        return origin_name(actor.origin)
    return _named_as_itself(_spelled(_brief(printable(actor.name))))


def listed_by(actor: Actor) -> tuple[int, str, str]:
    """Return what a list of authors is ordered by: a short name comes before the longer ones."""
    name = who(actor)
    return len(name), name.casefold(), name


UNBROKEN = 80
"""Characters up to which a line of a tool tip is one; Qt by itself breaks short ones, too."""


def plain_tip(text: str) -> str:
    """Return a tool tip in which nothing is taken for markup."""
    if not text:
        return ""
    from html import escape  # slow to load, and the first picture has no tool tip

    lines = text.split("\n")
    breaks = "pre" if max(map(len, lines)) <= UNBROKEN else "pre-wrap"
    return f"<div style='white-space:{breaks}'>{'<br>'.join(map(escape, lines))}</div>"


def _named_as_itself(name: str) -> str:
    """Return an agent's name; one that gives itself out as somebody else is called an agent."""
    if name.startswith(_MARKED):
        return f"{origin_name(Origin.AGENT)}{name.removeprefix(_AGENT)}"
    taken = {origin_name(origin).casefold() for origin in Origin} | {"you", "outside", "memdesk", ""}
    if unicodedata.normalize("NFKC", name).strip().casefold() not in taken:
        return name
    return f"{origin_name(Origin.AGENT)} “{name}”"


def _brief(name: str) -> str:
    return name if len(name) <= MOST_OF_A_NAME else f"{name[: MOST_OF_A_NAME - 1].rstrip()}…"


def _spelled(name: str) -> str:
    """Return a name; letters that are there to look like Latin ones are spelled out by their numbers."""
    if name.isascii():
        return name
    letters = [letter for letter in name.casefold() if letter.isalpha()]
    alphabets = _ALPHABETS & {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}
    if len(alphabets) < 2 and not (letters and _LIKE_LATIN.issuperset(letters)):
        return name
    return "".join(_numbered(letter) for letter in name)


def _numbered(letter: str) -> str:
    is_foreign = unicodedata.name(letter, "").startswith(("CYRILLIC", "GREEK"))
    return f"\\u{ord(letter):04x}" if is_foreign else letter


def actor_text(actor: Actor) -> str:
    """Return who wrote and with which tool."""
    name = who(actor) if actor.origin is Origin.AGENT else wording.origin_name(actor.origin)
    return f"{name} · {printable(actor.tool)}" if actor.tool else name
