"""What a test of the suite says at its end, and the table that is kept of it."""

from __future__ import annotations

import re
import sys
import time
from dataclasses import dataclass, field


class NotHereError(Exception):
    """This machine lacks something that the test needs; the text says what."""


@dataclass
class Outcome:
    """How much was tried, what came out, every violation, and every limit of time that was missed."""

    size: str
    figures: dict = field(default_factory=dict)
    violations: list = field(default_factory=list)
    late: list = field(default_factory=list)

    def words(self):
        """Return the figures in one line."""
        return ", ".join(f"{name} {value}" for name, value in self.figures.items())


def sized(full, scale, least=1):
    """Return this share of a full campaign's number."""
    return max(least, round(full * scale))


def grouped(number):
    """Return a number with its thousands apart."""
    return f"{number:,}"


def duration(seconds):
    """Return a time as people read it."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"


def told(text):
    """Say at once how far a test is."""
    sys.stdout.write(f"     {text}\n")
    sys.stdout.flush()


def record(path, name, command, seconds, outcome):
    """Put one row into the table of results, in place of the former one of the same command."""
    cells = [
        name,
        f"`{command}`",
        outcome.size,
        duration(seconds),
        outcome.words() or "-",
        "; ".join([str(len(outcome.violations)), *outcome.late]),
        time.strftime("%Y-%m-%d"),
    ]
    row = "| " + " | ".join(cells) + " |"
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(f"| {name} | `{command}` |")]
    ends = max(number for number, line in enumerate(kept) if line.startswith("|")) + 1
    starts = next(number for number, line in enumerate(kept) if re.match(r"\|-", line)) + 1
    rows = sorted([*kept[starts:ends], row], key=_place)
    path.write_text("\n".join([*kept[:starts], *rows, *kept[ends:]]) + "\n", encoding="utf-8")


def _place(row):
    name = row.split("|")[1].strip()
    return (int(name[1:]) if name[1:].isdigit() else 99, row)
