"""What git makes of versions of a text: of one after the other, or of many at once, which is much quicker."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

_WHO = {f"GIT_{role}_{what}": "git" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
_PLAIN = {**_WHO, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}


def merged_by_git(base, mine, theirs):
    """Return what ``git merge-file`` makes of three versions, None where it finds a conflict."""
    with TemporaryDirectory() as folder:
        names = ("mine", "base", "theirs")
        for name, text in zip(names, (mine, base, theirs), strict=True):
            Path(folder, name).write_bytes(text.encode())
        done = subprocess.run(["git", "merge-file", "-p", *names], cwd=folder, capture_output=True)
    return done.stdout.decode() if done.returncode == 0 else None


def all_merged_by_git(trios):
    """Return what one ``git merge`` makes of many files, each of three versions; None for a conflict."""
    with TemporaryDirectory() as folder:
        for part in ("objects", "refs"):
            Path(folder, ".git", part).mkdir(parents=True)
        Path(folder, ".git/HEAD").write_text("ref: refs/heads/2\n")
        _git(folder, "fast-import", "--quiet", given="".join(_commits(trios)).encode())
        _git(folder, "reset", "--quiet", "--hard")
        _git(folder, "merge", "--quiet", "--no-commit", "-Xdiff-algorithm=myers", "3", codes=(0, 1))
        found = [Path(folder, str(name)).read_bytes().decode() for name in range(len(trios))]
    return [None if "<<<<<<<" in text else text for text in found]


def _commits(trios):
    """Yield for ``git fast-import`` the commits of base, mine and theirs, which are branches 1, 2 and 3."""
    for branch, texts in enumerate(zip(*trios, strict=True), 1):
        yield f"commit refs/heads/{branch}\nmark :{branch}\ncommitter git <git> 0 +0000\ndata 0\n"
        yield "from :1\n" if branch > 1 else ""
        for name, text in enumerate(texts):
            yield f"M 644 inline {name}\ndata {len(text.encode())}\n{text}\n"


def _git(folder, *words, given=b"", codes=(0,)):
    done = subprocess.run(
        ["git", *words], cwd=folder, input=given, capture_output=True, env=os.environ | _PLAIN
    )
    if done.returncode not in codes:
        raise ChildProcessError(f"git {words[0]}: {done.stderr.decode()}")
