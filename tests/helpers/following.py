"""Follows a job, as the window does, and has enough of it whenever it is told to."""

from __future__ import annotations

from memdesk.errors import CancelledError


class Follower:
    """Notes every step; ends the job at the step, or the writing, whose number is ``patience``."""

    def __init__(self, patience=1_000):
        self.heard = []
        self._patience = patience

    def step(self, done, total):
        """Note a step."""
        self._note((done, total))

    def writing(self, documents):
        """Note that documents are being written."""
        self._note(documents)

    def _note(self, what):
        if len(self.heard) >= self._patience:
            raise CancelledError("enough")
        self.heard.append(what)
