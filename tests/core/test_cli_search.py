"""``memdesk search`` and ``index`` as scripts and people see them."""

from __future__ import annotations

import json

import pytest

from core.evoclaw_files import HOT, WARM, skill
from helpers.check_cases import filled
from memdesk.cli import main
from memdesk.errors import ReadOnlyError
from memdesk.index import SearchIndex
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import Workspace


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "profile.json").write_text('{\n  "city": "Hamburg"\n}')
    (folder / "memory" / "MEMORY.md").write_text(
        "# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n## 2026-03-02\n\nRobin lives in Hamburg.\n"
    )
    return folder


@pytest.fixture
def run(capfd):
    def run(*words):
        status = main([*map(str, words)])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def test_what_is_found_says_where_and_why(run, root):
    status, out, _ = run("search", root, "what is the dog called?", "--provider", "none", "--json")
    report = json.loads(out)
    assert (status, report["mode"], report["terms"]) == (0, "keyword", ["dog", "called"])
    (found,) = report["results"]
    assert found["uri"] == "memory/MEMORY.md"
    assert (found["address"], found["lines"]) == ("memory/MEMORY.md#L3-L5", [3, 5])
    assert (found["heading"], found["snippet"]) == ("Memory › 2026-03-01", "The dog is called Bob.")
    assert (found["source"], found["why"], found["missing"]) == ("keyword", "has dog, called", [])
    assert 0 < found["score"] <= 1
    assert (found["parts"], found["tokens"], report["reason"]) == (
        {"keyword": found["score"]},
        10,
        "no_model",
    )
    assert report["took_ms"] > 0


def test_documents_that_cannot_be_read_are_named(run, root, monkeypatch):
    read = Workspace.read

    def refused(workspace, uri, *more):
        if uri.startswith("memory/no"):
            raise ReadOnlyError("not for you", uri=uri)
        return read(workspace, uri, *more)

    monkeypatch.setattr(Workspace, "read", refused)
    (root / "memory" / "no1.md").write_text("dog")
    said = "1 document could not be read and will not be found: memory/no1.md"
    status, out, err = run("search", root, "dog", "--mode", "keyword", "--json")
    assert (status, err, json.loads(out)["note"]) == (0, f"memdesk: {said}\n", said)
    assert len(json.loads(out)["results"]) == 1
    for number in range(2, 9):
        (root / "memory" / f"no{number}.md").write_text("dog")
    status, out, err = run("index", root, "--json")
    assert (status, json.loads(out)["unread"]) == (0, [f"memory/no{number}.md" for number in range(1, 9)])
    assert err.startswith("memdesk: 8 documents could not be read")
    assert err.endswith("memory/no5.md and 3 more\n")


def test_the_address_of_a_result_can_be_shown(run, root):
    address = json.loads(run("search", root, "dog", "--json")[1])["results"][0]["address"]
    assert run("show", root, address)[1] == "## 2026-03-01\n\nThe dog is called Bob.\n"


def test_a_person_reads_lines(run, root):
    out = run("search", root, "Hamburg")[1]
    assert "memory/profile.json#L2  city\n    Hamburg\n    has hamburg\n" in out
    assert run("search", root, "nothing-of-this-kind")[:2] == (0, "nothing found\n")
    assert "searched for 'hamburg'" in run("search", root, "hambrug")[1]
    (root / "one").mkdir()
    (root / "one" / "a.md").write_text("Tea.\n")
    assert run("index", root / "one", "--provider", "none")[1] == "1 document, 1 chunk; read 1\n"


def test_filters_and_limits(run, root):
    def uris(*words):
        return [
            hit["uri"] for hit in json.loads(run("search", root, "Hamburg", *words, "--json")[1])["results"]
        ]

    assert len(uris()) == 2
    assert len(uris("--limit", "1")) == 1
    assert uris("--kind", "long_term") == ["memory/MEMORY.md"]
    assert uris("--system", "evoclaw") == []
    assert run("search", root, "x", "--mode", "sideways")[0] == 2


