"""Documents in memory that are parsed by their real systems."""

from __future__ import annotations

from helpers.fake_folders import FakeFolder
from memdesk.systems.registry import load_systems


def parser(system, files):
    """Return a parse function as the workspace in memory takes it: one system, companions from the files."""
    each = load_systems()[system]

    def parse(info, data):
        return each.parse(info.kind, info.uri, data, FakeFolder(files))

    return parse


def options(system, files, kinds):
    """Return what a desk needs to show these files as the system's documents."""
    return {"files": dict(files), "parse": parser(system, files), "kinds": kinds}
