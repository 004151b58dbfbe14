"""``python -m bench [--output FILE] [--against FILE] [--quick] [--strict] [NAME …]``: run the benchmarks.

What is measured: every program is a process of its own with a fresh user, off-screen, with its bytecode
compiled beforehand (as installed programs have it), and times run from the start of the process. The bare
window is the smallest PySide6 program with a tree and an editor, the bare walk ``scandir`` + ``lstat``;
both take turns with memdesk, so that a busy moment of the machine meets all. Figures are medians.

The navigator of a large workspace is *in use* when it has painted documents of that workspace: the first
thousand or two that the walk met, not all of them. From that moment the bench filters it, scrolls it to its
end and opens a document from it while the walk goes on, and reports when that was done, when the list was
complete, and when all work in the background had come to rest. A block of the GUI thread is the longest time
between two turns of its event loop (a beat of 1 ms), less the time in which the kernel had given the
processor to other threads although the GUI thread could run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

from bench.tasks import FROM, TASKS


def main():
    """Run what was asked for; with ``--strict`` the exit status is 1 where a target was missed."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--quick", action="store_true", help="smaller numbers, only to see that all works")
    parser.add_argument("--strict", action="store_true", help="fail where a target is missed")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(task.__name__ for task in TASKS))
    parser.add_argument("--data", type=Path, help="of retrieval: a folder with more sets of questions")
    parser.add_argument("--provider", action="append", help="of retrieval: only this model (repeatable)")
    parser.add_argument(
        "--against",
        type=Path,
        help="the --output of an earlier run: what got worse by more than 5 %% is missed",
    )
    options = parser.parse_args()
    before = json.loads(options.against.read_text())["results"] if options.against else {}
    FROM["data"], FROM["providers"] = options.data, options.provider or FROM["providers"]
    report = {"machine": machine(), "results": {}}
    for task in TASKS:
        if not options.names or task.__name__ in options.names:
            rows = measured(task, options.quick, before.get(task.__name__, ()))
            report["results"][task.__name__] = rows
            if options.output:
                options.output.write_text(json.dumps(report, indent=2) + "\n")
    rows = [row for rows in report["results"].values() for row in rows]
    return 0 if all(row["passed"] for row in rows) or not options.strict else 1


WORSE = 1.05
"""How many times as slow (or as good, of what is to be high) a figure may be as it was."""


def measured(task, quick, before=()):
    """Run one benchmark in a folder of its own, print its rows and return them as JSON."""
    earlier = {row["what"]: row["value"] for row in before}
    sys.stdout.write(f"\n{task.__doc__.splitlines()[0]}\n")
    with tempfile.TemporaryDirectory(prefix="memdesk-bench-") as work:
        rows = task(Path(work), quick)
    for row in rows:
        bound = "at least" if row.floor else "at most"
        target = "" if row.target is None else f"{bound} {row.target:g}"
        verdict = "" if row.target is None else ("passed" if row.passed else "MISSED")
        was = earlier.get(row.what)
        change = f"  {row.value / was - 1:+.0%}{' WORSE' if is_worse(row, was) else ''}" if was else ""
        sys.stdout.write(f"  {row.what:<36}{row.value:>10.2f} {row.unit:<3}  {target:<14}{verdict}{change}\n")
    sys.stdout.flush()
    return [
        {**row._asdict(), "passed": row.passed and not is_worse(row, earlier.get(row.what))} for row in rows
    ]


def is_worse(row, was):
    """Say whether a figure is worse than it was, by more than measuring it twice tells apart."""
    if not was or was < 0:
        return False
    return row.value * WORSE < was if row.floor else row.value > was * WORSE


def machine():
    """Return what a reader must know to compare figures."""
    return {"python": platform.python_version(), "processors": os.cpu_count(), "load": os.getloadavg()}


if __name__ == "__main__":
    sys.exit(main())
