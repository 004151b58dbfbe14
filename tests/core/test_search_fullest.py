"""That what has the most of a question comes first among many, and is weighed as it is among few."""

from __future__ import annotations

import pytest

from memdesk.index import IndexChunk, IndexDocument, SearchConfig, SearchIndex, SqliteBackend, Stamp
from memdesk.index.fullest import MOST_TERMS, fullest
from memdesk.index.grams import question
from memdesk.model import SearchMode
from memdesk.search import search

MANY = 600
"""More chunks than are weighed for the few that are wanted."""


def document(name, text):
    return IndexDocument(name, Stamp(1, 1, None), "other", "", name, (IndexChunk("", text, 1, 1),))


@pytest.fixture
def index():
    with SearchIndex("w", config=SearchConfig(db_path=":memory:")) as index:
        yield index


def of(*sets):
    return tuple(map(frozenset, sets))


def test_what_has_most_comes_first():
    having = of({1, 2, 3, 4}, {2, 3, 9}, {3, 9})
    found = fullest(having, (0.2, 0.3, 0.5), 2, 0.3)
    assert [(pattern.present, pattern.chunks) for pattern in found] == [
        ((True, True, True), {3}),
        ((False, True, True), {9}),
    ]
    assert [pattern.share for pattern in found] == [1.0, 0.8]


def test_all_with_an_equal_share_come_together():
    found = fullest(of({1, 2}, {3, 4}), (0.5, 0.5), 1, 0.3)
    assert [pattern.chunks for pattern in found] == [{1, 2}, {3, 4}]


@pytest.mark.parametrize(
    ("having", "weights", "k"),
    [
        (of({1}, {2}), (0.7, 0.3), 2),
        (of({1, 2}), (1.0,), 3),
        (of(*[{1, 2, 3}] * (MOST_TERMS + 1)), (0.2,) * (MOST_TERMS + 1), 1),
    ],
)
def test_too_few_with_enough_and_too_many_terms_are_weighed_otherwise(having, weights, k):
    assert fullest(having, weights, k, 0.34) is None


@pytest.mark.parametrize(
    "query", ["alpha beta", "alpha beta gamma", "alpha beta e-mail", 'alpha "beta gamma"']
)
def test_chunks_score_as_they_do_among_all_that_have_a_term(query):
    backend = SqliteBackend(None)
    said = ["alpha", "beta gamma", "alpha beta beta", "alpha gamma email", "alpha beta gamma e-mail alpha"]
    backend.upsert([document(f"{at}.md", f"{words} and more") for at, words in enumerate(said * 3)])
    terms = question(query).terms
    every = dict(backend.keyword(terms, 99))
    held = [*map(len, backend.matching(terms, every))]
    found = backend.fullest(terms, 3, lambda counts: [1 / len(counts)] * len(counts), 0.3)
    assert len(found.scores) >= 3
    assert found.scores.items() <= every.items()
    assert [*map(len, found.having)] == held
    backend.close()


def test_what_has_all_of_a_question_is_found_among_many_that_say_one_word_often(index):
    many = [document(f"many/{at}.md", "zebra zebra zebra") for at in range(MANY)]
    filler = " ".join(f"word{at}" for at in range(600))
    alone = [document(f"alone/{at}.md", "only ordinary talk of nothing") for at in range(3 * MANY)]
    index.backend.upsert([*many, *alone, document("all.md", f"zebra {filler} giraffe {filler} okapi")])
    for at in range(20):
        index.backend.upsert([document(f"pair/{at}.md", f"giraffe {filler} {filler} zebra {at}")])
    found = search(index, "zebra giraffe okapi", 10, mode=SearchMode.KEYWORD)
    assert found.hits[0].uri == "all.md"
    assert {hit.uri.split("/")[0] for hit in found.hits[1:]} == {"pair"}
    assert len(found.hits) == 10


def test_a_term_that_only_a_secret_has_is_not_found_among_many(index):
    many = [document(f"many/{at}.md", "router password and backup host") for at in range(MANY)]
    index.backend.upsert([*many, document("secret.md", "router password: Kx9vQ2pLr8Zt")])
    found = search(index, "router password Kx9vQ2pLr8Zt", 10, mode=SearchMode.KEYWORD)
    assert "Kx9vQ2pLr8Zt".lower() not in {term.lower() for hit in found.hits for term in hit.matched}
