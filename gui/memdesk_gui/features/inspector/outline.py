"""What is in a document: the headings of a text, the parts of a record. Runs in the read pool."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.model import Json, Kind
from memdesk.text.encoding import LineNumbers, TextForm
from memdesk.text.markdown import sections
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.section_names import section_names
from memdesk_gui.wording.writers import printable

MOST = 20_000
PROSE = (".md", ".markdown", ".mdx")
_BY_NAME = frozenset({Kind.COMPARTMENTS, Kind.HOT})
"""Kinds whose editors go to a part by its name; the keys of a profile are a table beside the outline."""
_NUMBERS = LineNumbers(TextForm())


def outline(
    kind: Kind,
    uri: str,
    text: str,
    data: Json,
    covers: SecretMask = NO_COVERS,
    *,
    numbers: LineNumbers = _NUMBERS,
) -> tuple[RowItem, ...]:
    """Return a document's outline, secrets covered; the key of each row is the fragment that leads there.

    ``numbers`` tell which lines of the text are lines of the file.
    """
    if uri.endswith(PROSE):
        return tuple(_headings(covers.shown(text), numbers))
    if kind in _BY_NAME and isinstance(data, dict):
        return tuple(
            RowItem(name, ListRow(printable(name) or _empty_key(), _extent(value)))
            for name, value in list(data.items())[:MOST]
        )
    return ()


def place_in(items: Sequence[RowItem], line: int) -> str:
    """Return the key of the heading that a line (from 1) stands under, or an empty text."""
    place = bisect_right(items, line, key=lambda item: _line(item.key)) - 1
    return items[place].key if place >= 0 and _line(items[place].key) else ""


def _headings(text: str, numbers: LineNumbers) -> list[RowItem]:
    every = sections(text)
    found, left = every[:MOST], every[MOST:]
    top = min((section.level for section in found), default=1)
    names = zip(found, section_names(found, text), strict=True)
    items = [
        RowItem(f"L{numbers.line(section.line)}", ListRow(name, level=section.level - top), name)
        for section, name in names
    ]
    if left:
        number = len(left)
        words = QCoreApplication.translate("Outline", "%n more headings", "", number)
        items.append(RowItem(f"L{numbers.line(left[0].line)}", ListRow(f"… {words}")))
    return items


def _line(key: str) -> int:
    return int(key[1:]) if key[1:].isdigit() else 0


def _empty_key() -> str:
    return QCoreApplication.translate("ProfileModel", "(empty key)")


def _extent(value: Json) -> str:
    return str(len(value)) if isinstance(value, list | dict) else ""
