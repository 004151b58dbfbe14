"""Check that the project's papers agree: requirements and lock, version and change log."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from requirements import packaging_tools, requirements

ROOT = Path(__file__).resolve().parent.parent
PIN = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>\S+) \\\n(?P<hashes>(?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)


def problems(root: Path = ROOT) -> Iterator[str]:
    """Yield everything that does not agree."""
    lock = (root / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    yield from lock_problems(lock, requirements(root / "pyproject.toml"))
    tools = (root / "packaging" / "build-requirements.lock").read_text(encoding="utf-8")
    yield from lock_problems(tools, packaging_tools(root / "pyproject.toml"))
    yield from version_problems(root)


def lock_problems(lock: str, wanted: list[str]) -> Iterator[str]:
    """Yield what the lock lacks, pins outside the project's bounds, or says that it must not."""
    pins = {canonicalize_name(pin["name"]): pin["version"] for pin in PIN.finditer(lock)}
    if PIN.sub("", lock).strip():
        yield f"lock: not a pin with hashes: {PIN.sub('', lock).strip().splitlines()[0]!r}"
    for requirement in map(Requirement, wanted):
        version = pins.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            yield f"lock: {requirement} is pinned to {version}; run `make lock`"


def version_problems(root: Path) -> Iterator[str]:
    """Yield where the version is told differently."""
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if f'__version__ = "{version}"' not in (root / "core/memdesk/runtime/version.py").read_text(
        encoding="utf-8"
    ):
        yield f"memdesk.__version__ is not {version}"
    log = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if f"## [{version}]" not in log and "## [Unreleased]" not in log:
        yield f"CHANGELOG.md has no section for {version}"


if __name__ == "__main__":
    found = list(problems())
    sys.stderr.write("".join(f"{problem}\n" for problem in found))
    sys.exit(bool(found))
