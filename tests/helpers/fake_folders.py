"""Folders in memory, as a scan would show them to the systems."""

from __future__ import annotations

from memdesk.systems.registry import load_systems


class FakeFolder:
    """A workspace made of a dict of path -> bytes or text."""

    name = ""

    def __init__(self, files):
        self.files = {path: data.encode() if isinstance(data, str) else data for path, data in files.items()}

    def paths(self):
        return iter(self.files)

    def folders(self):
        return {path.rpartition("/")[0] for path in self.files}

    def named(self, name):
        return tuple(sorted(path for path in self.files if path.rpartition("/")[2] == name))

    def under(self, folder):
        return tuple(sorted(path for path in self.files if path.rpartition("/")[0] == folder))

    def read(self, path, limit=1 << 20):
        data = self.files.get(path)
        return None if data is None else data[:limit]


def kinds_of(system, files):
    """Return kind by path for every file that the system owns."""
    folder = FakeFolder(files)
    found = {}
    for site in system.detect(folder):
        for path in folder.paths():
            kind = system.classify(site, path)
            if kind is not None:
                found[path] = str(kind)
    return found


def roots_of(system, files):
    """Return the system's sites."""
    return [site.root for site in system.detect(FakeFolder(files))]


def owner_ids(files):
    """Return which systems see something of theirs."""
    folder = FakeFolder(files)
    return sorted({site.system for system in load_systems().values() for site in system.detect(folder)})


def parse(system, path, data, **others):
    """Parse a document as its system does; ``others`` are companion files by path."""
    folder = FakeFolder(others | {path: data})
    kind = next(kind for site in system.detect(folder) if (kind := system.classify(site, path)))
    return system.parse(kind, path, folder.files[path], folder)
