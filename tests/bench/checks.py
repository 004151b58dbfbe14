"""The content checks: their time against that of the library for secrets alone, and how well they tell."""

from __future__ import annotations

import random
import tempfile
import time
from datetime import date
from pathlib import Path

from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings, get_plugins

from helpers.check_cases import cases, judged
from memdesk.checks import Check, check_text
from memdesk.model import Kind

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 1, 1)
CHINESE = ("用户喜欢喝茶", "住在北京", "项目每天早上开会", "周二发布新版本", "记忆", "工具")


def memory(size):
    """Return so many characters of notes, in English and Chinese, as agents write them."""
    source = random.Random(1)
    words = (ROOT / "README.md").read_text(encoding="utf-8").split() + [*CHINESE] * 16
    lines, count = ["# Memory", ""], 0
    while count < size:
        head = f"\n## Notes of day {len(lines)}\n\n- " if not len(lines) % 40 else "- "
        lines.append(head + " ".join(source.choices(words, k=source.randint(6, 18))))
        count += len(lines[-1]) + 1
    return "\n".join(lines) + "\n"


def seconds(act):
    """Return the processor time that an act takes."""
    begin = time.process_time()
    act()
    return time.process_time() - begin


def times(size, turns):
    """Return the shortest time of all checks, of the library's detectors, and of its own scan of a file."""
    text = memory(size)
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file, default_settings():
        file.write(text)
        file.flush()
        acts = (
            lambda: check_text(text, today=TODAY, uri="MEMORY.md", kind=Kind.LONG_TERM),
            lambda: detect(text),
            lambda: list(scan_file(file.name)),
        )
        acts[0]()
        return [
            min(taken) for taken in zip(*([seconds(act) for act in acts] for _ in range(turns)), strict=True)
        ]


def detect(text):
    """Let each detector of the library look at each line, and do nothing else."""
    plugins = get_plugins()
    for line in text.split("\n"):
        for plugin in plugins:
            for _ in plugin.analyze_string(line):
                pass


def scores():
    """Return how each check does that has labelled texts; what is told by its form needs none."""
    labelled = {case.check for case in cases()}
    return {check: judged(check) for check in Check if check in labelled}
