"""What is imported after the first picture comes in steps that do not hold the window up."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise

MOST = 7
"""Our modules that one step may import: each takes about half a millisecond, and the window waits for all."""

COUNT = """
import json, sys
from PySide6.QtWidgets import QApplication
import memdesk_gui.app.start
from memdesk_gui.shell.preload import load_core, load_panes, load_rest

def ours():
    return sum(name.startswith("memdesk") for name in sys.modules)

counts = [ours()]
for steps in (load_core(), load_panes(), load_rest()):
    for _ in steps:
        counts.append(ours())
print(json.dumps(counts))
"""


def test_no_step_imports_very_much():
    done = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    counts = json.loads(done.stdout)
    grown = [after - before for before, after in pairwise(counts)]
    assert sum(grown) > 100
    assert max(grown) <= MOST
