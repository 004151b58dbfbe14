"""What changes say in one line, read from the versions that are kept; secrets are covered."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from memdesk.checks.covering import covers_for
from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.errors import MemdeskError
from memdesk.history.history import History
from memdesk.model import Revision
from memdesk.text.changed_words import ChangedWords, Effect, changed_words
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

LARGEST = 2 << 20
"""Bytes of a version up to which its words are looked for."""
REMEMBERED = 4_000
"""Changes whose words are remembered."""
_COVERED_WHOLE = 1 << 17
"""Characters of a text in which all secrets are looked for; of a larger one, around what changed."""
_AROUND = 60
"""Lines around what changed."""
_AROUND_MOST = 1 << 16
_NOTHING = ChangedWords()

_Key = tuple[bool, Revision | None, Revision | None]


class ChangeWords:
    """Knows what changes of one workspace say, each by its two revisions. May be called from any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._history = History(workspace)
        self._lock = Lock()
        self._found: OrderedDict[_Key, ChangedWords] = OrderedDict()

    def known(self, uri: str, before: Revision | None, after: Revision | None) -> ChangedWords | None:
        """Return what a change says if that was looked for already; no file is read."""
        with self._lock:
            return self._found.get(_key(uri, before, after))

    def of(self, uri: str, before: Revision | None, after: Revision | None) -> ChangedWords:
        """Return what a change says; nothing where one of its versions is not kept."""
        key = _key(uri, before, after)
        with self._lock:
            found = self._found.get(key)
        if found is None:
            try:
                found = words_between(
                    uri, self._history.content(uri, before), self._history.content(uri, after)
                )
            except (MemdeskError, RecursionError):
                found = _NOTHING
            with self._lock:
                self._found[key] = found
                while len(self._found) > REMEMBERED:
                    self._found.popitem(last=False)
        return found

    def forget(self) -> None:
        """Forget all, as one of the texts holds what is to be nowhere any more."""
        with self._lock:
            self._found.clear()


def words_between(uri: str, old: bytes, new: bytes) -> ChangedWords:
    """Return what the change from one content of a document to another says, secrets covered."""
    if old == new:
        return _NOTHING
    if len(old) > LARGEST or len(new) > LARGEST:
        return _NOTHING
    sides = decode(old), decode(new)
    if any(side.reason == "binary" for side in sides):
        return ChangedWords(effect=Effect.BINARY)
    before, after = sides[0].text, sides[1].text
    if before == after:
        return ChangedWords(effect=Effect.FORM)
    return words_of_texts(uri, before, after)


def words_of_texts(uri: str, before: str, after: str) -> ChangedWords:
    """Return what the change from one text of a document to another says, secrets covered."""
    hunks = line_diff(before, after)
    if not hunks:
        return _NOTHING
    first = hunks[0]
    covers = _covers(before, first.old_start) | _covers(after, first.new_start)
    return changed_words(before, after, is_json=_is_json(uri), hunks=hunks, shown=covers.shown)


def _covers(text: str, line: int) -> SecretMask:
    """Return what covers the secrets of a text, of a large one those near a line (from 0)."""
    if len(text) <= _COVERED_WHOLE:
        return covers_for(text) if text else NO_COVERS
    begin = 0
    for _ in range(max(0, line - _AROUND)):
        begin = text.find("\n", begin) + 1
    return covers_for(text[begin : begin + _AROUND_MOST])


def _key(uri: str, before: Revision | None, after: Revision | None) -> _Key:
    return _is_json(uri), before, after


def _is_json(uri: str) -> bool:
    return uri.lower().endswith(".json")
