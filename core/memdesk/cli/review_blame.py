"""What ``memdesk review blame`` prints: which write brought each line, key and entry of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from memdesk.cli.reports import moment, on_screen
from memdesk.cli.review_reports import SHORT, WIDTH
from memdesk.model import Json
from memdesk.review import BlameOrigin, BlameSpan

_NAME = 16


def blame_json(uri: str, spans: Sequence[BlameSpan], parts: Mapping[str, BlameOrigin]) -> dict[str, Json]:
    """Return where lines and parts came from."""
    return {
        "uri": uri,
        "lines": [{"line": span.line, "lines": span.lines, **_source_json(span.source)} for span in spans],
        "parts": {name: _source_json(source) for name, source in parts.items()},
    }


def blame_lines(spans: Sequence[BlameSpan], text: str) -> Iterator[str]:
    """Yield every line of a document behind who brought it; ``!`` marks what nobody has judged."""
    lines = text.split("\n")
    for span in spans:
        for number in range(span.line, span.line + span.lines):
            line = lines[number - 1] if number <= len(lines) else ""
            shown = line if len(line) <= WIDTH else f"{line[:WIDTH]}…"
            if number < len(lines) or line:
                yield f"{_told(span.source)} {number:>6} | {on_screen(shown)}"


def _told(source: BlameOrigin) -> str:
    version = source.version
    if version is None:
        return f"  {'earlier':<{SHORT}} {'-':<{_NAME}} {'-':<10}"
    name = "as first seen" if version.is_beginning else on_screen(version.actor.name)
    name = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
    mark, day = "!" if source.waits else " ", (moment(version.time) or "-")[:10]
    return f"{mark} {version.operation[:SHORT] or '-':<{SHORT}} {name:<{_NAME}} {day:<10}"


def _source_json(source: BlameOrigin) -> dict[str, Json]:
    """Return where something came from; without id, an earlier version than is known brought it."""
    version, known = source.version, dict[str, Json]()
    if version is not None:
        actor = version.actor
        known = {"actor": actor.name, "origin": actor.origin, "via": actor.via, "tool": actor.tool}
        known |= {"session": actor.session, "time": moment(version.time), "revision": version.revision}
    return {"id": version.operation or None if version else None, **known, "waits": source.waits}
