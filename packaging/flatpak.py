"""Write a Flatpak manifest and bring its sources: ``flatpak.py PIP WHEEL OUT``.

The sources are files that lie beside the manifest, not addresses: the lock names no place to fetch packages
from, nor does the manifest. Each has the hash that the lock has for it; pip compares it when it installs.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from desktop_files import APP_ID, PLACES
from runtime_pins import runtime_pins

RUNTIME, SDK, BRANCH, PYTHON = "org.freedesktop.Platform", "org.freedesktop.Sdk", "25.08", "3.13"
"""The runtime, and the Python that is in it: compiled packages are of one version of Python."""
PLATFORMS = (
    "manylinux_2_34_x86_64",
    "manylinux_2_28_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux2014_x86_64",
)
PINS = "pins.txt"
PERMISSIONS = (
    "--socket=wayland",
    "--socket=fallback-x11",
    "--share=ipc",
    "--device=dri",
    # Agents keep their memory in any folder of a person's home. Nothing else, and no network.
    "--filesystem=home",
)


def manifest(wheels: list[Path], project: str) -> dict[str, object]:
    """Return the manifest that installs these wheels; ``project`` is the file name of memdesk's own."""
    # The SDK may have some of these; it cannot be changed, and is not there when memdesk runs.
    install = "pip3 install --ignore-installed --no-index --find-links=. --no-deps --prefix=/app"
    desktop = {place: f"desktop/{source.name}" for place, source in PLACES.items()}
    return {
        "id": APP_ID,
        "runtime": RUNTIME,
        "runtime-version": BRANCH,
        "sdk": SDK,
        "command": "memdesk",
        "finish-args": list(PERMISSIONS),
        "modules": [
            {
                "name": "memdesk",
                "buildsystem": "simple",
                # What wheels bring is ready; to strip it can break the libraries that were put into them.
                "build-options": {"strip": False, "no-debuginfo": True},
                "build-commands": [
                    f"{install} --require-hashes --requirement {PINS}",
                    f"{install} {project}",
                    *(
                        f"install -Dm644 {Path(source).name} /app/{place}"
                        for place, source in desktop.items()
                    ),
                ],
                "sources": [
                    *(_source(f"wheels/{path.name}", path) for path in wheels),
                    {"type": "file", "path": PINS},
                    *({"type": "file", "path": source} for source in desktop.values()),
                ],
            }
        ],
    }


def _source(place: str, path: Path) -> dict[str, str]:
    return {"type": "file", "path": place, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def make(pip: Path, wheel: Path, out: Path) -> None:
    """Bring the sources into ``out`` and write the manifest there."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "desktop").mkdir(parents=True)
    (out / PINS).write_text("".join(pin[0] for pin in runtime_pins().values()), encoding="utf-8")
    wanted = ["--python-version", PYTHON, *(word for one in PLATFORMS for word in ("--platform", one))]
    line = [str(pip), "download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes", *wanted]
    subprocess.run([*line, "--dest", str(out / "wheels"), "--requirement", str(out / PINS)], check=True)
    shutil.copy(wheel, out / "wheels")
    for source in PLACES.values():
        shutil.copy(source, out / "desktop")
    text = json.dumps(manifest(sorted((out / "wheels").iterdir()), wheel.name), indent=2)
    (out / f"{APP_ID}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    make(*map(Path, sys.argv[1:4]))
