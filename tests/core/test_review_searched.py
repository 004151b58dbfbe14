"""A search narrowed by who wrote what is found, when, and whether a person has judged it."""

from __future__ import annotations

import pytest

from memdesk.index import SearchIndex
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.review.searched import OnlyWritten, WrittenSearch, writer_name
from memdesk.search import EVERYWHERE, ChunkFilter, refresh
from memdesk.store import ANY, Store
from memdesk.systems.registry import load_systems
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP, "memory_append", "s1")
JAY = Actor("jay", Origin.AGENT, Via.MCP)
NOTES, FACTS = "notes.md", "facts.md"
DAY = 86_400.0


class Clock:
    """A clock that stands until it is moved."""

    moment = 1_760_000_000.0

    def now(self):
        return self.moment


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def desk(memory_path, clock):
    root = memory_path / "root"
    root.mkdir()
    (root / NOTES).write_text("# Tea\n\nThe tea is from before.\n")
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        yield workspace


@pytest.fixture
def find(desk, tmp_path):
    """Return what finds the addresses of what is left."""
    search = WrittenSearch(desk, Inbox(desk))

    def find(query="tea", limit=10, only=EVERYWHERE, **written):
        with SearchIndex("w", tmp_path / "index.sqlite") as index:
            refresh(index, desk)
            found = search.answer(index, query, limit, only, OnlyWritten(**written))
        return sorted(hit.address for hit in found.hits)

    find.search = search
    return find


def by(*names):
    return {"writers": frozenset(names)}


def write(desk, uri, text, actor):
    desk.commit(uri, text.encode(), ANY, actor)


def test_each_stretch_is_its_own_writers(desk, find):
    write(desk, NOTES, "# Tea\n\nThe tea is from before.\n\n# Black\n\nRobin's tea.\n", ROBIN)
    write(
        desk,
        NOTES,
        "# Tea\n\nThe tea is from before.\n\n# Black\n\nRobin's tea.\n\n# Green\n\nMy tea.\n",
        ADA,
    )
    assert find() == ["notes.md#L1-L3", "notes.md#L5-L7", "notes.md#L9-L11"]
    assert find(**by("robin")) == ["notes.md#L5-L7"]
    assert find(**by("person")) == ["notes.md#L9-L11"]
    assert find(**by("outside")) == ["notes.md#L1-L3"]
    assert find(**by("robin", "person")) == ["notes.md#L5-L7", "notes.md#L9-L11"]
    assert find(**by("nobody")) == []


def test_time_is_that_of_the_lines(desk, find, clock):
    write(desk, FACTS, "# One\n\nOld tea.\n", ROBIN)
    clock.moment += 10 * DAY
    write(desk, FACTS, "# One\n\nOld tea.\n\n# Two\n\nNew tea.\n", ROBIN)
    assert find(since=clock.moment - DAY, **by("robin")) == ["facts.md#L5-L7"]
    assert find(until=clock.moment - DAY, **by("robin")) == ["facts.md#L1-L3"]
    assert find(since=clock.moment + 1, **by("robin")) == []


def test_what_nobody_has_judged(desk, find):
    inbox = Inbox(desk)
    write(desk, FACTS, "# One\n\nFirst tea.\n", ROBIN)
    inbox.accept([item.id for item in inbox.pending()], ADA)
    write(desk, FACTS, "# One\n\nFirst tea.\n\n# Two\n\nSecond tea.\n", ROBIN)
    write(desk, NOTES, "# Tea\n\nThe tea is mine.\n", ADA)
    assert find(unreviewed=True) == ["facts.md#L5-L7"]


def test_what_was_there_before_the_history_is_unreviewed_until_a_person_writes_to_it(desk, find):
    assert find(unreviewed=True) == ["notes.md#L1-L3"]
    write(desk, FACTS, "# One\n\nRobin's tea.\n", ROBIN)
    assert find(unreviewed=True) == ["facts.md#L1-L3", "notes.md#L1-L3"]
    write(desk, NOTES, "# Tea\n\nThe tea is from before.\nAda's tea.\n", ADA)
    assert find(unreviewed=True) == ["facts.md#L1-L3"]


def test_a_renamed_document_keeps_its_writers(desk, find):
    write(desk, FACTS, "Robin's tea.\n", ROBIN)
    desk.rename(FACTS, "moved.md", ADA)
    assert find(**by("robin")) == ["moved.md#L1"]


def test_writers_are_looked_for_behind_many_better_hits(desk, find):
    write(desk, "mass.md", "".join(f"# {number}\n\ntea tea tea\n\n" for number in range(60)), JAY)
    write(desk, FACTS, f"# Long\n\nOnce tea, and {'much else ' * 30}\n", ROBIN)
    assert find(limit=2, **by("robin")) == ["facts.md#L1-L3"]
    assert len(find(limit=2, **by("jay"))) == 2


def test_filters_add_up(desk, find):
    write(desk, FACTS, "Robin's tea.\n", ROBIN)
    write(desk, "jay.md", "Jay's tea.\n", JAY)
    assert find(only=ChunkFilter(documents=frozenset(("jay.md",))), **by("robin", "jay")) == ["jay.md#L1"]
    assert find(only=ChunkFilter(tiers=frozenset(("hot",))), **by("robin")) == []


def test_who_wrote_what_is_found_is_told_with_it(desk, find, tmp_path, clock):
    write(desk, NOTES, "# Tea\n\nThe tea is from before.\n\n# Black\n\nRobin's tea.\n", ROBIN)
    with SearchIndex("w", tmp_path / "index.sqlite") as index:
        refresh(index, desk)
        hits = find.search.answer(index, "tea").hits
    told = {address: writings[0] for address, writings in find.search.writings(hits).items()}
    assert told["notes.md#L5-L7"].actor == ROBIN
    assert told["notes.md#L5-L7"].time == clock.moment
    assert told["notes.md#L5-L7"].waits
    assert told["notes.md#L1-L3"].actor is None
    assert {*find.search.writers()} == {"outside", "robin"}


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        (ADA, "person"),
        (Actor("x", Origin.FOREIGN, Via.OUTSIDE), "outside"),
        (ROBIN, "robin"),
        (Actor("person", Origin.AGENT, Via.MCP), "agent:person"),
        (Actor("agent:x", Origin.AGENT, Via.MCP), "agent:agent:x"),
    ],
)
def test_no_agent_passes_for_another_writer(actor, name):
    assert writer_name(actor) == name
