"""What a server says beside an answer: what a person rejected and why, each session once."""

from __future__ import annotations

from threading import Lock

from mcp_types import CallToolResult, TextContent

from memdesk.model import Actor
from memdesk.workspace import Workspace

DAYS = 7
"""How long a rejection is told to sessions that have not heard of it."""
MOST = 5


class ClientNotices:
    """Tells one client what it has to know beside what it asked for. For any thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._told: set[str] = set()
        self._lock = Lock()

    def beside(self, answer: CallToolResult, actor: Actor) -> CallToolResult:
        """Return an answer with what is new to this client."""
        found = self._rejections(actor)
        if not found:
            return answer
        content = [*answer.content, *(TextContent(type="text", text=words) for words in found)]
        structured = {**(answer.structured_content or {}), "notices": found}
        return answer.model_copy(update={"content": content, "structured_content": structured})

    def _rejections(self, actor: Actor) -> list[str]:
        since = self._workspace.clock.now() - DAYS * 86_400
        with self._lock:
            rejected = self._workspace.staging.desk().rejected
            found = [
                each
                for each in rejected.values()
                if each.actor == actor.name and each.time >= since and each.id not in self._told
            ][-MOST:]
            self._told.update(rejected)
        return [
            f"A person {'reverted' if each.verdict == 'reverted' else 'rejected'} your write to "
            f"{', '.join(each.documents)} ({each.id}): {each.reason}"
            for each in found
        ]
