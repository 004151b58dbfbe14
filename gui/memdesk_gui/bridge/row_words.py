"""What changes say, for the rows of lists: read off the window's thread, known by their two revisions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal

from memdesk_gui.bridge.bus import WorkspaceBus
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.change_words import ChangeWords
    from memdesk.model import Revision
    from memdesk.text.changed_words import ChangedWords
    from memdesk.workspace import Workspace

    Known = tuple["ChangeKey", ChangedWords]

AT_ONCE = 8
"""Changes that are read in one piece of work."""
MOST = 4_000
"""Changes whose words are remembered."""
WAITING = 200
"""Changes that wait to be read; of more, those that were asked for first are left out."""
BOTH = 40
"""Letters up to which what something was is shown beside what it is."""

ChangeKey = tuple[str, "Revision | None", "Revision | None"]
"""A change: its document, what that was before, and after."""

_ONLY = {
    "spaces": QT_TRANSLATE_NOOP("RowWords", "Only spaces or blank lines"),
    "form": QT_TRANSLATE_NOOP("RowWords", "Only line endings or encoding"),
    "binary": QT_TRANSLATE_NOOP("RowWords", "Not text"),
}
# The words come first: rows of a narrow list would be told apart by nothing else.
_ENTRY = {
    "added": QT_TRANSLATE_NOOP("RowWords", "+ {text} · entry"),
    "removed": QT_TRANSLATE_NOOP("RowWords", "− {text} · entry"),
    "changed": QT_TRANSLATE_NOOP("RowWords", "{text} · entry changed"),
}
_ENTRY_IN = {
    "added": QT_TRANSLATE_NOOP("RowWords", "+ {text} · entry in {part}"),
    "removed": QT_TRANSLATE_NOOP("RowWords", "− {text} · entry in {part}"),
    "changed": QT_TRANSLATE_NOOP("RowWords", "{text} · entry changed in {part}"),
}
_SIGNS = {"added": "+ ", "removed": "− "}


class RowWords(QObject):
    """Tells what changes say once that is known; lists ask for those of the rows that are seen."""

    read = Signal()
    """More is known now."""

    def __init__(self, bus: WorkspaceBus, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus, self._jobs = bus, jobs
        self._reader: ChangeWords | None = None
        self._found: dict[ChangeKey, ChangedWords] = {}
        self._wanted: deque[ChangeKey] = deque(maxlen=WAITING)
        self._is_reading, self._time = False, 0
        bus.closed.connect(self.forget)

    def of(self, uri: str, before: Revision | None, after: Revision | None) -> ChangedWords | None:
        """Return what a change says, None where that was not read yet."""
        return self._found.get((uri, before, after))

    def text(self, uri: str, before: Revision | None, after: Revision | None) -> str:
        """Return what a change says in the person's language; empty where that is not known or nothing."""
        found = self.of(uri, before, after)
        return "" if found is None else told(found)

    def want(self, changes: Iterable[ChangeKey]) -> None:
        """Read what these changes say soon, the first of them first; ``read`` follows."""
        known = {*self._found, *self._wanted}
        new = [change for change in dict.fromkeys(changes) if change not in known]
        self._wanted.extendleft(reversed(new[-WAITING:]))
        self._go_on()

    def take(self, found: Iterable[Known]) -> None:
        """Take over what was read elsewhere."""
        self._found |= dict(found)
        while len(self._found) > MOST:
            del self._found[next(iter(self._found))]

    def forget(self) -> None:
        """Forget all: another folder is looked at, or a text is to be nowhere any more."""
        self._found.clear()
        self._wanted.clear()
        self._reader, self._is_reading = None, False
        self._time += 1

    def _go_on(self) -> None:
        workspace = self._bus.workspace
        if workspace is None or self._is_reading or not self._wanted:
            return
        self._is_reading = True
        some = [self._wanted.popleft() for _ in range(min(AT_ONCE, len(self._wanted)))]
        read = partial(_read, workspace, self._reader, some)
        self._jobs.read(read, partial(self._on_read, self._time), self._on_unread)

    def _on_read(self, time: int, found: tuple[ChangeWords, list[Known]]) -> None:
        if time != self._time:  # it was read before all was to be forgotten
            return
        self._reader, self._is_reading = found[0], False
        self.take(found[1])
        self.read.emit()
        self._go_on()

    def _on_unread(self, error: Exception) -> None:
        self._is_reading = False
        self._jobs.unhandled.emit(error)


def _read(
    workspace: Workspace, reader: ChangeWords | None, changes: list[ChangeKey]
) -> tuple[ChangeWords, list[Known]]:
    from memdesk.history.change_words import ChangeWords  # the first picture needs none

    reader = reader or ChangeWords(workspace)
    return reader, [(change, reader.of(*change)) for change in changes]


def told(words: ChangedWords) -> str:
    """Return what a change says in the person's language, in one line; empty where it says nothing."""
    effect = words.effect.value
    if effect in _ONLY:
        return _word(_ONLY[effect])
    if effect == "counted":
        return printable(_counted(words))
    if not words.text:
        return ""
    if words.is_entry:
        pattern = _word((_ENTRY_IN if words.part else _ENTRY)[effect])
        said = pattern.format(part=words.part, text=words.text)
    elif words.names:
        said = _field(words, effect)
    elif words.old and max(len(words.old), len(words.text)) <= BOTH:
        said = f"{words.old} → {words.text}"
    else:
        said = f"{_SIGNS.get(effect, '')}{words.text}"
    left = words.more
    if left:
        # lupdate does not find a call whose number is an attribute.
        more = QCoreApplication.translate("RowWords", "and %n more", "", left)
        said = f"{said} {more}"
    return printable(said)


def together(texts: Iterable[str], count: int) -> str:
    """Return what several changes say: the first two that differ, and how many more there are."""
    shown = [text for text in dict.fromkeys(texts) if text][:2]
    if not shown:
        return ""
    left = count - len(shown)
    more = [QCoreApplication.translate("RowWords", "+%n more", "", left)] if left > 0 else []
    parts = (*shown, *more)
    return "; ".join((*(part.rstrip(".。") for part in parts[:-1]), parts[-1]))


def _counted(words: ChangedWords) -> str:
    names = ", ".join(words.names)
    said = QCoreApplication.translate("RowWords", "Only {fields}").format(fields=names)
    return f"{said}: {words.entry}" if words.entry else said


def _field(words: ChangedWords, effect: str) -> str:
    """Return a field with its value, behind the entry or the group that it is in."""
    name = ", ".join(words.names)
    value = f"{words.old} → {words.text}" if effect == "changed" and words.old else words.text
    where = f"{words.entry or words.part} · " if words.entry or words.part else ""
    return f"{_SIGNS.get(effect, '')}{where}{name}: {value}"


def _word(source: object) -> str:
    return QCoreApplication.translate("RowWords", str(source))
