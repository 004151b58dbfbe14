"""Every parser gets inputs mutated at random: no exception but its own, and none takes above a second.

The corpus is the demo workspace and a few seeds of what people and programs do wrong; inputs are cut,
spliced, repeated and sprinkled with what parsers stumble over. Time is that of the processor.
"""

from __future__ import annotations

import logging
import random
import re
import time
import zlib
from functools import partial
from pathlib import Path

import memdesk_resources
from faults import crew
from faults.report import Outcome, grouped, sized, told
from memdesk.drafts.draft import Draft, packed
from memdesk.drafts.folder import DraftFolder
from memdesk.errors import MemdeskError
from memdesk.model import Actor, Kind, Origin, Via, revision_of
from memdesk.store import ANY, Operation, Store
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.locking.lock import parse_holder
from memdesk.store.oplog.operation import written
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.versions.blobs import VersionStore
from memdesk.systems.registry import load_systems
from memdesk.systems.sqlite_bytes import read_tables
from memdesk.text import markdown
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode, encode
from memdesk.text.invisible import hidden
from memdesk.text.json import edit as json_edit
from memdesk.text.json import text as json_text
from memdesk.text.merge.merge import MergeShape, merge
from memdesk.text.preview_html import render

INPUTS, SLOW, MEMORY = 1_500_000, 1.0, 512 << 20
USUAL, LONGEST, LONG = 250, 3_000, 200_000
log = logging.getLogger("faults")
ME = Actor("me", Origin.HUMAN, Via.PYTHON)
_KINDS = tuple(Kind)
_TIMES = (*(1,) * 16, *(2,) * 3, 60)
TOKENS = (
    b'{"a": ', b"[", b"]", b"}", b'"', b"\\u0000", b"\\ud800", b"NaN", b"1e999", b"-", b"9" * 400, b"null",
    b"```", b"~~~", b"---\n", b"# ", b"## ", b"> ", b"- ", b"1. ", b"![[ ", b"[a](", b"](",
    b"\r\n", b"\r", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80\xa8", b"\xf3\xa0\x81\x81",
    b"CREATE TABLE t(a);", b"sha256:", b"../", b'"id": 1', b'"steps": [', b"\xc2\x85", b"    ", b"\t", b",",
    b":", b"*_", b"\xed\xa0\x80", b"<a ", b"|", b"\n\n",
)  # fmt: skip


def run(work, scale):
    """Give every parser its share of inputs, in a process of its own."""
    inputs, found, late, speeds = sized(INPUTS, scale, 50), [], [], {}
    corpus, names = seeds(work), list(parsers(work))
    for place, (speed, violations, slow) in crew.answers(
        work, [partial(fuzzed, work / name, name, corpus, inputs) for name in names]
    ):
        speeds[names[place]] = speed
        found += violations
        late += slow
        told(f"{names[place]}: {speed}, {len(violations)} violations")
    return Outcome(f"{grouped(inputs)} inputs for each of {len(speeds)} parsers", speeds, found, late)


def fuzzed(work, name, corpus, inputs):
    """Give one parser so many inputs; return its speed, the violations, and which inputs took too long."""
    parser, dice, found, late = parsers(work)[name], random.Random(name), [], []
    begin = time.process_time()
    for number in range(inputs):
        data = mutated(corpus, dice, number)
        start = time.thread_time()
        found += trouble(name, parser, data)
        taken = time.thread_time() - start
        late += [f"{name}: {taken:.1f} s for {len(data)} bytes, {data[:80]!r}"] if taken > SLOW else []
        if len(found) > 20:
            return f"stopped after {grouped(number)}", found, late
    seconds, used = time.process_time() - begin, peak()
    if used > MEMORY:
        found.append(f"{name}: {used >> 20} MB of memory were used")
    return f"{inputs / (seconds + 1e-9):,.0f}/s", found, late


