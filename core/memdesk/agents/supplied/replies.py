"""Which memories a tool's answer is made of, as far as it tells. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.agents.supplied.records import SuppliedPart
from memdesk.model import Json
from memdesk.systems.tools import Reply
from memdesk.text.lines import lines_named


def parts_of(reply: Reply) -> Iterator[SuppliedPart]:
    """Yield the memories of an answer: its results, or the document that it is of."""
    data = reply.data
    if not isinstance(data, dict):
        return
    results = data.get("results")
    if isinstance(results, list):
        yield from (_part(each) for each in results if isinstance(each, dict))
    elif isinstance(data.get("uri"), str):
        yield _part({**data, "text": reply.text})


def _part(told: dict[str, Json]) -> SuppliedPart:
    uri, score, matched = _text(told.get("uri")), told.get("score"), told.get("matched")
    relevance = told.get("relevance", score)
    return SuppliedPart(
        uri,
        _text(told.get("heading")) or _text(told.get("category")),
        _text(told.get("text")),
        _lines(told.get("lines")) or lines_named(uri.partition("#")[2]),
        score=float(relevance) if isinstance(relevance, int | float) else None,
        parts=_numbers(told.get("parts")),
        matched=tuple(map(_text, matched)) if isinstance(matched, list) else (),
        why=_text(told.get("why")),
    )


def _lines(value: Json) -> tuple[int, int] | None:
    match value:
        case [int(first), int(last)]:
            return first, last
    return None


def _numbers(value: Json) -> dict[str, float] | None:
    if not isinstance(value, dict):
        return None
    return {name: float(number) for name, number in value.items() if isinstance(number, int | float)}


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
