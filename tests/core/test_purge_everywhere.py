"""A purge goes all the way, or names what still holds the secret: every file of every place is searched."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import os
import zipfile
import zlib
from pathlib import Path

import pytest

from memdesk.cli import main
from memdesk.cli.findings import plan_text
from memdesk.findings.packed import MOST, unpacked
from memdesk.findings.purge import Purge
from memdesk.findings.secret_forms import PurgeTarget
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY
from memdesk.workspace import Workspace

SECRET = "ghp_Zq83kdLw02mXv9TtRbYc5Hn1Ps7JaEuKgWfi"
ADA = Actor("ada", Origin.HUMAN, Via.CLI)
AGENT = Actor("robin", Origin.AGENT, Via.MCP)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "MEMORY.md").write_text("# Notes\n\n- tea\n")
    (folder / "memory" / "profile.json").write_text('{"name": "Ann"}')
    return folder


def forms():
    """Return how a program would read the secret in a file."""
    spelled = "".join(f"\\u{ord(letter):04x}" for letter in SECRET)
    percent = "".join(f"%{ord(letter):02X}" for letter in SECRET)
    return {
        SECRET,
        spelled,
        percent,
        base64.b64encode(SECRET.encode()).decode(),
        "".join(f"&#{ord(letter)};" for letter in SECRET),
    }


def holders(*places):
    """Return every file that holds the secret in its bytes or its name."""
    wanted = [form.encode(encoding) for form in forms() for encoding in ("utf-8", "utf-16-le")]
    found = set()
    for place in places:
        for path in place.rglob("*"):
            if SECRET in path.name or (path.is_file() and any(each in path.read_bytes() for each in wanted)):
                found.add(path)
    return found


def everything(root):
    return (root, *(Path(os.environ[name]) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")))


def test_whatever_still_holds_it_is_named(root, capfd):
    with Workspace.open(root) as workspace:
        for number, form in enumerate(sorted(forms())):
            workspace.commit(f"notes-{number}.md", f"a {form} b\n".encode(), None, AGENT)
        workspace.commit("esc.json", json.dumps({"k": SECRET}).encode(), None, AGENT)
        workspace.commit(f"name-{SECRET}.md", b"plain\n", None, AGENT)
        workspace.commit("binary.db", b"\x00\x01" + SECRET.encode() + b"\x00", None, AGENT)
        workspace.commit("MEMORY.md", f"x {SECRET}\n".encode(), None, AGENT)
        workspace.commit("MEMORY.md", b"clean\n", ANY, AGENT)
    for words in (
        ("search", str(root), SECRET),
        ("index", str(root)),
        ("review", str(root), "list"),
        (
            "--actor",
            f"a-{SECRET}",
            "--session",
            f"s-{SECRET}",
            "tool",
            str(root),
            "memory_set",
            "--args",
            '{"key": "k", "value": "v"}',
        ),
        ("protect", str(root), "MEMORY.md", "--why", f"holds {SECRET}"),
        ("supplied", str(root), "keep", "7"),
        (
            "tool",
            str(root),
            "memory_append",
            "--system",
            "picoclaw-profile",
            "--args",
            json.dumps({"content": SECRET}),
        ),
        ("context", str(root), "--query", SECRET),
    ):
        main([*words])
    assert holders(*everything(root))
    capfd.readouterr()
    with Workspace.open(root) as workspace:
        plan = Purge(workspace).carry_out([SECRET], ADA)
    left = holders(*everything(root))
    told = {root / uri for uri in plan.left}
    assert left - told == set()
    assert root / "binary.db" in told
    assert root / f"name-{SECRET}.md" in told


def numbered(pattern):
    return "".join(pattern.format(ord(letter)) for letter in SECRET)


WRITTEN = {
    "hex": SECRET.encode().hex(),
    "upper hex": SECRET.encode().hex().upper(),
    "base32": base64.b32encode(b"key " + SECRET.encode()).decode(),
    "base64 in lines": "\n".join(
        base64.b64encode(b"here it is " + SECRET.encode()).decode()[at : at + 16] for at in range(0, 72, 16)
    ),
    "base64 of wide letters": base64.b64encode(SECRET.encode("utf-16-le")).decode(),
    "escaped twice": numbered("\\\\u{:04x}"),
    "braces": numbered("\\u{{{:x}}}"),
    "octal": numbered("\\{:03o}"),
    "percent twice": numbered("%25{:02x}"),
    "quoted printable": numbered("={:02X}"),
    "wide": "".join(chr(ord(letter) + 0xFEE0) for letter in SECRET),
    "unseen between": "\u200b".join(SECRET),
    "soft hyphens": "\u00ad".join(SECRET),
    "two lines": f"{SECRET[:17]}\n  {SECRET[17:]}",
    "a shell's two lines": f"{SECRET[:17]}\\\n{SECRET[17:]}",
    "spaced": " ".join(SECRET),
    "bold": f"{SECRET[:9]}**{SECRET[9:20]}**{SECRET[20:]}",
    "escaped in Markdown": SECRET.replace("_", "\\_"),
    "other case": SECRET.swapcase(),
    "small": SECRET.lower(),
    "backwards": SECRET[::-1],
    "backwards in other case": SECRET[::-1].upper(),
    "base64 twice": base64.b64encode(base64.b64encode(b"key=" + SECRET.encode())).decode(),
    "base64 twice, amid": base64.b64encode(b"k:" + base64.b64encode(b"a" + SECRET.encode() + b"!!")).decode(),
    "in two texts of a list": json.dumps([SECRET[:15], SECRET[15:]]),
}


@pytest.mark.parametrize("form", WRITTEN)
def test_it_is_found_and_redacted_in_whatever_form(form):
    target, text = PurgeTarget([SECRET]), f"before {WRITTEN[form]} behind\n"
    assert target.is_in(text.encode())
    cleaned = target.without(text)
    assert "[redacted]" in cleaned
    assert cleaned.startswith("before ")
    assert cleaned.endswith(" behind\n")
    assert not target.is_in(cleaned.encode())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_it_is_found_in_other_encodings(encoding):
    assert PurgeTarget([SECRET]).is_in(SECRET.encode(encoding))


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("12345678", "1, 2, 3, 4, 5, 6, 7, 8"),
        ("202603111742", "2026 03 11 17 42"),
        ("greentea", "green tea"),
        (SECRET, SECRET[:-1]),
        ("tulips", "TULIPS and spilut"),
        ("greenteacup1", "1 puc"),
        (SECRET, f"{SECRET[:10]} and {SECRET[10:]}"),
    ],
)
def test_what_only_resembles_it_stays(secret, text):
    target = PurgeTarget([secret])
    assert not target.is_in(text.encode())
    assert target.without(text) == text


def zipped(data):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("notes/a.md", data)
    return stream.getvalue()


PACKED = {
    "gzip": gzip.compress,
    "two of gzip": lambda data: gzip.compress(b"first") + gzip.compress(data),
    "zlib": zlib.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": zipped,
}


@pytest.mark.parametrize("way", PACKED)
def test_a_packed_file_that_holds_it_is_named(root, way):
    data = PACKED[way](f"key = {SECRET}\n".encode() * 3)
    (root / "packed.bin").write_bytes(data)
    (root / "torn.bin").write_bytes(data[: len(data) // 3])
    with Workspace.open(root) as workspace:
        plan = Purge(workspace).preview([SECRET])
    assert "packed.bin" in plan.left


def test_a_bomb_is_unpacked_no_further_than_fits(root):
    bomb = zlib.compress(b"\0" * (256 << 20))
    assert [len(part) for part in unpacked(bomb)] == [MOST]


def test_what_is_not_searched_is_named(root, capfd):
    (root / ".git/objects").mkdir(parents=True)
    (root / ".git/objects/x").write_bytes(zlib.compress(SECRET.encode()))
    (root.parent / ".git").mkdir()
    with Workspace.open(root) as workspace:
        plan = Purge(workspace).preview([SECRET])
    assert set(plan.unsearched) == {".git", str(root.parent / ".git")}
    text = plan_text(plan, done=False)
    assert "nothing that was searched holds it" in text
    assert ".git: NOT SEARCHED" in text
