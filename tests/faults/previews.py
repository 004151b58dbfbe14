"""Five hundred hostile documents are previewed under strace: no connection, nothing opened for them.

Each document asks for something from the network or the disk in one of many ways and is shown, off-screen,
until its last word can be read. What the interpreter and Qt open for themselves is told apart by its name:
each document asks for names of its own.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

from faults import tracing
from faults.report import Outcome, sized

COUNT = 500
TARGETS = (
    "http://{name}.example/x.png",
    "https://{name}.example/",
    "//{name}.example/x",
    "ftp://{name}.example/x",
    "file:///tmp/{name}.png",
    "file://host/{name}",
    "/tmp/{name}.png",
    "../../{name}.png",
    "\\\\host\\{name}",
    "data:text/html,{name}",
    "javascript:{name}",
    "qrc:/{name}",
    "mailto:{name}@example.org",
    "{name}.png",
    "smb://host/{name}",
    "http://127.0.0.1:9/{name}",
    "http://[::1]:9/{name}",
    "view-source:file:///{name}",
)
SHAPES = (
    "![x]({})",
    '![x]({} "title")',
    "[x]({})",
    "<{}>",
    "![x][r]\n\n[r]: {}",
    "[![x]({})]({})",
    "![x](<{}>)",
    '<img src="{}">',
    '<link rel=stylesheet href="{}">',
    '<script src="{}"></script>',
    '<iframe src="{}">',
    '<style>@import url("{}");</style>',
    '<p style="background:url({})">',
    '<object data="{}">',
    "`![x]({})`",
    '<video poster="{}">',
    '<svg><image href="{}"/></svg>',
    '<base href="{}"><img src=x>',
    "> ![x]({})",
    "- ![x]({})",
    "| a |\n|---|\n| ![x]({}) |",
    "# ![x]({})",
    "```\n![x]({})\n```",
    "&lt;img src='{}'&gt;",
    "![x]({}\u200b)",
    "![\u202ex]({})",
    "![x]( {} )",
    "<a href='{}' ping='{}'>x</a>",
    '<meta http-equiv="{}">',
)


def run(work, scale):
    """Show the documents in a process of their own, from its start under strace."""
    tracing.require()
    count, log = sized(COUNT, scale, 20), work / "calls"
    folder = work / "documents"
    folder.mkdir()
    for number, text in enumerate(documents(count)):
        (folder / f"{number}.md").write_text(text, encoding="utf-8")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)}
    environment |= {"HOME": str(work), "XDG_CONFIG_HOME": str(work), "XDG_CACHE_HOME": str(work)}
    trace = "trace=%network,openat,open,openat2,execve,stat,newfstatat,access,statx,readlink"
    command = [
        "strace",
        "-f",
        "-q",
        "-s",
        "300",
        "-o",
        log,
        "-e",
        trace,
        sys.executable,
        "-m",
        "faults.viewer",
    ]
    done = subprocess.run([*command, folder], env=environment, capture_output=True, text=True)
    found = [*bad_calls(log)]
    if done.returncode or done.stdout.strip() != str(count):
        found.append(f"shown {done.stdout.strip()} of {count} ({done.returncode}) {done.stderr[-300:]}")
    calls = log.read_text(errors="replace")
    figures = {"connections": len(re.findall(r"\bconnect\(", calls)), "calls looked at": calls.count("\n")}
    return Outcome(f"{count} hostile documents", figures, found)


def documents(count):
    """Make documents that each ask for names of their own in a few ways."""
    dice = random.Random(1)
    for number in range(count):
        wishes = []
        for turn in range(3):
            target = TARGETS[(number + turn * 7) % len(TARGETS)].format(name=f"zqx{number}n{turn}")
            wishes.append(dice.choice(SHAPES).replace("{}", target))
        shape = SHAPES[number % len(SHAPES)].replace("{}", TARGETS[number % len(TARGETS)].format(name="zqxs"))
        yield "\n\n".join([*wishes, shape, "theend"])


def bad_calls(log):
    """Return every connection, every other program, and every file that only a document names."""
    for line in log.read_text(errors="replace").splitlines():
        if re.search(r"\b(connect|sendto|bind|sendmsg)\(", line) and "AF_NETLINK" not in line:
            yield f"a connection: {line[:200]}"
        elif "zqx" in line or '"/etc/passwd"' in line:
            yield f"a file that a document names: {line[:200]}"
        elif "execve(" in line and Path(sys.executable).name not in line:
            yield f"another program: {line[:200]}"
