"""Questions to a server with many workspaces, beside the same chunks in SQLite."""

from __future__ import annotations

import random
import statistics
import time

import numpy as np

from helpers.postgres import running_server
from memdesk.index import IndexDocument, SqliteBackend, Stamp
from memdesk.index.chunker import IndexChunk
from memdesk.index.grams import question
from memdesk.index.postgres import FleetWorkspace, PostgresBackend
from memdesk.index.server import connected

MODEL, DIMENSIONS, OF_A_DOCUMENT, WANTED = "bench", 256, 10, 50
_TOGETHER = 50


def asked(workspaces, chunks, repeats):
    """Return seconds: to index a chunk, and for questions by words and by vectors, in one and in all."""
    words = _vocabulary()
    with running_server() as server:
        url = server.get_uri()
        everywhere = SqliteBackend(None)
        indexed = {"server": 0.0, "sqlite": 0.0}
        for number in range(workspaces):
            documents = _documents(number, chunks, words)
            one = PostgresBackend(
                connected(url, patience=600), FleetWorkspace(f"w{number}", "notes", "host", "/")
            )
            indexed["server"] += _timed(lambda one=one, documents=documents: _fill(one, documents))
            named = [each._replace(uri=f"{number}/{each.uri}") for each in documents]
            indexed["sqlite"] += _timed(lambda named=named: _fill(everywhere, named))
            if number < workspaces - 1:
                one.close()
        alone = SqliteBackend(None)
        _fill(alone, documents)
        one._base.execute("VACUUM ANALYZE")
        backends = {
            "one": one,
            "all": PostgresBackend(connected(url, patience=600), None),
            "sqlite one": alone,
            "sqlite all": everywhere,
        }
        found = {name: _questions(backend, words, repeats) for name, backend in backends.items()}
        for backend in backends.values():
            backend.close()
    total = workspaces * chunks
    return {side: seconds / total for side, seconds in indexed.items()}, found


def _questions(backend, words, repeats):
    """Return the median time of three words, and of a vector."""
    dice, numbers = random.Random(7), np.random.default_rng(7)
    terms = [question(" ".join(dice.choices(words[50:], k=3))).terms for _ in range(repeats)]
    vectors = _unit(numbers.standard_normal((repeats, DIMENSIONS)))
    backend.keyword(terms[0], WANTED)
    backend.vector(MODEL, vectors[0], WANTED)
    by_words = [_timed(lambda each=each: backend.keyword(each, WANTED)) for each in terms]
    by_vector = [_timed(lambda each=each: backend.vector(MODEL, each, WANTED)) for each in vectors]
    return statistics.median(by_words), statistics.median(by_vector)


def _fill(backend, documents):
    for at in range(0, len(documents), _TOGETHER):
        backend.upsert(documents[at : at + _TOGETHER])
    digests = [digest for digest, _ in backend.unembedded(MODEL, 1_000_000)]
    rows = _unit(np.random.default_rng(len(documents)).standard_normal((len(digests), DIMENSIONS)))
    backend.keep_vectors(MODEL, dict(zip(digests, rows, strict=True)))


def _documents(number, chunks, words):
    dice = random.Random(number)
    weights = [1 / (place + 1) for place in range(len(words))]
    made = []
    for at in range(chunks // OF_A_DOCUMENT):
        texts = (" ".join(dice.choices(words, weights, k=70)) for _ in range(OF_A_DOCUMENT))
        parts = tuple(IndexChunk("Notes", f"{number} {at} {text}", 1, 2) for text in texts)
        made.append(IndexDocument(f"notes/{at}.md", Stamp(1, at, b""), "other", "", "Notes", parts))
    return made


def _vocabulary():
    dice = random.Random(1)
    return ["".join(dice.choices("abcdefghijklmnoprstuvw", k=dice.randint(4, 9))) for _ in range(5_000)]


def _unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _timed(act):
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
