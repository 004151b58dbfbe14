"""Two hundred different writes over the five systems wait: each row of the list says which one it is."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from helpers.inbox_desk import InboxDesk
from helpers.originals import SYSTEMS, put
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.widgets.lists.rows import ROW_ROLE

WHO = ("Mei", "Jonas", "Maria", "Lin", "Ada", "Bob", "咖啡店", "Hao")
WHAT = ("wants tea at {}", "moved to street {}", "owes {} bowls", "was born in {}", "喜欢第 {} 号杯子")
EACH = 40


def said(number):
    """What the write of a number says, like no other one."""
    return f"{WHO[number % len(WHO)]} {WHAT[number % len(WHAT)].format(1900 + number)}"


def appended(uri):
    return lambda now, number: (uri, now(uri) + f"\n- {said(number)}\n".encode())


def in_profile(now, number):
    values = json.loads(now("profile/memory/profile.json"))
    values["user_name" if number % 2 else f"fact_{number}"] = said(number)
    return "profile/memory/profile.json", json.dumps(values, ensure_ascii=False, indent=2).encode()


def in_compartment(now, number):
    memory = json.loads(now("aigentic/memory.json"))
    entry = {
        **memory["session"][0],
        "id": f"{number:08}-ed46-4d7d-8e8f-ab379c78010f",
        "content": said(number),
    }
    memory["session"].append(entry)
    return "aigentic/memory.json", json.dumps(memory, indent=2).encode() + b"\n"


def in_warm_memory(now, number):
    memories = json.loads(now("evoclaw/memory/warm-memory.json"))
    memories.append({**memories[0], "id": f"{number:012x}", "text": said(number)})
    return "evoclaw/memory/warm-memory.json", json.dumps(memories, indent=2).encode()


WRITES = (
    appended("pegasus/memory/facts/user.md"),
    appended("memskill/memory/MEMORY.md"),
    in_profile,
    in_compartment,
    in_warm_memory,
)


@pytest.fixture
def root(tmp_path):
    for system, files in SYSTEMS.items():
        put(tmp_path / "root" / system.removeprefix("picoclaw-"), files)
    with Workspace.open(tmp_path / "root") as desk:
        for number in range(EACH * len(WRITES)):
            uri, data = WRITES[number % len(WRITES)](lambda uri: desk.read(uri).data, number)
            actor = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", f"s{number}")
            desk.commit(uri, data, ANY, actor)
    return tmp_path / "root"


@pytest.mark.slow
def test_every_row_of_the_first_screens_has_words_of_its_own(run_desk, root):
    for lang in ("en", "zh_CN"):
        desk = run_desk(root, size=(1440, 900), lang=lang)
        look_through(InboxDesk(desk))
        assert desk.complaints() == [], lang
        desk.end()


def look_through(inbox):
    """Look at the first screens of the inbox."""
    inbox.appear()
    assert inbox.reviewing.total == EACH * len(WRITES)
    page = inbox.page

    def titles():
        rows = page.list.visible_rows()
        page.model.want_words(rows)
        return [page.model.index(row).data(ROW_ROLE) for row in rows]

    for key in ("newest", "older"):
        inbox.until(lambda: all(any(mark in row.title for mark in WHO) for row in titles()))
        seen = titles()
        assert len(seen) >= 12, key
        twice = [title for title, count in Counter(row.title for row in seen).items() if count > 1]
        assert not twice
        page.list.setCurrentIndex(page.model.index(page.model.rowCount() // 2))
        page.list.scrollTo(page.list.currentIndex())
        inbox.desk.settle()
