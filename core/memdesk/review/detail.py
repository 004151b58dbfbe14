"""One item looked into: both versions as text, what it touched, and whether the change is still there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from threading import Lock

from memdesk.checks import Finding
from memdesk.errors import MemdeskError
from memdesk.history.history import History
from memdesk.index.local_state.findings import CheckedVersion
from memdesk.model import Revision
from memdesk.review.current_names import Renames
from memdesk.review.items import ReviewItem
from memdesk.review.masking import judge
from memdesk.review.parts import touched
from memdesk.review.revert import Reversal, Undone, plan
from memdesk.review.revert_obstacles import ConflictReason, Obstacle
from memdesk.review.scanner import ReviewExaminer
from memdesk.text.diff import Hunk, in_unified, line_diff, line_in
from memdesk.text.encoding import decode, decode_past_nul
from memdesk.text.taking_back import ChangeStatus
from memdesk.workspace import Workspace

LINES, WIDTH = 400, 2_000
"""Lines of a difference that are shown, and characters of each."""

REMEMBERED = 256


class Applies(StrEnum):
    """How much of a change is still there."""

    FULLY = "fully"
    PARTLY = "partly"
    NO_LONGER = "no_longer"


@dataclass(frozen=True, slots=True)
class Detail:
    """An item with its contents. ``uri`` is the document's name now, ``current`` its revision now.

    In both texts and in the changes secrets are covered. ``kept`` is False where a version is not kept any
    more (its text is empty then), ``obstacle`` what stands in the way of a revert, ``findings`` what the
    content checks found in what the change added, but for what a person has dismissed.
    """

    item: ReviewItem
    uri: str
    current: Revision | None
    old: str
    new: str
    binary: bool
    kept: bool
    parts: tuple[str, ...]
    applies: Applies
    obstacle: Obstacle | None = None
    hunks: tuple[Hunk, ...] = ()
    findings: tuple[Finding, ...] = ()
    standing: ChangeStatus | None = None
    """How much is still there, where the document was changed since and that can be told."""
    line: int = 0
    """The line of the document now, from 1, at which the change begins; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class DifferenceText:
    """A difference as text; ``cut`` counts the lines that are left out."""

    text: str
    cut: int = 0


