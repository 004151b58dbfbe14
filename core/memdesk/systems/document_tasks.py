"""What a model can do for a person in the memory of any system: compare, correct, translate."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pydantic import Field

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json, Kind
from memdesk.systems.answers import list_in, one_line, plain, size
from memdesk.systems.asking import Assistant, ModelTask, Question, asked, fenced, instructions, room_for
from memdesk.systems.tools import Arguments, Reply, SiteMemory
from memdesk.text import markdown
from memdesk.text.units import is_item, is_row

KINDS = frozenset(
    {
        Kind.PROFILE,
        Kind.LONG_TERM,
        Kind.DAILY_NOTE,
        Kind.FACT,
        Kind.EPISODE,
        Kind.COMPARTMENTS,
        Kind.HOT,
        Kind.WARM,
    }
)
"""The kinds of documents that are memory as people read it."""
MOST_LETTERS = 60_000
"""Letters that are shown to a model in one question."""
MOST_PARTS = 8
"""Questions over which the documents of a memory are spread; what does not fit is told to be unread."""
MOST_EDITS = 40
LONGEST_QUOTE = 1_000
_DEEPEST = 4
_NAMED = 10
_LINK = re.compile(r"https?://[^\s)>\]\"'，。）]+")

_COMPARE = (
    "You look through the documents of an agent's memory for facts that are there twice, and for facts that"
    " contradict each other. Answer with one JSON list of at most 20 objects"
    ' {"kind": "duplicate" or "contradiction", "quotes": [{"uri": …, "text": the exact words}, …],'
    ' "reason": a few words}; two quotes or more for each. [] where there are none.'
)
_CORRECT = (
    "You correct a fact wherever an agent's memory states it, and change nothing else. Answer with one"
    ' JSON list of objects {"uri": the document, "old": exact words of it that stand there once,'
    ' "new": what they become}. Take as few words as are needed to be certain. [] where nothing has'
    " to change."
)
_TRANSLATE = (
    "You translate a Markdown document of an agent's memory. Keep its form: headings, lists, links,"
    " code, names, dates and numbers stay as they are. Add and leave out nothing. Write only the"
    " translated document."
)


class NoArguments(Arguments):
    """Nothing more."""


class CorrectTask(Arguments):
    """What is wrong, and what is right."""

    fact: str = Field(min_length=1, max_length=500, description="what is right: Anna's cat is Tom")
    wrong: str = Field("", max_length=500, description="what the memory says now, if that helps")


class TranslateTask(Arguments):
    """Which document, and into what."""

    uri: str = Field(description="the document, a Markdown file below PATH")
    language: str = Field(min_length=2, max_length=40, description="the language, like English or 中文")


def find_duplicates(memory: SiteMemory, arguments: NoArguments, assistant: Assistant) -> Reply:
    """Let a model find what is there twice or contradicts itself; only what is really quoted counts."""
    del arguments
    shown = _shown(memory)
    if not shown.parts and not shown.unread:
        return Reply("There is no document to look through.", [])
    lines, found = [], list[Json]()
    for number, texts in enumerate(shown.parts):
        memory.step(number, len(shown.parts))
        question = Question(instructions(_COMPARE), _all(texts), 2_000, 0.0)
        for kind, places, reason in asked(assistant, question, partial(_pairs, texts=texts)):
            lines.append(
                f"{kind}: {reason}\n" + "\n".join(f"  {uri}#L{line}: {text}" for uri, line, text in places)
            )
            quotes: list[Json] = [{"uri": f"{uri}#L{line}", "text": text} for uri, line, text in places]
            found.append({"kind": kind, "quotes": quotes, "reason": reason})
    said = lines or ["The model found nothing that is there twice or contradicts itself."]
    if len(shown.parts) > 1:
        said.append(f"It read {len(shown.parts)} parts; facts of different parts were not compared.")
    if shown.unread:
        said.append(shown.unread_text)
        left: list[Json] = [{"uri": uri, "text": ""} for uri in shown.unread]
        found.append({"kind": "unread", "quotes": left, "reason": "too long, or too many"})
    return Reply("\n".join(said), found)


def correct(memory: SiteMemory, arguments: CorrectTask, assistant: Assistant) -> Reply:
    """Let a model find every place that states a fact wrongly, and change just these words."""
    shown, new = _shown(memory), dict[str, str]()
    wrong = f"\nThe memory says now, wrongly: {arguments.wrong}" if arguments.wrong else ""
    for number, texts in enumerate(shown.parts):
        memory.step(number, len(shown.parts))
        text = f"{fenced(arguments.fact + wrong, 'what is right')}\n\n{_all(texts)}"
        question = Question(instructions(_CORRECT), text, 2_000, 0.0)
        new |= asked(assistant, question, partial(_corrected, texts=texts))
    for uri, text in new.items():
        memory.write(uri, text)
    said = [f"Corrected: {', '.join(new) or 'nothing'}."]
    if shown.unread:
        said.append(shown.unread_text)
    return Reply(" ".join(said), {"changed": [*new], "unread": [*shown.unread]})


def translate(memory: SiteMemory, arguments: TranslateTask, assistant: Assistant) -> Reply:
    """Let a model translate a document where it stands."""
    uri = arguments.uri
    kind = memory.kind(uri)
    if kind not in KINDS or not uri.lower().endswith(".md"):
        raise ArgumentError(
            "uri", f"{uri[:80]!r} is no memory in Markdown", "'memdesk inspect' lists the documents."
        )
    before = memory.text(uri) or ""
    if not before.strip() or len(before) > MOST_LETTERS:
        raise ArgumentError("uri", "is empty, or too long to be translated in one piece", "Take another one.")
    text = f"Translate into {arguments.language!r}:\n\n{fenced(before, uri)}"
    question = Question(instructions(_TRANSLATE), text, room_for(before, 8_192, 1 / 2), 0.1)
    memory.write(uri, asked(assistant, question, lambda answer: _translated(answer, before)))
    return Reply(f"{uri} is translated.", {"uri": uri})


class _Shown(NamedTuple):
    """The texts of the documents, in as many parts as there are questions, and what fits into none."""

    parts: tuple[dict[str, str], ...]
    unread: tuple[str, ...]

    @property
    def unread_text(self) -> str:
        """Say what was not read."""
        more = f" and {len(self.unread) - _NAMED} more" if len(self.unread) > _NAMED else ""
        return f"Not read, for it is too much: {', '.join(self.unread[:_NAMED])}{more}."


def _shown(memory: SiteMemory) -> _Shown:
    parts, left, unread = list[dict[str, str]](), 0, list[str]()
    for path in _documents(memory, memory.site.root, 0):
        try:
            text = memory.text(path)
        except InvalidError:
            unread.append(path)
            continue
        if not text or not text.strip():
            continue
        if len(text) > left and len(text) <= MOST_LETTERS and len(parts) < MOST_PARTS:
            parts.append({})
            left = MOST_LETTERS
        if len(text) > left:
            unread.append(path)
            continue
        left -= len(text)
        parts[-1][path] = text
    return _Shown(tuple(parts), tuple(unread))


def _documents(memory: SiteMemory, folder: str, depth: int) -> Iterator[str]:
    texts = (path for path in memory.names(folder) if path.lower().endswith((".md", ".json")))
    yield from (path for path in texts if memory.kind(path) in KINDS)
    if depth < _DEEPEST:
        for inner in memory.folders(folder):
            yield from _documents(memory, inner, depth + 1)


def _all(texts: Mapping[str, str]) -> str:
    return "\n\n".join(fenced(text, uri) for uri, text in texts.items())


def _pairs(answer: str, texts: Mapping[str, str]) -> list[tuple[str, list[tuple[str, int, str]], str]]:
    """Return what an answer lists, each with the places that it really quotes."""
    pairs = []
    for each in list_in(answer)[:20]:
        if not isinstance(each, dict) or each.get("kind") not in ("duplicate", "contradiction"):
            raise ValueError("each is an object whose kind is duplicate or contradiction")
        quotes = each.get("quotes")
        found = [_place(quote, texts) for quote in quotes] if isinstance(quotes, list) else []
        places = list(dict.fromkeys(place for place in found if place is not None))
        if len(places) > 1:
            pairs.append((str(each["kind"]), places, one_line(each.get("reason") or "-", 300)))
    return pairs


def _place(quote: Json, texts: Mapping[str, str]) -> tuple[str, int, str] | None:
    """Return where a quote stands; None where nothing stands there that it says."""
    match quote:
        case {"uri": str(uri), "text": str(words)} if words.strip() and words in texts.get(uri, ""):
            before = texts[uri][: texts[uri].index(words)]
            return uri, before.count("\n") + 1, markdown.shorten(" ".join(words.split()), 120)
    return None


def _corrected(answer: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the documents that change, corrected. Raises ValueError for a change that is not certain."""
    edits, new = list_in(answer), dict[str, str]()
    if len(edits) > MOST_EDITS:
        raise ValueError(f"{len(edits)} changes are listed, and {MOST_EDITS} are the most")
    for each in edits:
        match each:
            case {"uri": str(uri), "old": str(old), "new": str(said)} if uri in texts and old.strip():
                text = new.get(uri, texts[uri])
                new[uri] = _replaced(
                    text, old, plain(said, LONGEST_QUOTE), is_json=uri.lower().endswith(".json")
                )
            case _:
                raise ValueError("each is an object of uri, old and new, and uri one of the documents")
    return {uri: text for uri, text in new.items() if text != texts[uri]}


