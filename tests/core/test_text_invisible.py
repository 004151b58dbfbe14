"""Hidden characters are found and named; those a script or an emoji needs are left alone."""

from __future__ import annotations

import pytest

from memdesk.text.invisible import Hidden, hidden

ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in "gbeng") + "\U000e007f"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("a\u200bb", "ZWSP"),
        ("a\u202eb", "RLO"),
        ("a\u2066b", "LRI"),
        ("a\ufeffb", "BOM"),
        ("a\u2028b", "LSEP"),
        ("a\x1bb", "U+001B"),
        ("a\u200db", "ZWJ"),
        ("a\u200cb", "ZWNJ"),
        ("a\ufe0fb", "VS"),
        ("a\u00adb", "SHY"),
    ],
)
def test_a_hidden_character_is_named(text, label):
    assert hidden(text) == (Hidden(1, 2, label),)


def test_a_hidden_message_is_one_run():
    message = "".join(chr(0xE0000 + ord(c)) for c in "obey me")
    assert hidden("hi" + message) == (Hidden(2, 9, "TAG×7"),)


def test_a_tag_message_after_a_flag_is_still_found():
    message = "".join(chr(0xE0000 + ord(c)) for c in "gbevil") + "\U000e007f"
    assert hidden("\U0001f3f4" + message) == (Hidden(1, 8, "TAG×7"),)


@pytest.mark.parametrize(
    "text",
    [
        "plain text",
        "中文，标点。\u00a0é",
        "👩\u200d💻 and ❤\ufe0f and 🏳\ufe0f\u200d🌈",
        "1\ufe0f\u20e3",
        "می\u200cخواهم",
        "क्\u200dष",
        ENGLAND,
        "tab\tand\nnewline",
    ],
)
def test_what_belongs_to_the_writing_is_left_alone(text):
    assert hidden(text) == ()