def test_a_search_is_narrowed_by_who_wrote_and_when(run, root):
    def uris(*words):
        out = run("search", root, "Hamburg", *words, "--json")[1]
        return sorted(hit["uri"] for hit in json.loads(out)["results"])

    new = b"# Notes\n\nThe harbour of Hamburg freezes in winter.\n"
    with Workspace.open(root) as workspace:
        workspace.commit("memory/notes.md", new, None, Actor("robin", Origin.AGENT, Via.PYTHON))
    assert uris("--writer", "robin") == ["memory/notes.md"]
    assert uris("--writer", "person") == []
    assert uris("--writer", "outside") == ["memory/MEMORY.md", "memory/profile.json"]
    assert uris("--unreviewed") == ["memory/MEMORY.md", "memory/notes.md", "memory/profile.json"]
    assert uris("--since", "2999-01-01") == []
    assert len(uris("--since", "2000-01-01")) == 3
    assert uris("--until", "2000-01-01") == []
    assert run("review", root, "accept", "--all")[0] == 0
    assert uris("--unreviewed") == ["memory/MEMORY.md", "memory/profile.json"]
    assert run("search", root, "x", "--since", "soon")[0] == 2


def test_a_search_is_narrowed_to_a_tier(run, tmp_path):
    folder = tmp_path / "agent"
    folder.mkdir()
    (folder / "hot-memory-state.json").write_bytes(skill(HOT))
    (folder / "warm-memory.json").write_bytes(skill(WARM))

    def tiers(*words):
        out = run("search", folder, "primer", *words, "--json")[1]
        return {hit["kind"] for hit in json.loads(out)["results"]}

    assert tiers() == {"hot", "warm"}
    assert tiers("--tier", "hot") == {"hot"}
    assert tiers("--tier", "warm", "--tier", "cold") == {"warm"}


def test_the_next_search_sees_what_was_written_meanwhile(run, root):
    assert json.loads(run("search", root, "cellar", "--json")[1])["results"] == []
    (root / "memory" / "new.md").write_text("The red box is in the cellar.\n")
    assert [hit["uri"] for hit in json.loads(run("search", root, "cellar", "--json")[1])["results"]] == [
        "memory/new.md"
    ]
    (root / "memory" / "new.md").unlink()
    assert json.loads(run("search", root, "cellar", "--json")[1])["results"] == []


def test_the_index_is_brought_up_to_date(run, root):
    first = json.loads(run("index", root, "--json")[1])
    assert (first["documents"], first["chunks"], first["read"]) == (2, 4, 2)
    assert json.loads(run("index", root, "--json")[1])["read"] == 0
    assert json.loads(run("index", root, "--rebuild", "--json")[1])["read"] == 2
    assert first["provider"] == "wordllama"
    assert first["embedded"] == 4
    assert run("index", root)[1] == "2 documents, 4 chunks; read 0; 4 read by wordllama\n"
    assert run("index", root, "--provider", "none")[1] == "2 documents, 4 chunks; read 0\n"


def test_what_means_the_same_is_found_without_its_words(run, root):
    (root / "memory" / "pets.md").write_text("# Animals\n\nHer footwear was damaged.\n")
    report = json.loads(run("search", root, "what ruins the shoes?", "--json")[1])
    assert (report["mode"], report["reason"]) == ("hybrid", "meaning")
    first = report["results"][0]
    assert (first["uri"], first["source"], first["why"]) == (
        "memory/pets.md",
        "vector",
        "near in meaning; not ruins, shoes",
    )
    assert first["parts"].keys() == {"vector"}
    report = json.loads(run("search", root, "what ruins the shoes?", "--mode", "keyword", "--json")[1])
    assert (report["mode"], report["reason"], report["results"]) == ("keyword", "asked", [])


