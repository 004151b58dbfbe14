"""The demo: a throw-away copy of the bundled workspace, and two processes that keep its memory changing."""

from __future__ import annotations

from memdesk.cli.demo.agents import DemoAgents
from memdesk.cli.demo.copy import copy_demo

__all__ = ["DemoAgents", "copy_demo"]
