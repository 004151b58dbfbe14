"""The lock names every package the project needs, by hash, and no place to fetch them from."""

from __future__ import annotations

import subprocess
import sys

from helpers.source import ROOT

LOCK = (ROOT / "packaging/requirements.lock").read_text(encoding="utf-8")


def metadata(*arguments):
    """Run the check of the project's papers."""
    line = [sys.executable, str(ROOT / "packaging/metadata.py"), *arguments]
    return subprocess.run(line, capture_output=True, text=True)


def test_the_papers_agree():
    done = metadata()
    assert (done.returncode, done.stderr) == (0, "")


def test_the_lock_names_no_host():
    assert "://" not in LOCK
    assert "index-url" not in LOCK


def test_every_pin_has_a_hash():
    pins = [line for line in LOCK.splitlines() if "==" in line]
    assert len(pins) > 30
    assert all(line.endswith(" \\") for line in pins)
    assert "--hash=sha256:" in LOCK


def test_a_stale_lock_is_told(tmp_path):
    papers = (
        "pyproject.toml",
        "CHANGELOG.md",
        "core/memdesk/runtime/version.py",
        *CHECKS,
        "packaging/requirements.lock",
        "packaging/build-requirements.lock",
    )
    for name in papers:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    settings = tmp_path / "pyproject.toml"
    settings.write_text(settings.read_text().replace('"platformdirs>=', '"absent>=1", "platformdirs>=99,!='))
    done = subprocess.run(
        [sys.executable, str(tmp_path / "packaging/metadata.py")], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "absent>=1 is pinned to None" in done.stderr
    assert "platformdirs" in done.stderr


CHECKS = ("packaging/metadata.py", "packaging/requirements.py")
