"""The jobs in which a model speaks: Summary lines, a month split and summed up, thinking back over a task."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated

from pydantic import Field

from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.answers import about, one_line, plain
from memdesk.systems.asking import Assistant, ModelTask, Question, asked, fenced, instructions, room_for
from memdesk.systems.pegasus.context import reflection
from memdesk.systems.pegasus.jobs import SplitMonth, split_month
from memdesk.systems.pegasus.months import parts_of
from memdesk.systems.pegasus.shelf import MemoryFolder, shown
from memdesk.systems.pegasus.summary import LIMIT, with_summary
from memdesk.systems.pegasus.tools import REFLECTION
from memdesk.systems.tools import Arguments, Reply, SiteMemory
from memdesk.text import markdown
from memdesk.text.markdown_entries import ending

ROUNDS = 5
"""How often in a row the model may call tools while it thinks back."""
MOST_FILES = 40
"""Files whose Summary lines are made in one run."""
LETTERS_PER_TOKEN = 4
WINDOW = 8192
"""Tokens that a model takes, where nobody says."""
TRIVIAL = 200
"""Letters of a task of one step; what is shorter is not worth thinking back over."""
_READ = 24_000
_CHATTER = re.compile(
    r"(?:sure|certainly|of course|absolutely|I(?:['’]d| would) be happy|好的|当然)[ ,.!，。！]", re.I
)
_SHARE = 60

_SUMMARISE = (
    "You write the Summary line of a file of an agent's memory: what is in there, in one line of at most"
    f" {LIMIT} letters and fewer than ten words, as it is in every prompt: shorthand, abbreviations and"
    " arrows are welcome. In the language of the file, without a full stop. Write only that line."
)
_SUM_UP_MONTH = (
    "You shorten a month of an agent's old episodes to what still helps: each thing that was done in one line"
    " '- …' with its day, its outcome and what was learnt, those that belong together as one. Keep names,"
    " numbers and places as they are, and the language of the file. Write only these lines."
)
_THINK_BACK = (
    "You look back over a task that an agent has finished, and keep in its memory what will help the"
    " next time: who the user is and what they prefer, facts about the project, decisions with their"
    " reasons, problems that were hard and what solved them, mistakes and what was learnt. Small talk, simple"
    " questions, routine steps, what the memory has already, and what holds only today are not worth keeping;"
    " mostly nothing is. Facts are in facts/*.md: a title, a line '> Summary: …', then '- Key: value'."
    " Episodes are in episodes/YYYY-MM.md: '## title', then Summary, Date, Details, Lesson. Correct what is"
    " wrong instead of adding a second version. Use the tools; when all is done, answer with one or two"
    " sentences on what you kept and why."
)


class RefreshTask(Arguments):
    """Which file."""

    path: Annotated[str | None, Field(description="one file; all that agents list if it is left out")] = None


class SumUpMonth(Arguments):
    """Which month."""

    path: Annotated[str, Field(description="a month's episodes, like episodes/2026-02.md")]


class ReflectTask(Arguments):
    """The task that was done."""

    conversation: Annotated[
        str,
        Field(
            max_length=1 << 20,
            description="the task and how it went, as text",
            json_schema_extra={"format": "lines"},
        ),
    ]
    steps: Annotated[
        int,
        Field(
            ge=0,
            le=1 << 20,
            description="how many steps the agent took; for one step there is nothing to reflect on",
        ),
    ] = 2
    window: Annotated[int, Field(ge=512, le=1 << 30, description="the tokens that the model takes")] = WINDOW


def refresh_summaries(memory: SiteMemory, arguments: RefreshTask, assistant: Assistant) -> Reply:
    """Let a model write the Summary lines of files."""
    shelf = MemoryFolder(memory)
    listed = tuple(shelf.paths())
    paths = (arguments.path,) if arguments.path is not None else listed[:MOST_FILES]
    changed: list[Json] = []
    for done, path in enumerate(paths):
        memory.step(done, len(paths))
        before = shelf.text(path)
        said = _summary_of(before, path, assistant)
        text = with_summary(before, said) if said else before
        if text != before:
            shelf.write(path, text)
            changed.append({"path": path, "summary": said})
    lines = [f"- {each['path']}: {each['summary']}" for each in changed if isinstance(each, dict)]
    if arguments.path is None and len(listed) > MOST_FILES:
        lines.append(f"{len(listed) - MOST_FILES} more files were left as they are; name one with path.")
    return Reply("\n".join(lines) or "Every Summary line stays as it is.", changed)


def split_and_sum_up(memory: SiteMemory, arguments: SplitMonth, assistant: Assistant) -> Reply:
    """Split a month into weeks, and let a model write the Summary line of each."""
    reply = split_month(memory, arguments)
    shelf = MemoryFolder(memory)
    made = [each for each in reply.data if isinstance(each, str)] if isinstance(reply.data, list) else []
    for done, path in enumerate(made):
        memory.step(done, len(made))
        text = shelf.text(path)
        if said := _summary_of(text, path, assistant):
            shelf.write(path, with_summary(text, said))
    return reply


def sum_up_month(memory: SiteMemory, arguments: SumUpMonth, assistant: Assistant) -> Reply:
    """Let a model make a higher-level summary of a month's entries, which takes their place."""
    shelf, path = MemoryFolder(memory), arguments.path
    text = shelf.text(path)
    head, entries = parts_of(text)
    if not path.startswith("episodes/") or not entries:
        raise ArgumentError("path", f"{shown(path)} has no episodes", "Give one like episodes/2026-02.md.")
    question = Question(instructions(_SUM_UP_MONTH), fenced(text, path), room_for(text, 2048, 1 / 4))
    lines = asked(assistant, question, partial(_shorter, of=text[len(head) :]))
    name = path.rpartition("/")[2].removesuffix(".md")
    short = f"{head.rstrip()}\n\n## {name}\n\n{lines}\n".lstrip().replace("\n", ending(text))
    if said := _summary_of(short, path, assistant):
        short = with_summary(short, said)
    shelf.write(path, short)
    told = f"{path}: {len(entries)} entries are summed up, {len(text)} letters as {len(short)}."
    return Reply(told, {"path": path, "entries": len(entries)})