def peak():
    """Return the most bytes this process has had in memory (``getrusage`` begins with its parent's)."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.search(r"^VmHWM:\s+(\d+)", status, re.M)[1]) << 10


def trouble(name, parser, data):
    """Parse one input; name an exception that is not one of ours."""
    try:
        parser(data)
    except MemdeskError:
        pass
    except Exception as error:
        log.exception("%s failed", name)
        return [f"{name}: {error!r:.200} at {data[:120]!r}"]
    return []


def mutated(corpus, dice, number):
    """Return a part of a seed, mostly a short one, with some damage; each thousandth is long."""
    data = bytearray(dice.choice(corpus))
    size = round(min(LONGEST, dice.expovariate(1 / USUAL)))
    if len(data) > size:
        start = dice.randrange(len(data) - size) if dice.random() < 0.7 else 0
        data = data[start : start + size]
    for _ in range(dice.randint(1, 6)):
        at, what = dice.randint(0, len(data)), dice.random()
        if what < 0.35:
            data[at:at] = dice.choice(TOKENS) * dice.choice(_TIMES)
        elif what < 0.55 and data:
            data[at : at + dice.randint(1, 40)] = b""
        elif what < 0.75 and data:
            data[at % len(data)] = dice.randrange(256)
        elif what < 0.9:
            other = dice.choice(corpus)
            data[at:at] = other[: dice.randint(0, 200)]
        else:
            data[at:at] = data[max(0, at - dice.randint(1, 100)) : at] * dice.randint(1, 4)
    if number % 1_000 == 999:
        some = b"".join(dice.choices(TOKENS, k=dice.randint(1, 3)))
        part = dice.choice((bytes(data[:200]) or some, some))
        data = part * (LONG // len(part))
    return bytes(data)


def seeds(work):
    """Return what inputs are made of."""
    demo = Path(memdesk_resources.__file__).parent / "demo/workspace"
    found = [path.read_bytes() for path in sorted(demo.rglob("*")) if path.is_file()]
    operation = Operation("1-a", "a.md", None, revision_of(b"x"), 1.0, ME)
    found.append(written(operation).encode() + b"\n")
    found.append(packed(Draft("a.md", "text", None, "base", 1.0)))
    found.append(b'{"pid": 1, "name": "x", "operation": "save a.md", "time": 1.5}')
    found.append(zlib.compress(b"line\n" * 1_000))
    found += [b"", b"---\ntitle: x\n---\n# A\n- b\n", b"\xff\xfea\0\n\0", "中文\n".encode("gb18030")]
    found += [database(work), intents(work)]
    return found


def database(work):
    """Return a small database."""
    import sqlite3

    path = work / "seed.db"
    with sqlite3.connect(path) as made:
        made.execute("create table memory(id integer primary key, text)")
        made.executemany("insert into memory(text) values(?)", [(f"row {n}",) for n in range(50)])
    made.close()
    return path.read_bytes()


def intents(work):
    """Return what an unfinished commit leaves."""
    root = work / "intents"
    root.mkdir()
    Store(root).commit("a.md", b"x", ANY, ME)
    return (root / ".memdesk/intents.jsonl").read_bytes() + (root / ".memdesk/operations.jsonl").read_bytes()


def parsers(work):
    """Return every parser as a function of bytes, the slowest last."""
    private = work / ".memdesk"
    (private / "history/ab").mkdir(parents=True)
    root = SafeRoot(private)
    revision = f"sha256:ab{'0' * 62}"
    blob = private / "history/ab" / f"{revision[7:]}.z"
    return {
        "json": _json,
        "encoding": _encoding,
        "invisible": lambda data: hidden(_text(data)),
        "holder": parse_holder,
        "database": lambda data: read_tables(data, 5),
        **{system.id: partial(_read_by, system) for system in load_systems().values()},
        "markdown": _markdown,
        "history": _through(blob, lambda: VersionStore(root).get(revision)),
        "draft": _drafts(work),
        "operation log": _through(private / "operations.jsonl", lambda: _logged(OperationLog(root))),
        "json merge": partial(_merge, MergeShape.JSON),
        "intents": _through(private / "intents.jsonl", Store(work).recover),
        "merge": partial(_merge, MergeShape.LINES),
        "preview": lambda data: render(_text(data)[:20_000]),
    }


def _text(data):
    return decode(data).text


def _json(data):
    text = _text(data)
    result = json_text.parse(text)
    if not result.broken and isinstance(result.value, dict) and result.value:
        key = next(iter(result.value))
        assert json_text.parse(json_edit.edit(text, (key,), "new")).value[key] == "new"
        assert key not in json_text.parse(json_edit.remove(text, (key,))).value


def _markdown(data):
    text = _text(data)
    for look in (markdown.sections, markdown.outline, markdown.entries, markdown.title):
        look(text)
    for look in (markdown.summary_line, markdown.first_line, markdown.digest, markdown.front_matter):
        look(text)


def _encoding(data):
    found = decode(data)
    assert not found.editable or encode(found.text, found.form, found.text) == data


def _merge(shape, data):
    text = _text(data)
    third = len(text) // 3
    base, mine, theirs = text, text[third:] + "mine\n", text[: 2 * third] + "theirs"
    line_diff(base, mine)
    merge(base, mine, theirs, shape)


def _logged(log):
    log.read()
    log.newest(10)
    log.read_of("a.md")


def _through(path, look):
    def parse(data):
        path.write_bytes(data)
        look()

    return parse


def _drafts(work):
    place = work / "drafts" / "gone"

    def parse(data):
        place.mkdir(parents=True, exist_ok=True)
        (place / "x.draft").write_bytes(data)
        folder = DraftFolder(place.parent)
        for draft in folder.recover():
            folder.forget(draft)
        folder.close()

    return parse


def _read_by(system, data):
    kind = _KINDS[zlib.crc32(data) % len(_KINDS)]
    path = "memory/x.json" if b"{" in data[:5] else "memory/202611/20261110.md"
    system.parse(kind, path, data, _Alone)


class _Alone:
    """No other documents."""

    @staticmethod
    def read(_path, _limit=0):
        """Return nothing."""
        return
