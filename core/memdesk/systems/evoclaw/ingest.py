"""Takes facts from daily notes: boxes that are checked, bold lines, bullets that tell of a decision. Pure.

The rules are the skill's, but that few words may tell a decision; Chinese has its own words, and lengths
count bytes, as its letters say more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta

from memdesk.model import Json
from memdesk.systems.evoclaw.arguments import LONGEST_CATEGORY
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.evoclaw.distil import MOST_BYTES, shortened
from memdesk.systems.evoclaw.entries import NewMemory
from memdesk.systems.evoclaw.retrieve import found_topics

DAYS = 2
"""How many days the skill looks back, today among them."""

GENERAL = "general"
_DONE = re.compile(r"[-*+] \[[xX]\](.*)")
_BULLET = re.compile(r"[-*+] (.*)")
_DECISION = re.compile(
    r"\b(?:decided|agreed|confirmed|fixed|blocked|resolved|deployed|installed|created|published|completed"
    r"|migrated|downloaded)\b"
    r"|决定|同意|确认|修复|阻塞|受阻|解决|部署|安装|创建|发布|完成|迁移|下载|选定|采用",
    re.IGNORECASE,
)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_CHECKED, _BOLD, _DECIDED = 0.7, 0.7, 0.75
_SHORTEST_FACT, _SHORTEST_BOLD = 15, 11
_SECTIONS = {
    "technical/gpu": "gpu server media video image comfyui ltx 显卡 服务器 视频 图像",
    "projects/evoclaw": "evoclaw coverage ci test",
    "projects/clawchain": "clawchain substrate blockchain 区块链",
    "projects/evoclaw/memory": "memory tiered consolidat 记忆",
    "technical/cron": "cron monitor alert 定时 监控 告警",
    "social": "twitter social moltbook 社交",
}
"""The words of a heading by which the skill chooses a topic; the index's own topics go first."""


def is_recent(name: str, today: date, days: int) -> bool:
    """Say whether a file's name begins with one of the last days."""
    return name.endswith(".md") and any(
        name.startswith(f"{today - timedelta(days=back):%Y-%m-%d}") for back in range(days)
    )


def facts_in(note: str, tree: Mapping[str, Json]) -> Iterator[NewMemory]:
    """Yield what a note has to be remembered, in its order."""
    category, fenced = GENERAL, False
    for line in map(str.strip, note.split("\n")):
        if _FENCE.match(line):
            fenced = not fenced
        elif line.startswith("## "):
            category, fenced = category_of(line[3:], tree), False
        elif not fenced and (found := _fact(line)):
            text = shortened(found[0], MOST_BYTES)
            yield NewMemory(text, category, found[1], details_of(text))


def fresh(facts: Iterator[NewMemory], known: Collection[str]) -> Iterator[NewMemory]:
    """Yield the facts that are not known yet, each once; letter case and outer space make no difference."""
    seen = {same(text) for text in known}
    for fact in facts:
        if same(fact.text) not in seen:
            seen.add(same(fact.text))
            yield fact


def same(text: str) -> str:
    """Return what two texts that are taken for one have in common."""
    return text.strip().lower()


def category_of(heading: str, tree: Mapping[str, Json]) -> str:
    """Return the topic of a section: one of the index that its heading names, else by the skill's words."""
    words = re.findall(r"[^\W_]+", heading.lower())
    for path in found_topics(heading, tree):
        if path.rpartition("/")[2].lower() in words or path.rpartition("/")[2] in heading:
            return path[:LONGEST_CATEGORY]
    return next((path for path, known in _SECTIONS.items() if _names(known.split(), words, heading)), GENERAL)


def _names(known: list[str], words: list[str], heading: str) -> bool:
    """Say whether a heading has one of the words; short ones only as a whole, Chinese ones anywhere."""
    return any(
        term in heading
        if not term.isascii()
        else any(word == term or (len(term) > 3 and word.startswith(term)) for word in words)
        for term in known
    )


def _fact(line: str) -> tuple[str, float] | None:
    """Return what a line has to be remembered, and how much it matters."""
    if done := _DONE.match(line):
        return _long_enough(done[1].replace("**", "").strip(), _CHECKED)
    if line.startswith("**"):
        bold = "**" in line[2:] and len(line.encode()) >= _SHORTEST_BOLD
        return _long_enough(line.replace("**", "").strip().rstrip(":："), _BOLD) if bold else None
    bullet = _BULLET.match(line)
    if bullet and _DECISION.search(line):
        return _long_enough(bullet[1].strip(), _DECIDED)
    return None


def _long_enough(text: str, importance: float) -> tuple[str, float] | None:
    return (text, importance) if len(text.encode()) >= _SHORTEST_FACT else None
