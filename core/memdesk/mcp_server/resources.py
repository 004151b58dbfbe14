"""Documents over MCP: every document is a resource, ``memdesk:///`` and its quoted path."""

from __future__ import annotations

import base64
import json
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

from memdesk.errors import NotFoundError
from memdesk.mcp_server.fronts import shown
from memdesk.model import DocumentInfo, Nature
from memdesk.readings import Readings
from memdesk.text.conflict_name import conflict_name
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace

PREFIX = "memdesk:///"
PAGE = 1_000
"""Resources in one answer."""

TEMPLATES = ListResourceTemplatesResult(
    resource_templates=[
        ResourceTemplate(
            uri_template=PREFIX + "{+path}",
            name="document",
            title="A document",
            description="A document by its path in the workspace, listed or not: memory/MEMORY.md",
        ),
        ResourceTemplate(
            uri_template=PREFIX + "{+path}{#part}",
            name="part",
            title="A part of a document",
            description="A key, an entry's id, a heading or lines (L3-9) of a document: "
            "memory/profile.json#user_name",
        ),
    ]
)
"""How a resource is named by who knows what it wants."""

_TYPES = {"md": "text/markdown", "json": "application/json", "jsonl": "application/jsonl"}


def resource_uri(uri: str) -> str:
    """Return the resource that a document is."""
    return PREFIX + quote(uri, errors="surrogateescape")


def document_of(uri: str) -> str:
    """Return the document that a resource is. Raises NotFoundError for another server's."""
    if not uri.startswith(PREFIX):
        raise NotFoundError(f"{uri} is no resource of this server; they begin with {PREFIX}")
    return unquote(uri.removeprefix(PREFIX), errors="surrogateescape")


def subscribed_document(workspace: Workspace, uri: str) -> str:
    """Return the document whose changes somebody wants to hear of who names it, or a part of it, like this.

    A document need not be there yet, a part of one has to. Raises NotFoundError for a part that is not there
    and for another server's, UnsafePathError for what can be no document of the workspace.
    """
    whole, _, part = uri.partition("#")
    document = document_of(whole)
    workspace.store.stamp(document)
    if part:
        Readings(workspace).value(f"{document}#{unquote(part)}")
    return document


def listed(workspace: Workspace, cursor: str | None) -> ListResourcesResult:
    """Return a page of the documents; the cursor is the name of the last one before it."""
    documents = [info for info in workspace.documents() if info.nature is Nature.FILE]
    rest = [info for info in documents if cursor is None or info.uri > cursor]
    last = rest[PAGE - 1].uri if len(rest) > PAGE else None
    return ListResourcesResult(resources=[_resource(info) for info in rest[:PAGE]], next_cursor=last)


def read(workspace: Workspace, uri: str) -> ReadResourceResult:
    """Return a document's content: text where it is UTF-8, else bytes; or the part behind a ``#``."""
    whole, _, part = uri.partition("#")
    if part:
        return _read_part(workspace, uri, f"{document_of(whole)}#{unquote(part)}")
    data = workspace.read(document_of(uri)).data
    kind = _type(uri)
    decoded = decode(data)
    if decoded.editable and decoded.form.encoding == "utf-8":
        text = TextResourceContents(uri=uri, mime_type=kind, text=data.decode())
        return ReadResourceResult(contents=[text])
    blob = base64.b64encode(data).decode()
    return ReadResourceResult(contents=[BlobResourceContents(uri=uri, mime_type=kind, blob=blob)])


def _read_part(workspace: Workspace, uri: str, place: str) -> ReadResourceResult:
    found = Readings(workspace).value(place)
    if isinstance(found, str):
        text = TextResourceContents(uri=uri, mime_type="text/plain", text=found)
    else:
        said = json.dumps(found, ensure_ascii=False, indent=2)
        text = TextResourceContents(uri=uri, mime_type="application/json", text=said)
    return ReadResourceResult(contents=[text])


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
