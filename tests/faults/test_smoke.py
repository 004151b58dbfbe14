"""The fault suite runs, at sizes of a few seconds, and finds nothing; what it needs every machine has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from faults import taking
from helpers.sizes import size

SUITE = Path(__file__).parents[1]
SIZES = {
    "T2": 0.002,
    "T3m": size(1, 0.1),
    "T5": 0.001,
    "T5f": 0.001,
    "T6": 0.002,
    "T8": 0.0002,
    "T9": 0.00005,
    "T16": 0.002,
    "ways": 0.004,
    "taking": 0.0001,
    "MCP": size(1, 0.01),
    "monkey": 0.001,
    "selftest": size(1, 0.5),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_nothing_is_violated(name, memory_path):
    command = [sys.executable, "-m", "faults", name, "--scale", str(SIZES[name]), "--work", memory_path]
    paths = os.pathsep.join([str(SUITE), *filter(None, sys.path)])
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_campaign_of_the_laws_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    record = tmp_path / "laws.jsonl"
    assert taking.campaign(record, 2) == []
    monkeypatch.setattr(taking, "tried", lambda *_: ["anew"])
    assert taking.campaign(record, 2) == []
    lines = record.read_text().splitlines()
    record.write_text("\n".join(lines[:-1]) + "\n")
    assert taking.campaign(record, 2) == ["anew"]
    record.write_text(record.read_text().replace('"core": "', '"core": "of another day '))
    assert taking.campaign(record, 2) == ["anew"] * len(lines)
