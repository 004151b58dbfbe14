"""Numbers written in Chinese letters."""

from __future__ import annotations

_DIGITS = {letter: value for value, letter in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_STEPS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}

LETTERS = "".join([*_DIGITS, *_STEPS, *_MYRIADS])


def han_number(letters: str) -> int | None:
    """Return the number that Chinese letters write; None where they write none."""
    if all(letter in _DIGITS for letter in letters):
        return int("".join(str(_DIGITS[letter]) for letter in letters)) if letters else None
    total = part = 0
    digit: int | None = None
    last = 10
    for letter in letters:
        if letter in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[letter]
        elif letter in _STEPS:
            part += (1 if digit is None else digit) * _STEPS[letter]
            digit, last = None, _STEPS[letter]
        elif letter in _MYRIADS:
            total = (total + part + (digit or 0)) * _MYRIADS[letter]
            part, digit, last = 0, None, _MYRIADS[letter]
        else:
            return None
    if digit is not None and last > 10 and letters[-2] not in "零〇":
        # "一千五" is fifteen hundred.
        digit *= last // 10
    return total + part + (digit or 0)