class Details:
    """Looks into items, and remembers what was found while the document stays what it is."""

    def __init__(
        self, workspace: Workspace, history: History, names: Renames, examiner: ReviewExaminer, undone: Undone
    ) -> None:
        self._workspace = workspace
        self._history = history
        self._names = names
        self._examiner = examiner
        self._undone = undone
        self._lock = Lock()
        self._found: OrderedDict[tuple[str, str, Revision | None], Detail] = OrderedDict()

    def of(self, item: ReviewItem) -> Detail:
        """Return an item looked into."""
        uri, current = self._standing(item)
        key = (item.id, uri, current)
        with self._lock:
            found = self._found.get(key)
        if found is None or found.item != item:
            found = self._look(item, uri, current)
            with self._lock:
                self._found[key] = found
                while len(self._found) > REMEMBERED:
                    self._found.popitem(last=False)
        return replace(found, findings=self._examiner.undismissed(found.findings))

    def place(self, item: ReviewItem) -> str:
        """Return the name that the document of an item has now."""
        return self._standing(item)[0]

    def _standing(self, item: ReviewItem) -> tuple[str, Revision | None]:
        """Return the name that the document of an item has now, and what it is."""
        current = self._now(item.uri)
        if current == item.after and item.after is not None:
            return item.uri, current
        uri = self._names.now(item.uri, item.machine_time)
        return uri, current if uri == item.uri else self._now(uri)

    def _look(self, item: ReviewItem, uri: str, current: Revision | None) -> Detail:
        old, new = self._side(item.uri, item.before), self._side(item.uri, item.after)
        kept, sides = old is not None and new is not None, (decode(old or b""), decode(new or b""))
        binary = any(side.reason == "binary" for side in sides)
        is_shown = kept and not binary
        texts = (sides[0].text, sides[1].text) if is_shown else ("", "")
        hunks, parts = line_diff(*texts), tuple[str, ...]()
        if is_shown:
            lined = sides[0].lined, sides[1].lined
            parts = touched(uri, *lined, hunks if lined == texts else None)
        reversal = plan(self._workspace, [item], self._names, self._undone)
        obstacle = next(iter(reversal.obstacles), None)
        standing = reversal.standing.get(item.id)
        applies = _applies(reversal, standing, is_as_left=current == item.after, binary=binary)
        # A model may read what is shown as nonsense, or not at all.
        is_true = is_shown and all(
            side.reason is None or decode_past_nul(data or b"") == side
            for side, data in zip(sides, (old, new), strict=True)
        )
        examined = self._examiner.of(item, uri, sides) if is_true else CheckedVersion()
        found = judge(*texts, hunks, examined)
        if not is_true and new is not None:
            found = found._replace(findings=self._examiner.unshown(item, uri, old, new))
        detail = Detail(item, uri, current, found.old, found.new, binary, kept, parts, applies, obstacle)
        line = self._line_now(detail, sides[1].text, hunks) if is_shown else 0
        return replace(detail, hunks=found.hunks, findings=found.findings, standing=standing, line=line)

    def _line_now(self, detail: Detail, new: str, hunks: Sequence[Hunk]) -> int:
        """Return the line now of the first words that came, or of where something went."""
        line, current = _first_changed(hunks), detail.current
        if line is None or current is None:
            return 0
        if current == detail.item.after:
            return line + 1
        now = self._side(detail.uri, current)
        return 0 if now is None else line_in(new, decode(now).text, line) + 1

    def _side(self, uri: str, revision: Revision | None) -> bytes | None:
        try:
            return self._history.content(uri, revision)
        except MemdeskError:
            return None

    def _now(self, uri: str) -> Revision | None:
        try:
            return self._history.now(uri)
        except MemdeskError:
            return None


def _first_changed(hunks: Sequence[Hunk]) -> int | None:
    """Return the first line with words in it that came, from 0; without one, where the first change is."""
    came = ((hunk.new_start + at, line) for hunk in hunks for at, line in enumerate(hunk.new))
    first = next((at for at, line in came if line.strip()), None)
    return first if first is not None or not hunks else hunks[0].new_start


def _applies(reversal: Reversal, standing: ChangeStatus | None, *, is_as_left: bool, binary: bool) -> Applies:
    if standing is not None:
        # Line ends or a byte-order mark alone are no line of the text.
        is_about_form = not standing.stands and bool(reversal.documents) and not reversal.obstacles
        return Applies.FULLY if is_about_form else _share(standing)
    if not reversal.obstacles:
        return Applies.FULLY if reversal.documents else Applies.NO_LONGER
    if is_as_left:
        return Applies.FULLY
    # Of what is no text nothing is left when it became something else.
    is_gone = reversal.obstacles[0].reason in (ConflictReason.GONE, ConflictReason.EXISTS)
    return Applies.NO_LONGER if is_gone or binary else Applies.PARTLY


def _share(standing: ChangeStatus) -> Applies:
    if standing.stands >= standing.lines:
        return Applies.FULLY
    return Applies.PARTLY if standing.stands else Applies.NO_LONGER


def difference(detail: Detail, lines: int = LINES, width: int = WIDTH) -> DifferenceText:
    """Return what an item changed as ``diff -u`` prints it, cut to a size that can be shown."""
    if detail.binary or not detail.kept:
        return DifferenceText("")
    item = detail.item
    names = (
        f"{item.moved or item.uri} {_short(item.before)}",
        f"{item.uri} {_short(item.after)}",
    )
    made = in_unified(detail.old.split("\n"), detail.hunks, names)
    shown = [_cut(line, width) for line in islice(made, lines)]
    return DifferenceText("\n".join(shown), sum(1 for _ in made))


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[:width]}…"


def _short(revision: Revision | None) -> str:
    return revision.removeprefix("sha256:")[:12] if revision else "-"
