"""A memory as a git repository kept it: what git is asked, and never told to change."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from memdesk.errors import MemdeskError, NotFoundError

_CALM = ("--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false")
"""Git runs no program of the repository and takes no lock."""
_WAIT_SECONDS = 60.0


class GitError(MemdeskError):
    """Git cannot be asked."""

    code = "git_failed"


class GitTree:
    """The files below one folder as a commit has them; names are relative to the folder.

    Raises NotFoundError where the folder is in no repository or nothing there has this name, and GitError
    where git does not answer.
    """

    def __init__(self, root: Path, ref: str) -> None:
        self._root = root
        if ref.startswith("-"):
            raise NotFoundError(f"{ref!r} names nothing in a git repository")
        self.prefix = self._ask("rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").strip()
        """Where the folder is in its repository: empty, or a path that ends with a slash."""
        named = self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
        self.commit = named.decode("ascii", "replace").split("\n")[-2]
        """The commit's own name."""
        self.blobs = self._listed()
        """Each file by its name, with the name of its content."""

    def read(self, uri: str) -> bytes:
        """Return what a file was; it is one of ``blobs``."""
        return self._ask("cat-file", "blob", self.blobs[uri])

    def is_same(self, uri: str, data: bytes) -> bool:
        """Say whether a file was exactly this."""
        name = self.blobs.get(uri, "")
        make = hashlib.sha256 if len(name) == 64 else hashlib.sha1
        return make(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest() == name

    def _listed(self) -> dict[str, str]:
        listed = self._ask("ls-tree", "-r", "-z", self.commit, ".")
        found: dict[str, str] = {}
        for line in listed.split(b"\0"):
            head, _, name = line.partition(b"\t")
            words = head.split()
            if len(words) == 3 and words[1] == b"blob" and words[0] != b"120000":
                found[os.fsdecode(name)] = words[2].decode("ascii")
        return found

    def _ask(self, *words: str) -> bytes:
        command = ["git", *_CALM, "-C", os.fspath(self._root), *words]
        try:
            asked = subprocess.run(command, capture_output=True, timeout=_WAIT_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GitError(f"git cannot be asked: {error}") from error
        if asked.returncode:
            said = asked.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise NotFoundError(f"git knows no such commit here{': ' if said else ''}{said}")
        return asked.stdout
