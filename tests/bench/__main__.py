"""``python -m bench [--output FILE] [--quick] [NAME …]``: run the benchmarks, print a table, write JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

from bench.tasks import TASKS


def main():
    """Run what was asked for; the exit status is 1 where a target was missed."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--quick", action="store_true", help="smaller numbers, only to see that all works")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(task.__name__ for task in TASKS))
    options = parser.parse_args()
    report = {"machine": machine(), "results": {}}
    for task in TASKS:
        if not options.names or task.__name__ in options.names:
            report["results"][task.__name__] = measured(task, options.quick)
            if options.output:
                options.output.write_text(json.dumps(report, indent=2) + "\n")
    rows = [row for rows in report["results"].values() for row in rows]
    return 0 if all(row["passed"] for row in rows) else 1


def measured(task, quick):
    """Run one benchmark in a folder of its own, print its rows and return them as JSON."""
    sys.stdout.write(f"\n{task.__doc__.splitlines()[0]}\n")
    with tempfile.TemporaryDirectory(prefix="memdesk-bench-") as work:
        rows = task(Path(work), quick)
    for row in rows:
        target = "" if row.target is None else f"at most {row.target:g}"
        verdict = "" if row.target is None else ("passed" if row.passed else "MISSED")
        sys.stdout.write(f"  {row.what:<36}{row.value:>10.2f} {row.unit:<3}  {target:<14}{verdict}\n")
    sys.stdout.flush()
    return [{**row._asdict(), "passed": row.passed} for row in rows]


def machine():
    """Return what a reader must know to compare figures."""
    return {"python": platform.python_version(), "processors": os.cpu_count(), "load": os.getloadavg()}


if __name__ == "__main__":
    sys.exit(main())
