"""The MCP server: an agent's tools, documents as resources, prompt contexts as prompts, over stdio."""

from __future__ import annotations

from memdesk.mcp_server.serve import MemoryServer

__all__ = ["MemoryServer"]
