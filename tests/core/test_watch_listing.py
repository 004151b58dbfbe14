"""Every path finds its owner: by content where a system looks, by path where it is asked."""

from __future__ import annotations

import pytest

from memdesk.model import (
    OUTSIDE,
    Change,
    ChangeKind,
    FileEntry,
    FileStamp,
    Kind,
    Nature,
    Parsed,
    Site,
    revision_of,
)
from memdesk.watch.catalog import Catalog, Classifier, FolderIndex, Listing, detect

STAMP = FileStamp(1, 2, 30, 40, 50, 0o100644)


class System:
    """A system that owns Markdown files in every folder with its marker file."""

    def __init__(self, name, priority=0, suffix=".md"):
        self.id = name
        self.priority = priority
        self.suffix = suffix
        self.looks = 0

    def detect(self, folder):
        self.looks += 1
        markers = folder.named(f"{self.id}.marker")
        return tuple(
            Site(self.id, path.rpartition("/")[0]) for path in markers if folder.read(path) == b"yes"
        )

    def classify(self, site, path):
        return Kind.FACT if path.endswith(self.suffix) else None

    def title(self, kind, path):
        return f"{self.id}:{path}"

    def parse(self, kind, path, data, companions):
        return Parsed()


class Failing(System):
    """A system that cannot look."""

    def detect(self, folder):
        raise ZeroDivisionError


def entries(*uris, nature=Nature.FILE):
    return tuple(FileEntry(uri, STAMP, nature) for uri in uris)


def read(path, limit):
    return b"yes"


def registry(*systems):
    return {system.id: system for system in systems}


def listed(catalog, found):
    return {info.uri: info for batch in catalog.build(found) for info in batch}


def test_the_index_knows_names_and_folders():
    index = FolderIndex(entries("a/x.md", "b/x.md", "y.md"), read)
    assert index.named("x.md") == ("a/x.md", "b/x.md")
    assert index.under("a") == ("a/x.md",)
    assert index.under("") == ("y.md",)
    assert sorted(index.paths()) == ["a/x.md", "b/x.md", "y.md"]
    assert index.read("y.md") == b"yes"


def test_the_index_holds_plain_files_only_and_follows_changes():
    index = FolderIndex(entries("link", nature=Nature.LINK), read)
    assert index.named("link") == ()
    index.add("a/new.md")
    index.discard("a/new.md")
    index.discard("a/never.md")
    assert list(index.paths()) == []
    assert index.under("a") == ()


def test_a_file_belongs_to_the_system_whose_site_holds_it():
    catalog = Catalog(registry(System("one")), read)
    found = listed(catalog, entries("m/one.marker", "m/sub/a.md", "other/b.md", "m/c.txt"))
    assert (found["m/sub/a.md"].system, found["m/sub/a.md"].kind) == ("one", Kind.FACT)
    assert found["m/sub/a.md"].title == "one:m/sub/a.md"
    assert (found["other/b.md"].system, found["other/b.md"].kind) == (None, Kind.OTHER)
    assert (found["m/c.txt"].system, found["m/c.txt"].title) == (None, "c.txt")
    assert (found["m/c.txt"].size, found["m/c.txt"].modified) == (30, 40)


def test_of_two_systems_the_one_with_the_higher_priority_owns_a_file():
    catalog = Catalog(registry(System("low", 1), System("high", 2, ".json")), read)
    found = listed(catalog, entries("low.marker", "high.marker", "a.md", "a.json"))
    assert found["a.md"].system == "low"
    assert found["a.json"].system == "high"
    both = Catalog(registry(System("low", 1), System("high", 2)), read)
    assert listed(both, entries("low.marker", "high.marker", "a.md"))["a.md"].system == "high"


def test_of_nested_sites_the_deeper_one_owns_a_file():
    catalog = Catalog(registry(System("one")), read)
    found = listed(catalog, entries("one.marker", "deep/one.marker", "deep/a.md", "b.md"))
    assert catalog.site(found["deep/a.md"]) == Site("one", "deep")
    assert catalog.site(found["b.md"]) == Site("one", "")
    assert catalog.site(found["one.marker"]) is None


@pytest.mark.parametrize("nature", [Nature.LINK, Nature.SPECIAL, Nature.UNREADABLE])
def test_what_is_no_plain_file_belongs_to_nobody(nature):
    info = Classifier(registry(System("one")), [Site("one", "")]).infos([FileEntry("a.md", STAMP, nature)])[0]
    assert (info.system, info.kind, info.nature, info.title) == (None, Kind.OTHER, nature, "a.md")