def test_a_model_that_is_not_there_is_said(run, root, monkeypatch):
    status, _, err = run("search", root, "dog", "--provider", "sideways")
    assert (status, "no model" in err) == (1, True)
    monkeypatch.setattr("memdesk.index.embedding.packaged._word_vectors", lambda: 1 / 0)
    status, out, err = run("search", root, "dog", "--json")
    report = json.loads(out)
    assert (status, report["mode"], len(report["results"])) == (0, "keyword", 1)
    assert "cannot be loaded" in report["note"]
    assert "cannot be loaded" in err
    assert run("search", root, "dog", "--provider", "wordllama")[0] == 1


def test_entries_of_another_scope_and_replaced_ones_are_left_out(run, root):
    (root / "memory" / "beliefs.json").write_text(
        json.dumps(
            [
                {"id": "1", "name": "linting_new", "content": "Uses Biome for linting.", "scope": ["code"]},
                {"id": "2", "content": "Used TSLint for linting.", "superseded_by": "1", "scope": ["code"]},
                {"id": "3", "content": "The linting inspector is a character.", "scope": ["novel"]},
            ]
        )
    )

    def found(*words):
        report = json.loads(run("search", root, "linting", *words, "--json")[1])
        return [result["snippet"][:12] for result in report["results"]]

    assert found("--scope", "code") == ["linting_new "]
    assert found("--scope", "novel") == ["The linting "]
    assert found("--scope", "code", "--provider", "none") == ["linting_new "]
    assert found("--scope", "code", "--mode", "keyword") == ["linting_new ", "Used TSLint "]


@pytest.mark.parametrize("provider", ["none", "wordllama"])
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("what settings has our build queue?", ["2"]),
        ("which settings does buildQueue have", ["2"]),
        ("build server settings", ["1"]),
        ("settings of the builds", ["1", "2", "3"]),
        ("构建机有什么设置？", ["4"]),
        ("the settings of RSR", ["5"]),
    ],
)
def test_an_entry_with_its_whole_name_in_a_question_comes_without_those_with_a_word_of_it(
    run, root, provider, asked, found
):
    entries = [
        {"id": "1", "name": "build_server", "content": "Settings: two disks, see the builds."},
        {"id": "2", "name": "buildQueue", "content": "Settings: eight at a time, see the builds."},
        {"id": "3", "name": "old_build", "content": "Settings of the builds of last year."},
        {"id": "4", "name": "构建机", "content": "构建机的设置：两块磁盘。"},
        {"id": "5", "name": "red_squirrel", "aliases": ["RSR"], "content": "Settings: none."},
    ]
    (root / "memory" / "entries.json").write_text(json.dumps(entries, ensure_ascii=False))
    report = json.loads(run("search", root, asked, "--provider", provider, "--json")[1])
    assert sorted(result["snippet"].rsplit(" ", 1)[-1] for result in report["results"]) == found


def test_replaced_entries_take_no_room_from_those_that_stand(run, root):
    """However much more of the question they have."""
    gone = [
        {"id": f"o{at}", "content": "The linting rules are strict.", "superseded_by": "n"} for at in range(60)
    ]
    stands = {"id": "n", "content": "Linting by Biome."}
    (root / "memory" / "beliefs.json").write_text(json.dumps([*gone, stands]))
    for provider in ("none", "wordllama"):
        asked = ("strict linting", "--provider", provider, "--limit", "2", "--json")
        report = json.loads(run("search", root, *asked)[1])
        assert ["Biome" in result["snippet"] for result in report["results"]] == [True]


def test_nothing_is_written_into_the_folder(run, root):
    before = sorted(root.rglob("*"))
    run("search", root, "Hamburg")
    assert sorted(root.rglob("*")) == before


def test_a_purge_takes_what_the_index_says_with_it(run, root):
    secret = filled("ghp_{alnum:36}")
    (root / "memory" / "MEMORY.md").write_text(f"# Memory\n\nThe token is {secret} for now.\n")
    run("search", root, "token")
    with Workspace.open(root, read_only=True) as workspace:
        index = SearchIndex(workspace.id)
        index.close()
    held = index.file
    said = b"".join(each.read_bytes() for each in held.parent.iterdir())
    assert secret.encode() in said
    assert run("purge", root, "memory/MEMORY.md", "--yes")[0] == 0
    assert not any(secret.encode() in each.read_bytes() for each in held.parent.iterdir())


