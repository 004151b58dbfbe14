"""A workspace with everything in it that a memory folder should not hold, beside what works."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from helpers.originals import PEGASUS, put
from helpers.sockets import bound_socket

HUGE = 50 * 1024 * 1024
GOOD = "good/memory/facts/user.md"
BAD_NAME = os.fsdecode(b"good/memory/facts/caf\xe9.md")
FACTS = "good/memory/facts"

BROKEN = {
    "invalid/memory/profile.json": b'{\n  "a": "b",\n  "c": \n}',
    "duplicate/memory/profile.json": b'{\n  "a": "1",\n  "a": "2"\n}',
    "nan/memory/profile.json": b'{\n  "a": NaN\n}',
    "surrogate/memory/profile.json": b'{\n  "a": "\\ud800"\n}',
    "deep/memory.json": b'{"session": ' + b"[" * 100_000,
    "void/memory/profile.json": b"",
}
ODD = {
    f"{FACTS}/utf16.md": "# Wide\n\n- 名字\n".encode("utf-16"),
    f"{FACTS}/gbk.md": "# 事实\n\n- 名字：林薇\n".encode("gb18030"),
    f"{FACTS}/binary.md": bytes(range(256)) * 4,
    f"{FACTS}/bom.md": b"\xef\xbb\xbf# Marked\n\n- x\n",
    f"{FACTS}/crlf.md": b"# Windows\r\n\r\n- x\r\n",
    f"{FACTS}/mixed.md": b"# Mixed\r\n\n- x\r- y\n",
    f"{FACTS}/empty.md": b"",
    f"{FACTS}/\N{ROBOT FACE} memory.md": b"# Robot\n",
    f"{FACTS}/new\nline.md": b"# Broken name\n",
    BAD_NAME: b"# Latin name\n",
}
LINKS = {
    "dangling.md": "nowhere.md",
    "loop.md": "loop2.md",
    "loop2.md": "loop.md",
    "up": "..",
    "out.md": "/etc/passwd",
}


def build_zoo(root: Path) -> Path:
    """Fill a folder with the zoo and return it."""
    put(root, {f"good/{uri}": data for uri, data in PEGASUS.items()} | BROKEN)
    for uri, data in ODD.items():
        with open(os.path.join(os.fsencode(root), os.fsencode(uri)), "wb") as file:
            file.write(data)
    line = b"- the same line of a note that never ends, again and again\n"
    (root / FACTS / "huge.md").write_bytes((line * (HUGE // len(line) + 1))[:HUGE])
    for name, target in LINKS.items():
        (root / FACTS / name).symlink_to(target)
    os.mkfifo(root / FACTS / "pipe.md")
    with bound_socket(root / FACTS / "door.md"):
        pass
    make_device(root / FACTS / "device.md")
    return root


def make_device(path: Path) -> bool:
    """Make a character device where that is permitted; tell whether it was."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 7))
    except PermissionError:
        return False
    return True
