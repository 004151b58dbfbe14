"""``python -m memdesk.cli.demo agent|foreign PATH [--pace F] [--count N]``: one side of the demo."""

from __future__ import annotations

import argparse
import os
import select
import stat
import sys
import time
from pathlib import Path

from memdesk.cli.demo.agents import ROLES, run


def main(arguments: list[str] | None = None) -> int:
    """Tell one side of the story to its end, ``--count`` writes of it, or until the parent is gone."""
    parser = argparse.ArgumentParser(prog="memdesk.cli.demo", description="Keep a demo's memory changing.")
    parser.add_argument("role", choices=ROLES)
    parser.add_argument("path", type=Path)
    parser.add_argument("--pace", type=float, default=1.0, help="multiplies the seconds of the story")
    parser.add_argument("--count", type=int, help="stop after so many writes")
    options = parser.parse_args(arguments)
    run(options.role, options.path, lambda seconds: pause(seconds * options.pace), options.count)
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
