"""How well a search finds, on the labelled questions that the benchmarks are measured with."""

from __future__ import annotations

import json

import pytest

from bench import retrieval
from memdesk.index import SearchConfig, SearchIndex
from memdesk.index.config import read_config
from memdesk.model import DocumentInfo, Kind, Nature, SearchMode
from memdesk.search import ModeReason, search
from memdesk.search.ranking import Evidence, blended, is_talk, lifted, seed_merge


@pytest.fixture(scope="module")
def figures():
    models = retrieval.providers_of(["wordllama"])
    return {
        (kind, mode, depth): figure
        for _, _, mode, kind, depth, figure in retrieval.measured(None, models, quick=False)
    }


def test_the_set_is_large_enough():
    own = json.loads(retrieval.OWN.read_text(encoding="utf-8"))
    assert len(own["facts"]) >= 150
    assert len(own["queries"]) >= 120
    ids = {fact["id"] for fact in own["facts"]}
    assert all(ids.issuperset(query["relevant"]) for query in own["queries"])


@pytest.mark.parametrize(("kind", "mode", "depth"), retrieval.TARGETS)
def test_what_is_asked_for_is_found_and_nothing_for_nothing(figures, kind, mode, depth):
    assert figures[kind, mode, depth] >= retrieval.TARGETS[kind, mode, depth]


@pytest.mark.parametrize("depth", retrieval.DEPTHS)
def test_meaning_never_makes_the_answers_worse(figures, depth):
    assert figures["all", "hybrid", depth] >= figures["all", "keyword", depth]


FACTS = (
    "我的狗叫 Bob。",
    "用户喜欢手冲咖啡，不加糖。",
    "The deadline of project A is 12 May.",
    "The backup host is backup-03.",
    "Robin lives in Hamburg.",
    "The red box is in the cellar.",
)


@pytest.fixture
def index():
    said = {f"memory/{number}.md": text for number, text in enumerate(FACTS)}
    infos = [DocumentInfo(uri, None, Kind.OTHER, uri, 1, 1, Nature.FILE) for uri in said]
    with SearchIndex("w", config=SearchConfig(db_path=":memory:")) as index:
        index.update(infos, lambda uri: said[uri].encode())
        yield index


@pytest.mark.parametrize(
    ("query", "fact"),
    [
        ("我的狗叫什么？", 0),
        ("When is the deadline of project A?", 2),
        ("Which host keeps the backups?", 3),
        ("咖啡", 1),
    ],
)
@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.KEYWORD])
def test_the_right_fact_comes_first_and_nothing_unrelated(index, query, fact, mode):
    meaning = retrieval.providers_of(["wordllama"])["wordllama"]
    meaning.embed(index.backend)
    hits = search(index, query, mode=mode, meaning=meaning).hits
    assert [hit.text for hit in hits] == [FACTS[fact]]


@pytest.mark.parametrize(
    "query",
    ["", "?!", "AND OR NOT", '"', "🍵", "\0", "\ud800", "the of", "狗" * 500_000, "x" * 1_000_000, "' --"],
)
@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.VECTOR, SearchMode.AUTO])
def test_no_question_is_too_strange(index, query, mode):
    meaning = retrieval.providers_of(["wordllama"])["wordllama"]
    meaning.embed(index.backend)
    search(index, query, mode=mode, meaning=meaning)


def test_what_no_model_has_read_is_found_by_words(index):
    meaning = retrieval.providers_of(["hashing-256"])["hashing-256"]
    found = search(index, "backup host", meaning=meaning)
    assert (found.mode, found.reason) == (SearchMode.KEYWORD, ModeReason.NO_VECTORS)
    assert found.hits[0].text == FACTS[3]


def test_what_was_left_out_can_be_asked_for(index):
    meaning = retrieval.providers_of(["wordllama"])["wordllama"]
    meaning.embed(index.backend)
    found = search(index, "Which host keeps the backups?", meaning=meaning, below=9)
    assert len(found.below) == found.left_out > 0
    assert FACTS[3] not in {hit.text for hit in found.below}


def test_embedding_can_be_stopped_and_goes_on(index):
    meaning = retrieval.providers_of(["wordllama"])["wordllama"]
    assert meaning.embed(index.backend, stop=lambda: True) == 0
    steps = []
    assert meaning.embed(index.backend, lambda done, total: steps.append((done, total))) == len(FACTS)
    assert steps[-1] == (len(FACTS), len(FACTS))
    assert meaning.embed(index.backend) == 0


