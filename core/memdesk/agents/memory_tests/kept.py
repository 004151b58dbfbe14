"""Where the memory tests of a workspace are kept: one file beside its history, which a person may edit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import ConflictError, InvalidError, NotFoundError, require_person

if TYPE_CHECKING:
    from memdesk.agents.memory_tests.expectation import MemoryTest
    from memdesk.model import Actor
    from memdesk.store import Store
    from memdesk.workspace import Workspace

RECORD = "tests.toml"

_KNOWN = "memory_tests_known"


class Rewritten(NamedTuple):
    """The file before and after a change; giving both to :meth:`KeptTests.put_back` takes it back."""

    before: str
    after: str


class KeptTests:
    """The tests of one workspace. Where it lies in one that is kept already, they are that one's."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def text(self) -> str:
        """Return the file as it is, empty where there is none. Raises InvalidError where it is no text."""
        data = self._store().record(RECORD)
        try:
            return (data or b"").decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = (data or b"").count(b"\n", 0, error.start) + 1
            problem = "it is not UTF-8"
            raise InvalidError(
                f"{RECORD}, line {line}: {problem}",
                reason="memory_tests_damaged",
                arguments=(problem,),
                line=line,
            ) from error

    def all(self) -> tuple[MemoryTest, ...]:
        """Return the tests in the order of the file. Raises InvalidError with the line of what is wrong."""
        text = self.text()
        if not text.strip():
            return ()
        from memdesk.agents.memory_tests.toml_text import read_tests

        return read_tests(text)

    def inward(self, test: MemoryTest) -> MemoryTest:
        """Return a test with the addresses that the opened folder has for what it names."""
        home = self._workspace.store.nearest().home
        return (
            test
            if not home.there
            else replace(
                test,
                must=tuple(home.inward(each) or each for each in test.must),
                must_not=tuple(home.inward(each) or each for each in test.must_not),
            )
        )

    def add(self, test: MemoryTest, actor: Actor) -> Rewritten:
        """Keep a further test. Raises NotPermittedError where an agent asks, as all that writes does."""
        from memdesk.agents.memory_tests.toml_text import with_test

        return self._rewrite(lambda text: with_test(text, test), actor)

    def change(self, old: MemoryTest, new: MemoryTest, actor: Actor) -> Rewritten:
        """Put a test in the place of another. Raises NotFoundError where that is not there any more."""
        from memdesk.agents.memory_tests.toml_text import with_changed

        return self._rewrite(lambda text: with_changed(text, _place(text, old), new), actor)

    def remove(self, test: MemoryTest, actor: Actor) -> Rewritten:
        """Keep a test no longer. Raises NotFoundError where it is not there any more."""
        from memdesk.agents.memory_tests.toml_text import without_test

        return self._rewrite(lambda text: without_test(text, _place(text, test)), actor)

    def put_back(self, done: Rewritten, actor: Actor) -> Rewritten:
        """Take a change back. Raises ConflictError where the file was changed since."""

        def back(text: str) -> str:
            if text != done.after:
                raise ConflictError(f"{RECORD} was changed since", uri=RECORD, base=None, current=None)
            return done.before

        return self._rewrite(back, actor)

    def _rewrite(self, rewritten: Callable[[str], str], actor: Actor) -> Rewritten:
        require_person(actor, "change memory tests")
        with self._workspace.exclusive(actor):
            before = self.text()
            after = rewritten(before)
            if after != before:
                is_known = not self.is_changed()
                if is_known:  # a kill leaves one of the two
                    self._know(before.encode(), after.encode())
                self._store().put_record(RECORD, after.encode(), actor)
                if is_known:
                    self._know(after.encode())
            return Rewritten(before, after)

    def is_changed(self) -> bool:
        """Say whether something else than this user's memdesk changed the file since a person knew it.

        People write it by hand, too; so that is only told. What is there at first is taken for known.
        """
        known, now = str(self._workspace.local_state.get(_KNOWN) or ""), self._store().raw_record(RECORD)
        if not known and now is not None and self._workspace.baseline.is_again:
            return True  # what a person knew of it was removed
        if not known and not self._workspace.read_only:
            self._know(now or b"")
        return bool(known) and _sign(now or b"") not in known.split()

    def seen(self) -> None:
        """Note that a person knows the file as it is."""
        self._know(self._store().raw_record(RECORD) or b"")

    def _know(self, *data: bytes) -> None:
        self._workspace.local_state.put(_KNOWN, " ".join(map(_sign, data)))

    def _store(self) -> Store:
        return self._workspace.store.nearest().store


def _sign(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _place(text: str, test: MemoryTest) -> int:
    from memdesk.agents.memory_tests.toml_text import read_tests

    tests = read_tests(text)
    if test not in tests:
        raise NotFoundError(f"this test no longer exists: {test.question}")
    return tests.index(test)
