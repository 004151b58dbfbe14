"""What can be done to a memory as a whole: which jobs there are, what each asks for, what it would change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk_gui.features.jobs.answers import answer_text
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow, counted_lines
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import TaskOffer
    from memdesk.agents.toolbox import BoundTool, Toolbox, ToolResult
    from memdesk.systems.tools import CallProgress


Offer: TypeAlias = "BoundTool | TaskOffer"
"""A job, done by rules or by a model."""


class InputShape(Enum):
    """How a value is asked for."""

    TEXT = "text"
    LINES = "lines"
    CHOICE = "choice"
    SWITCH = "switch"
    DATA = "data"


class Field(NamedTuple):
    """One value that a job asks for; ``choices`` are its possible values, the empty one = left out."""

    name: str
    shape: InputShape
    said: str
    start: str
    choices: tuple[str, ...] = ()


class Touched(NamedTuple):
    """A document that a job would change, before and after; None where it is no text."""

    uri: str
    before: str | None
    after: str | None

    @property
    def is_text(self) -> bool:
        """Whether it can be shown line by line."""
        return self.before is not None and self.after is not None


class Outlook(NamedTuple):
    """What a job would do: its answer, and the documents that would change."""

    answer: str
    touched: tuple[Touched, ...]

    @property
    def foremost(self) -> Touched:
        """The document to show first: one that is there and becomes another, before new ones and copies."""
        texts = [one for one in self.touched if one.is_text]
        return next((one for one in texts if one.before), (*texts, *self.touched)[0])

    def items(self) -> tuple[RowItem, ...]:
        """Return the documents as rows."""
        return tuple(
            RowItem(one.uri, ListRow(printable(one.uri), _sizes(one)), printable(one.uri))
            for one in self.touched
        )


class JobRequest(NamedTuple):
    """A job that is asked for from elsewhere: its name, the system's place, and values to begin with."""

    job: str
    system: str
    values: Mapping[str, str]


def read_jobs(toolbox: Toolbox, system: str | None = None) -> tuple[BoundTool, ...]:
    """Return the jobs of the systems found in the workspace, or of the one asked for."""
    return toolbox.jobs(system)


def read_outlook(
    toolbox: Toolbox, offer: BoundTool, values: Mapping[str, str], progress: CallProgress | None = None
) -> Outlook:
    """Work out what a job would do; nothing is written."""
    from memdesk.checks.covering import mask

    outcome = toolbox.preview(offer, arguments_of(offer, values), progress)
    said = answer_text(offer.tool.name, outcome.reply)
    return Outlook(mask(outcome.covers().shown(said)), touched_by(outcome))


def fields_of(offer: Offer) -> tuple[Field, ...]:
    """Return what a job asks for."""
    properties = offer.schema.get("properties")
    named = properties.items() if isinstance(properties, dict) else ()
    return tuple(_field(name, told) for name, told in named if isinstance(told, dict))


def arguments_of(offer: Offer, values: Mapping[str, str]) -> dict[str, Json]:
    """Return the values as the job takes them; what is empty is left out. Raises ArgumentError."""
    fields = {field.name: field for field in fields_of(offer)}
    return {name: _value(fields[name], text) for name, text in values.items() if text}


def _field(name: str, told: dict[str, Json]) -> Field:
    variants = told.get("anyOf")
    kinds = [one for one in variants if isinstance(one, dict)] if isinstance(variants, list) else [told]
    kind = next((one for one in kinds if one.get("type") != "null"), told)
    default, said = told.get("default"), str(told.get("description") or "")
    start = "" if default is None else default if isinstance(default, str) else json.dumps(default)
    choices = kind.get("enum")
    if isinstance(choices, list):
        free = ("",) if default is None else ()
        return Field(name, InputShape.CHOICE, said, start, (*free, *map(str, choices)))
    shapes = {"string": InputShape.TEXT, "boolean": InputShape.SWITCH}
    shape = (
        InputShape.LINES
        if told.get("format") == "lines"
        else shapes.get(str(kind.get("type")), InputShape.DATA)
    )
    return Field(name, shape, said, start)


def _value(field: Field, text: str) -> Json:
    if field.shape in (InputShape.TEXT, InputShape.LINES, InputShape.CHOICE):
        return text
    try:
        value: Json = json.loads(text)
    except ValueError:
        raise ArgumentError(field.name, "is not a value that JSON knows", "Write a number or JSON.") from None
    return value


def touched_by(outcome: ToolResult) -> tuple[Touched, ...]:
    """Return the documents that a call would change."""
    pairs = zip(outcome.edits, outcome.before, strict=True)
    return tuple(Touched(edit.uri, _text(before), _text(edit.new)) for edit, before in pairs)


def _text(data: bytes | None) -> str | None:
    try:
        return "" if data is None else data.decode()
    except UnicodeDecodeError:
        return None


def _sizes(one: Touched) -> str:
    """Return how many lines come and go, in signs that need no words."""
    if one.before is None or one.after is None:
        return ""
    from memdesk.text.diff import counts

    return " ".join(text for text, _ in counted_lines(*counts(one.before, one.after)))
