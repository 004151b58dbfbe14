"""Indexing and asking, by processor time, against the bare statements underneath."""

from __future__ import annotations

import json
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from bench import child

SEED = 7
NOTE = 1_000
"""Letters of a note."""

QUESTIONS = 30
ASKED = 10
"""Chunks that are wanted of a question."""


def vocabulary():
    """Return words, the common ones first."""
    chance = random.Random(SEED)
    consonants, vowels = "bcdfghklmnprstvw", "aeiou"
    lengths = (chance.randint(1, 4) for _ in range(20_000))
    made = (
        "".join(chance.choice(consonants) + chance.choice(vowels) for _ in range(length))
        for length in lengths
    )
    return [*dict.fromkeys(made)]


def notes(count):
    """Return notes of 1 KB, their words as common as those of a language are."""
    chance, words = random.Random(SEED), vocabulary()
    weights = [1 / (at + 3) for at in range(len(words))]
    pool = iter(chance.choices(words, weights, k=count * 260))
    for number in range(count):
        lines, size = [f"# Note {number} about {next(pool)}\n"], 0
        while size < NOTE:
            line = " ".join(next(pool) for _ in range(chance.randint(6, 14)))
            lines.append(f"- {line}.\n")
            size += len(line) + 4
        yield f"2026/{number % 12 + 1:02}/{number}.md", "\n".join((lines[0], "".join(lines[1:])))


def questions(count=QUESTIONS):
    """Return questions of three words, neither the most common ones nor words that nothing has."""
    chance, words = random.Random(SEED + 1), vocabulary()[40:2_000]
    return [" ".join(chance.sample(words, 3)) for _ in range(count)]


def spent(work):
    """Return the processor time of a call, and what it returned."""
    begin = time.process_time()
    found = work()
    return time.process_time() - begin, found


def middle(work, values):
    """Return the median of the processor time for each of some values."""
    return statistics.median(spent(lambda value=value: work(value))[0] for value in values)


def turns(one, other, values):
    """Return the same of two calls that take turns, so that a busy moment of the machine meets both."""
    pairs = [
        [spent(lambda value=value, work=work: work(value))[0] for work in (one, other)] for value in values
    ]
    return [statistics.median(each) for each in zip(*pairs, strict=True)]


class Held:
    """Notes as an index takes them, read from files."""

    def __init__(self, folder, count):
        from memdesk.model import DocumentInfo, Kind, Nature

        self.folder = folder
        self.infos = []
        for uri, text in notes(count):
            path = folder / uri
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            stat = path.stat()
            self.infos.append(
                DocumentInfo(uri, None, Kind.OTHER, uri, stat.st_size, stat.st_mtime_ns, Nature.FILE)
            )

    def read(self, uri):
        return (self.folder / uri).read_bytes()


def raw(file, rows, tokenizer):
    """Insert rows into a bare full-text table."""
    base = sqlite3.connect(file)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=NORMAL")
    base.execute(f'CREATE VIRTUAL TABLE words USING fts5 (name, heading, text, tokenize="{tokenizer}")')
    with base:
        base.executemany("INSERT INTO words VALUES (?,?,?)", rows)
    return base


