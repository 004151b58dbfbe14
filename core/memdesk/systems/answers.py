"""What a model's answer says: the text or the JSON in it, or why it cannot be used. Pure.

Answers come in fences, after thoughts, with an introduction, cut off, or as something else altogether. What
is not plainly what was asked for is refused (ValueError): to do nothing is always right.
"""

from __future__ import annotations

import json
import re

from memdesk.model import Json
from memdesk.text.terms import terms_said

_THOUGHTS = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>\s*", re.DOTALL)
_FENCE = re.compile(r"\A(?P<mark>```+|~~~+)[^\n`]*\n(?P<inner>.*?)\n?(?P=mark)\s*\Z", re.DOTALL)
_INNER_FENCE = re.compile(r"(?P<mark>```+|~~~+)[^\n`]*\n(?P<inner>.*?)\n?(?P=mark)", re.DOTALL)
_DATA_MARK = re.compile(r"</?data [0-9a-f]{12}\b[^>\n]{0,200}>")
_SPECIAL = re.compile(r"<\|[a-z_]{2,30}\|>|\[/?INST\]|</?s>")
_STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_DECLINED = re.compile(
    r"\A\W*(?:(?:I(?:['’]m| am) (?:very |so |really )?sorry|sorry|I apologi[sz]e"
    r"|I (?:can(?:['’]t|not)|won['’]t"
    r"|am (?:not able|unable)|must decline)|as an AI|unfortunately,? I|I(?:['’]m| am) (?:not able|unable))\b"
    r"|(?:很?抱歉|对不起|我(?:无法|不能|没有办法)|作为(?:一个|一名)?(?:AI|人工智能)))",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"\A(?:(?:Sure|Certainly|Of course|Okay|OK|Absolutely)[,.!]|(?:Here(?:['’]s| is| are| you go)|Below is)\b"
    r"|以下|下面|(?:好的|当然)[，。！,.!]|这是)[^\n]{0,200}(?:[:：]|(?<=here you go)[!.])\s*\n+(?=\S)",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"\n+(?:(?:I )?hope (?:this|that|it) helps|let me know\b|feel free to\b"
    r"|希望(?:这|对)|如有|如果(?:您|你)(?:还|需))"
    r"[^\n]{0,200}\Z",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SCALED = re.compile(
    r"\d ?(?:k|m|mio|bn|thousand|million|hundred|dozen)\b|[百千万亿]|\b(?:thousand|million|hundred)\b", re.I
)
ENOUGH_WORDS = 20
"""Words of a text from which on what is told of it has one of them."""
_DEEPEST = 40


def plain(answer: str, most: int) -> str:
    """Return the text of an answer: without thoughts, words to the person, and the one fence around it.

    Raises ValueError for one that is empty, a refusal, longer than ``most`` bytes, or holds what no text has:
    marks of a question, marks of a model's own template, letters that steer a terminal.
    """
    text = _THOUGHTS.sub("", answer.replace("\r\n", "\n"), count=1).strip()
    if introduction := _INTRODUCTION.match(text):
        text = _FAREWELL.sub("", text[introduction.end() :]).strip()
    if found := _FENCE.match(text):
        text = found["inner"].strip()
    if not any(map(str.isalnum, text)) and not text.startswith(("{", "[")):
        raise ValueError("it says nothing")
    if text.lower().startswith(("<think", "<reasoning")):
        raise ValueError("it is thoughts without an end")
    if _DECLINED.match(text):
        raise ValueError("the model declines")
    if size(text) > most:
        raise ValueError(f"it has {size(text)} bytes, and {most} are the most")
    if _DATA_MARK.search(text) or _SPECIAL.search(text):
        raise ValueError("it repeats marks of the question")
    if _STEERING.search(text):
        raise ValueError("it holds control characters")
    return text


def about(text: str, source: str) -> str:
    """Return a shorter telling of something. Raises ValueError where no word of it is of what it tells.

    A model that answers politely, in another language, or of something else altogether has not read it. Of
    a few words nobody can tell. A number of three figures or more is made up where it stands nowhere in what
    was given; one may be a year, and with a unit of thousands it may be written out.
    """
    if not _SCALED.search(source):
        figures = re.sub(r"\D", "", source)
        for number in _NUMBER.findall(text):
            bare = re.sub(r"\D", "", number)
            if len(bare) > 2 and bare not in figures and not _YEAR.fullmatch(number):
                raise ValueError(f"it has {number}, which stands nowhere in what it was given")
    known = terms_said(source)
    if len(known) > ENOUGH_WORDS and known.isdisjoint(terms_said(text)):
        raise ValueError("it says nothing of what it was given")
    return text


def size(text: str) -> int:
    """Return a text's bytes. Raises ValueError where it holds half a letter."""
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueError("it holds half a letter") from error


def object_in(answer: str, most: int = 64 << 10) -> dict[str, Json]:
    """Return the JSON object that an answer is, or holds in a fence or after an introduction.

    Raises ValueError where there is none.
    """
    found = _value_in(answer, most, "{")
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    return found


def list_in(answer: str, most: int = 64 << 10) -> list[Json]:
    """Return the JSON list that an answer is or holds; an object with one list in it is that list.

    Raises ValueError where there is none.
    """
    found = _value_in(answer, most, "[{")
    if isinstance(found, dict):
        lists = [value for value in found.values() if isinstance(value, list)]
        found = lists[0] if len(lists) == 1 else found
    if not isinstance(found, list):
        raise ValueError("it is no JSON list")
    return found


def one_line(text: Json, most: int) -> str:
    """Return a member of an answer as one line of text. Raises ValueError for what is none, or too long."""
    if not isinstance(text, str):
        raise ValueError("a text is asked for")
    line = " ".join(plain(text, 4 * most).split())
    if len(line) > most:
        raise ValueError(f"a text has {len(line)} letters, and {most} are the most")
    return line


def share(number: Json) -> float:
    """Return a member of an answer that is a number from 0 to 1. Raises ValueError."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise ValueError(f"{str(number)[:20]} is no number from 0 to 1")
    return float(number)


def _value_in(answer: str, most: int, begins: str) -> Json:
    text = plain(answer, most)
    candidates = [text, *(found["inner"] for found in _INNER_FENCE.finditer(text))]
    candidates += [text[place:] for place in _starts(text, begins)]
    for candidate in candidates:
        try:
            value, end = _DECODER.raw_decode(candidate.strip())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict | list) and _is_shallow(value) and len(candidate.strip()) - end < 2_000:
            return value
    raise ValueError("there is no JSON in it")


def _starts(text: str, begins: str) -> list[int]:
    """Return where JSON may begin in a text that says something else before it."""
    places = sorted(text.find(mark) for mark in begins if mark in text)
    return places[:1]


def _is_shallow(value: Json, depth: int = 0) -> bool:
    if depth > _DEEPEST:
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_shallow(each, depth + 1) for each in inner)


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member stands there twice")
    return found


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)
