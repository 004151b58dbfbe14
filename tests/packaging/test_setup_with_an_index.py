"""Set-up takes what is locked and nothing else, whatever newer versions the package index has meanwhile."""

from __future__ import annotations

import base64
import hashlib
import http.server
import os
import re
import subprocess
import sys
import threading
import tomllib
import venv
import zipfile
from functools import partial
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from helpers.sizes import FULL, size
from helpers.source import ROOT

CORE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
PINNED = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "packaging/requirements.lock").read_text(), re.M))
BUILD = {"hatchling", "editables", "packaging", "pathspec", "pluggy", "trove-classifiers"}
"""What really runs at set-up; of all else the metadata is enough."""

NEWER = "99999.0"
SKELETON = ("pyproject.toml", "README.md", "LICENSE", "packaging")


@pytest.fixture(scope="module")
def installed():
    """The locked distributions that this environment has, by canonical name."""
    return {canonicalize_name(found.name): found for found in distributions()}


def files_of(distribution: Distribution) -> dict[str, bytes]:
    """Return a distribution's code by path; without scripts and what is compiled."""
    return {
        str(path): Path(distribution.locate_file(path)).read_bytes()
        for path in distribution.files or ()
        if ".dist-info/" not in str(path) and not str(path).startswith("..") and path.suffix != ".pyc"
    }


def wheel(folder: Path, name: str, version: str, metadata: str, files: dict[str, bytes]) -> str:
    """Write a wheel; return the SHA-256 of its bytes."""
    stem = f"{name.replace('-', '_')}-{version}"
    metadata = re.sub(r"^Version: .*$", f"Version: {version}", metadata, count=1, flags=re.M)
    tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    content = files | {
        f"{stem}.dist-info/METADATA": metadata.encode(),
        f"{stem}.dist-info/WHEEL": tag.encode(),
    }
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for place, data in content.items():
            archive.writestr(place, data)
        rows = [f"{place},sha256={digest(data)},{len(data)}" for place, data in content.items()]
        archive.writestr(f"{stem}.dist-info/RECORD", "\n".join([*rows, f"{stem}.dist-info/RECORD,,"]))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def digest(data: bytes) -> str:
    """Return a hash as RECORD files write it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def locked(installed):
    """The pins that are set up: in the suite those that the core and its set-up need, without the tools.

    That the lock has all that each of all needs is told by its metadata.
    """
    names = {canonicalize_name(name): name for name in PINNED}
    found, waiting = set(), [*BUILD, *(Requirement(text).name for text in CORE)]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            wanted = map(Requirement, installed[name].requires or ())
            waiting += [each.name for each in wanted if each.marker is None or each.marker.evaluate()]
    return {name: PINNED[name] for name in size(PINNED, [names[name] for name in sorted(found)])}


@pytest.fixture(scope="module")
def index(tmp_path_factory, installed, locked):
    """A package index with every locked package, and a newer version of each; with its lock of the former."""
    folder = tmp_path_factory.mktemp("index")
    lock = []
    for name, version in locked.items():
        distribution = installed[canonicalize_name(name)]
        metadata = distribution.read_text("METADATA")
        place = folder / "simple" / canonicalize_name(name)
        place.mkdir(parents=True)
        files = files_of(distribution) if name in BUILD else {}
        lock.append(
            f"{name}=={version} \\\n    --hash=sha256:{wheel(place, name, version, metadata, files)}\n"
        )
        wheel(place, name, NEWER, metadata, {})
    (folder / "requirements.lock").write_text("".join(lock), encoding="utf-8")
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    handler.func.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}/simple"
    server.shutdown()
    server.server_close()


def make_environment(folder: Path, pip: Distribution) -> None:
    """Make an environment that has our own pip: to unpack and compile one takes longer than all the rest.

    Who runs the suite has one that set-up made from nothing; and so does ``make full``.
    """
    venv.create(folder, symlinks=True)
    [packages] = folder.glob("lib/python*/site-packages")
    for place in {Path(path).parts[0] for path in map(str, pip.files or ()) if not path.startswith("..")}:
        (packages / place).symlink_to(Path(pip.locate_file(place)).resolve())


@pytest.mark.slow
def test_newer_versions_in_the_index_change_nothing(index, installed, locked, tmp_path):
    folder, address = index
    for name in SKELETON:
        subprocess.run(["cp", "-r", ROOT / name, tmp_path / name], check=True)
    for package in ("core/memdesk", "gui/memdesk_gui", "resources/memdesk_resources"):
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "__init__.py").write_text('"""Nothing."""\n')
    (tmp_path / "packaging/requirements.lock").write_text((folder / "requirements.lock").read_text())
    if not FULL:
        make_environment(tmp_path / ".venv", installed["pip"])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    environment |= {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": address,
        "PIP_NO_CACHE_DIR": "1",
        "PIP_NO_COMPILE": "1",
        "HOME": str(tmp_path),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        [tmp_path / "packaging/setup-python", ".venv"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [packages] = tmp_path.glob(".venv/lib/python*/site-packages")
    got = {canonicalize_name(found.name): found.version for found in distributions(path=[str(packages)])}
    assert {name: got.get(canonicalize_name(name)) for name in locked} == locked
    others = set(got) - {canonicalize_name(name) for name in locked}
    assert others <= {"memdesk", "pip", "setuptools", "wheel"}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_the_lock_is_complete(installed, python):
    lacking = []
    pins = {canonicalize_name(name): version for name, version in PINNED.items()}
    extras: dict[str, set[str]] = {name: {""} for name in pins}
    waiting = list(pins)
    while waiting:
        name = waiting.pop()
        for text in installed[name].requires or ():
            wanted = Requirement(text)
            if not any(applies(wanted, extra, python) for extra in extras[name]):
                continue
            target = canonicalize_name(wanted.name)
            if target not in pins or not wanted.specifier.contains(pins[target], prereleases=True):
                lacking.append(f"{name} needs {wanted}")
            elif not wanted.extras <= extras[target]:
                extras[target] |= wanted.extras
                waiting.append(target)
    assert lacking == []


def applies(wanted: Requirement, extra: str, python: str) -> bool:
    """Whether a requirement counts on Linux with this version of Python."""
    environment = default_environment() | {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "extra": extra,
    }
    return wanted.marker is None or wanted.marker.evaluate(environment)
