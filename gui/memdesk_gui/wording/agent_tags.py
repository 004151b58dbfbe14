"""Which of several agents a document belongs to, in a word."""

from __future__ import annotations

from collections.abc import Collection

from memdesk.model import DocumentInfo, Site
from memdesk_gui.wording.same_names import telling_folder
from memdesk_gui.wording.wording import system_name
from memdesk_gui.wording.writers import printable


def agent_tag(info: DocumentInfo, sites: Collection[Site]) -> str:
    """Return the name of the agent whose memory a document is: its folder, or its kind where that says more.

    Empty where the workspace holds the memory of one agent, or the document is nobody's memory.
    """
    holding = [site for site in sites if site.system == info.system and _holds(site, info.uri)]
    if len(sites) < 2 or not holding:
        return ""
    site = max(holding, key=lambda each: len(each.root))
    roots = {each.root for each in sites}
    is_alone = sum(each.root == site.root for each in sites) == 1
    folder = telling_folder(f"{site.root}/", [f"{root}/" for root in roots]) if site.root and is_alone else ""
    return printable(folder) or system_name(site.system)


def _holds(site: Site, uri: str) -> bool:
    return not site.root or uri.startswith(f"{site.root}/")
