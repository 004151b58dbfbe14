"""Every version known of a workspace in one order, ready to be asked for any moment of its past. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from memdesk.model import Actor, ChangeKind, Instead, Revision


@dataclass(frozen=True, slots=True)
class Version:
    """A document as it was from some time on; without revision it was gone from then on.

    ``bytes`` is None where nobody counted them; where ``kept`` is False, the content is not there any more.
    ``operation`` is empty where no log tells of it. ``moved`` is the name that it was renamed from (to, where
    it was gone then), and ``name`` the one that it had then, where that is another than the one asked for.
    What was noticed ``late`` was replaced unseen; what follows it began from what was there before it.
    ``instead`` is what stood in the place of a document that could not be read from then on.
    """

    uri: str
    revision: Revision | None
    previous: Revision | None
    time: float
    actor: Actor
    change: ChangeKind
    bytes: int | None = None
    operation: str = ""
    kept: bool = True
    moved: str = ""
    name: str = ""
    late: bool = False
    machine: float | None = None
    """The machine's time, where ``time`` was told by whoever wrote."""
    instead: Instead | None = None

    @property
    def machine_time(self) -> float:
        """When it was by the machine's clock."""
        return self.time if self.machine is None else self.machine

    @property
    def is_beginning(self) -> bool:
        """Whether it was there when the document was first met: who wrote it is not known."""
        return not self.operation and self.previous is None and self.change is ChangeKind.CREATED


class VersionTimeline:
    """Versions, the oldest first. What was made at the same moment keeps the order it was made in."""

    def __init__(self, versions: Iterable[Version]) -> None:
        self.versions = tuple(versions)
        self._times = list(accumulate((version.machine_time for version in self.versions), max))
        """A clock that was set back does not bring versions back: none is earlier than those before it."""
        self._places: dict[str, list[int]] = {}
        for place, version in enumerate(self.versions):
            self._places.setdefault(version.uri, []).append(place)

    def __len__(self) -> int:
        return len(self.versions)

    def made_by(self, time: float) -> int:
        """Return how many versions there were at a time."""
        return bisect_right(self._times, time)

    def at(self, time: float) -> dict[str, Version | None]:
        """Return every document that the log tells of, as it was at a time; see ``after``."""
        return self.after(self.made_by(time))

    def after(self, count: int) -> dict[str, Version | None]:
        """Return every document as it was after the first ``count`` versions; None where there was none.

        Of a document that was there before anything is known of it, this is the oldest version that is
        known: its time is then later than the moment asked for.
        """
        return {uri: self._after(places, count) for uri, places in self._places.items()}

    def of(self, uri: str) -> tuple[Version, ...]:
        """Return the versions of one document, the oldest first."""
        return tuple(self.versions[place] for place in self._places.get(uri, ()))

    def tells_of(self, uri: str) -> bool:
        """Whether any version of a document is known."""
        return uri in self._places

    def document_after(self, uri: str, count: int) -> Version | None:
        """Return one document as it was after the first ``count`` versions."""
        return self._after(self._places.get(uri, []), count)

    def earlier_day(self, place: int) -> int:
        """Return the place of the last version before the day that holds ``place``, or the first place."""
        return max(0, bisect_left(self._times, _midnight(self._times[place])) - 1)

    def later_day(self, place: int) -> int:
        """Return the last place of the next day that holds any version, or the last place."""
        following = bisect_left(self._times, _midnight(self._times[place], 1))
        if following == len(self):
            return following - 1
        return bisect_left(self._times, _midnight(self._times[following], 1)) - 1

    def _after(self, places: list[int], count: int) -> Version | None:
        index = bisect_left(places, count) - 1
        if index < 0:
            return self._met(places)
        version = self.versions[places[index]]
        return None if version.revision is None else version

    def _met(self, places: list[int]) -> Version | None:
        """Return the first version known of a document that nobody is known to have created."""
        first = self.versions[places[0]] if places else None
        return first if first is not None and not first.operation else None


def _midnight(time: float, later: int = 0) -> float:
    """Return the moment at which the day of a time began, or one some days later."""
    day = datetime.fromtimestamp(time).replace(hour=0, minute=0, second=0, microsecond=0)
    return (day + timedelta(days=later)).timestamp()
