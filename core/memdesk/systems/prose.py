"""What the Markdown files of all systems have in common: they are read as text and may fail to be it."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.model import Json, Parsed, Problem, Unit
from memdesk.text import markdown
from memdesk.text.encoding import DecodedText, decode


@dataclass(frozen=True, slots=True)
class Prose:
    """A Markdown file as text with its headings."""

    text: str
    sections: tuple[markdown.MarkdownSection, ...]
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> Json:
        """Return the headings as JSON."""
        return {"sections": [dict(section._asdict()) for section in self.sections]}


def read(data: bytes) -> Prose:
    """Read the bytes of a Markdown file; what is no text has no headings."""
    decoded = decode(data)
    sections = () if decoded.reason == "binary" else markdown.sections(decoded.text)
    return Prose(decoded.text, sections, problems_of(decoded))


def problems_of(decoded: DecodedText) -> tuple[Problem, ...]:
    """Return the problem of bytes that cannot be edited as text."""
    if decoded.reason is None:
        return ()
    what = "binary data" if decoded.reason == "binary" else f"{decoded.form.encoding} text"
    return (Problem(decoded.reason, f"not UTF-8 or UTF-16 text but {what}; shown read-only", 1, 1),)


def parsed_note(title: str, data: bytes) -> Parsed:
    """Parse a Markdown file that has no more structure than its headings."""
    prose = read(data)
    count = len(prose.sections)
    summary = "" if prose.problems else markdown.digest(prose.text)
    return Parsed(title, summary, prose.as_json(), prose, prose.problems, count, Unit.SECTIONS)
