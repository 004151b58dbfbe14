"""Boils a conversation or a long note down to a fact, by rules, in English and in Chinese. Pure.

The result has the members of Go's distilled facts and at most 512 bytes of JSON. What is too long is cut
between letters, at the end of a sentence or a word where there is one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from memdesk.model import Json
from memdesk.text.terms import each_word, is_common

MOST_BYTES = 512
_SHORTEST = 10
_SENTENCE = re.compile(r"[^.!?。！？；;\n]+(?:[.](?=\S)[^.!?。！？；;\n]+)*[.!?。！？；;]*")
_SPEAKER = re.compile(
    r"^\s*(?:[-*+]\s+)?(?:\[[xX ]\]\s*)?(?:(?:user|assistant|human|agent|用户|助手)\s*[:：]\s*)?", re.I
)
_OUTCOME = re.compile(
    r"\b(?:decided|agreed|concluded|settled|chose|fixed|resolved|finished|deployed|confirmed)\b"
    r"|决定|确定|同意|最终|结果|完成|解决|修复|上线|选定|采用",
    re.I,
)
_ACTION = re.compile(
    r"\b(?:need(?:s)? to|have to|has to|should|must|todo|remember to|plan to|going to|will)\b"
    r"|需要|必须|应该|记得|计划|打算|准备|待办|下一步",
    re.I,
)
_FEELINGS = {
    "happy": r"\b(?:happy|glad|great|love|excited|thanks)\b|高兴|开心|太好了|喜欢|兴奋|感谢",
    "angry": r"\b(?:angry|annoyed|frustrated|furious|hate)\b|生气|愤怒|烦|讨厌|恼火",
    "sad": r"\b(?:sad|sorry|disappointed|miss)\b|难过|伤心|失望|遗憾",
    "worried": r"\b(?:worried|afraid|anxious|nervous|concerned)\b|担心|害怕|焦虑|紧张",
}
_NAME = re.compile(r"(?<![.!?\n])(?<=[a-z,;:'’] )[A-Z][a-z]{1,20}\b|@([A-Za-z]\w{1,30})")
_CHINESE_NAME = re.compile(
    r"([\u4e00-\u9fff])(先生|女士|老师|经理|医生|教授)|(?:名叫|叫做|我叫|他叫|她叫)([\u4e00-\u9fff]{2,3})"
)
_DAYS = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August"
    r"|(?:Septem|Octo|Novem|Decem)ber"
)
_DROPPED = ("outcome", "actions", "topics", "people", "emotion")
"""What goes first where a fact is too large."""


def distil(text: str, date: str = "") -> dict[str, Json]:
    """Return what a text comes down to: the fact, and who, how, what next as far as it says."""
    sentences = sentences_of(text)
    found: dict[str, Json] = {"fact": _fact(sentences) or " ".join(text.split())}
    rest: dict[str, Json] = {
        "emotion": next((name for name, words in _FEELINGS.items() if re.search(words, text, re.I)), None),
        "people": _names(text),
        "topics": _topics(text),
        "date": date,
        "actions": _distinct((one for one in sentences if _ACTION.search(one) and one != found["fact"]), 2),
        "outcome": next((one for one in sentences if _OUTCOME.search(one) and one != found["fact"]), None),
    }
    found |= {name: value for name, value in rest.items() if value}
    return _fitted(found)


def sentences_of(text: str) -> list[str]:
    """Return a text's sentences without bullets and without who says them."""
    whole = (match[0] for line in text.split("\n") for match in _SENTENCE.finditer(_SPEAKER.sub("", line)))
    return [sentence for one in whole if len((sentence := one.strip().rstrip(".。；;")).encode()) > _SHORTEST]


def shortened(text: str, most: int) -> str:
    """Return a text in at most so many bytes, cut between letters, at a word's end where one is near."""
    data = text.encode("utf-8", "replace")
    if len(data) <= most:
        return data.decode()
    if most < len("…".encode()):
        return ""
    kept = data[: most - len("…".encode())].decode("utf-8", "ignore")
    near = re.search(r"^(.{2,}?)[\s，。、；：,.;:!?！？]+\S{0,24}$", kept, re.DOTALL)
    word = near[1] if near and len(near[1]) * 2 > len(kept) else kept
    return word.rstrip() + "…"


def core_summary(text: str, most: int = 30) -> str:
    """Return the few words that the index keeps of a memory."""
    return shortened(_fact(sentences_of(text)) or " ".join(text.split()), most)


def _fact(sentences: Sequence[str]) -> str:
    """Return the sentence that tells most: what was decided, with numbers, names and addresses."""
    return max(sentences, key=_weight, default="")


def _weight(sentence: str) -> float:
    weight = 3.0 * bool(_OUTCOME.search(sentence)) + bool(re.search(r"\d", sentence))
    weight += bool(_NAME.search(sentence) or _CHINESE_NAME.search(sentence)) + ("http" in sentence)
    return weight - 2.0 * sentence.endswith(("?", "？")) - len(sentence.encode()) / MOST_BYTES


def _names(text: str) -> list[Json]:
    found = [match[1] or match[0] for match in _NAME.finditer(text)]
    found += [match[3] or match[1] + match[2] for match in _CHINESE_NAME.finditer(text)]
    return _distinct((name for name in found if not _DAYS.fullmatch(name)), 5)


def _topics(text: str) -> list[Json]:
    """Return the words and terms in quotes that a text uses most."""
    quoted = re.findall(r"[《「“]([^》」”\n]{2,12})[》」”]", text)
    words = Counter(
        term for term in each_word(text) if len(term) > 3 and term.isascii() and not is_common(term)
    )
    return _distinct([*quoted, *(word for word, count in words.most_common() if count > 1)], 3)


def _distinct(names: Iterable[str], most: int) -> list[Json]:
    kept: list[Json] = []
    kept += dict.fromkeys(names)
    return kept[:most]


def _fitted(found: dict[str, Json]) -> dict[str, Json]:
    """Return a fact in no more than its bytes: less of what goes with it, then less of itself."""
    for name in _DROPPED:
        if _size(found) > MOST_BYTES:
            found = {key: value for key, value in found.items() if key != name}
    fact, most = str(found["fact"]), MOST_BYTES
    while _size(found) > MOST_BYTES and most > 0:
        most -= max(8, _size(found) - MOST_BYTES)
        found = {**found, "fact": shortened(fact, most)}
    return found


def _size(found: dict[str, Json]) -> int:
    return len(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))
