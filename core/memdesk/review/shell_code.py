"""The code that the window shows: with it a shell decides as the person, and an agent with a shell cannot.

Approval always asks for it. Where a person switches that on, so does every other decision from a shell:
verdicts in review, locks taken off, rules, what is taken out of quarantine or dismissed.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from contextlib import suppress
from hashlib import pbkdf2_hmac
from pathlib import Path

from memdesk.errors import MemdeskError, NotPermittedError
from memdesk.model import Actor, Origin, Via
from memdesk.review.shell_decisions import (
    CODE_OFF,
    CODE_RECORD,
    CODE_SETTING,
    ShellDecisionLog,
    is_code_wanted,
)
from memdesk.runtime.atomic_file import read_json, write_text
from memdesk.runtime.paths import state_dir
from memdesk.workspace import Workspace

TRIES = 5
"""Wrong codes in a row, of all processes together, after which one no longer holds."""

_SEEN = "guesses_seen"
_ON = b'{"needs_code": true}'
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_ROUNDS = 50_000


class ShellCode:
    """The code of one workspace, and whether all decisions from a shell need it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @property
    def is_wanted(self) -> bool:
        """Whether all decisions from a shell need it."""
        return is_code_wanted(self._workspace)

    def want(self, actor: Actor, code: str = "", *, wanted: bool) -> None:
        """Switch that on or off; once it is on, a shell needs the code for this, too."""
        self.require(actor, code)
        with self._workspace.exclusive(actor):
            self._workspace.store.put_record(CODE_RECORD, _ON if wanted else CODE_OFF, actor)
            self._workspace.local_state.put(CODE_SETTING, int(wanted))

    def issue(self) -> str:
        """Return a new code for the window to show; it holds until withdrawn, or guessed at too often."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(8))
        salt = secrets.token_hex(16)
        write_text(self._file, json.dumps({"salt": salt, "hash": _hashed(code, salt)}))
        self._forget_tries()
        return code

    def withdraw(self) -> None:
        """Let the code hold no longer."""
        with suppress(OSError):
            self._file.unlink()

    @property
    def is_spent(self) -> bool:
        """Whether wrong codes were tried so often that a new one is needed."""
        return os.path.lexists(self._try(TRIES))

    def unseen_guesses(self) -> float | None:
        """Return when the code was last used up by guesses, None where a person was told already."""
        decisions = ShellDecisionLog(self._workspace).all()
        times = [one.time for one in decisions if one.what == "code_guessed"]
        return times[-1] if times and times[-1] != self._workspace.local_state.get(_SEEN) else None

    def guesses_seen(self) -> None:
        """Note that a person was told of the guesses up to now."""
        self._workspace.local_state.put(_SEEN, self.unseen_guesses())

    def require(self, actor: Actor, code: str, *, always: bool = False) -> None:
        """Raise NotPermittedError unless a person asks, in the window or with the code where it is needed.

        After too many wrong codes the code holds no longer, and that is noted for the person to see.
        """
        if actor.origin is not Origin.HUMAN:
            raise NotPermittedError("agents cannot decide this: leave out --actor")
        if actor.via is Via.GUI or not (always or self.is_wanted):
            return
        known = read_json(self._file)
        salt, expected = known.get("salt"), known.get("hash")
        if not isinstance(salt, str) or not isinstance(expected, str):
            message = (
                "from a shell this needs the code that the window shows: open the workspace there, "
                "then File › Approval rules"
            )
            raise NotPermittedError(message)
        number = self._next_try()
        if number is None:
            raise NotPermittedError(_SPENT)
        if hmac.compare_digest(_hashed(code.strip().upper(), salt), expected):
            self._forget_tries()
            return
        if number < TRIES:
            raise NotPermittedError("this needs the code that the memdesk window shows (--code)")
        self.withdraw()
        with suppress(MemdeskError):
            ShellDecisionLog(self._workspace).note("code_guessed", ["--code"], actor, TRIES)
        raise NotPermittedError(_SPENT)

    def _next_try(self) -> int | None:
        """Return which try this is; None where there is none left.

        Each is a file that can be made once: no two processes have the same.
        """
        for number in range(1, TRIES + 1):
            try:
                os.close(
                    os.open(self._try(number), os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
                )
            except FileExistsError:
                continue
            except OSError:
                return None
            return number
        return None

    def _forget_tries(self) -> None:
        for number in range(TRIES, 0, -1):
            with suppress(OSError):
                self._try(number).unlink()

    def _try(self, number: int) -> Path:
        return self._file.with_name(f"wrong-code.{number}")

    @property
    def _file(self) -> Path:
        return state_dir() / "workspaces" / self._workspace.id / "approval-code.json"


_SPENT = (
    "too many wrong codes were tried, so the code holds no longer: read the new one in the memdesk window"
)


def _hashed(code: str, salt: str) -> str:
    return pbkdf2_hmac("sha256", code.encode(), salt.encode(), _ROUNDS).hex()
