"""What a part of a write would tear apart: memories in no tier, categories and topics that point at none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memdesk.errors import InvalidError
from memdesk.systems.evoclaw.hot_items import hot_of, hot_texts
from memdesk.systems.evoclaw.places import AgentPaths, agents, places
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.topics import node_paths, path_fault
from memdesk.systems.evoclaw.values import list_of, object_of, text_of, texts_of
from memdesk.systems.tools import SiteMemory


def torn(before: SiteMemory, whole: SiteMemory, after: SiteMemory) -> tuple[tuple[str, str], ...]:
    """Return what is wrong after a part of a write, but for what was wrong before or is wrong after all.

    Each is told in words, and by the name of the memory, topic or document.
    """
    found: list[tuple[str, str]] = []
    for agent in dict.fromkeys((*agents(before), *agents(whole))):
        at = places(after, agent)
        try:
            kept, wanted = _texts(before, at), _texts(whole, at)
            is_lost = (kept & wanted) - _texts(after, at)
            faults = dict.fromkeys(_faults(after, at))
            known = {*_faults(before, at), *_faults(whole, at)}
        except InvalidError as error:
            found.append((error.message, error.uri or ""))
            continue
        for text in sorted(is_lost):
            line = " ".join(text.split())[:80]
            found.append((f"this memory would be lost: {line}", line))
        found += [fault for fault in faults if fault not in known]
    return tuple(found)


def _texts(memory: SiteMemory, at: AgentPaths) -> set[str]:
    """Return what the memories of all tiers say."""
    tiers = AgentTiers(memory, at)
    stored = {text_of(entry.get("text")) for entry in tiers.entries} | {cold.text for cold in tiers.cold()}
    hot = hot_of(memory, at)
    lessons = (text_of(object_of(each).get("text")) for each in list_of(hot.get("critical_lessons")))
    return stored | hot_texts(hot) | {*lessons}


def _faults(memory: SiteMemory, at: AgentPaths) -> Iterator[tuple[str, str]]:
    tiers = AgentTiers(memory, at)
    filed = [text_of(entry.get("category")) for entry in tiers.entries]
    for category in dict.fromkeys((*filed, *(cold.category for cold in tiers.cold()))):
        is_topic = not path_fault(category) and category.partition("/")[0] != "hot"
        if is_topic and category not in tiers.tree:
            yield f"memories would be filed under {category}, which is no topic", category
    for path in node_paths(tiers.tree):
        for child in texts_of(object_of(tiers.tree[path]).get("children")):
            if child not in tiers.tree:
                yield f"the topic {path} would name {child} below it, which is no topic", child
    names = Counter(text_of(entry.get("id")) for entry in tiers.entries)
    yield from ((f"two memories would be called {name}", name) for name, count in names.items() if count > 1)
