"""Secrets that are known are covered wherever a text holds them, and nothing else is."""

from __future__ import annotations

import json

import pytest

from memdesk.checks.covering import covers_for, mask
from memdesk.checks.covers import MANY, NO_COVERS, SecretMask

PASSWORD = "hunter2-Kx9vQ2"
LINES = ("MIIEvQIBADANBgkqhkiG9w0", "BAQEFAASCBKcwggSjAgEAAo")
KEY = "\n".join(["-----BEGIN PRIVATE KEY-----", *LINES, "-----END PRIVATE KEY-----"])


def test_a_secret_that_was_found_is_covered_in_any_other_text():
    covers = covers_for(f"- Wifi password: {PASSWORD}\n", quick=True)
    assert covers.shown(f"密码是{PASSWORD}吗 ({PASSWORD}) 🙂{PASSWORD}") == "密码是••••••吗 (••••••) 🙂••••••"
    assert covers.shown("nothing of it") == "nothing of it"


def test_a_private_key_is_covered_line_by_line_also_as_the_json_around_it_says_it():
    text = json.dumps({"key": KEY})
    covers = covers_for(text, quick=True)
    for shown in (covers.shown(text), covers.shown(KEY)):
        assert not any(line in shown for line in LINES)
    assert covers.shown(KEY).count("\n") == 3


def test_json_that_writes_letters_as_numbers_is_covered_as_it_stands_and_as_it_reads():
    text = json.dumps({"密码": f"密码: {PASSWORD}é"})
    covers = covers_for(text, quick=True)
    assert PASSWORD not in covers.shown(text)
    assert PASSWORD not in covers.shown(json.loads(text)["密码"])


def test_a_short_secret_is_one_only_as_a_word_of_its_own():
    covers = SecretMask(["sunny"])
    assert covers.shown("sunny, sunnyside, 很sunny") == "••••••, sunnyside, 很••••••"


def test_what_is_too_short_to_be_known_again_covers_nothing():
    assert not SecretMask(["abc"])
    assert not NO_COVERS
    assert SecretMask(["abc", "abcd"]) == SecretMask(["abcd"])


@pytest.mark.parametrize("cut", [f"password: {PASSWORD[:9]}…", f"password: {PASSWORD[:9]}"])
def test_the_beginning_of_a_secret_is_covered_where_a_list_cuts_its_text(cut):
    assert SecretMask([PASSWORD]).shown(cut) == "password: ••••••"


def test_of_two_that_begin_alike_the_longer_one_is_covered():
    covers = SecretMask(["hunter2-Kx9v", PASSWORD])
    assert covers.spans(f"a {PASSWORD} b") == [(2, 2 + len(PASSWORD))]
    assert SecretMask(["hunter2-Kx9v"]) | SecretMask([PASSWORD]) == covers


def test_very_many_that_begin_alike_cover_all_that_stands_together():
    covers = SecretMask(f"hunter{'x' * length}" for length in range(2, MANY + 4))
    assert covers.shown("a hunterzzzzzz b") == "a •••••• b"


def test_quick_leaves_out_only_what_the_library_tells():
    assert mask(f"password: {PASSWORD}", quick=True) == mask(f"password: {PASSWORD}") == "password: ••••••"