def reflect(memory: SiteMemory, arguments: ReflectTask, assistant: Assistant) -> Reply:
    """Let a model keep what a finished task taught, with the tools for that alone."""
    told = arguments.conversation.strip()
    if not told:
        raise ArgumentError("conversation", "is empty", "Give what was said and done in the task.")
    if arguments.steps <= 1 and len(told) < TRIVIAL:
        return Reply(
            "The task was too small to think back over. Nothing is changed.", {"calls": [], "skipped": True}
        )
    most = arguments.window * LETTERS_PER_TOKEN * _SHARE // 100
    known = reflection(memory).text
    parts = [
        fenced(known, "the memory: all facts, and the list of episodes") if known else "The memory is empty.",
        fenced(told[-most:], "the task and how it went"),
    ]
    text = f"Today is {memory.now:%Y-%m-%d}.\n\n" + "\n\n".join(parts)
    question = Question(instructions(_THINK_BACK), text, most_tokens=2048)
    found = assistant.work(question, memory, REFLECTION, ROUNDS)
    said = markdown.shorten(" ".join(found.text.split()), 600)
    writes = [name for name in found.calls if name != "memory_read"]
    data: dict[str, Json] = {"calls": [*found.calls], "skipped": False}
    read = f" It read the last {most:,} letters of the task." if len(told) > most else ""
    return Reply(f"{len(writes)} writes.{read} {said}".strip(), data)


def _summary_of(text: str, path: str, assistant: Assistant) -> str:
    """Return a model's summary of a file; nothing for one without content."""
    if not markdown.first_line(text):
        return ""
    question = Question(instructions(_SUMMARISE), fenced(text[:_READ], path), most_tokens=120)
    return asked(assistant, question, _line)


def _shorter(answer: str, *, of: str) -> str:
    said = plain(answer, 64 << 10)
    if len(said) >= len(of) or not all(line.startswith("- ") for line in said.split("\n") if line.strip()):
        raise ValueError("fewer letters are asked for, in lines that begin with '- '")
    return about(said, of)


def _line(answer: str) -> str:
    said = plain(answer, 4 * LIMIT).removeprefix("> ").removeprefix("Summary:").strip().strip("\"'“”")
    if "\n" in said or not said or said.startswith(("{", "[")) or _CHATTER.match(said):
        raise ValueError("one line is asked for, of what the file is about")
    return one_line(said, LIMIT)


TASKS: tuple[ModelTask, ...] = (
    ModelTask(
        "refresh-summaries",
        "Let a model write the Summary line of each file.",
        RefreshTask,
        refresh_summaries,
    ),
    ModelTask(
        "split-month",
        "Split a large month of episodes into a file for each week, with Summary lines by a model.",
        SplitMonth,
        split_and_sum_up,
    ),
    ModelTask(
        "sum-up-month",
        "Let a model make a higher-level summary of a month of old episodes, which takes their place.",
        SumUpMonth,
        sum_up_month,
    ),
    ModelTask(
        "reflect",
        "Let a model think back over a task and keep what it taught, with the memory's own tools.",
        ReflectTask,
        reflect,
    ),
)
"""In the order in which a person is offered them."""
