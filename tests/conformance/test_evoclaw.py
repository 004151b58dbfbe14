"""What the design of EvoClaw promises and no other test holds."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tomllib
from datetime import date

import pytest

from core.evoclaw_desk import DAY, NOW, Desk, memory, topic
from helpers.source import ROOT
from memdesk.cli import main
from memdesk.index import SearchIndex, chunks_of
from memdesk.index.config import SearchConfig
from memdesk.index.embedding import provider_of
from memdesk.model import DocumentInfo, Kind, Nature, SearchMode
from memdesk.search import Meaning, meaning_of, search
from memdesk.systems.evoclaw.hot_items import blank_hot
from memdesk.systems.evoclaw.limits import MemoryLimits


@pytest.fixture
def desk(tmp_path):
    (tmp_path / "ws").mkdir()
    found = Desk(tmp_path / "ws")
    yield found
    found.workspace.close()


def test_both_layers_have_the_same_note(desk, capfd):
    note = f"memory/{date.fromtimestamp(NOW)}.md"
    text = "## Boat\n\n- [x] Sanded the hull of the blue boat\n"
    desk.write(note, text)
    lesson = {"text": "Wax the hull twice", "category": "boat", "importance": 0.9, "timestamp": NOW}
    desk.write("memory/hot-memory-state.json", {**blank_hot(), "critical_lessons": [lesson]})
    desk.run("ingest")
    assert [entry["text"] for entry in desk.warm] == ["Sanded the hull of the blue boat"]
    assert main(["search", str(desk.root), "hull", "--mode", "keyword", "--provider", "none", "--json"]) == 0
    found = {each["uri"] for each in json.loads(capfd.readouterr().out)["results"]}
    assert found == {note, "memory/warm-memory.json", "memory/hot-memory-state.json"}
    line = ["search", str(desk.root), "sanded the hull", "--mode", "vector", "--provider", "local", "--json"]
    assert main(line) == 0
    near = json.loads(capfd.readouterr().out)["results"]
    assert {note, "memory/warm-memory.json"} <= {each["uri"] for each in near}
    assert {each["source"] for each in near} == {"vector"}
    assert desk.text(note) == text


def test_the_tiers_need_no_vectors(desk):
    desk.write("memory/warm-memory.json", [memory("The hull is blue", id="a")])
    desk.write("memory/memory-tree.json", {"root": topic("r"), "projects/boat": topic("Boat", warm=1)})
    code = (
        "import sys\nfrom memdesk.agents.workspace import open_workspace\n"
        f"with open_workspace({str(desk.root)!r}, system='evoclaw') as memory:\n"
        "    assert 'hull' in memory.call('memory_retrieve', {'query': 'the hull of the boat'}).text\n"
        "print([name for name in ('numpy', 'wordllama') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_rare_word_and_a_short_text_weigh_more(tmp_path, capfd):
    texts = {f"often{number}.md": "a boat at the quay" for number in range(9)}
    texts |= {"rare.md": "a heron at the quay", "long.md": "a heron at the quay " + "and it went on " * 20}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    words = ["search", str(tmp_path), "boat heron", "--mode", "keyword", "--provider", "none", "--json"]
    assert main(words) == 0
    found = [each["uri"] for each in json.loads(capfd.readouterr().out)["results"]]
    assert found[:2] == ["rare.md", "long.md"]


def test_the_warm_tier_keeps_thirty_days(desk):
    assert MemoryLimits().retention_days == 30
    near, far = (memory(f"{days} days", id=f"d{days}", days=days, importance=0.1) for days in (29, 31))
    desk.write("memory/warm-memory.json", [near, far])
    desk.run("consolidate", mode="monthly")
    assert [entry["id"] for entry in desk.warm] == ["d29"]


def test_the_archive_keeps_what_is_decades_old(desk):
    desk.write("memory/warm-memory.json", [memory("The hull was blue", id="a", days=40, importance=0.1)])
    desk.run("consolidate", mode="monthly")
    desk.at(NOW + 30 * 365 * DAY).run("consolidate", mode="monthly")
    assert "The hull was blue" in desk.call("memory_search", query="hull").text


def test_the_search_by_words_needs_no_package(tmp_path):
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert not [
        each for each in needs if any(word in each for word in ("sql", "numpy", "wordllama", "faiss"))
    ]
    (tmp_path / "a.md").write_text("# A\n\nThe hull is blue.\n")
    code = (
        "import sys\nfrom memdesk.cli import main\n"
        f"main(['search', {str(tmp_path)!r}, 'hull', '--mode', 'keyword', '--provider', 'none'])\n"
        "print([name for name in ('numpy', 'wordllama', 'psycopg') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "hull is blue" in done.stdout
    assert done.stdout.endswith("[]\n")


def _indexed(config):
    info = DocumentInfo("a.md", None, Kind.OTHER, "a", 1, 1, Nature.FILE)
    index = SearchIndex("w", config=config)
    index.update([info], lambda uri: b"# A\n\nThe hull is blue.\n")
    return index


def test_the_index_is_one_file_that_is_written_ahead(tmp_path):
    with _indexed(SearchConfig(db_path=str(tmp_path / "own.db"))) as index:
        base = sqlite3.connect(index.file)
        try:
            assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        finally:
            base.close()
    assert len(list(tmp_path.glob("own*.db"))) == 1


def test_an_index_in_memory_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with _indexed(SearchConfig(db_path=":memory:")) as index:
        assert index.backend.chunks([1])
    assert list(tmp_path.iterdir()) == []


def test_the_defaults_are_those_of_the_design():
    config = SearchConfig()
    assert (config.chunk_size, config.chunk_overlap, config.cache_size) == (512, 50, 128)
    assert (config.vector_weight, config.keyword_weight) == (0.7, 0.3)


def test_a_question_is_embedded_once_while_it_is_in_the_cache(monkeypatch):
    meaning, embedded = meaning_of(SearchConfig(cache_size=2, embedding_provider="local")), []
    embed = meaning.provider.embed
    monkeypatch.setattr(
        meaning.provider,
        "embed",
        lambda texts, **more: [embedded.extend(texts), embed(texts, **more)][1],
        raising=False,
    )
    for question in ("hull", "mast", "hull", "oar", "hull", "mast"):
        meaning.asked(question)
    assert embedded == ["hull", "mast", "oar", "mast"], "the one that was asked longest ago gives way"


@pytest.mark.parametrize(("keyword", "vector"), [(0.3, 0.7), (0.9, 0.1)])
def test_the_weights_of_the_configuration_make_up_the_score(keyword, vector):
    texts = {"a.md": "the blue hull", "b.md": "hull hull hull and more of it", "c.md": "blue paint"}
    config = SearchConfig(
        db_path=":memory:", merge="seed", keyword_weight=keyword, vector_weight=vector, chunk_size=64
    )
    infos = [DocumentInfo(uri, None, Kind.OTHER, uri, 1, 1, Nature.FILE) for uri in texts]
    meaning = Meaning(provider_of("local"))
    with SearchIndex("w", config=config) as index:
        index.update(infos, lambda uri: texts[uri].encode())
        meaning.embed(index.backend)
        hits = search(index, "the blue hull", mode=SearchMode.HYBRID, meaning=meaning).hits
    made = [keyword * (hit.parts.keyword or 0) + vector * (hit.parts.vector or 0) for hit in hits]
    assert [hit.score for hit in hits] == pytest.approx(made, abs=1e-5)
    assert any(hit.parts.keyword != hit.parts.vector for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert (hits[0].uri, hits[0].source, hits[0].text) == ("a.md", SearchMode.HYBRID, "the blue hull")


def test_the_words_of_a_heading_find_every_chunk_of_its_section():
    text = "# Boat\n\n## Submarine\n" + "\n".join(f"- part {number} {'x' * 40}" for number in range(30))
    info = DocumentInfo("a.md", None, Kind.OTHER, "a", 1, 1, Nature.FILE)
    with SearchIndex("w", config=SearchConfig(db_path=":memory:")) as index:
        index.update([info], lambda uri: text.encode())
        hits = search(index, "submarine").hits
        assert len(hits) == index.backend.stats().chunks - 1 > 2
    assert {hit.heading for hit in hits} == {"Boat › Submarine"}


def test_sizes_of_chunks_are_bytes_so_that_chinese_has_a_third_of_the_letters():
    sizes = [
        max(len(chunk.text) for chunk in chunks_of("\n".join([letter * 30] * 60), size=300, overlap=0))
        for letter in ("x", "船")
    ]
    assert 250 < sizes[0] <= 300
    assert 80 < sizes[1] <= 100
