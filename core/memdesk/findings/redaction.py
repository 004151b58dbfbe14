"""Words in the place of what should not stand in a memory; an ordinary commit, so it can be taken back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memdesk import checks
from memdesk.checks.places import REDACTED
from memdesk.errors import ConflictError, InvalidError, UsageError
from memdesk.model import Actor, Content, Revision
from memdesk.ops.merge import check
from memdesk.store import CommitResult
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode, encode
from memdesk.workspace import Workspace

MOST = 20
"""Places of one change in which more is not told apart."""

Span = tuple[int, int]


def redact(
    workspace: Workspace, uri: str, spans: Iterable[Span], base: Revision, actor: Actor
) -> CommitResult:
    """Replace stretches of a document's text, as findings in it have them, by ``[redacted]``.

    Raises ConflictError where the document is not the version in which they were found, InvalidError where
    it would not be valid any more, ProtectedError where a lock is in an agent's way.
    """
    content = workspace.read(uri)
    if content.revision != base:
        message = f"{uri} is not what was last seen"
        raise ConflictError(message, uri=uri, base=base, current=content.revision)
    new = redacted(workspace, content, spans)
    who = replace(actor, tool=actor.tool or "redact")
    return workspace.commit(uri, new, base, who)


def redacted(workspace: Workspace, content: Content, spans: Iterable[Span]) -> bytes:
    """Return a document's bytes with stretches of its text replaced. Raises InvalidError."""
    decoded = decode(content.data)
    if not decoded.editable:
        raise InvalidError(f"{content.uri} is not text that can be edited", uri=content.uri, reason="no_text")
    spans = tuple(spans)
    text = without_spans(decoded.text, spans)
    _require_gone(content.uri, decoded.text, text, spans)
    new = encode(text, decoded.form, decoded.text)
    check(workspace, workspace.info(content.uri), new, content.data)
    return new


def _require_gone(uri: str, old: str, new: str, spans: Sequence[Span]) -> None:
    """Raise InvalidError where a secret, or a rest of it, would still be found after it was replaced."""
    places, taken = [(one.start, one.end) for one in checks.secrets_in(old)], Counter[str]()
    for start, end in places:
        if any(first < end and start < last for first, last in spans):
            taken[old[start:end]] += 1
    before = Counter(old[start:end] for start, end in places)
    after = Counter(new[one.start : one.end] for one in checks.secrets_in(new))
    is_left = any(after[secret] > before[secret] - times for secret, times in taken.items())
    if is_left or any(rest not in before and any(rest in secret for secret in taken) for rest in after):
        message = f"what was found in {uri} would still be found; nothing was changed"
        raise InvalidError(message, uri=uri, reason="still_found")


def without_spans(text: str, spans: Iterable[Span]) -> str:
    """Return a text in which each stretch is replaced; such as touch are replaced as one."""
    parts, at = [], 0
    for start, end in sorted(set(spans)):
        if not 0 <= start < end <= len(text):
            raise UsageError("a place to redact lies outside of the text")
        if start >= at:
            parts += [text[at:start], REDACTED]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def taken_out(old: str, new: str) -> tuple[str, ...]:
    """Return what was replaced by ``[redacted]`` from one text to the other, as far as that can be told."""
    found: list[str] = []
    for hunk in line_diff(old, new):
        said = "\n".join(hunk.new).split(REDACTED)
        pattern = "(.+?)".join(map(re.escape, said))
        match = re.fullmatch(pattern, "\n".join(hunk.old), re.DOTALL) if 1 < len(said) <= MOST else None
        found += match.groups() if match is not None else ()
    return tuple(dict.fromkeys(found))


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """Return a text with ``[redacted]`` in the place of each of these."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, REDACTED)
    return text
