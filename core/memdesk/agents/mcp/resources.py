"""Documents over MCP: every document is a resource, ``memdesk:///`` and its quoted path."""

from __future__ import annotations

import base64
import json
import re
from urllib.parse import quote, unquote

from mcp_types import (
    BlobResourceContents,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from memdesk.agents.cache import DocumentCache
from memdesk.agents.mcp.bounds import MOST, end_of_line
from memdesk.agents.mcp.paging import PAGE, page_after
from memdesk.agents.mcp.prefixes import shown
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import NotFoundError
from memdesk.model import DocumentInfo, Nature, Occupant, revision_of
from memdesk.text.conflict_name import conflict_name
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

PREFIX = "memdesk:///"
_REST = re.compile(r"\?from=(?P<begin>[0-9]{1,15})&of=(?P<told>[0-9a-f]{12})\Z")
"""What follows the name of a resource too large for one answer: where it goes on, and what was read."""

TEMPLATES = ListResourceTemplatesResult(
    resource_templates=[
        ResourceTemplate(
            uri_template=PREFIX + "{+path}",
            name="document",
            title="A document",
            description="Any document by its path, also one that is not listed, like memory/MEMORY.md.",
        ),
        ResourceTemplate(
            uri_template=PREFIX + "{+path}{#part}",
            name="part",
            title="A part of a document",
            description="Part of a document: a key, an entry's id, a heading or a range of lines (L3-9), for "
            "example memory/profile.json#user_name",
        ),
    ]
)
"""How a resource is named by who knows what it wants."""

NO_DOCUMENTS: frozenset[str] = frozenset()
"""No documents at all."""

_TYPES = {"md": "text/markdown", "json": "application/json", "jsonl": "application/jsonl"}


def resource_uri(uri: str) -> str:
    """Return the resource that a document is."""
    return PREFIX + quote(uri, errors="surrogateescape")


def document_of(uri: str) -> str:
    """Return the document that a resource is. Raises NotFoundError for another server's."""
    if not uri.startswith(PREFIX):
        raise NotFoundError(f"{uri} is no resource of this server; they begin with {PREFIX}")
    return unquote(uri.removeprefix(PREFIX), errors="surrogateescape")


def kept_by_others(toolbox: Toolbox, workspace: Workspace, system: str | None) -> frozenset[str]:
    """Return the documents of agents whom a server of one system, or of one place of it, does not serve.

    What belongs to nobody is everybody's; a conflict copy belongs to whom its document does.
    """
    if system is None:
        return NO_DOCUMENTS
    served = {(site.system, site.root) for _, site in toolbox.places(system)}
    listing = workspace.scan()
    reports = workspace.systems(listing)
    own = NO_DOCUMENTS.union(*(each.uris for each in reports if (each.id, each.root) in served))
    theirs = NO_DOCUMENTS.union(*(each.uris for each in reports)) - own
    copies = ((info.uri, conflict_name(info.uri)) for info in listing.documents)
    return theirs.union(uri for uri, copy in copies if copy and copy.uri in theirs)


def subscribed_document(workspace: Workspace, uri: str, hidden: frozenset[str] = NO_DOCUMENTS) -> str:
    """Return the document whose changes somebody wants to hear of who names it, or a part of it, like this.

    A document need not be there yet, a part of one has to. Raises NotFoundError for a part that is not there,
    for another server's and for what is hidden, UnsafePathError for what can be no document of the workspace.
    """
    whole, _, part = uri.partition("#")
    document = _served(document_of(whole), hidden)
    instead = workspace.store.instead(document)
    if instead is not None and instead.what is Occupant.FOLDER and not instead.above:
        raise NotFoundError(f"{document} is a folder: subscribe to its documents, one by one")
    if part:
        DocumentCache(workspace).value(_address(workspace, document, part, hidden))
    return document


def listed(
    workspace: Workspace, cursor: str | None, hidden: frozenset[str] = NO_DOCUMENTS
) -> ListResourcesResult:
    """Return a page of the documents that are not hidden."""
    documents = sorted(
        (info.uri, info)
        for info in workspace.documents()
        if info.nature is Nature.FILE and info.uri not in hidden
    )
    page, following = page_after(documents, cursor, PAGE, is_sorted=True)
    return ListResourcesResult(resources=[_resource(info) for info in page], next_cursor=following)


def read(workspace: Workspace, uri: str, hidden: frozenset[str] = NO_DOCUMENTS) -> ReadResourceResult:
    """Return a document's content: text where it is UTF-8, else bytes; or the part behind a ``#``.

    Of much only the beginning is returned, with a second content that names the resource of the rest. Raises
    NotFoundError for what is hidden, and for the rest of what has changed since.
    """
    whole, hash_, part = uri.partition("#")
    rest = _REST.search(whole)
    whole = whole[: rest.start()] if rest else whole
    document = _served(document_of(whole), hidden)
    address = _address(workspace, document, part, hidden) if part else ""
    content, kind = _part(workspace, address) if part else _whole(workspace, document)
    data = content if isinstance(content, bytes) else content.encode(errors="surrogatepass")
    told = revision_of(data).rpartition(":")[2][:12]
    begin = int(rest["begin"]) if rest else 0
    if rest and (rest["told"] != told or begin >= len(content)):
        raise NotFoundError(f"{whole}{hash_}{part} has changed since: read it from its beginning")
    end = begin + MOST
    if end < len(content) and isinstance(content, str):
        end = begin + end_of_line(content[begin:end])
        end += content.startswith("\n", end)
    contents = [_contents(uri, kind, content[begin:end])]
    if end < len(content):
        following = f"{whole}?from={end}&of={told}{hash_}{part}"
        words = f"[Cut here: {begin} to {end} of {len(content)}. The rest is the resource {following}]"
        contents.append(_contents(following, "text/plain", words))
    return ReadResourceResult(contents=contents)


def _served(document: str, hidden: frozenset[str]) -> str:
    if document in hidden:
        raise NotFoundError(f"{document} is the memory of an agent that this server does not serve")
    return document


def _address(workspace: Workspace, document: str, part: str, hidden: frozenset[str]) -> str:
    """Return the address of a part that is served: the name of a document may go on behind the ``#``."""
    address = f"{document}#{unquote(part)}"
    _served(workspace.locate(address)[0], hidden)
    return address


def _contents(uri: str, kind: str, content: str | bytes) -> TextResourceContents | BlobResourceContents:
    if isinstance(content, str):
        return TextResourceContents(uri=uri, mime_type=kind, text=content)
    return BlobResourceContents(uri=uri, mime_type=kind, blob=base64.b64encode(content).decode())


def _whole(workspace: Workspace, document: str) -> tuple[str | bytes, str]:
    """Return a document and what it is."""
    data = workspace.read(document).data
    decoded = decode(data)
    is_text = decoded.editable and decoded.form.encoding == "utf-8"
    return data.decode() if is_text else data, _type(document)


def _part(workspace: Workspace, place: str) -> tuple[str, str]:
    """Return a part of a document and what it is."""
    found = DocumentCache(workspace).value(place)
    if isinstance(found, str):
        return found, "text/plain"
    return json.dumps(found, ensure_ascii=False, indent=2), "application/json"


def _resource(info: DocumentInfo) -> Resource:
    uri, said = resource_uri(info.uri), info.kind.value.replace("_", " ")
    if copy := conflict_name(info.uri):
        said = f"conflict copy of {copy.uri.rpartition('/')[2].encode('utf-8', 'replace').decode()}, {said}"
    return Resource(
        uri=uri,
        name=shown(info.uri),
        title=info.title.encode("utf-8", "replace").decode(),
        description=f"{said} of {info.system}" if info.system else said,
        mime_type=_type(info.uri),
        size=info.size,
    )


def _type(uri: str) -> str:
    return _TYPES.get(uri.rpartition(".")[2].lower(), "text/plain")
