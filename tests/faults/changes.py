"""Every operation that changes a workspace, each ready to be carried out under fire.

``begin`` makes the workspace; ``open`` does in the victim what comes before it and returns the operation;
``after`` holds what it makes of documents (None: gone).
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field

from faults import crew
from helpers.faults import Faults
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.folders import rename_folder
from memdesk.ops.merge import merge_document
from memdesk.runtime.clock import SystemClock
from memdesk.store import ANY, DocumentEdit, ExternalVersion, Store
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
OLD = b"".join(b"line %d as it was\r\n" % number for number in range(30))
NEW = OLD.replace(b"line 3 as it was", b"line 3 changed") + b"more\r\n" * 900
THEIRS = OLD.replace(b"line 20 as it was", b"line 20 by an agent")
BOTH = NEW.replace(b"line 20 as it was", b"line 20 by an agent")
KEPT, VERSIONS = 50, 54


@dataclass(frozen=True)
class Kind:
    """One kind of operation."""

    open: object
    after: dict = field(default_factory=dict)
    more: object = None
    collects: bool = False

    def begin(self, root):
        """Make the workspace that the operation starts from."""
        (root / "notes").mkdir(parents=True)
        (root / "a.md").write_bytes(OLD)
        (root / "notes/b.md").write_bytes(b"b\n")
        if self.more:
            self.more(root)

    def wanted(self, before):
        """Return what the documents are once it was done."""
        after = before | self.after
        return {path: data for path, data in after.items() if data is not None}


def _begun(root):
    Store(root).commit("first.md", b"first\n", None, ME)


def _saved_by_agent(root):
    _begun(root)
    store = Store(root)
    store.commit("a.md", OLD + b"x", ANY, ME)
    store.commit("a.md", OLD, ANY, ME)
    store.commit("a.md", THEIRS, ANY, ME)


def _changed(root):
    _begun(root)
    Store(root).commit("a.md", NEW, ANY, ME)


def _deleted(root):
    _begun(root)
    Store(root).commit("a.md", None, ANY, ME)


def _killed(at):
    """Return what leaves a save that was killed some calls after its swap (before it: negative)."""

    def more(root):
        _begun(root)
        place, dry = root.with_name("place"), shutil.copytree(root, root.with_name("dry"))
        crew.wait(crew.fork(lambda: place.write_text(str(_swap_in(dry)))))
        shutil.rmtree(dry)
        crew.wait(crew.fork(lambda: _save_to(root, Faults(int(place.read_text()) + at))))

    return more


def _swap_in(root):
    """Return the number of the call that swaps."""
    faults = Faults()
    _save_to(root, faults)
    return max(number for number, name in enumerate(faults.trace, start=1) if name == "renameat2")


def _save_to(root, faults):
    with faults.armed():
        Store(root).commit("a.md", NEW, ANY, ME)


def _commit(path, new, base=ANY):
    def open_(root):
        store = Store(root, lock_timeout=300)
        return lambda: store.commit(path, new, base, ME)

    return open_


def _merge(root):
    workspace = Workspace.open(root)
    workspace.scan()

    def act():
        merged = merge_document(workspace, "a.md", OLD, NEW)
        workspace.commit("a.md", merged.data, revision_of(THEIRS), ME)

    return act


def _history(call):
    def open_(root):
        workspace = Workspace.open(root)
        workspace.scan()
        history = History(workspace)
        return lambda: call(history)

    return open_


def _undo(history):
    newest = history.versions("a.md")[0]
    history.restore("a.md", newest.previous, ME, newest.revision)


def _copy(history):
    history.restore_copy(history.versions("a.md")[-1], ME, "copy.md")


def _rename(root):
    workspace = Workspace.open(root)
    workspace.scan()
    return lambda: workspace.rename("a.md", "notes/renamed.md", ME)


def _rename_folder(root):
    (root / "notes/void").mkdir()
    workspace = Workspace.open(root)
    workspace.scan()
    return lambda: rename_folder(workspace, "notes", "far/talks", ME)


def _deep(root):
    (root / "notes/deep").mkdir()
    (root / "notes/deep/c.md").write_bytes(NEW * 3)
    _begun(root)


def _unit(root):
    store = Store(root, lock_timeout=300)
    edits = [
        DocumentEdit("a.md", NEW, ANY),
        DocumentEdit("notes/b.md", None, ANY),
        DocumentEdit("x/new.md", b"new", None),
    ]
    return lambda: store.commit_all(edits, ME)


def _seen(root):
    sighting = ExternalVersion("a.md", revision_of(b"before"), revision_of(OLD), 1.0, b"before", OLD)
    store = Store(root, lock_timeout=300)
    return lambda: store.keep_seen([sighting])


def _many_versions(root):
    store = Store(root)
    for number in range(VERSIONS):
        store.commit("a.md", b"version %d\n" % number, ANY, ME)


def _collect(root):
    return Store(root, lock_timeout=300, clock=NextYear()).tend


class NextYear(SystemClock):
    """A clock that is ahead."""

    def now(self):
        """Return a time at which old versions may go."""
        return super().now() + 400 * 86_400


def _recover(root):
    store = Store(root, lock_timeout=300)
    return store.recover


KINDS = {
    "first commit": Kind(_commit("a.md", NEW), {"a.md": NEW}),
    "save": Kind(_commit("a.md", NEW, revision_of(OLD)), {"a.md": NEW}, _begun),
    "create": Kind(_commit("new.md", NEW, None), {"new.md": NEW}, _begun),
    "create in new folders": Kind(_commit("x/y/new.md", b"new", None), {"x/y/new.md": b"new"}, _begun),
    "delete": Kind(_commit("notes/b.md", None), {"notes/b.md": None}, _begun),
    "rename": Kind(_rename, {"a.md": None, "notes/renamed.md": OLD}, _begun),
    "rename a folder": Kind(
        _rename_folder,
        {
            "notes/b.md": None,
            "notes/deep/c.md": None,
            "far/talks/b.md": b"b\n",
            "far/talks/deep/c.md": NEW * 3,
        },
        _deep,
    ),
    "three as a unit": Kind(_unit, {"a.md": NEW, "notes/b.md": None, "x/new.md": b"new"}, _begun),
    "merge and save": Kind(_merge, {"a.md": BOTH}, _saved_by_agent),
    "restore": Kind(
        _history(lambda history: history.restore("a.md", revision_of(OLD), ME)), {"a.md": OLD}, _changed
    ),
    "restore what was deleted": Kind(
        _history(lambda history: history.restore("a.md", revision_of(OLD), ME)), {"a.md": OLD}, _deleted
    ),
    "restore a copy": Kind(_history(_copy), {"copy.md": OLD}, _changed),
    "restore one change": Kind(
        _history(lambda history: history.restore_changes("a.md", revision_of(OLD), [0], ME)),
        {"a.md": NEW.replace(b"line 3 changed", b"line 3 as it was")},
        _changed,
    ),
    "undo": Kind(_history(_undo), {"a.md": OLD}, _changed),
    "keep what was seen": Kind(_seen, {}, _begun),
    "collect old versions": Kind(_collect, {}, _many_versions, collects=True),
    "recover before the swap": Kind(_recover, {}, _killed(-1)),
    "recover after the swap": Kind(_recover, {}, _killed(2)),
}
