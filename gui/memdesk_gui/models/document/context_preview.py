"""What an agent's prompt gets from its memory: the text, and which stretch of it comes from where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.checks.covers import NO_COVERS, Covers
from memdesk.model import Site
from memdesk.text.tokens import estimate
from memdesk_gui import wording
from memdesk_gui.models.lists.row_model import Item
from memdesk_gui.rows import Row
from memdesk_gui.writers import printable

if TYPE_CHECKING:
    from memdesk.systems.tools import Piece
    from memdesk.toolbox import Toolbox


LONGEST_KEY = 30
WORDS = 60
_LINE = re.compile(r"L\d+")


class Place(NamedTuple):
    """One family's memory in the workspace, by the name the toolbox takes (``id@folder``)."""

    name: str
    system: str
    root: str


class Stretch(NamedTuple):
    """A memory in the text: the characters it takes, and the document (and part) it comes from."""

    start: int
    end: int
    uri: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A context as the pane shows it."""

    text: str = ""
    size: int = 0
    tokens: int = 0
    user_message: bool = False
    stretches: tuple[Stretch, ...] = ()
    items: tuple[Item, ...] = ()
    left_out: int = 0
    problems: tuple[str, ...] = ()


class Question(NamedTuple):
    """What is asked for: whose context, for which message, of at most how many tokens (0 = any number)."""

    place: str
    query: str = ""
    budget: int = 0
    secrets_shown: bool = False


def places_of(sites: tuple[Site, ...]) -> tuple[Place, ...]:
    """Return the families' places, those nearest to the workspace first."""
    ordered = sorted(sites, key=lambda site: (site.root.count("/") + bool(site.root), site.root, site.system))
    return tuple(Place(f"{site.system}@{site.root}", site.system, site.root) for site in ordered)


def place_of(uri: str, system: str | None, places: tuple[Place, ...]) -> str:
    """Return the place that a document belongs to, empty where it belongs to none."""
    near = [
        place
        for place in places
        if place.system == system and (not place.root or uri.startswith(f"{place.root}/"))
    ]
    return max(near, key=lambda place: len(place.root)).name if near else ""


def place_name(place: Place, places: tuple[Place, ...]) -> str:
    """Return how a person knows a place: by its family, and by its folder where the family has several."""
    family = wording.family_name(place.system)
    several = sum(other.system == place.system for other in places) > 1
    return f"{family} · {printable(place.root or '.')}" if several else family


def read_context(toolbox: Toolbox, question: Question) -> Shown:
    """Make the context as the agent would, and tell where everything in it comes from."""
    [(family, site)] = toolbox.places(question.place)[:1]
    whole = toolbox.context(family, site, question.query)
    found = toolbox.context(family, site, question.query, question.budget or None)
    covers = NO_COVERS if question.secrets_shown else _covers(found.text)
    stretches: list[tuple[Stretch, Piece]] = []
    shown = ""
    for piece in found.pieces:
        at, shown = len(shown), shown + _with_plain_line_ends(covers.shown(piece.text))
        if piece.uri:
            stretches.append((Stretch(at, len(shown), piece.uri), piece))
    return Shown(
        shown,
        len(found.text.encode("utf-8", "surrogatepass")),
        estimate(found.text),
        found.role == "user",
        tuple(stretch for stretch, _ in stretches),
        tuple(_item(number, piece, covers) for number, (_, piece) in enumerate(stretches)),
        len(whole.pieces) - len(found.pieces),
        found.problems,
    )


def facts_text(shown: Shown) -> str:
    """Return the size of a context in words."""
    words = [wording.size_text(shown.size), token_text(shown.tokens)]
    memories, left_out = len(shown.stretches), shown.left_out
    words.append(QCoreApplication.translate("ContextPane", "%n memories", "", memories))
    if left_out:
        words.append(QCoreApplication.translate("ContextPane", "%n left out", "", left_out))
    if shown.user_message:
        words.append(QCoreApplication.translate("ContextPane", "sent as the first user message"))
    return " · ".join(words)


def problems_text(shown: Shown) -> str:
    """Return what could not be read for a context, in words; empty where everything could."""
    if not shown.problems:
        return ""
    said = QCoreApplication.translate("ContextPane", "Left out, since it cannot be read:")
    return "\n".join((f"⚠ {said}", *map(printable, shown.problems)))


def token_text(tokens: int) -> str:
    """Return an estimated number of tokens in words."""
    number = QLocale().toString(tokens)
    return QCoreApplication.translate("ContextPane", "about {number} tokens").format(number=number)


def _readable(part: str, text: str) -> str:
    """Return a key as it is; an id says nothing to a person, so the memory's first words stand for it."""
    return part if len(part) <= LONGEST_KEY else " ".join(text.replace("*", "").split())[:WORDS]


def _with_plain_line_ends(text: str) -> str:
    """Return a text as a view holds it, so that places in it are the view's."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _covers(text: str) -> Covers:
    from memdesk.checks.covering import covers_for  # heavy, and the first picture needs none

    return covers_for(text)


def _item(number: int, piece: Piece, covers: Covers) -> Item:
    """Return a memory as a row: where it is from, why it is there, how it scored and what it costs."""
    document, _, part = piece.uri.partition("#")
    name = document.rpartition("/")[2]
    named = piece.heading if _LINE.match(part) or not part else _readable(part, piece.text)
    names = (named,) if named and document.endswith(f"/{named}") else (name, named)
    title = " › ".join(covers.shown(printable(each)) for each in names if each)
    score = "" if piece.score is None else QLocale().toString(piece.score, "g", 3)
    tokens = token_text(estimate(piece.text))
    place = f"{printable(document)}#{printable(part)}" if part else printable(document)
    tip = "\n".join(filter(None, (place, piece.why, tokens)))
    return Item(str(number), Row(title, " · ".join(filter(None, (score, piece.why)))), tip)
