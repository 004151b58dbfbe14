"""What every store of an index must do, whichever it is."""

from __future__ import annotations

from uuid import uuid4

import numpy as np
import pytest

from helpers.postgres import on_server
from memdesk.index import ChunkFilter, IndexDocument, SearchIndex, SqliteBackend, Stamp, chunks_of
from memdesk.index.grams import question
from memdesk.index.postgres import FleetWorkspace, PostgresBackend
from memdesk.index.server import connected
from memdesk.model import SearchMode
from memdesk.search import search


def in_a_file(request):
    return SqliteBackend(request.getfixturevalue("tmp_path") / "index.sqlite")


def in_memory(_request):
    return SqliteBackend(None)


def on_a_server(request):
    url = request.getfixturevalue("server_url")
    return PostgresBackend(connected(url), FleetWorkspace(uuid4().hex, "notes", "here", "/notes"))


BACKENDS = [in_a_file, in_memory, pytest.param(on_a_server, marks=on_server)]


@pytest.fixture(params=BACKENDS)
def backend(request):
    backend = request.param(request)
    backend.upsert(
        [
            document(
                "notes/a.md", "# Pets\n\nThe dog is called Bob.\n\n# Tea\n\nRobin likes tea.\n", modified=1
            ),
            document(
                "notes/b.md", "# 宠物\n\n狗叫 Bob，喜欢咖啡\n", modified=3, kind="fact", system="evoclaw"
            ),
            document("c.md", "Bob and Bob and the dog\n", modified=2),
        ]
    )
    yield backend
    backend.close()


def document(uri, text, *, modified=1, kind="other", system="", digest=b""):
    stamp = Stamp(len(text.encode()), modified, digest or text.encode()[:8])
    return IndexDocument(uri, stamp, kind, system, uri, chunks_of(text))


def uris(backend, scored):
    rows = backend.chunks([chunk for chunk, _ in scored])
    return [rows[chunk].uri for chunk, _ in scored]


def terms(query):
    return question(query).terms


def only(backend, query):
    ((chunk, _),) = backend.keyword(terms(query), 9)
    return chunk


def test_a_document_is_held_with_its_stamp(backend):
    assert backend.stamps().keys() == {"notes/a.md", "notes/b.md", "c.md"}
    assert backend.stamps()["c.md"] == Stamp(24, 2, b"Bob and ")
    assert backend.stamps(["c.md", "none.md"]) == {"c.md": Stamp(24, 2, b"Bob and ")}
    assert backend.stats() == (3, 4)


def test_words_find_chunks_the_best_first(backend):
    found = backend.keyword(terms("Bob dog"), 9)
    assert uris(backend, found)[0] in {"c.md", "notes/a.md"}
    assert {*uris(backend, found)} == {"c.md", "notes/a.md", "notes/b.md"}
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert len(backend.keyword(terms("Bob dog"), 2)) == 2
    assert backend.keyword(terms("quantum"), 9) == []


@pytest.mark.parametrize(
    "query", ["咖啡", "咖", "啡", "狗叫", "宠物", "likes", "liking", "rob*", '"likes tea"']
)
def test_one_chunk_has_it(backend, query):
    assert len(backend.keyword(terms(query), 9)) == 1


@pytest.mark.parametrize("query", ["物狗", "tea likes", '"likes dog"', '"OR"', "NEAR"])
def test_terms_are_phrases_and_nothing_else(backend, query):
    asked = [term._replace(tokens=tuple(query.strip('"').split())) for term in terms(query)[:1]]
    assert backend.keyword(asked, 9) == []


def test_which_chunks_have_which_term(backend):
    asked = terms("dog tea")
    every = [chunk for chunk, _ in backend.keyword(asked, 9)]
    dog, tea = backend.matching(asked, every)
    assert (len(dog), len(tea)) == (2, 1)
    assert backend.matching(asked, ()) == [frozenset(), frozenset()]
    assert backend.held(asked) == [2, 1]
    assert backend.held(terms("quantum")) == [0]


def test_only_some_documents_are_searched(backend):
    asked, one, other = terms("Bob"), np.ones(4, np.float32) / 2, np.zeros(4, np.float32)
    every = dict(backend.unembedded("m", 9))
    backend.keep_vectors("m", dict.fromkeys(every, one))
    for wanted, found in (
        (ChunkFilter(kinds=frozenset({"fact"})), {"notes/b.md"}),
        (ChunkFilter(systems=frozenset({"evoclaw"})), {"notes/b.md"}),
        (ChunkFilter(folder="notes"), {"notes/a.md", "notes/b.md"}),
        (ChunkFilter(folder="note"), set()),
        (ChunkFilter(kinds=frozenset({"fact"}), folder="notes"), {"notes/b.md"}),
    ):
        assert {*uris(backend, backend.keyword(asked, 9, wanted))} == found
        assert {*uris(backend, backend.vector("m", one, 9, wanted))} == found
    assert backend.vector("m", other, 9) == []


