"""Documents that agents generate from others: worked out anew where these become something else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from memdesk.errors import MemdeskError
from memdesk.model import Site, revision_of
from memdesk.review.revert import Planned, Reversal
from memdesk.systems.system import Generates
from memdesk.workspace import Workspace


def renewed(workspace: Workspace, reversal: Reversal) -> Reversal:
    """Return a plan with what is generated from its documents; what it is about already stays."""
    known = {document.uri for document in reversal.documents}
    found: dict[str, Planned] = {}
    for document in reversal.documents:
        with suppress(MemdeskError):  # what cannot be generated is left to the agent
            more = _generated(workspace, reversal, document)
            found |= {each.uri: each for each in more if each.uri not in known}
    return replace(reversal, documents=(*reversal.documents, *found.values())) if found else reversal


def _generated(workspace: Workspace, reversal: Reversal, document: Planned) -> Iterator[Planned]:
    if document.data is None or document.old is None:
        return
    info = workspace.info(document.uri)
    system = workspace.registry.get(info.system) if info.system else None
    if not isinstance(system, Generates) or not system.generates_from(info.kind):
        return
    from memdesk.agents.transaction import Recollection, ToolTransaction  # heavy, and few documents need it

    memory = ToolTransaction(workspace, _site(workspace, system, document.uri), Recollection(workspace))
    for each in reversal.documents:
        if each.data is not None:
            memory.write(each.uri, each.data)
    system.renew(memory, document.uri, document.old)
    for edit in memory.edits():
        old = memory.before(edit.uri)
        yield Planned(edit.uri, None if old is None else revision_of(old), old, edit.new)


def _site(workspace: Workspace, system: Generates, uri: str) -> Site:
    """Return the place of a system that a document is in."""
    sites = workspace.scan().sites
    return next(site for site in sites if site.system == system.id and system.classify(site, uri) is not None)