def test_a_site_of_an_unknown_system_is_ignored():
    assert Classifier({}, [Site("gone", "")]).infos(entries("a.md"))[0].system is None


def test_a_system_that_fails_while_looking_does_not_stop_the_others():
    systems = registry(Failing("bad"), System("one"))
    assert detect(systems, FolderIndex(entries("one.marker"), read)) == (Site("one", ""),)


def test_documents_come_in_batches(monkeypatch):
    monkeypatch.setattr("memdesk.watch.catalog.BATCH", 2)
    catalog = Catalog({}, read)
    assert [len(batch) for batch in catalog.build(entries("a", "b", "c", "d", "e"))] == [2, 2, 1]


def test_a_listing_finds_documents_by_uri():
    info = Classifier({}, ()).infos(entries("a.md"))[0]
    listing = Listing(documents=(info,), by_uri={"a.md": info})
    assert listing.get("a.md") is info
    assert listing.get("b.md") is None


def change(uri, kind):
    after = None if kind is ChangeKind.DELETED else revision_of(b"yes")
    return Change(uri, kind, None, after, OUTSIDE, 0.0)


class Hands:
    """A clock that tests turn."""

    time = 0.0

    def __call__(self):
        return self.time


def test_a_system_that_moves_in_or_out_is_noticed():
    catalog = Catalog(registry(System("one")), read, Hands())
    listed(catalog, entries("a.md"))
    assert not catalog.redetect()
    catalog.update([change("one.marker", ChangeKind.CREATED)])
    assert catalog.redetect()
    assert catalog.sites == (Site("one", ""),)
    assert catalog.info(entries("a.md")[0]).system == "one"


def test_a_change_that_moves_no_system_is_no_news():
    clock = Hands()
    catalog = Catalog(registry(System("one")), read, clock)
    listed(catalog, entries("one.marker", "a.md"))
    catalog.update([change("a.md", ChangeKind.DELETED), change("b.md", ChangeKind.MODIFIED)])
    assert not catalog.redetect()
    clock.time += 1
    catalog.update([change("one.marker", ChangeKind.DELETED)])
    assert catalog.redetect()
    assert catalog.sites == ()


def test_systems_do_not_look_all_the_time():
    clock, system = Hands(), System("one")
    catalog = Catalog(registry(system), read, clock)
    listed(catalog, entries("a.md"))
    catalog.update([change("b.md", ChangeKind.CREATED)])
    assert not catalog.redetect()
    catalog.update([change("one.marker", ChangeKind.CREATED)])
    assert not catalog.redetect()
    assert system.looks == 2
    clock.time += 1
    assert catalog.redetect()
    assert not catalog.redetect()


def test_only_content_that_a_system_looked_into_has_it_look_again():
    class Reading(System):
        outside = ""

        def detect(self, folder):
            folder.read("asked.md")
            if self.outside:
                folder.read(self.outside)
            return super().detect(folder)

    clock, system, other, config = Hands(), Reading("one"), System("two"), [b"{}"]
    catalog = Catalog(
        registry(system, other), lambda path, limit: config[-1] if path == system.outside else b"", clock
    )
    listed(catalog, entries("asked.md", "b.md"))
    before = system.looks

    def looks_after(uri):
        clock.time += 1
        catalog.update([change(uri, ChangeKind.MODIFIED)])
        catalog.redetect()
        return system.looks - before

    assert [looks_after("b.md"), looks_after("asked.md"), looks_after("b.md")] == [0, 1, 1]
    system.outside = "../config.json"
    assert [looks_after("asked.md"), looks_after("b.md")] == [2, 2]
    config.append(b"[]")
    assert [looks_after("b.md"), looks_after("b.md")] == [3, 3], "nobody tells of changes out there"
    config.append(None)
    assert [looks_after("b.md"), looks_after("b.md")] == [4, 4], "it is gone"
    assert other.looks == 1, "it looked into nothing"
    catalog.update([change("c.md", ChangeKind.CREATED)])
    clock.time += 1
    catalog.redetect()
    assert other.looks == 2, "another name may be news for each"


def test_a_file_that_is_announced_twice_is_in_the_index_once():
    index = FolderIndex(entries("a.md"), read)
    index.add("a.md")
    assert index.named("a.md") == ("a.md",)


def test_a_parser_may_ask_for_the_documents_beside():
    assert Catalog({}, read).read("config.json") == b"yes"