def test_the_configuration_has_the_names_of_evoclaws(tmp_path):
    file = tmp_path / "settings.toml"
    assert read_config(file) == SearchConfig()
    file.write_text(
        "[search]\nChunkSize = 256\nChunkOverlap = 20\nCacheSize = 9\n"
        "VectorWeight = 0.5\nKeywordWeight = 0.5\n"
        'EmbeddingProvider = "none"\nDBPath = ":memory:"\nOther = 1\n'
    )
    assert read_config(file) == SearchConfig(256, 20, 9, 0.5, 0.5, "none", ":memory:")
    file.write_text('[search]\nChunkSize = "many"\nVectorWeight = 7\nCacheSize = true\nChunkOverlap = 9\n')
    assert read_config(file) == SearchConfig(chunk_overlap=9)
    file.write_text("search = 3\n")
    assert read_config(file) == SearchConfig()
    file.write_text("[search\n")
    assert read_config(file) == SearchConfig()


def test_documents_are_cut_as_it_says(tmp_path):
    text = "\n".join(f"row {number} {'x' * 40}" for number in range(20)).encode()
    info = DocumentInfo("a.md", None, Kind.OTHER, "a", len(text), 1, Nature.FILE)
    counts = []
    for size in (128, 512):
        config = SearchConfig(chunk_size=size, db_path=str(tmp_path / "own.db"))
        with SearchIndex("w", config=config) as index:
            counts.append(index.update([info], lambda uri: text).chunks)
            assert index.file.parent == tmp_path
    assert counts[0] > counts[1] > 1
    assert len(list(tmp_path.glob("own-*.db"))) == 2


def test_the_merge_of_evoclaw_divides_by_the_best_and_adds_up():
    merged = seed_merge({1: 4.0, 2: 2.0}, {2: 0.8, 3: 0.4}, 0.3, 0.7)
    told = [(each.chunk, round(each.score, 6), each.source.value) for each in merged]
    assert told == [(2, 0.85, "hybrid"), (3, 0.35, "vector"), (1, 0.3, "keyword")]


def test_the_merge_of_evoclaw_can_be_chosen():
    said = {"a.md": "The backup host is backup-03.", "b.md": "Robin lives in Hamburg."}
    infos = [DocumentInfo(uri, None, Kind.OTHER, uri, 1, 1, Nature.FILE) for uri in said]
    meaning = retrieval.providers_of(["wordllama"])["wordllama"]
    config = SearchConfig(db_path=":memory:", merge="seed", keyword_weight=1.0, vector_weight=0.0)
    with SearchIndex("w", config=config) as index:
        index.update(infos, lambda uri: said[uri].encode())
        meaning.embed(index.backend)
        found = search(index, "backup host", mode=SearchMode.HYBRID, meaning=meaning)
    assert (found.hits[0].uri, found.hits[0].score) == ("a.md", 1.0)


def test_a_turn_is_lifted_towards_a_better_one_beside_it():
    ranked = blended({1: Evidence(share=1.0, rank=2.0), 2: Evidence(share=0.1, rank=0.1), 3: Evidence()})
    assert [each.chunk for each in ranked] == [1, 2, 3]
    told = lifted(ranked, {3: {1: 1}, 2: {}})
    assert [each.chunk for each in told] == [1, 3, 2]
    assert told[1].parts.neighbours > 0


def test_a_talk_is_told_from_facts():
    assert is_talk(["Ann: hello", "Bob: hi", "Ann: a car", "- **Bob**: a dog"])
    assert is_talk(["Where?", "There", "When?", "Then"])
    assert not is_talk(["city: Hamburg", "name: Robin", "tea: green", "dog: Bob"])
    assert not is_talk(["Where?"])


def test_a_sentence_may_quote_what_nobody_said(index):
    meaning = retrieval.providers_of(["wordllama"])["wordllama"]
    meaning.embed(index.backend)
    query = 'Which host keeps the backups? And where was "the grand opening of the harbour museum"?'
    found = search(index, query, meaning=meaning)
    assert found.mode is SearchMode.HYBRID
    assert found.hits[0].text == FACTS[3]
    assert search(index, '"the grand opening of the harbour museum"', meaning=meaning).hits == ()
