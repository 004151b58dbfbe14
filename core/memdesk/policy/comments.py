"""Why a value is what it is: what people noted, kept beside the history and out of the agents' sight.

The files of a policy have no room for it: agents write them anew from what they know. A comment belongs to a
key and the value that it was written for, so it is no longer shown as the reason once the value is another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from memdesk.errors import InvalidError
from memdesk.model import Actor, Json
from memdesk.systems.picoclaw_policy.layers import Setting
from memdesk.workspace import Workspace

RECORD = "policy_comments.json"
KEPT = 1000
"""Comments that are kept, the newest."""


@dataclass(frozen=True, slots=True)
class Comment:
    """Why somebody gave a key of a document its value (None: took it out)."""

    uri: str
    key: str
    value: Setting | None
    text: str
    by: str
    time: float


class Comments:
    """The comments on the policies of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def all(self) -> tuple[Comment, ...]:
        """Return every comment, the oldest first. Raises InvalidError where the record is damaged."""
        data = self._workspace.store.record(RECORD)
        try:
            return tuple(map(_comment, [] if data is None else json.loads(data)["comments"]))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            message = f"the comments on the policy are damaged ({error}); nothing was changed"
            raise InvalidError(message, reason="comments_damaged") from error

    def of(self, uri: str) -> dict[str, Comment]:
        """Return the last comment on each key of a document; none where the record is damaged."""
        try:
            return {comment.key: comment for comment in self.all() if comment.uri == uri}
        except InvalidError:
            return {}

    def add(self, uri: str, values: Iterable[tuple[str, Setting | None]], text: str, actor: Actor) -> None:
        """Note why keys of a document have their values."""
        now = self._workspace.clock.now()
        with self._workspace.exclusive(actor):
            new = [Comment(uri, key, value, text, actor.name, now) for key, value in values]
            kept = [*self.all(), *new][-KEPT:]
            listed: list[Json] = [asdict(comment) for comment in kept]
            data = json.dumps({"comments": listed}, indent=1, ensure_ascii=True).encode()
            self._workspace.store.put_record(RECORD, data, actor)


def _comment(item: dict[str, Json]) -> Comment:
    texts = {name: str(item[name]) for name in ("uri", "key", "text", "by")}
    value, time = item["value"], item["time"]
    if not isinstance(value, int | None) or not isinstance(time, int | float):
        raise TypeError("a comment has no value or no time")
    return Comment(value=value, time=float(time), **texts)
