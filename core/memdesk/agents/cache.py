"""Documents and parts of them in their parsed form, kept while they stay the same."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import NamedTuple

from memdesk.agents.transaction import look_at, never
from memdesk.errors import NotFoundError
from memdesk.model import Json
from memdesk.text.encoding import whole_text
from memdesk.text.fragment import FragmentTarget, find_part, no_part
from memdesk.workspace import Workspace


class _Kept(NamedTuple):
    is_still: Callable[[], bool]
    whole: FragmentTarget


class DocumentCache:
    """What was read of a workspace. For one thread at a time."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._kept: dict[str, _Kept] = {}

    def value(self, uri: str) -> Json:
        """Return what a document says, or the key, entry or section that a ``#fragment`` names.

        It is parsed where it has a parsed form, else its text. Raises NotFoundError where there is none.
        """
        path, _, part = uri.partition("#")
        kept = self._kept.get(path)
        if kept is not None and kept.is_still():
            data = kept.whole.data
            found = data.get(part) if isinstance(data, dict) else None
            if isinstance(found, str):
                return found
        return self._look_for(uri)

    def _look_for(self, uri: str) -> Json:
        """Find a part in whatever way a fragment can name one; nobody else gets hold of what is kept."""
        path, part = self._workspace.locate(uri)
        whole = self._whole(path)
        structured = path.lower().endswith(".json")
        found = find_part(part, whole.text, whole.data, structured=structured) if part else whole
        if found is None:
            raise NotFoundError(no_part(path, part, whole.text or "", structured=structured), uri=uri)
        return found.text if found.data is None else deepcopy(found.data)

    def _whole(self, path: str) -> FragmentTarget:
        kept = self._kept.get(path)
        if kept is not None and kept.is_still():
            return kept.whole
        look, info = look_at(self._workspace, path), self._workspace.info(path)
        data = look.data or b""
        whole = FragmentTarget(whole_text(data), self._workspace.parse(info, data).data)
        is_still = self._workspace.store.still(path, look.stamp) if look.stamp else never
        self._kept[path] = _Kept(is_still, whole)
        return whole
