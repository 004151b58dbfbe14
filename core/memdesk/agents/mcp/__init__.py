"""The MCP server: an agent's tools, documents as resources, prompt contexts as prompts, over stdio."""

from __future__ import annotations

from memdesk.agents.mcp.server import MemoryServer

__all__ = ["MemoryServer"]
