"""How well a search finds: questions with the notes that answer them, asked of the product's own search.

Sets of others are read from the folder that ``--data`` names and are no part of memdesk: files of one JSON
object in each line: ``{"notes": [{"id", "who", "text"}], "questions": [{"text", "relevant": [ids]}]}``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from memdesk.index import SearchConfig, SearchIndex
from memdesk.index.embedding import EmbeddingError, provider_of
from memdesk.model import DocumentInfo, Kind, Nature, SearchMode
from memdesk.search import Meaning, search

OWN = Path(__file__).parent / "data" / "retrieval.json"
DEPTHS = (1, 5, 10)
MODES = (SearchMode.KEYWORD, SearchMode.VECTOR, SearchMode.HYBRID)
IN_MEMORY = SearchConfig(db_path=":memory:")

TARGETS = {
    ("exact", "hybrid", 5): 0.95,
    ("english", "hybrid", 5): 0.9,
    ("nothing", "hybrid", 0): 0.9,
}


def measured(data, providers, quick):
    """Yield (set, provider, mode, kind, depth, figure): depth 0 is the share of questions with no answer."""
    own = json.loads(OWN.read_text(encoding="utf-8"))
    yield from _set("own", [{"notes": own["facts"], "questions": own["queries"]}], providers)
    for file in sorted(data.glob("*.jsonl")) if data else ():
        lines = file.read_text(encoding="utf-8").splitlines()
        yield from _set(file.stem, [json.loads(line) for line in lines[: 20 if quick else None]], providers)


def _set(name, worlds, providers):
    for provider, meaning in providers.items():
        sums = defaultdict(lambda: [0.0] * 4)
        counts = defaultdict(int)
        for world in worlds:
            with _index(world["notes"], meaning) as index:
                for question in world["questions"]:
                    for mode in MODES if meaning else MODES[:1]:
                        found = search(index, question["text"], DEPTHS[-1], mode=mode, meaning=meaning)
                        uris = [hit.uri.removesuffix(".md") for hit in found.hits]
                        wanted = {_place(each) for each in question["relevant"]}
                        for kind in {question.get("kind", ""), "all"}:
                            counts[mode, kind] += 1
                            sums[mode, kind][3] += not uris
                            for at, depth in enumerate(DEPTHS):
                                share = len(wanted.intersection(uris[:depth])) / len(wanted) if wanted else 0
                                sums[mode, kind][at] += share
        for (mode, kind), total in sums.items():
            for depth, value in zip((*DEPTHS, 0), total, strict=True):
                yield name, provider, mode.value, kind, depth, value / counts[mode, kind]


def _index(notes, meaning):
    said = {f"{_place(note['id'])}.md": _said(note) for note in notes}
    infos = [
        DocumentInfo(uri, None, Kind.OTHER, uri, len(text), 1, Nature.FILE) for uri, text in said.items()
    ]
    index = SearchIndex("bench", config=IN_MEMORY)
    index.update(infos, lambda uri: said[uri].encode())
    if meaning is not None:
        meaning.embed(index.backend)
    return index


def _said(note):
    who = note.get("who", "user")
    return f"{note['text']}\n" if who == "user" else f"{who}: {note['text']}\n"


def _place(identity):
    return f"notes/{identity.replace(':', '-')}"


def providers_of(names):
    """Return the models that are installed, by name."""
    found = {}
    for name in names:
        try:
            provider = provider_of(name)
        except EmbeddingError:
            continue
        found[name] = None if provider is None else Meaning(provider)
    return found
