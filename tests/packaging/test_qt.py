"""The pinned Qt binding loses no references: some versions end the process after some hundred signals."""

from __future__ import annotations

import subprocess
import sys

EMIT = """
import sys
from PySide6.QtCore import QObject, Signal
class Bell(QObject):
    rung = Signal(bool)
bell, rings = Bell(), []
bell.rung.connect(rings.append)
before = sys.getrefcount(None)
for _ in range(5000):
    bell.rung.emit(True)
assert len(rings) == 5000
assert abs(sys.getrefcount(None) - before) < 1000
"""


def test_thousands_of_signals_lose_no_reference():
    done = subprocess.run([sys.executable, "-c", EMIT], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
