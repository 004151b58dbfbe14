"""Three hundred hostile paths and a folder that turns into a link: nothing outside the workspace is opened.

Every operation of the store is asked for every path, while strace writes down each file that is really
opened, by the kernel's name for it. Then a racer exchanges a folder and a link to the outside as fast as it
can while the same operations go through that folder.
"""

from __future__ import annotations

import itertools
import os
import re
import socket
import time
from functools import partial

from faults import crew, tracing
from faults.report import Outcome, grouped, sized
from memdesk.errors import MemdeskError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.fs.swap import kernel_rename

SECONDS = 60
SECRET = b"this is not for memdesk\n"
ME = Actor("bloop", Origin.AGENT, Via.PYTHON)
PREFIXES = ("", "notes/", "link/", "notes/../", "./", "notes//")
NAMES = (
    "..",
    ".",
    "",
    "../secret.md",
    "../../etc/passwd",
    "/etc/passwd",
    "//etc/passwd",
    "notes/a.md/",
    "a.md/x",
    "link",
    "link/secret.md",
    "filelink.md",
    "loop",
    "loop/x",
    "dangling.md",
    "up/outside/secret.md",
    "pipe",
    "socket",
    "device",
    "hard.md",
    ".memdesk",
    ".memdesk/lock",
    ".MEMDESK/lock",
    ".memdesk/../a.md",
    ".memdesk-x.tmp",
    "a\0b.md",
    "..\\secret.md",
    "C:\\secret.md",
    "\\\\host\\share\\x",
    "~/.profile",
    "file:///etc/passwd",
    "%2e%2e/secret.md",
    "..%2fsecret.md",
    "\u2024\u2024/secret.md",
    "．．/secret.md",
    "x" * 256,
    "x/" * 2_100 + "y",
    "\udcff.md",
    "\ud800.md",
    "a\u202e.md",
    "con.md",
    "nul",
    "a.md ",
    "a.md.",
    "proc",
    "proc/self/environ",
    "proc/self/root/etc/passwd",
    "notes/../../outside/secret.md",
    "-rf",
    "*",
)


def run(work, scale):
    """Ask for every path, then race."""
    tracing.require()
    root = prepare(work)
    paths = [prefix + name for prefix, name in itertools.product(PREFIXES, NAMES)]
    log = work / "opened"
    ends = [tracing.traced(partial(victim, root, paths), log, _OPTIONS)]
    found = [*escapes(log, root), *touched(work)]
    racer_log, stop = work / "raced", work / "stop"
    racer = crew.fork(partial(swap_for_ever, root, stop))
    seconds = sized(SECONDS, scale, 2)
    ends.append(tracing.traced(partial(target, root, seconds), racer_log, _OPTIONS))
    stop.touch()
    ends.append(crew.wait(racer))
    found += [
        *escapes(racer_log, root),
        *touched(work),
        *(f"a process ended with {end}" for end in ends if end),
    ]
    opens = sum(len(re.findall(r" = \d+<", one.read_text(errors="replace"))) for one in (log, racer_log))
    size = f"{len(paths)} paths × {len(asked(root, 'a.md'))} operations, {seconds} s of racing"
    return Outcome(size, {"files opened": grouped(opens), "outside": len(found)}, found)


_OPTIONS = ["-f", "-y", "-e", "trace=openat,open,openat2,creat,truncate,unlink,rename,link,symlink"]


def prepare(work):
    """Make a workspace with everything in it that could lead out of it, and something outside."""
    root, outside = work / "workspace", work / "outside"
    (root / "notes").mkdir(parents=True)
    outside.mkdir()
    for path in (outside / "secret.md", work / "secret.md", outside / "hard.md"):
        path.write_bytes(SECRET)
    (root / "a.md").write_text("mine\n")
    (root / "notes/a.md").write_text("mine\n")
    for folder in (root, root / "notes"):
        for name, to in {"link": outside, "loop": "loop", "up": work, "proc": "/proc"}.items():
            (folder / name).symlink_to(to)
        (folder / "filelink.md").symlink_to(outside / "secret.md")
        (folder / "dangling.md").symlink_to(outside / "new.md")
        os.link(outside / "hard.md", folder / "hard.md")
        os.mkfifo(folder / "pipe")
        os.mknod(folder / "device", 0o20600, os.makedev(1, 5))
        os.chdir(folder)
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("socket")
    os.chdir("/")
    store = Store(root)
    store.commit("first.md", b"first\n", None, ME)
    store.newest_operations(5)  # what reads names of writers is loaded now, and asks the system for users
    return root


def asked(root, path):
    """Return every operation on a path."""
    store = Store(root, lock_timeout=300)
    return (
        lambda: store.read(path),
        lambda: store.head(path, 100),
        lambda: store.stamp(path),
        lambda: store.commit(path, b"written\n", ANY, ME),
        lambda: store.commit(path, b"created\n", None, ME),
        lambda: store.commit_all(
            [DocumentEdit("copy.md", b"c", ANY, like=path), DocumentEdit(path, b"u", ANY)], ME
        ),
        lambda: store.commit(path, None, ANY, ME),
        lambda: store.operations_of(path),
        lambda: store.newest_operations(5, path),
    )


def victim(root, paths):
    """Return the whole of the asking, to be traced; each answer must be a value or a coded error."""
    operations = [operation for path in paths for operation in asked(root, path)]

    def ask():
        for operation in operations:
            try:
                operation()
            except MemdeskError:
                continue

    return ask


def target(root, seconds):
    """Return an endless use of documents in a folder that is swapped meanwhile."""
    (root / "swapped/deep").mkdir(parents=True, exist_ok=True)
    paths = ("swapped/secret.md", "swapped/deep/secret.md", "swapped/new/x.md")

    def use():
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for path in paths:
                for operation in asked(root, path):
                    try:
                        operation()
                    except MemdeskError:
                        continue

    return use


def swap_for_ever(root, stop):
    """Exchange a folder with a link to the outside."""
    exchange, folder = kernel_rename(), os.open(root, os.O_RDONLY)
    (root / "trap").symlink_to(root.parent / "outside")
    (root.parent / "outside/deep").mkdir()
    (root.parent / "outside/deep/secret.md").write_bytes(SECRET)
    while not (root / "swapped").exists() and not stop.exists():
        time.sleep(0.001)
    while not stop.exists():
        exchange(folder, "swapped", "trap", 2)


def escapes(log, root):
    """Return every file outside that was opened."""
    inside = f"{root.resolve()}"
    for line in log.read_text(errors="replace").splitlines():
        opened = re.search(r" = \d+<([^>]*)>", line)
        if opened and not _is_allowed(opened[1], inside):
            yield f"opened outside: {opened[1]}"
        if re.search(r"\b(creat|truncate|unlink|rename|link|symlink)\(", line) and "= 0" in line:
            yield f"a change by path: {line[:200]}"


def _is_allowed(path, inside):
    own = re.fullmatch(r"/proc/\d+/stat|/proc/sys/kernel/random/boot_id", path)
    return path == inside or path.startswith(inside + "/") or bool(own)


def touched(work):
    """Return what was changed outside."""
    for path in [*(work / "outside").rglob("*.md"), work / "secret.md"]:
        if path.read_bytes() != SECRET:
            yield f"changed outside: {path.name}"
    if (work / "outside/new.md").exists() or (work / "outside/new").exists():
        yield "created outside"
