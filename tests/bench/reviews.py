"""What a person who reviews waits for: the inbox with few and with many items, and a decision."""

from __future__ import annotations

import statistics
import time

from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox, groups
from memdesk.workspace import Workspace

PERSON = Actor("bench", Origin.HUMAN, Via.PYTHON)
AGENT = Actor("agent", Origin.AGENT, Via.PYTHON)
PAGE, SCREEN = 100, 25


def opened(folders, repeats):
    """Return for each folder the median of opening its inbox, in seconds, taken in turn."""
    for folder in folders:
        _open(folder)
    turns = [[_timed(lambda folder=folder: _open(folder)) for folder in folders] for _ in range(repeats)]
    return [statistics.median(side) for side in zip(*turns, strict=True)]


def decided(folder, repeats):
    """Return the median of accepting the newest item and seeing the next, and of reverting it so."""
    with Workspace.open(folder) as workspace:
        inbox = Inbox(workspace)
        inbox.look()
        accepted = [_timed(lambda: _decide(inbox, inbox.accept)) for _ in range(repeats)]
        reverted = [_timed(lambda: _decide(inbox, inbox.revert)) for _ in range(repeats)]
    return statistics.median(accepted), statistics.median(reverted)


def screen(folder, repeats, rows=SCREEN):
    """Return the median of telling how much of each item of the first screen is still there."""
    times = []
    for _ in range(repeats):
        with Workspace.open(folder) as workspace:
            inbox = Inbox(workspace)
            inbox.look()
            items = inbox.page(rows).items
            inbox.detail(items[0])  # loads what the content checks need, once
            times.append(_timed(lambda inbox=inbox, items=items: [inbox.detail(item) for item in items]))
    return statistics.median(times)


def taken_back(folder, entries, repeats):
    """Return the median of planning to take back one entry of so many of a document, and of doing it."""
    units = [f"\n## 2026-03-01\n\nFact {number} is here.\n" for number in range(entries)]
    middle = entries // 2
    with Workspace.open(folder) as workspace:
        base, ids = None, []
        for end in (middle, middle + 1, entries):
            data = ("# Memory\n" + "".join(units[:end])).encode()
            result = workspace.commit("MEMORY.md", data, base, AGENT)
            base, ids = result.after, [*ids, result.operation]
        inbox = Inbox(workspace)
        planned = [_timed(lambda: inbox.plan([ids[1]])) for _ in range(repeats)]
        done = []
        for _ in range(repeats):
            made = []
            done.append(_timed(lambda made=made: made.append(inbox.revert([ids[1]], PERSON))))
            inbox.undo(made[0], PERSON)
    return statistics.median(planned), statistics.median(done)


def of_many_changes(folder, changes, repeats):
    """Return medians of a document to which so many changes were made, each an entry, of one in the middle.

    They are of planning to take it back, of doing it, and of looking for what builds on one that was
    rewritten later.
    """
    middle, text, base, ids = changes // 2, "# Memory\n\n", None, []
    with Workspace.open(folder) as workspace:
        for number in range(changes):
            if number == changes - 100:
                text = text.replace(f"- fact {middle + 1}\n", f"- new {middle + 1}\n")
            text += f"- fact {number}\n"
            result = workspace.commit("MEMORY.md", text.encode(), base, AGENT)
            base, ids = result.after, [*ids, result.operation]
        inbox = Inbox(workspace)
        inbox.look()
        name, rewritten = ids[middle], ids[middle + 1]
        planned = [_timed(lambda: inbox.plan([name])) for _ in range(repeats)]
        together = [_timed(lambda: inbox.together([rewritten])) for _ in range(repeats)]
        done = []
        for _ in range(repeats):
            made = []
            done.append(_timed(lambda made=made: made.append(inbox.revert([name], PERSON))))
            inbox.undo(made[0], PERSON)
    return [statistics.median(times) for times in (planned, done, together)]


def _decide(inbox, decide):
    decide([inbox.page(1).items[0].id], PERSON)
    inbox.detail(inbox.page(1).items[0])


def _open(folder):
    """Find what nobody saw, read the first page, group it, and look into its first item."""
    with Workspace.open(folder) as workspace:
        inbox = Inbox(workspace)
        inbox.look()
        page = inbox.page(PAGE)
        groups(page.items)
        inbox.detail(page.items[0])


def _timed(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin
