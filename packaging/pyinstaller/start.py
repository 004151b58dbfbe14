"""What the self-contained folder's program runs: the ``memdesk`` command, or one of its modules."""

from __future__ import annotations

import os
import runpy
import sys

if sys.platform == "linux":
    # The libraries are loaded by now. A browser or file manager that memdesk opens must load its own.
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before

# A process of this program that it starts finds its libraries anew, instead of taking them to be set already.
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"

if sys.argv[1:3] == ["-m", "memdesk.cli.demo"]:
    # The demo starts its agents as ``sys.executable -m memdesk.cli.demo``; here that is this program.
    del sys.argv[1:3]
    runpy.run_module("memdesk.cli.demo", run_name="__main__", alter_sys=True)
else:
    from memdesk.cli import main

    sys.exit(main())
