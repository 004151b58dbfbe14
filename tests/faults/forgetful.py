"""Power cuts at every call of a commit, on a model of a disk that forgets whatever was not synced.

The model knows four worlds. In the lazy one nothing lasts but what an fsync reached: data of files, names of
folders. In the eager one names and truncations last at once, but data still needs its fsync. What a real file
system leaves is between the two: in the mixed one it is chance for each folder which of them it is like, so
what was done later in one may last without what was done sooner in another. In the scattered one names last
at once, and of data that needs its fsync still, chance keeps some pages and loses others, even ones before.
"""

from __future__ import annotations

import os
import random
import stat
from contextlib import contextmanager
from functools import partial
from itertools import product
from typing import NamedTuple

from faults.invariants import Evidence, check, documents
from faults.power import restarted, tell
from faults.report import Outcome, grouped
from helpers.faults import CALLS
from memdesk.model import Actor, Origin, Via
from memdesk.ops.folders import rename_folder
from memdesk.store import ANY, Store
from memdesk.store import store as facade
from memdesk.store.fs.swap import kernel_rename
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
WORLDS = ("lazy", "eager", "mixed", "scattered")
CHANCES = 3
"""How often it is left to chance, at each look in the mixed world."""
PAGE = 512
"""So small that what few commits write has several."""
LARGE = b"does not travel in the journal\n" * 3_000


class Change(NamedTuple):
    """What is done, given the workspace and who hears of the results, and what becomes of documents."""

    act: object
    after: dict


def saving(path, new):
    """Return the change that writes (None: deletes) one document."""
    return Change(lambda root, told: told.done(Store(root).commit(path, new, ANY, ME)), {path: new})


def _rename_folder(root, told):
    workspace = Workspace.open(root)
    workspace.store.commit_all = partial(tell, told, workspace.store.commit_all)
    rename_folder(workspace, "notes", "far/talks", ME)


CHANGES = {
    "save": saving("a.md", b"new\n" * 2000),
    "create": saving("b.md", b"created\n"),
    "create in new folders": saving("x/y/b.md", b"created\n"),
    "delete": saving("a.md", None),
    "rename a folder": Change(
        _rename_folder,
        {
            "notes/b.md": None,
            "notes/deep/er/c.md": None,
            "far/talks/b.md": b"b\n",
            "far/talks/deep/er/c.md": LARGE,
        },
    ),
}


def run(work, scale):
    """Cut at every call of every kind of change, in every world; a share looks at some of the calls each."""
    found, cuts, step = [], 0, max(1, round(1 / scale))
    for turn, (name, world) in enumerate(product(CHANGES, WORLDS)):
        for violations in cut_everywhere(
            work / f"{name} {world}", CHANGES[name], world, slice(turn % step, None, step)
        ):
            found += (f"{name}, {world} disk: {violation}" for violation in violations)
            cuts += 1
    found = sorted(set(found))
    return Outcome(f"{grouped(cuts)} states of {len(CHANGES)} changes on {len(WORLDS)} disks", {}, found)


def cut_everywhere(work, change, world, looked_at=slice(None)):
    """Make one change and the commit after it; yield what is wrong after each different state of the disk."""
    root = prepare(work / "live")
    watched, told = Disk(root, world), Told()
    stages = [documents(root)]
    for act, after in (change, saving("a.md", b"second")):
        with watched.armed():
            act(root, told)
            watched.look()
        there = stages[-1] | after
        stages.append({path: data for path, data in there.items() if data is not None})
        watched.acknowledged = len(stages) - 1, len(told.results)
        watched.look()
    for number, (tree, (stage, count)) in [*enumerate(watched.states)][looked_at]:
        yield after_the_cut(work / str(number), tree, stages[stage : stage + 2], told.results[:count])


class Told:
    """Hears what was acknowledged."""

    def __init__(self):
        self.results = []
        self.done = self.results.append

    def tries(self, path, data):
        """Hear what is about to be done."""


def prepare(root):
    """Make a workspace whose history has begun."""
    (root / "notes/deep/er").mkdir(parents=True)
    (root / "a.md").write_bytes(b"old\n")
    (root / "notes/b.md").write_bytes(b"b\n")
    (root / "notes/deep/er/c.md").write_bytes(LARGE)
    Store(root).commit("first.md", b"first", None, ME)
    return root


