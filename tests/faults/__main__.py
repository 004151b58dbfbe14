"""``python -m faults [T1 T5 …] [--quick | --scale 0.1] [--strict] [--record FILE]``: run the fault suite.

Every test tries to break a promise by force: it kills processes, fails system calls, cuts the power under a
file system, fills disks, races. Without names all of them run, at the sizes of the full campaign; ``--scale``
takes a share of them and ``--quick`` is a scale of 0.01. The exit status is 1 where a violation was found. A
test that needs what this machine does not have (root, strace, a file system's tools) says so.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from faults.report import NotHereError, duration, record

TESTS = {
    "T1": "calls",
    "T2": "kills",
    "T3": "power",
    "T3m": "forgetful",
    "T4": "space",
    "T5": "updates",
    "T5f": "lockers",
    "T6": "foreign",
    "T8": "model",
    "T9": "fuzz",
    "T10": "laws",
    "T11": "watching",
    "T12": "sandbox",
    "T13": "previews",
    "T14": "mutants",
    "T14s": "store_mutants",
    "T15": "soak",
    "T16": "vouching",
    "ways": "ways_back",
    "taking": "taking",
    "typing": "typing",
    "monkey": "monkey",
    "MCP": "clients",
    "selftest": "selftest",
}
QUICK = 0.01


def main():
    """Run what was asked for and say what came out."""
    options = _options()
    logging.getLogger("memdesk").setLevel(logging.CRITICAL)
    failed = 0
    for name in options.names or TESTS:
        failed += not passed(name, options)
    return 1 if failed else 0


def passed(name, options):
    """Run one test; print its outcome and say whether there was no violation."""
    task = import_module(f"faults.{TESTS[name]}")
    _say(f"{name:<9}{task.__doc__.splitlines()[0]}")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="memdesk-faults-", dir=options.work) as work:
        os.environ["XDG_STATE_HOME"] = os.path.join(work, "state")
        try:
            outcome = task.run(Path(work), options.scale)
        except NotHereError as reason:
            _say(f"     not run here: {reason}\n")
            return True
    seconds = time.monotonic() - begin
    _say(f"     {outcome.size}, {duration(seconds)}. {outcome.words()}")
    for violation in outcome.violations[:20]:
        _say(f"     VIOLATION {violation}")
    for limit in outcome.late:
        _say(f"     LATE {limit}")
    _say(f"     {len(outcome.violations)} violations\n")
    if options.record:
        scale = "" if options.scale == 1 else f" --scale {options.scale:g}"
        record(options.record, name, f"python -m faults {name}{scale}", seconds, outcome)
    return not outcome.violations and not (outcome.late and options.strict)


def _options():
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full campaign's sizes")
    parser.add_argument("--quick", dest="scale", action="store_const", const=QUICK, help="a scale of 0.01")
    parser.add_argument("--strict", action="store_true", help="fail where a limit of time is missed, too")
    parser.add_argument(
        "--work", type=Path, help="where to make the workspaces (default: the system's choice)"
    )
    parser.add_argument("--record", type=_place, help="the table to write the outcomes into")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TESTS))
    options = parser.parse_args()
    unknown = set(options.names) - set(TESTS)
    if unknown:
        parser.error(f"there is no test {', '.join(sorted(unknown))}")
    if options.record and not options.record.is_file():
        parser.error(f"there is no table {options.record}")
    return options


def _place(path):
    """Return where a path leads, wherever a test goes meanwhile."""
    return Path(path).resolve()


def _say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
