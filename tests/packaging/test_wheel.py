"""The wheel: complete, free of what only the project's folder needs, and usable without Qt."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile

import pytest

from helpers.source import ROOT

WITHOUT_QT = """
import sys
sys.path.insert(0, sys.argv.pop(1))
sys.modules["PySide6"] = None
import memdesk.cli
assert memdesk.cli.__file__.startswith(sys.path[0]), memdesk.cli.__file__
sys.exit(memdesk.cli.main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The built wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        ROOT,
    ]
    subprocess.run(build, check=True)
    (path,) = folder.glob("memdesk-*.whl")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def memdesk(wheel, *arguments):
    """Run the wheel's command line where there is no Qt."""
    line = [sys.executable, "-c", WITHOUT_QT, wheel, *arguments]
    return subprocess.run(line, cwd=wheel, capture_output=True, text=True)


def test_the_wheel_holds_all_data_and_nothing_else(wheel):
    tops = {path.name for path in wheel.iterdir()}
    assert tops == {
        "memdesk",
        "memdesk_gui",
        "memdesk_resources",
        next(t for t in tops if t.endswith(".dist-info")),
    }
    for folder in ("demo", "help", "i18n", "icons", "themes"):
        sources = {
            path.relative_to(ROOT / "resources") for path in (ROOT / "resources").rglob(f"{folder}/**/*")
        }
        files = {path for path in sources if (ROOT / "resources" / path).is_file()}
        assert files
        assert [path for path in files if not (wheel / path).is_file()] == []


def test_the_core_works_without_qt(wheel, tmp_path):
    (tmp_path / "memory.json").write_text('{"plan": [], "run": [], "session": []}\n')
    done = memdesk(wheel, "inspect", str(tmp_path), "--json")
    assert done.stderr == ""
    assert [system["id"] for system in json.loads(done.stdout)["systems"]] == ["aigentic"]


def test_the_missing_window_is_one_clear_line(wheel):
    done = memdesk(wheel, "demo")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "memdesk: the window is not installed. Run: pip install 'memdesk[gui]'\n"