def after_the_cut(place, tree, stages, results):
    """Write a state down as folders and files, recover it and check it: all was done or nothing."""
    place.mkdir()
    for path, data in sorted(tree.items()):
        if data is None:
            (place / path).mkdir(mode=0o700, exist_ok=True)
        else:
            (place / path).write_bytes(data)
    known = Evidence()
    for path in {path for stage in stages for path in stage} | {result.path for result in results}:
        for stage in stages:
            known.may_be(path, stage.get(path))
    for result in results:
        known.done(result)
    with restarted():
        found = check(place, known)
    there = documents(place)
    if there not in stages:
        found.append(f"I1 the documents are neither as before nor as after: {sorted(there)}")
    return found


class Disk:
    """Follows what would be left of a folder if the power were cut now."""

    def __init__(self, root, world):
        self.states = []
        self.acknowledged = 0, 0
        self._root = root
        self._world = world
        self._dice = random.Random(world)
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
        maker = facade.kernel_rename
        try:
            for name, function in real.items():
                setattr(os, name, partial(self._call, name, function))
            facade.kernel_rename = lambda: partial(self._call, "rename", kernel_rename())
            yield self
        finally:
            facade.kernel_rename = maker
            for name, function in real.items():
                setattr(os, name, function)

    def look(self):
        """Note the states that are new ones."""
        for tree in self._trees():
            if (tree, self.acknowledged) not in self.states[-CHANCES:]:
                self.states.append((tree, self.acknowledged))

    def _trees(self):
        """Return what may be left now."""
        if self._world == "eager":
            return [self._current(self._cut)]
        if self._world == "scattered":
            return [self._current(partial(self._scattered, luck)) for luck in (self._by_luck, int.__gt__)]
        if self._world == "lazy":
            return [self._left(self._lasting)]
        live = self._live()
        return [self._left(partial(self._by_chance, live)) for _ in range(CHANCES)]

    def _call(self, name, function, *arguments, **keywords):
        if name in ("write", "fsync", "rename", "link", "unlink", "ftruncate", "open", "mkdir", "rmdir"):
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
        self._names[os.stat(folder).st_ino] = _names_in(folder)

    def _take_data(self, path):
        with open(path, "rb") as file:
            self._data[os.fstat(file.fileno()).st_ino] = file.read()

    def _left(self, names_in):
        """Return the tree of a disk whose folders, by their number, have these names."""
        tree, folders = {}, [("", os.stat(self._root).st_ino)]
        while folders:
            place, inode = folders.pop()
            for name, (number, is_folder) in names_in(inode).items():
                tree[place + name] = None if is_folder else self._data.get(number, b"")
                if is_folder:
                    folders.append((f"{place}{name}/", number))
        return tree

    def _lasting(self, inode):
        """Return the names that a folder has where only syncs count."""
        return self._names.get(inode, {})

    def _by_chance(self, live, inode):
        """Return the names that a folder has now, or those of its last sync."""
        return self._dice.choice((live.get(inode, {}), self._lasting(inode)))

    def _live(self):
        """Return the names in every folder as they are now."""
        return {os.stat(folder).st_ino: _names_in(folder) for folder, _, _ in os.walk(self._root)}

    def _cut(self, _, status):
        """Return what a file holds where only syncs and truncations count."""
        return self._data.get(status.st_ino, b"")[: status.st_size]

    def _by_luck(self, *_):
        """Say whether a page is kept."""
        return self._dice.random() < 0.5

    def _scattered(self, is_kept, path, status):
        """Return what a file holds where only some of its pages without a sync are kept, up to the last."""
        synced = self._cut(path, status)
        with open(path, "rb") as file:
            new = file.read()
        data, end, first = synced.ljust(len(new), b"\0"), len(synced), len(synced) // PAGE
        for number in range(first, -(-len(new) // PAGE)):
            if is_kept(number, first):
                start, end = number * PAGE, min((number + 1) * PAGE, len(new))
                data = data[:start] + new[start:end] + data[end:]
        return data[:end]

    def _current(self, held):
        """Return what lasts where names last at once, and files hold what is told of them."""
        tree = {}
        for folder, names, files in os.walk(self._root):
            place = os.path.relpath(folder, self._root)
            place = "" if place == "." else place + "/"
            tree.update({place + name: None for name in names})
            for name in files:
                path = os.path.join(folder, name)
                tree[place + name] = held(path, os.lstat(path))
        return tree


def _names_in(folder):
    with os.scandir(folder) as entries:
        return {entry.name: (entry.inode(), entry.is_dir(follow_symlinks=False)) for entry in entries}