def walk(folder):
    """Look at every file below a folder."""
    seen, rest = 0, [os.fspath(folder)]
    while rest:
        with os.scandir(rest.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    rest.append(entry.path)
                else:
                    os.lstat(entry.path)
                    seen += 1
    return seen


def filling(work, count):
    """Return seconds: of raw inserts, of an index by words, with a model, opened again, of one file."""
    from memdesk.index import SearchConfig, SearchIndex, chunks_of
    from memdesk.index.embedding import EmbeddingError
    from memdesk.index.stored_text import TOKENIZER
    from memdesk.search import meaning_of

    held = Held(work / "notes", count)
    texts = [(info.uri, held.read(info.uri).decode()) for info in held.infos]
    rows = [(uri, chunk.heading, chunk.text) for uri, text in texts for chunk in chunks_of(text)]
    config = SearchConfig()
    chunks_of(texts[0][1])
    bares, ours = [], []
    for turn in range(3):
        bares.append(spent(lambda turn=turn: raw(work / f"raw{turn}.sqlite", rows, TOKENIZER).close())[0])
        index = SearchIndex("w", work / f"ours{turn}.sqlite", config=config)
        ours.append(spent(lambda index=index: index.update(held.infos, held.read))[0])
        index.close()
    figures = {"raw": statistics.median(bares), "words": statistics.median(ours), "chunks": len(rows)}
    index = SearchIndex("w", work / "ours0.sqlite", config=config)
    with suppress(EmbeddingError):
        meaning = meaning_of(config, "wordllama")
        meaning.asked("warm")
        figures["model"] = spent(lambda: meaning.embed(index.backend))[0]
    index.close()

    def again():
        with SearchIndex("w", work / "ours1.sqlite", config=config) as opened:
            opened.update(held.infos, held.read)

    figures["again"] = statistics.median(spent(again)[0] for _ in range(7))
    figures["walk"] = statistics.median(spent(lambda: walk(held.folder))[0] for _ in range(7))
    with SearchIndex("w", work / "ours1.sqlite", config=config) as opened:

        def one(number):
            info = held.infos[number]
            data = held.read(info.uri) + b"- more\n"
            opened.update_some([info._replace(modified=info.modified + 1)], (), lambda _uri: data)

        figures["one"] = middle(one, range(40, 90))
    return figures


def asking(work, count):
    """Return seconds of questions at so many chunks, and of the bare statements underneath."""
    import numpy as np

    from memdesk.index import IndexChunk, IndexDocument, SearchConfig, SearchIndex, Stamp
    from memdesk.index.embedding import EmbeddingError
    from memdesk.index.grams import question
    from memdesk.index.sqlite import WEIGHTS, _match
    from memdesk.model import SearchMode
    from memdesk.search import meaning_of, search

    index = SearchIndex("w", work / "many.sqlite", config=SearchConfig())
    together = []
    for number, (uri, text) in enumerate(notes(count // 2)):
        half = len(text) // 2
        chunks = tuple(IndexChunk(f"Note {number}", part, 1, 2) for part in (text[:half], text[half:]))
        together.append(IndexDocument(uri, Stamp(1, 1, None), "other", "", uri, chunks))
        if len(together) == 1_000:
            index.backend.upsert(together)
            together = []
    index.backend.upsert(together)
    del together
    asked = questions()
    weights = ", ".join(map(str, WEIGHTS))
    statement = (
        f"SELECT words.rowid, -bm25(words, {weights}) AS score FROM words WHERE words MATCH ?"
        " ORDER BY score DESC, words.rowid LIMIT ?"
    )
    matches = {each: " OR ".join(map(_match, question(each).terms)) for each in asked}
    figures = {}
    for each in asked[:3]:
        search(index, each, ASKED, mode=SearchMode.KEYWORD)
    figures["bare words"] = middle(lambda each: index.backend.query(statement, (matches[each], ASKED)), asked)
    figures["words"] = middle(lambda each: search(index, each, ASKED, mode=SearchMode.KEYWORD), asked)
    begun = [f"{each[:2]}*" for each in asked]
    beginnings = {each: _match(question(each).terms[0]) for each in begun}
    figures["bare begun"], figures["begun"] = turns(
        lambda each: index.backend.query(statement, (beginnings[each], ASKED)),
        lambda each: search(index, each, ASKED, mode=SearchMode.KEYWORD),
        begun,
    )
    try:
        meaning = meaning_of(SearchConfig(), "wordllama")
        meaning.embed(index.backend)
    except EmbeddingError:
        return figures
    vectors = {each: meaning.asked(each) for each in asked}
    table = index.backend._nearest(meaning.provider.model, vectors[asked[0]].nbytes).table

    def bare(each):
        scores = table @ vectors[each]
        best = np.argpartition(scores, -ASKED)[-ASKED:]
        return best[np.argsort(-scores[best])]

    def ask(mode):
        return lambda each: search(index, each, ASKED, mode=mode, meaning=meaning)

    for each in asked[:3]:
        ask(SearchMode.HYBRID)(each)
    figures["bare meaning"], figures["meaning"] = turns(bare, ask(SearchMode.VECTOR), asked)
    figures["both"] = middle(ask(SearchMode.HYBRID), asked)
    figures["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures


def answering(work, count):
    """Return seconds until the window has the first screenful of a question that is new."""
    from memdesk.workspace import Workspace
    from memdesk_gui.features.chooser import MOST_ROWS
    from memdesk_gui.features.search.controller import SearchDesk, SearchScope

    Held(work / "asked", count)
    desk = SearchDesk()
    with Workspace.open(work / "asked") as workspace:
        documents = tuple(workspace.documents())
        desk.fill(workspace, documents)

        def ask(query):
            return desk.ask(desk.next(), workspace, documents, SearchScope(query, MOST_ROWS))

        first, *rest = questions()
        ask(first)
        figures = {"first": middle(ask, rest)}
        desk.close()
    return figures


def following(work, count):
    """Return seconds of bringing the index of a watched folder up to date after one change."""
    from memdesk.index import SearchIndex
    from memdesk.model import Actor, Origin, Via, WatchState
    from memdesk.search import catch_up
    from memdesk.workspace import Workspace

    held = Held(work / "watched", count)
    agent = Actor("bench", Origin.AGENT, Via.MCP)
    with Workspace.open(held.folder) as workspace:
        workspace.watch()
        while workspace.state is not WatchState.LIVE:
            time.sleep(0.01)

        def look():
            """Open the index as an agent's call does; only this thread's time counts."""
            begin = time.thread_time()
            with SearchIndex(workspace.id) as index:
                catch_up(index, workspace)
            return time.thread_time() - begin

        look()
        ones = []
        for info in held.infos[40:90]:
            base = workspace.read(info.uri)
            workspace.commit(info.uri, base.data + b"- more\n", base.revision, agent)
            ones.append(look())
    return {"change": statistics.median(ones)}


def in_process(name, work, count):
    """Run one of these in a process of its own, with one thread of arithmetic, and return its figures."""
    work.mkdir(parents=True, exist_ok=True)
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "bench.searching", name, os.fspath(work), str(count)]
    done = subprocess.run(
        command, env={**child.environment(work), **threads}, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    name, work, count = sys.argv[1:]
    tasks = {"filling": filling, "asking": asking, "answering": answering, "following": following}
    told = tasks[name](Path(work), int(count))
    sys.stdout.write(f"{json.dumps(told)}\n")
