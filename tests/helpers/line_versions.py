"""Versions of a text, made with dice: a base and what several made of it."""

from __future__ import annotations

_LINES = ("a", "b", "", "- x", "茶")


def _some(dice):
    return [dice.one_of(_LINES) for _ in dice.up_to(8)]


def _edited(dice, base, added=_LINES, put=_LINES):
    """Lines of which some were dropped or replaced, with others added anywhere and at the end."""
    lines = list(base)
    for _ in dice.up_to(dice.one_of((2, 2, 6))):
        at, how = dice.below(len(lines) + 1), dice.one_of(("add", "replace", "drop", "append"))
        if how == "add":
            lines.insert(at, dice.one_of(added))
        elif how == "append":
            lines.append(dice.one_of(added))
        else:
            lines[at : at + 1] = [dice.one_of(put)] * (how == "replace")
    return lines


def _text(dice, lines):
    return "\n".join(lines) + "\n" * (bool(lines) and dice.below(4) > 0)


def any_texts(dice):
    """A base and two texts that have few lines in common with it, or many; lines occur again and again."""
    base = _some(dice)
    sides = [_edited(dice, base) if dice.below(4) else _some(dice) for _ in range(2)]
    return tuple(_text(dice, lines) for lines in (base, *sides))


def versions(dice):
    """A base of distinct lines, and two versions whose new lines are not in it, so one matching is right."""
    base = [f"line {number}" for number in range(dice.below(10))]
    sides = [_edited(dice, base, ("red", "blue"), ("green", "grey")) for _ in range(2)]
    return tuple(_text(dice, lines) for lines in (base, *sides))


def versions_apart(dice):
    """Versions of which every line is there once, and no two have a new line in common."""
    base, *sides = (lines_of(text) for text in versions(dice))
    for number, side in enumerate(sides):
        side[:] = [line if line in base else f"{number} {at}" for at, line in enumerate(side)]
    return tuple(_text(dice, lines) for lines in (base, *sides))


def grown(dice):
    """A base that has lines, and three versions of it with other lines behind these."""
    base = [*_some(dice), "a"]
    more = [[f"{number} {at}" for at in range(1 + dice.below(3))] for number in range(3)]
    return tuple(_text(dice, [*base, *lines]) for lines in ([], *more))


def lines_of(text):
    """Return the lines of a text; whether a newline ends the last one does not count."""
    return text.removesuffix("\n").split("\n") if text else []
