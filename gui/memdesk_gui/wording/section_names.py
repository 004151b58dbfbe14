"""What a section of a text is called in a list: its heading, and what it says where that is only a date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.text.first_words import first_words, said_in
from memdesk.text.markdown import MarkdownSection, plain
from memdesk_gui.wording.writers import printable

LOOKED_AT = 12
"""Lines below a heading in which its first words are looked for."""
LONGEST = 60


def section_names(found: Iterable[MarkdownSection], text: str) -> Iterator[str]:
    """Yield the name of each section of a text, which is to be shown as it is: secrets are covered before."""
    lines = text.split("\n")
    for section in found:
        heading = printable(plain(section.heading))
        if said_in(heading).is_prose:
            yield heading
            continue
        below = lines[section.line : min(section.end_line, section.line + LOOKED_AT)]
        words = printable(first_words("\n".join(below), LONGEST))
        yield " · ".join(part for part in (heading, words) if part)
