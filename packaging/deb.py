"""Make a Debian package of the self-contained folder: ``deb.py FOLDER OUT``."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from desktop_files import put_desktop_files

ROOT = Path(__file__).resolve().parent.parent
HOME = "usr/lib/memdesk"
ALSO_FROM_DEBIAN = ("libgcc-s1", "libstdc++6")
"""Libraries that the drivers of the system's graphics use too: they need the system's own version."""
WAYLAND = ("libwayland-client0", "libwayland-cursor0", "libwayland-egl1")
"""Libraries for a screen without X; where they are missing, Qt takes X."""
FONTS = ("fonts-dejavu-core", "fonts-noto-cjk")


def libraries() -> tuple[str, ...]:
    """Return the Debian packages of the libraries that the window needs of the system."""
    lines = (ROOT / "packaging" / "system-packages.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    return (
        *(package for package, probe in rows if probe.startswith("library:")),
        *WAYLAND,
        *ALSO_FROM_DEBIAN,
    )


def control(version: str, architecture: str, size: int, libc: str) -> str:
    """Return the control file; ``size`` is in KiB, ``libc`` the least version that the folder runs with."""
    summary = _project()["description"]
    return (
        f"Package: memdesk\nVersion: {version}\nArchitecture: {architecture}\n"
        "Maintainer: the memdesk authors <memdesk@memdesk.invalid>\n"
        f"Section: utils\nPriority: optional\nInstalled-Size: {size}\n"
        f"Depends: {', '.join([f'libc6 (>= {libc})', *libraries()])}\n"
        f"Recommends: {', '.join(FONTS)}\nSuggests: git\n"
        f"Description: {summary[0].lower()}{summary[1:]}\n"
        " An agent keeps its memory in a folder of notes, facts and small JSON files.\n"
        " memdesk opens that folder, shows every change the moment it happens and who\n"
        " made it, and lets a person correct it without ever losing a version.\n"
        " .\n"
        " The package brings the Python and the Qt that it runs with.\n"
    )


def make(folder: Path, out: Path) -> Path:
    """Build the package and return where it is."""
    version, architecture = _project()["version"], _printed("dpkg", "--print-architecture").strip()
    tree = out / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / HOME
    shutil.copytree(folder, home, symlinks=True)
    _leave_to_the_system(home)
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin/memdesk").symlink_to(os.path.relpath(f"/{HOME}/memdesk", "/usr/bin"))
    put_desktop_files(tree / "usr")
    _put_papers(tree / "usr/share/doc/memdesk")
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == home / "memdesk" else 0o644)
    size = sum(path.lstat().st_size for path in tree.rglob("*")) >> 10
    libc = os.confstr("CS_GNU_LIBC_VERSION")
    if libc is None:
        raise SystemExit("a Debian package is made on a system with the GNU C library")
    (tree / "DEBIAN").mkdir()
    papers = control(version, architecture, size, libc.rpartition(" ")[2])
    (tree / "DEBIAN/control").write_text(papers, encoding="utf-8")
    target = out / f"memdesk_{version}_{architecture}.deb"
    line = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z9", "--build", str(tree), str(target)]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return target


def _leave_to_the_system(home: Path) -> None:
    """Remove the libraries that the package depends on: only the system's are kept up to date."""
    for package in libraries():
        for name in _library_files(package):
            (home / "_internal" / name).unlink(missing_ok=True)


def _library_files(package: str) -> Iterator[str]:
    """Yield the names of a package's libraries; none where it is not installed, as then none was taken."""
    asked = subprocess.run(
        ["dpkg-query", "--listfiles", package], check=False, capture_output=True, text=True
    )
    for line in asked.stdout.splitlines():
        if ".so" in Path(line).name:
            yield Path(line).name


def _put_papers(folder: Path) -> None:
    folder.mkdir(parents=True)
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (folder / "copyright").write_text(
        f"{text}\nWhat memdesk brings keeps its own licences: Python (PSF-2.0), Qt and PySide6 (LGPL-3.0),\n"
        "and the packages that packaging/requirements.lock of its source names. The boot loader is\n"
        "PyInstaller's (GPL-2.0-or-later, with an exception that leaves what it starts its own licence).\n",
        encoding="utf-8",
    )
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (folder / "changelog.gz").write_bytes(gzip.compress(changes, 9, mtime=0))


def _project() -> dict[str, str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project: dict[str, str] = settings["project"]
    return project


def _printed(*line: str) -> str:
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    made = make(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{made}\n")