def test_an_index_that_cannot_be_used_is_said_and_done_without(run, root, user_directories):
    (user_directories / "cache" / "memdesk").mkdir()
    (user_directories / "cache" / "memdesk" / "index").write_text("a file is in the way")
    status, out, err = run("search", root, "dog", "--json")
    report = json.loads(out)
    assert (status, len(report["results"])) == (0, 1)
    assert "every document was read instead" in report["note"]
    assert "every document was read instead" in err


@pytest.mark.parametrize("fill", [b"\0", b"\xff"])
@pytest.mark.parametrize("page", range(1, 12))
def test_an_index_with_a_damaged_page_is_made_anew(run, root, fill, page):
    run("index", root)
    with Workspace.open(root, read_only=True) as workspace:
        index = SearchIndex(workspace.id)
        index.close()
    data = bytearray(index.file.read_bytes())
    data[page * 4096 : (page + 1) * 4096] = fill * min(4096, max(0, len(data) - page * 4096))
    index.file.write_bytes(data)
    for _ in range(2):
        status, out, _ = run("search", root, "Hamburg", "--json")
        assert (status, len(json.loads(out)["results"])) == (0, 2)


def test_a_secret_is_covered_that_only_its_key_tells(run, root):
    secret = "zebra hunter2Xy9!kQz"
    (root / "memory" / "profile.json").write_text(json.dumps({"pass": secret, "password": secret}))
    out = run("search", root, "pass", "--json")[1]
    assert len(json.loads(out)["results"]) == 1
    assert "hunter2" not in out


@pytest.mark.parametrize("provider", ["none", "wordllama"])
def test_no_secret_can_be_guessed_by_what_is_found(run, root, provider):
    (root / "memory" / "wifi.md").write_text("# Wifi\n\nThe guest password: swordfishes88\n")
    wrong, right = (
        json.loads(run("search", root, query, "--provider", provider, "--json")[1])
        for query in ("guest zebrafi*", "guest swordfi*")
    )
    for report in (wrong, right):
        (hit,) = report.pop("results")
        assert (hit["uri"], hit["matched"]) == ("memory/wifi.md", ["guest"])
        del report["took_ms"], report["terms"], hit["missing"], hit["why"]
        report["hit"] = hit
    assert wrong == right
    for guess in ("swordfi*", '"password: swordfishes88"', "swordfishes88", "swordfisches88"):
        report = json.loads(run("search", root, guess, "--provider", provider, "--json")[1])
        assert report["results"] == []
        assert provider != "none" or report["left_out"] == 0
        assert "swordfishes88" not in json.dumps(report.get("corrected", {}))
    for guess in ("guest -swordfishes88", 'guest -"password: swordfishes88"'):
        report = json.loads(run("search", root, guess, "--provider", provider, "--json")[1])
        assert [hit["uri"] for hit in report["results"]] == ["memory/wifi.md"]


def test_a_system_that_there_is_not_is_refused_and_those_that_are_there_are_named(run, root):
    for words in (("search", root, "dog"), ("test", root, "add", "dog", "--must", "Bob")):
        status, out, err = run(*words, "--system", "pegasos")
        assert (status, out, len(err.splitlines())) == (2, "", 1)
        assert "pegasos" in err
        assert "picoclaw-memskill" in err


def test_a_secret_is_covered_that_reaches_over_several_chunks(run, root):
    rows = "\n".join(filled("{alnum:64}") for _ in range(40))
    (root / "memory" / "key.md").write_text(
        "The pem of the zebra host:\n\n"
        f"-----BEGIN RSA PRIVATE KEY-----\n{rows}\n-----END RSA PRIVATE KEY-----\n"
    )
    middle = rows.split("\n")[20]
    assert middle not in run("search", root, f"zebra {middle}", "--json")[1]
    assert middle[:30] not in run("search", root, middle, "--json")[1].partition('"results"')[2]
