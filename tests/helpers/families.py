"""Documents in memory that are parsed by their real families."""

from __future__ import annotations

from helpers.family_folders import FakeFolder
from memdesk.systems.registry import load_systems


def parser(system, files):
    """Return a parse function as the workspace in memory takes it: one family, companions from the files."""
    family = load_systems()[system]

    def parse(info, data):
        return family.parse(info.kind, info.uri, data, FakeFolder(files))

    return parse


def options(system, files, kinds):
    """Return what a desk needs to show these files as the family's documents."""
    return {"files": dict(files), "parse": parser(system, files), "kinds": kinds}
