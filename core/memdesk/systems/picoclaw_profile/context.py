"""What the prompt of an agent of this system gets from its memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_notes import RULE, PromptNote, older_notes, recent_notes
from memdesk.systems.picoclaw_profile.choices import chosen
from memdesk.systems.picoclaw_profile.store import look, profile_path
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece, SiteMemory
from memdesk.systems.why import WhyCode, why

RECENT_DAYS = 3
PROFILE_HEADING = "Core Profile (Facts & Preferences)"
NOTES_HEADING = "Recent Daily Notes"
CONSTRAINT = """## Changing this memory

Keep lasting facts and preferences with `memory_set`, take them back with `memory_delete`, and note what \
happens today with `memory_append`. Leave `profile.json` and the daily notes to these tools: `edit_file`, \
`write_file` and shell commands can damage them, and then nothing more can be remembered.
"""


@dataclass(frozen=True, slots=True)
class PromptLayout:
    """How the prompt's part is laid out."""

    title: str = "# Memory\n\n"
    gap: str = "\n\n"
    """What stands after a heading."""
    rule: str = RULE
    """What stands between the parts."""
    constraint: str = CONSTRAINT
    clean: bool = True
    """Whether a value of several lines stays one item of the list."""


ORDERED = PromptLayout()
"""Under one title, keys in the order of the file, with what the model has to know to change them."""

ORIGINAL = PromptLayout(title="# Memory\n\n# Memory\n\n", constraint="", clean=False)
"""As the agent's own program has it: its title comes twice (its order of the keys is a new one each time)."""

DOCUMENT = PromptLayout(title="", gap="\n", rule="\n", constraint="")
"""As its design document shows it: two headings and nothing else."""

_FORMS = {"ordered": ORDERED, "original": ORIGINAL, "document": DOCUMENT}


def context(memory: SiteMemory, query: str) -> PromptContext:
    """Return the prompt's part; this system has the same for every message."""
    del query
    prompt = chosen(memory).prompt
    form = _FORMS[prompt]
    parts = [part for part in (_profile(memory, form), _notes(memory, form), _constraint(form)) if part]
    rule = PromptPiece(form.rule, joins=True)
    joined = (piece for place, part in enumerate(parts) for piece in ([rule] if place else []) + part)
    remembered = len(parts) > bool(form.constraint)
    title = (PromptPiece(form.title, heads=True),) if form.title and remembered else ()
    problem = look(memory).problem
    told = (f"{profile_path(memory)}: {problem.message}",) if problem else ()
    return PromptContext(
        (*title, *joined),
        problems=told,
        settings=(("prompt", prompt),),
        left_out=partial(_left_out, memory),
    )


def _left_out(memory: SiteMemory) -> Iterator[OmittedMemory]:
    for note in older_notes(memory, memory_folder(memory), RECENT_DAYS):
        yield OmittedMemory(_note(note, "", why(WhyCode.OLDER)), OmissionReason.TOO_OLD, RECENT_DAYS)


def _profile(memory: SiteMemory, form: PromptLayout) -> list[PromptPiece]:
    path = profile_path(memory)
    bullets = [
        PromptPiece(
            f"{_bullet(key, value, form)}\n",
            f"{path}#{key}",
            PROFILE_HEADING,
            why=why(WhyCode.EVERY_KEY),
            fixed=False,
        )
        for key, value in look(memory).texts.items()
    ]
    return [PromptPiece(f"## {PROFILE_HEADING}{form.gap}", heads=True), *bullets] if bullets else []


def _bullet(key: str, value: str, form: PromptLayout) -> str:
    """Return a key and its value as one item of a list: no line of it begins a heading of its own."""
    item = f"- **{key}**: {value}"
    return "\n  ".join(re.split("\r\n|[\r\n]", item)) if form.clean else item


def _notes(memory: SiteMemory, form: PromptLayout) -> list[PromptPiece]:
    notes = list(_note_pieces(memory))
    return [PromptPiece(f"## {NOTES_HEADING}{form.gap}", heads=True), *notes] if notes else []


def _note_pieces(memory: SiteMemory) -> Iterator[PromptPiece]:
    for place, note in enumerate(recent_notes(memory, memory_folder(memory), RECENT_DAYS)):
        yield _note(note, RULE if place else "", why(WhyCode.LAST_DAYS, str(RECENT_DAYS)))


def _note(note: PromptNote, before: str, because: str) -> PromptPiece:
    return PromptPiece(before + note.text, note.path, note.day, why=because, fixed=False)


def _constraint(form: PromptLayout) -> list[PromptPiece]:
    return [PromptPiece(form.constraint)] if form.constraint else []
