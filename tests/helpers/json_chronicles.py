"""Histories of a JSON document: entries that come, are rewritten and go, and settings that are set.

Each is made of parts that are followed through it, so what the document would be without some of its changes
is known without any comparison of texts.
"""

from __future__ import annotations

import copy
import json
from itertools import pairwise

from helpers.chronicles import Seeded
from memdesk.text.building_on import Missing, building_on
from memdesk.text.merge.merge import MergeShape, merge
from memdesk.text.taking_back import TextChange, without

WORDS = ("tea", "a dog", "Kiel", "rain", "chess")
DEEDS = ("append",) * 4 + ("edit",) * 3 + ("delete", "tag", "set", "set", "unset")


class JsonChronicle:
    """A history: the parts of the document after each change, and which part each change was about."""

    def __init__(self, dice):
        self.dice, self.number = dice, 0
        parts = {self._fresh(): self._value() for _ in range(1 + dice.below(4))}
        self.states, self.about = [parts | {"set a": "one"}], []
        for _ in range(2 + dice.below(6)):
            self._step(dice.one_of(DEEDS))

    def _fresh(self):
        self.number += 1
        return f"entry {self.number}"

    def _value(self):
        self.number += 1
        return {"text": f"{self.dice.one_of(WORDS)} {self.number}"}

    def _step(self, deed):
        parts = dict(self.states[-1])
        entries = [name for name in parts if name.startswith("entry")]
        if deed == "append" or (deed in ("edit", "delete", "tag") and not entries):
            name = self._fresh()
            parts[name] = self._value()
        elif deed in ("edit", "tag"):
            name = self.dice.one_of(entries)
            more = {"tag": f"of {self.number}"} if deed == "tag" else self._value()
            self.number += 1
            parts[name] = parts[name] | more
        elif deed == "delete":
            name = self.dice.one_of(entries)
            del parts[name]
        else:
            name = f"set {self.dice.one_of('abc')}"
            self.number += 1
            parts[name] = f"{self.dice.one_of(WORDS)} {self.number}"
            if deed == "unset" and name in self.states[-1]:
                del parts[name]
        self.states.append(parts)
        self.about.append(name)

    @property
    def texts(self):
        """Every version as text."""
        return [written(parts) for parts in self.states]

    def left_without(self, going):
        """Return the parts that the other changes make; None where one has nothing to be about."""
        parts = copy.deepcopy(self.states[0])
        for number, name in enumerate(self.about):
            if number in going:
                continue
            before, after = self.states[number].get(name), self.states[number + 1].get(name)
            if name not in self.states[number]:
                parts[name] = copy.deepcopy(after)
            elif after is None:
                parts.pop(name, None)
            elif name not in parts:
                return None
            elif isinstance(after, dict):
                parts[name] = parts[name] | {
                    key: said for key, said in after.items() if before.get(key) != said
                }
            else:
                parts[name] = after
        return parts


def written(parts):
    """Write parts as a document."""
    notes = [{"id": name} | value for name, value in parts.items() if name.startswith("entry")]
    settings = {name: value for name, value in sorted(parts.items()) if name.startswith("set")}
    return json.dumps({"notes": notes, "settings": settings}, indent=2) + "\n"


def said(text):
    """Return what a document says, whatever the order of its entries."""
    value = json.loads(text)
    return {each["id"]: each for each in value["notes"]} | value["settings"]


def with_later(texts, number, *, closely):
    """Return the changes that go with one, the newest first, and the document without them.

    None for the document where they cannot go.
    """
    steps = [TextChange(*pair) for pair in pairwise(texts)]

    def look(one, at):
        found = without(steps[one], texts[at + 1], MergeShape.JSON)
        lines, stands, _ = found.standing
        return Missing(lines - stands, bool(found.conflicts), not stands)

    def alone(one, at):
        merged = merge(texts[at], texts[at + 1], texts[one + 1], MergeShape.JSON).text
        if merged is None:
            return Missing(0)
        lines, stands, _ = (found := without(steps[one], merged, MergeShape.JSON)).standing
        return Missing(lines - stands, bool(found.conflicts))

    going = building_on(number, len(steps) - 1, look, closely=closely, alone=alone if closely else None)
    now, undone = texts[-1], []
    for each in going:
        found = without(steps[each], now, MergeShape.JSON, undone=lambda: undone[::-1])
        if found.conflicts:
            return going, None
        now = found.text or ""
        undone.append(steps[each])
    return going, now


def of_json_with_later(seed, _formats=None):
    """Return what is wrong with a change of JSON taken back together with the later ones that build on it."""
    history = JsonChronicle(Seeded(seed))
    texts, wrong = history.texts, []
    for number, name in enumerate(history.about):
        if texts[number] == texts[number + 1]:
            continue
        going, left = with_later(texts, number, closely=False)
        if left is None:
            going, left = with_later(texts, number, closely=True)
        told = f"{seed}: {number} with {going}"
        if left is None or any(history.about[each] != name for each in going):
            wrong.append(told)
            continue
        was, is_now = history.states[number + 1].get(name), history.states[-1].get(name)
        if left == texts[-1] and was != is_now and (was is None or is_now is None or name.startswith("set")):
            continue  # nothing of it is left
        parts = history.left_without(going)
        if parts is not None and was is None and is_now is None:
            parts[name] = history.states[number][name]  # what went again meanwhile comes back all the same
        if parts is None or said(left) != said(written(parts)):
            wrong.append(f"{told} leaves {left}")
            continue
        stayed = [each for each in history.states[-1] if each in parts and each.startswith("entry")]
        order = [each["id"] for each in json.loads(left)["notes"] if each["id"] in stayed]
        if order != stayed:
            wrong.append(f"{told} changes the order")
        if (
            left != texts[-1]
            and without(TextChange(texts[-1], left), left, MergeShape.JSON).text != texts[-1]
        ):
            wrong.append(f"{told} is not undone")
    return wrong
