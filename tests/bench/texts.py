"""Texts made to be slow: how much processor time what reads them takes."""

from __future__ import annotations

import time
from datetime import date
from functools import partial
from itertools import pairwise

from bench.checks import memory
from helpers.slow_texts import BROKEN_JSON, MARKDOWN_PIECES, PREVIEW_PIECES, SEEDS, many_of, markdown_of
from memdesk.checks import check_text
from memdesk.model import Kind
from memdesk.systems.pegasus.parse import episode_entries
from memdesk.text import markdown
from memdesk.text.cooperative import cooperative
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode, encode
from memdesk.text.json import text as json_text
from memdesk.text.merge.merge import merge
from memdesk.text.preview_html import render

SMALL, LARGE, LINE = 15_000, 60_000, 1_000_000
TODAY = date(2026, 1, 1)


def seconds(act):
    """Return the processor time of an act."""
    begin = time.thread_time()
    act()
    return time.thread_time() - begin


def longest(acts):
    """Return the longest time that one of these acts takes."""
    return max(seconds(act) for act in acts)


def check(text):
    """Check a text as a long-term memory."""
    check_text(text, today=TODAY, uri="MEMORY.md", kind=Kind.LONG_TERM)


def growth():
    """Return by how much more than the text the time of the checks grows with it, and for which seed most."""
    grown = {}
    for seed in SEEDS:
        few, many = (seconds(partial(check, many_of(seed, size))) for size in (SMALL, LARGE))
        # A tenth of a second is what others on the machine may add to a short time.
        grown[seed] = max(0.0, many - 0.1) / (few * LARGE / SMALL)
    worst = max(grown, key=grown.get)
    return grown[worst], worst


def one_line():
    """Return how much longer the checks of one very long line take than of as much in short ones."""
    text = memory(LINE)
    usual = seconds(lambda: check(text))
    return (
        max(seconds(lambda joint=joint: check(text.replace("\n", joint))) for joint in (" ", "\\n")) / usual
    )


LONG = (
    "The kiln is slow; 窑温偏低。 See `log.csv`, Anna said.\n",
    "The kiln is slow and we wait for it.\n",
    "> > **a** said `x` <b>no</b> &amp; [go](http://a.example/b)\n",
    "id: 8f14e45fceea167a5a36dedd4bea2543 2026-11-28 10.0.0.1\n",
    "a b c d e f g h i j k l m n o p\n",
    "Größe und Maß, déjà vu\n",
    "x",
)
"""What long texts are made of in which little, or much, is found."""


def longest_piece():
    """Return the share of the longest stretch in which the checks of a long text let nobody else run."""
    check("warm")
    return max(longest_of(many_of(piece, 2_000_000)) for piece in LONG)


def longest_of(text):
    """Return the share of the longest stretch of the checks of one text."""
    moments = [time.thread_time()]
    cooperative(lambda: check(text), lambda: moments.append(time.thread_time()))()
    moments.append(time.thread_time())
    return max(after - before for before, after in pairwise(moments)) / (moments[-1] - moments[0])


def merges():
    """Yield merges of huge texts."""
    for line in ("same", "{}"):
        base = "".join(f"{line.format(number)}\n" for number in range(100_000))
        mine, theirs = "start\n" + base.replace("7\n", "seven\n"), base.replace("3\n", "three\n") + "end\n"
        yield partial(merge, base, mine, theirs)


def diffs():
    """Yield comparisons of large texts."""
    yield partial(
        line_diff, "\n".join(["same"] * 20_000 + ["x"]), "\n".join(["other"] + ["same", ""] * 20_000)
    )
    lines = [f"line {number}" for number in range(50_000)]
    changed = [f"{line}!" if number % 1000 == 0 else line for number, line in enumerate(lines)]
    yield partial(line_diff, "\n".join(lines), "\n".join(changed))


def read_markdown(text):
    """Read what a list of documents shows of one."""
    markdown.outline(text)
    markdown.digest(text)
    markdown.title(text)


def mixed_endings():
    """Read and write a large file of mixed line ends."""
    decoded = decode(b"one\r\ntwo\n" * 200_000)
    rows = decoded.text.split("\n")
    rows[200:90_000] = ["x"] * 70_000
    encode("\n".join(rows), decoded.form, decoded.text)


def figures():
    """Yield what is measured: its name, seconds, and the most that is allowed."""
    yield "two merges of 100,000 lines", sum(seconds(act) for act in merges()), 20
    yield "a comparison of 50,000 lines", longest(diffs()), 3
    yield (
        "a preview that is given 0.3 s",
        longest(partial(render, many_of(piece, 200_000), seconds=0.3) for piece in PREVIEW_PIECES),
        3,
    )
    yield "broken JSON", longest(partial(json_text.parse, text) for text in BROKEN_JSON), 1
    yield (
        "a digest of Markdown",
        longest(partial(read_markdown, markdown_of(piece)) for piece in MARKDOWN_PIECES),
        5,
    )
    yield "mixed line ends", seconds(mixed_endings), 2
    glued = "# Title\n" + "last words## glued " * 20_000
    yield "20,000 glued entries", seconds(partial(episode_entries, glued)), 1.5
