"""Which entries are meant: by category and tags, or by words in them."""

from __future__ import annotations

from collections.abc import Collection

from memdesk.systems.aigentic.page import Item


def matches(item: Item, category: str, tags: Collection[str], how: str = "all") -> bool:
    """Say whether an entry has the category and any of the tags; with ``any`` one of the two is enough.

    What is not asked for is no condition; categories and tags are compared letter by letter.
    """
    asked = []
    if category:
        asked.append(item.get("category") == category)
    if tags:
        has = item.get("tags")
        asked.append(isinstance(has, list) and not set(tags).isdisjoint(filter(_is_text, has)))
    return any(asked) if how == "any" and asked else all(asked)


def mentions(item: Item, words: str) -> bool:
    """Say whether an entry has these words in its content or category, in capitals or not."""
    texts = (item.get("content"), item.get("category"))
    return any(words.casefold() in text.casefold() for text in texts if isinstance(text, str))


def _is_text(value: object) -> bool:
    return isinstance(value, str)
