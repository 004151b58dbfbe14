"""Power cuts at every call of a commit, on a model of a disk that forgets whatever was not synced.

The model knows two worlds. In the lazy one nothing lasts but what an fsync reached: data of files, names of
folders. In the eager one names and truncations last at once, but data still needs its fsync. What a real file
system leaves is between the two, so a commit must hold in both.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from functools import partial

from faults.invariants import Evidence, check
from faults.power import restarted
from faults.report import Outcome, grouped
from helpers.faults import CALLS
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
CHANGES = {
    "save": ("a.md", b"new\n" * 2000),
    "create": ("b.md", b"created\n"),
    "create in new folders": ("x/y/b.md", b"created\n"),
    "delete": ("a.md", None),
}


def run(work, scale):
    """Cut at every call of every kind of change, in both worlds."""
    found, cuts = [], 0
    for name, (path, new) in CHANGES.items():
        for eager in (False, True):
            violations, states = cut_everywhere(work / f"{name} {eager}", path, new, eager=eager)
            found += sorted({f"{name}, {disk(eager)}: {violation}" for violation in violations})
            cuts += states
    return Outcome(f"{grouped(cuts)} states of {len(CHANGES)} changes on 2 disks", {}, found)


def cut_everywhere(work, path, new, *, eager):
    """Make one change (and the commit after it); check what every different state of the disk recovers to."""
    root = prepare(work / "live")
    watched, evidence = Disk(root, eager=eager), Evidence.of(root)
    evidence.may_be(path, new)
    if not (root / path).exists():
        evidence.may_be(path, None)
    store, results = Store(root), []
    with watched.armed():
        results.append(store.commit(path, new, ANY, ME))
        watched.look()
        watched.acknowledged = 1
        watched.look()
        evidence.may_be("a.md", b"second")
        results.append(store.commit("a.md", b"second", ANY, ME))
        watched.look()
        watched.acknowledged = 2
        watched.look()
    found = []
    for number, (tree, acknowledged) in enumerate(watched.states):
        found += after_the_cut(work / str(number), tree, evidence, results[:acknowledged])
    return found, len(watched.states)


def prepare(root):
    """Make a workspace whose history has begun."""
    root.mkdir(parents=True)
    (root / "a.md").write_bytes(b"old\n")
    Store(root).commit("first.md", b"first", None, ME)
    return root


def after_the_cut(place, tree, evidence, results):
    """Write a state down as folders and files, recover it and check it."""
    place.mkdir()
    for path, data in sorted(tree.items()):
        if data is None:
            (place / path).mkdir(mode=0o700, exist_ok=True)
        else:
            (place / path).write_bytes(data)
    known = Evidence(evidence.versions, displaced=evidence.displaced)
    for result in results:
        known.done(result)
    with restarted():
        return check(place, known)


def disk(eager):
    """Name a world."""
    return "eager disk" if eager else "lazy disk"


class Disk:
    """Follows what would be left of a folder if the power were cut now."""

    def __init__(self, root, *, eager):
        self.states = []
        self.acknowledged = 0
        self._root = root
        self._eager = eager
        self._data = {}
        self._names = {}
        self._fsync = os.fsync
        for folder, _, files in os.walk(root):
            self._take_names(folder)
            for name in files:
                self._take_data(os.path.join(folder, name))

    @contextmanager
    def armed(self):
        """Look before every call of this block; follow what it syncs and creates."""
        real = {name: getattr(os, name) for name in CALLS}
        try:
            for name, function in real.items():
                setattr(os, name, partial(self._call, name, function))
            yield self
        finally:
            for name, function in real.items():
                setattr(os, name, function)

    def look(self):
        """Note the state if it is a new one."""
        tree = self._current() if self._eager else self._lasting()
        if not self.states or self.states[-1] != (tree, self.acknowledged):
            self.states.append((tree, self.acknowledged))

    def _call(self, name, function, *arguments, **keywords):
        if name in ("write", "fsync", "rename", "link", "unlink", "ftruncate", "open", "mkdir"):
            with self._unarmed():
                self.look()
        result = function(*arguments, **keywords)
        with self._unarmed():
            if name == "fsync":
                self._synced(arguments[0])
            elif name == "open" and arguments[1] & os.O_CREAT and not os.fstat(result).st_size:
                self._data[os.fstat(result).st_ino] = b""
        return result

    @contextmanager
    def _unarmed(self):
        wrapped = {name: getattr(os, name) for name in CALLS}
        try:
            for name, function in wrapped.items():
                setattr(os, name, function.args[1] if isinstance(function, partial) else function)
            yield
        finally:
            for name, function in wrapped.items():
                setattr(os, name, function)

    def _synced(self, descriptor):
        path = os.readlink(f"/proc/self/fd/{descriptor}")
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            self._take_names(path)
        else:
            self._take_data(f"/proc/self/fd/{descriptor}")

    def _take_names(self, folder):
        with os.scandir(folder) as entries:
            names = {entry.name: (entry.inode(), entry.is_dir(follow_symlinks=False)) for entry in entries}
        self._names[os.stat(folder).st_ino] = names

    def _take_data(self, path):
        with open(path, "rb") as file:
            self._data[os.fstat(file.fileno()).st_ino] = file.read()

    def _lasting(self):
        """Return what lasts where only syncs count."""
        tree, folders = {}, [("", os.stat(self._root).st_ino)]
        while folders:
            place, inode = folders.pop()
            for name, (number, is_folder) in self._names.get(inode, {}).items():
                tree[place + name] = None if is_folder else self._data.get(number, b"")
                if is_folder:
                    folders.append((f"{place}{name}/", number))
        return tree

    def _current(self):
        """Return what lasts where names and truncations last at once."""
        tree = {}
        for folder, names, files in os.walk(self._root):
            place = os.path.relpath(folder, self._root)
            place = "" if place == "." else place + "/"
            tree.update({place + name: None for name in names})
            for name in files:
                status = os.lstat(os.path.join(folder, name))
                tree[place + name] = self._data.get(status.st_ino, b"")[: status.st_size]
        return tree
