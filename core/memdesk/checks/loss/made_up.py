"""What a model's words name that stands nowhere in what it was given: names, numbers, dates and links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date

from memdesk.checks.loss.comparing import lower_words
from memdesk.checks.loss.fact import Fact, LossKind, Moment
from memdesk.checks.loss.statement import LONGEST, statements
from memdesk.checks.loss.told import Told, Whole, answers

MOST_GIVEN = 200_000
"""Letters of what was given up to which it is looked at as a whole."""
NEAR_DAYS = 45
"""Days from today up to which a date may be meant by "last month" or "in three weeks"."""
_SENTENCE = re.compile("\\s|[\u3400-\u9fff]{3}")
_END = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s+")
_BEGIN = re.compile(r"[{\[](?=\s*[\"{\[}\]])")


def made_up(said: Iterable[str], given: Iterable[str], today: date) -> tuple[Fact, ...]:
    """Return what is named in words and answers a fact of nothing that was given; each once.

    The day is given, and days near to it where something was told by it, like "yesterday".

    Of an answer in JSON the sentences in it are looked at: its other values are choices, not facts.
    """
    source = _in_lines("\n".join((*given, today.isoformat(), f"{today:%Y-%m}"))[-MOST_GIVEN:])
    texts = [_in_lines(text) for each in said for text in _sentences(each)]
    plain = lower_words(source, *texts)
    old = [Told(each, plain) for each in statements(source)]
    firm = [each for each in old if not each.is_loose]
    whole, figures = Whole(old, old), re.sub(r"\D", "", source)
    named = {
        (fact.kind, fact.words.casefold()): fact
        for text in texts
        for statement in statements(text)
        for fact in Told(statement, plain).facts
        # Words of a heading are written with capitals.
        if not (statement.heading and fact.kind is LossKind.NAME and fact.words.isascii())
    }
    return tuple(
        fact
        for fact in named.values()
        if not (len(firm) < len(old) and _is_near(fact, today))
        and not answers(fact, [whole, *firm])
        and not _is_counted(fact, figures)
    )


def as_read(text: str) -> str:
    """Return the text of a document, and that of JSON also with the letters that it has as signs."""
    try:
        return f"{text}\n{json.dumps(json.loads(text), ensure_ascii=False)}"
    except (ValueError, RecursionError):
        return text


def _in_lines(text: str) -> str:
    """Return a text in lines short enough that each is looked at."""
    if all(len(line) <= LONGEST for line in text.split("\n")):
        return text
    parts = (part for line in text.split("\n") for part in _END.split(line))
    return "\n".join(part[at : at + LONGEST] for part in parts for at in range(0, len(part), LONGEST))


def _sentences(answer: str) -> Iterator[str]:
    """Yield the text of an answer, or of one in JSON the sentences."""
    value = _json_in(answer)
    if value is None:
        yield answer
        return
    waiting: list[object] = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str) and _SENTENCE.search(each):
            yield each
        elif isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each


def _json_in(answer: str) -> object:
    """Return the JSON that an answer is or holds, None where there is none."""
    begin = _BEGIN.search(answer)
    try:
        return json.JSONDecoder().raw_decode(answer, begin.start())[0] if begin else None
    except (ValueError, RecursionError):
        return None


def _is_near(fact: Fact, today: date) -> bool:
    """Say whether a date may be one that was told by the day of writing."""
    moment = fact.values[0]
    if not isinstance(moment, Moment):
        return False
    year, month, day = moment.year or today.year, moment.month, moment.day
    if month is None or day is None:
        return year == today.year
    try:
        return abs((date(year, month, day) - today).days) <= NEAR_DAYS
    except ValueError:
        return False


def _is_counted(fact: Fact, figures: str) -> bool:
    """Say whether a number only counts, or its digits stand in what was given, in whichever form."""
    digits = re.sub(r"\D", "", fact.words)
    return fact.kind is LossKind.NUMBER and (len(digits) < 2 or digits in figures)