def _replaced(text: str, old: str, new: str, *, is_json: bool) -> str:
    if is_json:
        forms = {json.dumps(old, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)}
        old = next((form for form in forms if form in text), old)
        new = json.dumps(new, ensure_ascii=text.isascii())[1:-1]
    if len(old) > LONGEST_QUOTE or text.count(old) != 1:
        raise ValueError(f"{old[:60]!r} stands there {text.count(old)} times, and once is asked for")
    changed = text.replace(old, new)
    if is_json and _form(json.loads(changed)) != _form(json.loads(text)):
        raise ValueError("that would change the form of the document")
    return changed


def _form(value: Json) -> Json:
    """Return a JSON value with nothing in the place of its texts."""
    if isinstance(value, dict):
        return {key: _form(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_form(inner) for inner in value]
    return "" if isinstance(value, str) else value


def _translated(answer: str, before: str) -> str:
    """Return a translation. Raises ValueError where its form is another one."""
    text = plain(answer, 4 * size(before) + 400)
    if text == before.strip():
        raise ValueError("it is the document as it was")
    if [each.level for each in markdown.sections(text)] != [each.level for each in markdown.sections(before)]:
        raise ValueError("its headings are not those of the document")
    for name, is_one in (("list items", is_item), ("rows of tables", is_row)):
        have, asked_for = (sum(map(is_one, each.split("\n"))) for each in (text, before))
        if have != asked_for:
            raise ValueError(f"it has {have} {name}, and the document {asked_for}")
    if sorted(_LINK.findall(text)) != sorted(_LINK.findall(before)):
        raise ValueError("its links are not those of the document")
    return text + "\n" if before.endswith("\n") else text


TASKS: tuple[ModelTask, ...] = (
    ModelTask(
        "find-duplicates",
        "Let a model find facts that are there twice or contradict each other. Changes nothing.",
        NoArguments,
        find_duplicates,
    ),
    ModelTask("correct", "Let a model correct a fact wherever the memory states it.", CorrectTask, correct),
    ModelTask("translate", "Let a model translate a document where it stands.", TranslateTask, translate),
)
"""In the order in which a person is offered them."""
