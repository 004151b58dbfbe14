"""``python -m memdesk.cli.demo agent|foreign PATH [--interval S] [--count N]``: one demo agent."""

from __future__ import annotations

import argparse
import os
import select
import stat
import sys
import time
from pathlib import Path

from memdesk.cli.demo.agents import INTERVALS, run


def main(arguments: list[str] | None = None) -> int:
    """Run one agent until it has written ``--count`` times or its parent is gone."""
    parser = argparse.ArgumentParser(prog="memdesk.cli.demo", description="Keep a demo's memory changing.")
    parser.add_argument("role", choices=sorted(INTERVALS))
    parser.add_argument("path", type=Path)
    parser.add_argument("--interval", type=float, help="seconds between two writes")
    parser.add_argument("--count", type=int, help="stop after so many writes")
    options = parser.parse_args(arguments)
    interval = INTERVALS[options.role] if options.interval is None else options.interval
    run(options.role, options.path, lambda: pause(interval), options.count)
    return 0


def pause(seconds: float) -> bool:
    """Wait; return False as soon as the process that holds our standard input is gone."""
    if stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode):
        ended, _, _ = select.select([sys.stdin], [], [], seconds)
        return not ended
    time.sleep(seconds)
    return True


if __name__ == "__main__":
    sys.exit(main())
