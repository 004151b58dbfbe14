"""A workspace and a model of it go through the same steps, chosen at random; they must never differ.

The steps are those of a person, an agent, a program past the core, and of chance: a commit is killed at one
of its calls, the process ends with unsaved text, the workspace is opened anew. The model is a dictionary.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from faults import crew
from faults.invariants import Evidence, check, documents
from faults.report import Outcome, grouped, sized, told
from helpers.faults import Faults
from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import DraftFolder
from memdesk.errors import ConflictError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store

MACHINES, STEPS, PART = 22_000, 50, 250
ME = Actor("me", Origin.HUMAN, Via.PYTHON)
PATHS = st.sampled_from(["a.md", "b.md", "notes/c.md", "notes/deep/d.md"])
TEXTS = st.binary(max_size=40) | st.just(b"many lines\n" * 900)
taken = {"steps": 0}


class Machine(RuleBasedStateMachine):
    """The steps, each done to the workspace and to the model."""

    def __init__(self):
        super().__init__()
        self.work = Path(tempfile.mkdtemp(prefix="model-", dir=os.environ["MEMDESK_FAULTS_WORK"]))
        self.root = self.work / "workspace"
        self.root.mkdir()
        self.store = Store(self.root)
        self.model, self.seen, self.drafts = {}, {}, {}
        self.evidence = Evidence()
        self.own = DraftFolder(self.work / "drafts")

    def note(self, path, data):
        """Take in a version that may be there from now on."""
        taken["steps"] += 1
        self.evidence.may_be(path, self.model.get(path))
        self.evidence.may_be(path, data)

    def now(self, path, data):
        """Take in what is there now; what was written over itself was not replaced."""
        before = self.model.get(path)
        if before is not None and before != data:
            self.seen.setdefault(path, []).append(before)
        if data is None:
            self.model.pop(path, None)
        else:
            self.model[path] = data

    def base(self, path):
        """Return what a careful writer saw."""
        return revision_of(self.model[path]) if path in self.model else None

    @rule(path=PATHS, data=TEXTS, careful=st.booleans())
    def save(self, path, data, careful):
        """Write, over what was seen or over anything."""
        self.note(path, data)
        self.evidence.done(self.store.commit(path, data, self.base(path) if careful else ANY, ME))
        self.now(path, data)

    @rule(path=PATHS, data=TEXTS)
    def save_over_what_is_not_there(self, path, data):
        """Write over a version that was never there: refused, and nothing happens."""
        self.note(path, self.model.get(path))
        with pytest.raises(ConflictError) as refused:
            self.store.commit(path, data, revision_of(b"never there"), ME)
        assert refused.value.current == self.base(path)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def delete(self, data):
        """Delete a document."""
        path = data.draw(st.sampled_from(sorted(self.model)))
        self.note(path, None)
        self.evidence.done(self.store.commit(path, None, self.base(path), ME))
        self.now(path, None)

    @precondition(lambda self: self.seen)
    @rule(data=st.data())
    def restore(self, data):
        """Bring an earlier version back that the core had written or replaced."""
        path = data.draw(st.sampled_from(sorted(self.seen)))
        old = data.draw(st.sampled_from(self.seen[path]))
        kept = self.store.version(revision_of(old))
        assert kept == old
        self.note(path, kept)
        self.evidence.done(self.store.commit(path, kept, self.base(path), ME))
        self.now(path, kept)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), new=PATHS)
    def rename(self, data, new):
        """Rename, if the name is free; otherwise nothing happens."""
        path = data.draw(st.sampled_from(sorted(self.model)))
        content = self.model[path]
        self.note(path, None)
        self.note(new, content)
        if new == path:
            return
        edits = [DocumentEdit(new, content, None, like=path), DocumentEdit(path, None, revision_of(content))]
        try:
            results = self.store.commit_all(edits, ME)
        except ConflictError:
            assert new in self.model
            return
        for result in results:
            self.evidence.done(result)
        assert new not in self.model
        self.now(new, content)
        self.now(path, None)

    @rule(path=PATHS, data=st.none() | TEXTS)
    def write_past_the_core(self, path, data):
        """Write or delete as a program that knows nothing of memdesk."""
        self.note(path, data)
        place = self.root / path
        if data is None:
            place.unlink(missing_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        for version in (data, self.model.get(path)):
            self.evidence.foreign.add(None if version is None else revision_of(version))
        self.model.pop(path, None)
        if data is not None:
            self.model[path] = data

    @rule(path=PATHS, data=st.none() | TEXTS, at=st.integers(1, 130))
    def save_and_die(self, path, data, at):
        """Kill a commit at one of its calls."""
        self.note(path, data)
        before = self.model.get(path)
        crew.wait(crew.fork(lambda: self._save_under(Faults(at), path, data)))
        self.store = Store(self.root)
        self.store.recover()
        there = documents(self.root).get(path)
        assert there in (before, data)
        if there != data:  # which call was hit may be chance; the steps after it must not depend on that
            self.evidence.done(self.store.commit(path, data, ANY, ME))
        if before != data:
            self.now(path, data)

    def _save_under(self, faults, path, data):
        with faults.armed():
            Store(self.root).commit(path, data, ANY, ME)

    @rule(path=PATHS, text=st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
    def type(self, path, text):
        """Type without saving."""
        taken["steps"] += 1
        assert self.own.keep(Draft(path, text, self.base(path), "", 1.0))
        self.drafts[path] = (text, self.base(path))

    @rule()
    def die_with_unsaved_text(self):
        """End without saving; the next one finds all of it."""
        taken["steps"] += 1
        self.own.close()
        self.own = DraftFolder(self.work / "drafts")
        found = self.own.recover()
        assert {draft.uri: (draft.text, draft.base) for draft in found} == self.drafts
        for draft in found:
            self.own.forget(draft)
        self.drafts = {}

    @invariant()
    def same(self):
        """The documents are those of the model."""
        assert documents(self.root) == self.model

    def teardown(self):
        """Check everything that was ever claimed."""
        try:
            assert check(self.root, self.evidence) == []
        finally:
            self.own.close()
            shutil.rmtree(self.work)


def run(work, scale):
    """Run so many machines of up to fifty steps, some at a time in a process of their own."""
    os.environ["MEMDESK_FAULTS_WORK"] = str(work)
    machines, steps, found = sized(MACHINES, scale, 5), 0, []
    parts = [min(PART, machines - begun) for begun in range(0, machines, PART)]
    for number, (taken, violations) in crew.answers(
        work, [partial(some, *each) for each in enumerate(parts)]
    ):
        steps, found = steps + taken, found + violations
        told(f"part {number} of {len(parts)}: {grouped(taken)} steps, {len(violations)} violations")
    return Outcome(f"{grouped(machines)} machines", {"steps": grouped(steps)}, found)


def some(number, machines):
    """Run some machines; return the number of steps that they took, and the violations."""
    rules = settings(
        max_examples=machines,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(seed(number)(Machine), settings=rules)
    except AssertionError as error:
        notes = "\n".join(getattr(error, "__notes__", ()))
        words = f"the workspace is not as its model: {str(error)[:500]} {notes[-1500:]}"
        return taken["steps"], [words]
    return taken["steps"], []
