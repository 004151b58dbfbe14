"""What writers say outside the workspace: before a commit what they try, after it what they were told."""

from __future__ import annotations

import json
import os

from faults.invariants import Evidence
from memdesk.model import revision_of


class Claims:
    """An append-only file that many processes write, one write each. A kill may cut one claim short."""

    def __init__(self, path):
        self.path = path
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def tries(self, path, data):
        """Say what is about to be committed."""
        self._say("try", path, None if data is None else revision_of(data))

    def foreign(self, path, data):
        """Say what a writer past the core is about to put there."""
        self._say("foreign", path, None if data is None else revision_of(data))

    def displaced(self, data):
        """Say that the core took these bytes away."""
        self._say("displaced", revision_of(data))

    def returned(self, data):
        """Say that these bytes were found again: whatever took them away gave them back."""
        self._say("returned", revision_of(data))

    def done(self, result):
        """Say that a commit was acknowledged."""
        if result.operation:
            self._say("done", result.path, result.before, result.after, result.operation)

    def figure(self, name, values):
        """Say a measured figure."""
        self._say("figure", name, values)

    def _say(self, *claim):
        os.write(self._descriptor, b"\n" + json.dumps(claim).encode() + b"\n")

    def empty(self):
        """Begin anew."""
        os.ftruncate(self._descriptor, 0)

    def close(self):
        """Let go of the file."""
        os.close(self._descriptor)

    def size(self):
        """Return where the claims end now."""
        return os.fstat(self._descriptor).st_size


def read(claims, evidence=None, upto=None):
    """Return the evidence that claims give; acknowledgements after ``upto`` are not counted."""
    evidence = evidence or Evidence()
    figures = {}
    at = 0
    for line in claims.path.read_bytes().splitlines(keepends=True):
        at += len(line)
        kind, *claim = _parsed(line)
        if kind in ("try", "foreign"):
            evidence.versions.setdefault(claim[0], set()).add(claim[1])
        if kind == "foreign":
            evidence.foreign.add(claim[1])
        elif kind == "displaced":
            evidence.displaced.add(claim[0])
        elif kind == "returned":
            evidence.displaced.discard(claim[0])
        elif kind == "done" and (upto is None or at <= upto):
            evidence.acknowledged.append(tuple(claim))
        elif kind == "figure":
            figures.setdefault(claim[0], []).extend(claim[1])
    return evidence, figures


def _parsed(line):
    """Return a claim; one that was never finished says nothing."""
    try:
        return json.loads(line)
    except ValueError:
        return [""]
