"""Print the pins of the lock that memdesk needs to run, with the extras that the packages bring."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from metadata import PIN
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
EXTRAS = ("gui", "fleet")
"""What the packages bring. What asks a language model is taken with pip."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def runtime_pins() -> dict[str, re.Match[str]]:
    """Return the pins (name, version, hashes) that the project and its extras lead to, by name.

    What a pinned package needs, its installed metadata says.
    """
    pins: dict[str, re.Match[str]] = {
        canonicalize_name(pin["name"]): pin for pin in PIN.finditer(LOCK.read_text(encoding="utf-8"))
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [project["optional-dependencies"][extra] for extra in EXTRAS]
    waiting = [
        Requirement(text) for text in [*project["dependencies"], *(one for extra in extras for one in extra)]
    ]
    seen: set[tuple[str, str]] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        for extra in {"", *wanted.extras} - {found for other, found in seen if other == name}:
            seen.add((name, extra))
            waiting += _asked_for(name, extra)
    names = sorted({name for name, _ in seen})
    return {name: pins[name] for name in names}


def _asked_for(name: str, extra: str) -> Iterator[Requirement]:
    """Yield what a package asks for on Linux with any Python that memdesk runs on."""
    for requirement in map(Requirement, distribution(name).requires or ()):
        if any(_applies(requirement, extra, python) for python in PYTHONS):
            yield requirement


def _applies(requirement: Requirement, extra: str, python: str) -> bool:
    marker = requirement.marker
    told = {"python_version": python, "python_full_version": f"{python}.0", "extra": extra}
    return marker is None or marker.evaluate(told)


if __name__ == "__main__":
    sys.stdout.write("".join(pin[0] for pin in runtime_pins().values()))
