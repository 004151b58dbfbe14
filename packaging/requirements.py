"""Print every requirement of the project: to build, to run, to show the window, to test (or: to package)."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "packages"
"""The dependency group that has a lock of its own."""


def requirements(pyproject: Path = ROOT / "pyproject.toml") -> list[str]:
    """Return the requirements of the build, the project, its extras and its groups, in that order."""
    settings = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    project = settings["project"]
    groups = (
        settings["build-system"]["requires"],
        ["editables>=0.5"],  # what hatchling asks for when it installs a project in place
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *(group for name, group in settings["dependency-groups"].items() if name != PACKAGES),
    )
    return [requirement for group in groups for requirement in group]


def packaging_tools(pyproject: Path = ROOT / "pyproject.toml") -> list[str]:
    """Return what only ``make packages`` runs, in an environment of its own."""
    tools: list[str] = tomllib.loads(pyproject.read_text(encoding="utf-8"))["dependency-groups"][PACKAGES]
    return tools


if __name__ == "__main__":
    wanted = packaging_tools() if sys.argv[1:] == [PACKAGES] else requirements()
    sys.stdout.write("\n".join(wanted) + "\n")
