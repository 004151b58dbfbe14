"""Print every requirement of the project: to build, to run, to show the window, to test."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def requirements(pyproject: Path = ROOT / "pyproject.toml") -> list[str]:
    """Return the requirements of the build, the project, its extras and its groups, in that order."""
    settings = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    project = settings["project"]
    groups = (
        settings["build-system"]["requires"],
        ["editables>=0.5"],  # what hatchling asks for when it installs a project in place
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *settings["dependency-groups"].values(),
    )
    return [requirement for group in groups for requirement in group]


if __name__ == "__main__":
    sys.stdout.write("\n".join(requirements()) + "\n")