def test_words_like_another_one(backend):
    assert "robin" in backend.words_like("robbin")
    assert backend.words_like("xylophone") == []


def test_a_chunk_says_where_it_is(backend):
    chunk = backend.chunks([only(backend, "tea")])
    ((_, row),) = chunk.items()
    assert (row.uri, row.heading, row.text, row.first, row.last, row.place) == (
        "notes/a.md",
        "Tea",
        "# Tea\n\nRobin likes tea.",
        5,
        7,
        1,
    )
    assert backend.chunks([999]) == {}


def test_the_chunks_beside_one(backend):
    tea = only(backend, "tea")
    (pets,) = backend.beside([tea])[tea]
    assert backend.beside([tea])[tea] == {pets: 1}
    assert backend.chunks([pets])[pets].heading == "Pets"
    coffee = only(backend, "咖啡")
    assert backend.beside([pets, coffee]) == {pets: {tea: 1}, coffee: {}}


def test_notes_of_one_chunk_are_beside_each_other_in_the_order_of_their_names(backend):
    backend.upsert([document(f"talk/D1-{number}.md", f"turn{number}\n") for number in (1, 2, 9, 10, 11)])
    turns = {number: only(backend, f"turn{number}") for number in (1, 2, 9, 10, 11)}
    assert backend.beside([turns[9]], 2)[turns[9]] == {turns[2]: 1, turns[1]: 2, turns[10]: 1, turns[11]: 2}
    assert backend.beside([turns[1]])[turns[1]] == {turns[2]: 1}


def entry(uri, **fields):
    return document(
        uri, "---\n" + "".join(f"{key}: {said}\n" for key, said in fields.items()) + "---\nthe words\n"
    )


def test_an_entry_of_another_scope_is_not_searched(backend):
    backend.upsert(
        [
            entry("s/one.md", scope="[code]"),
            entry("s/two.md", scope="prose"),
            entry("s/both.md", scope="[code, prose]"),
            entry("s/any.md", scope="user:universal"),
            document("s/none.md", "the words\n"),
        ]
    )

    def found(*scopes):
        hits = backend.keyword(terms("words"), 9, ChunkFilter(scopes=frozenset(scopes)))
        return {uri.removeprefix("s/") for uri in uris(backend, hits)}

    assert found() == {"one.md", "two.md", "both.md", "any.md", "none.md"}
    assert found("code") == {"one.md", "both.md", "any.md", "none.md"}
    assert found("hobby") == {"any.md", "none.md"}


def test_what_an_entry_is_called(backend):
    backend.upsert([entry("e.md", aliases="[k8s, kubeCluster]", superseded_by="f.md")])
    chunk = only(backend, "k8s")
    asked = terms("cluster words")
    assert backend.matching(asked, [chunk], named=True) == [frozenset((chunk,)), frozenset()]
    assert backend.matching(asked, [chunk])[1] == frozenset((chunk,))
    assert backend.chunks([chunk])[chunk].is_replaced


def test_the_newest_is_embedded_first(backend):
    newest = ["狗叫 Bob，喜欢咖啡", "Bob and Bob and the dog"]
    assert [text for _, text in backend.unembedded("m", 2)] == newest
    held = backend.unembedded("m", 9)
    assert len(held) == 4
    backend.keep_vectors("m", {held[0][0]: np.ones(4, np.float32)})
    assert [text for _, text in backend.unembedded("m", 9)] == [text for _, text in held[1:]]
    assert (backend.embedded("m"), backend.embedded("other")) == (1, 0)
    assert len(backend.unembedded("other", 9)) == 4


def axis(number):
    vector = np.zeros(4, np.float32)
    vector[number] = 1
    return vector


def test_the_nearest_vector_comes_first(backend):
    for number, (digest, _) in enumerate(backend.unembedded("m", 9)):
        backend.keep_vectors("m", {digest: axis(number)})
    asked = np.array([0.0, 0.6, 0.8, -0.1], np.float32)
    found = backend.vector("m", asked, 9)
    assert [round(score, 3) for _, score in found] == [0.8, 0.6]
    assert uris(backend, found) == ["notes/a.md", "c.md"]
    assert len(backend.vector("m", asked, 1)) == 1
    assert backend.vector("other", asked, 9) == []
    nearness = backend.nearness("m", asked, [found[1].chunk, 999])
    assert {chunk: round(score, 3) for chunk, score in nearness.items()} == {found[1].chunk: 0.6}
    assert backend.nearness("m", asked, []) == {}


def test_vectors_of_another_size_do_not_count(backend):
    backend.keep_vectors("m", {digest: axis(0) for digest, _ in backend.unembedded("m", 9)})
    assert backend.vector("m", np.ones(8, np.float32), 9) == []


