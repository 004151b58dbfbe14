"""The site's ``memory.json`` in one call: read as agents read it, written without losing what they cannot."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cached_property

from memdesk.systems.aigentic import choices
from memdesk.systems.aigentic.detect import CORRUPT
from memdesk.systems.aigentic.edit import counted, without
from memdesk.systems.aigentic.page import Item, Page, empty_page, page_of
from memdesk.systems.tools import SiteMemory
from memdesk.text.json.spans import spans

_logger = logging.getLogger(__name__)

LOADS_ONCE = (
    "Note: another program wrote this file last. If that is an agent that loads its memory only when it "
    "starts, it will write over this change; restart it."
)
"""What is told where a change may not last."""


class MemoryFile:
    """What the calls of this system do to the file."""

    def __init__(self, memory: SiteMemory) -> None:
        self._memory = memory
        self.path = memory.inside(choices.chosen(memory).storage_path)
        self.page: Page = memory.load(self.path, page_of) or empty_page()
        self.kept_as: str | None = None
        """Where a copy of the damaged file is, once a change has replaced it."""
        self.may_be_lost = False
        """Whether a running agent may write over what was changed."""
        if self.page.fault:
            _logger.info("%s is damaged and counts as empty (%s)", self.path, self.page.fault)

    def is_hidden(self, compartment: str, item: Item) -> bool:
        """Tell whether an entry of run memory is another run's."""
        mine = self._memory.run
        return compartment == "run" and self._runs.get(str(item.get("id")), mine) != mine

    def is_own(self, item: Item) -> bool:
        """Tell whether an entry of run memory goes when the run that calls ends; without one, all do."""
        return not self._apart or self._runs.get(str(item.get("id"))) == self._memory.run

    def items(self, compartment: str) -> list[Item]:
        """Return the entries of a compartment that the run that calls may see."""
        found = self.page.items(compartment)
        return [item for item in found if not self.is_hidden(compartment, item)] if self._runs else found

    def saved(self, compartment: str, identity: str) -> None:
        """Take in that the run that calls has saved an entry."""
        if compartment == "run" and self._apart:
            self._memory.belongs_to_run(self.path, identity, self.page.ids["run"])

    @cached_property
    def _apart(self) -> bool:
        return bool(self._memory.run) and choices.chosen(self._memory).runs == "apart"

    @cached_property
    def _runs(self) -> Mapping[str, str]:
        return self._memory.runs(self.path) if self._apart else {}

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader of the answer has to know of the file."""
        if not self.page.fault:
            return ()
        fault = f"Note: {self.path} cannot be read ({self.page.fault}), so it counts as empty."
        return (f"{fault} The next change sets a copy of it aside, from which a person can recover it.",)

    def read(self, compartment: str, item: Item) -> int:
        """Count that an entry was answered; return how often it was since that was noted in the file."""
        [unnoted] = self.read_all([(compartment, item)])
        return unnoted

    def read_all(self, found: Iterable[tuple[str, Item]]) -> list[int]:
        """Count the same of several."""
        reads = self._memory.reads(self.path)
        names = [(compartment, str(item.get("id"))) for compartment, item in found]
        for name in names:
            reads[name] = reads.get(name, 0) + 1
        return [reads[name] for name in names]

    def unnoted(self, compartment: str, item: Item) -> int:
        """Return how often an entry was answered since that was noted in the file."""
        return self._memory.reads(self.path).get((compartment, str(item.get("id"))), 0)

    def begin(self) -> Page:
        """Return what a change starts from: reads are noted in it, damage is left behind."""
        reads = self._memory.reads(self.path)
        return counted(self.page, reads) if reads else self.page

    def without_ended(self) -> Page:
        """Return what an addition starts from: what begins a change, without what ended runs left behind."""
        page = self.begin()
        if not self._apart or not page.items("run"):
            return page
        over = self._memory.of_ended_runs(self.path)
        gone = {at for at, item in enumerate(page.items("run")) if str(item.get("id")) in over}
        return Page(spans(without(page.root, "run", gone))) if gone else page

    def write(self, text: str) -> tuple[str, ...]:
        """Write a new text; a damaged file is copied first. Return what has to be told of it."""
        if not self.page.fault and text == self.page.root.text:
            return ()
        told: list[str] = []
        if self.page.fault:
            told.append(self._set_aside())
        elif self._memory.by_others(self.path):
            self.may_be_lost = True
            told.append(LOADS_ONCE)
        self._memory.write(self.path, text)
        return tuple(told)

    def _set_aside(self) -> str:
        folder = self.path.rpartition("/")[0]
        self.kept_as = copy = aside(self.path, self._memory.now, self._memory.names(folder))
        self._memory.write(copy, self._memory.read(self.path) or b"")
        _logger.info("%s is damaged; a copy is kept as %s", self.path, copy)
        return f"Note: {self.path} could not be read ({self.page.fault}); a copy of it is kept as {copy}."


def aside(path: str, moment: datetime, taken: Collection[str]) -> str:
    """Return a free name for a copy of a damaged file."""
    name = first = f"{path}{CORRUPT}{moment:%Y%m%d_%H%M%S}"
    number = 2
    while name in taken:
        name, number = f"{first}_{number}", number + 1
    return name