def test_a_document_takes_the_place_of_what_it_was(backend):
    backend.upsert([document("c.md", "# New\n\nA cat.\n")])
    assert backend.keyword(terms("cat"), 9)
    assert "c.md" not in uris(backend, backend.keyword(terms("Bob dog"), 9))
    backend.delete(["notes/a.md", "gone.md"])
    assert backend.keyword(terms("tea"), 9) == []
    assert backend.stamps().keys() == {"notes/b.md", "c.md"}
    assert backend.stats() == (2, 2)


def test_of_what_did_not_change_only_the_stamp_is_taken(backend):
    before = only(backend, "tea")
    stamp = Stamp(1, 2, b"3")
    backend.upsert([IndexDocument("notes/a.md", stamp, "fact", "pegasus", "A", None)])
    assert only(backend, "tea") == before
    assert backend.stamps()["notes/a.md"] == stamp
    assert backend.chunks([before])[before][1:4] == ("A", "fact", "pegasus")


def test_a_vector_goes_with_the_last_chunk_that_says_it(backend):
    backend.upsert([document("d.md", "Bob and Bob and the dog\n")])
    backend.keep_vectors("m", {digest: axis(0) for digest, _ in backend.unembedded("m", 9)})
    assert backend.embedded("m") == 5
    backend.delete(["d.md"])
    assert len(backend.vector("m", axis(0), 9)) == 4
    backend.delete(["c.md"])
    backend.upsert([document("c.md", "Bob and Bob and the dog\n")])
    assert [text for _, text in backend.unembedded("m", 9)] == ["Bob and Bob and the dog"]


def test_all_documents_are_taken_or_none(backend):
    def failing():
        yield document("d.md", "new words\n")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        backend.upsert(failing())
    assert "d.md" not in backend.stamps()
    assert backend.keyword(terms("words"), 9) == []


def test_only_what_is_named_or_replaced_can_be_asked_for(backend):
    entry = '{"entries": [{"name": "backup_host", "content": "backup-03"}]}'
    stamp = Stamp(1, 1, b"x")
    backend.upsert(
        [
            IndexDocument("m.json", stamp, "other", "", "m", chunks_of(entry, is_json=True)),
            IndexDocument("old.md", stamp, "other", "", "o", chunks_of("- ~~The backup host is 02~~\n")),
        ]
    )
    every = [chunk for chunk, _ in backend.keyword(terms("backup Bob"), 9)]
    assert len(every) > 2
    marked = backend.chunks(every, marked=True)
    assert {row.uri for row in marked.values()} == {"m.json", "old.md"}
    assert all(marked[number] == backend.chunks([number])[number] for number in marked)


def test_documents_that_come_twice_in_one_go_are_the_last(backend):
    backend.upsert([document("n.md", "First words.\n"), document("n.md", "Second words.\n")])
    assert backend.keyword(terms("first"), 9) == []
    assert uris(backend, backend.keyword(terms("second"), 9)) == ["n.md"]


def test_the_counts_follow_what_is_written(backend):
    before = backend.stats()
    backend.upsert([document("n.md", "More.\n")])
    assert backend.stats() == (before.documents + 1, before.chunks + 1)
    backend.delete(["n.md"])
    assert backend.stats() == before


WORDS = (
    *("configuration", "configured", "deployment", "deploy", "management", "manager", "organization"),
    *("running", "happiness", "happyland", "player", "playing", "bus", "bulb", "news", "new", "past", "pad"),
    *("generalization", "general", "operator", "opera", "electricity", "connections", "caresses", "employer"),
)


def test_a_beginning_finds_each_word_that_begins_so_and_no_other(backend):
    backend.upsert(document(f"w/{place}.md", f"About {word}.\n") for place, word in enumerate(WORDS))
    index = SearchIndex("notes", backend=backend)
    for begun in {word[:length] for word in WORDS for length in range(2, len(word) + 1)}:
        hits = search(index, f"{begun}*", 99, ChunkFilter(folder="w"), mode=SearchMode.KEYWORD).hits
        assert {hit.uri for hit in hits} == {
            f"w/{at}.md" for at, word in enumerate(WORDS) if word.startswith(begun)
        }, begun


def test_what_is_begun_so_only_in_a_secret_is_not_found(backend):
    secret = "ghp_" + "aB3" * 12
    backend.upsert([document("d.md", f"A gherkin and token {secret} here.\n")])
    index = SearchIndex("notes", backend=backend)
    for begun in ("ghp", "ghps", "ab3ab3"):
        assert search(index, f"{begun}*", mode=SearchMode.KEYWORD).hits == ()
    backend.upsert(document(f"w/{at}.md", "An old ab3ab3ab3 in the rack\n") for at in range(9))
    right, wrong = (
        [(hit.uri, hit.score) for hit in search(index, f"token {guess}*", mode=SearchMode.KEYWORD).hits]
        for guess in ("ghpab", "ghpax")
    )
    assert right == wrong
    assert len(search(index, "gher*", mode=SearchMode.KEYWORD).hits) == 1
