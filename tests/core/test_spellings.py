"""What is written in several ways is found in each, by every search alike, and nothing else with it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from memdesk.index import SearchConfig, SearchIndex
from memdesk.model import DocumentInfo, Kind, Nature
from memdesk.search import search
from memdesk.search.snippets import snippet
from memdesk.systems.picoclaw_memskill.retrieval import rank, split_chunks
from memdesk.text.dates import dates_in
from memdesk.text.spellings import asked_for, beside, beside_each, places_alike

WAYS = [
    ["e-mail", "email", "E-Mail", "e-mails"],
    ["Wi-Fi", "wifi", "WiFi", "Wi\u2011Fi"],
    ["co-operate", "cooperate", "coöperate"],
    ["C++", "c++", "C++17"],
    ["C#", "c#"],
    [".NET", ".net", "dotnet"],
    ["node.js", "Node.js", "nodejs", "NodeJS"],
    ["v2.1", "2.1", "V2.1"],
    ["python3.11", "Python 3.11"],
    ["ＡＰＩ", "API", "api"],
    ["１２３４", "1234"],
    ["café", "CAFE", "cafe\u0301"],
    ["Straße", "STRASSE"],
    ["O'Brien", "O’Brien", "OBrien"],
    ["🎉", "❤ 🎉"],
    ["👍🏽", "👍"],
    ["1,000", "1000", "1 000", "1'000", "1.000", "1\u202f000"],
    ["1.234,50", "1,234.50", "1234.50"],
    ["3.14", "3,14"],
    [".5", "0.5"],
    [
        "2026-03-01",
        "2026/3/1",
        "20260301",
        "01.03.2026",
        "1 March 2026",
        "March 1st, 2026",
        "1. März 2026",
        "2026年3月1日",
        "二〇二六年三月一日",
    ],
    ["12 May", "May 12th", "5月12日", "五月十二号"],
    ["2026年12月", "二〇二六年十二月", "December 2026"],
    ["31 October", "十月三十一日", "10月31日"],
    ["rateLimit", "rate_limit", "rate-limit", "RateLimit", "RATE_LIMIT", "ratelimit"],
    ["getUserById", "get_user_by_id", "get-user-by-id"],
    ["backup03", "backup-03", "Backup-03"],
    ["utf-8", "UTF8"],
    ["U.S.A.", "USA"],
    ["AT&T", "at&t"],
    ["real-time", "realtime"],
    ["/etc/nginx/nginx.conf", "nginx.conf"],
    ["https://example.com/docs", "example.com/docs"],
    ["2:30pm", "2:30 pm"],
    ["2.5GB", "2.5 GB"],
    ["+49 170 1234567", "+491701234567", "0049 170 1234567", "+49 (0)170 1234567"],
    ["555-123-4567", "(555) 123-4567", "555.123.4567", "5551234567"],
    ["138 0013 8000", "138-0013-8000", "13800138000"],
    ["Wi-Fi密码", "wifi密码"],
    ["1000元", "1,000元", "1 000元"],
    ["soft\u00adware", "software"],
]
BESIDE = [
    "The dog sleeps all day in the garden and barks at cats.",
    "Lunch is at noon; a box with 12 fish, 5 apples and 26 pears.",
    "Ana drew C in the school of music on a Tuesday of April.",
    "服务器在汉堡，狗叫 Bob",
]


def held(texts):
    said = {f"q{number}q.md": text for number, text in enumerate(texts)}
    infos = [DocumentInfo(uri, None, Kind.OTHER, uri, 1, 1, Nature.FILE) for uri in said]
    index = SearchIndex("w", config=SearchConfig(db_path=":memory:"))
    index.update(infos, lambda uri: said[uri].encode())
    return index


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: ways[0])
def test_every_spelling_finds_every_other_and_nothing_else(ways):
    texts = [f"We noted {way} there for later." for way in ways]
    with held([*texts, *BESIDE]) as index:
        for query in ways:
            uris = {hit.uri for hit in search(index, query, 30).hits}
            assert uris == {f"q{number}q.md" for number in range(len(ways))}, query


@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: ways[0])
def test_what_an_agent_is_given_goes_by_the_same_spellings(ways):
    chunks = split_chunks("\n\n".join([*(f"We noted {way} there for later." for way in ways), *BESIDE]))
    for query in ways:
        found = {hit.chunk.line for hit in rank(chunks, query, 30)}
        assert {2 * number + 1 for number in range(len(ways))} <= found, query


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("C++", "Ana drew C in the school"),
        ("C#", "C major"),
        ("C", "written in C++ by Ana"),
        ("C", "written in C#, by Ana"),
        ('"C++ code"', "some C# code"),
        (".5", "5 pears, 2.5 and 0.51"),
        ("0.5", "10.5 and 5"),
        ("1 March 2026", "on 1 March 2025"),
        ("2026-03-01", "on 2026-03-11"),
        ("12 May", "12 apples, may be 13"),
        ("ill", "I'll come"),
        ("1020", "rooms 10-20"),
        ("🎉", "👍"),
        ("backup-03", "backup 04"),
        ("10-20", "it is 1020"),
        ("shell", "she'll go"),
        ("三月一日", "三月十一日"),
        ("2026-03-01", "call 555-123-4568"),
        ("5551234567", "555-123-4568"),
        ("e-ma*", "a mad dog"),
        ("-email wi-fi", "wi-fi by e-mail"),
    ],
)
def test_what_only_looks_alike_is_not_found(query, text):
    with held([text, *BESIDE]) as index:
        assert "q0q.md" not in {hit.uri for hit in search(index, query).hits}


@pytest.mark.parametrize(
    ("query", "text"),
    [("website", "the web site is down"), ("time zone", "his timezone is UTC"), ("GPT 4", "asked GPT4")],
)
def test_words_next_to_each_other_may_be_one(query, text):
    with held([text, *BESIDE]) as index:
        assert [hit.uri for hit in search(index, query).hits] == ["q0q.md"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("C++", "他用C++写"),
        ("nodejs", "用node.js写"),
        ("dotnet", "用.NET写"),
        ("2.1", "版本v2.1的"),
        ("1000", "共1 000元"),
        ("email", "我的e-mail地址"),
        ("2026-03-01", "在2026年3月1日开会"),
        ("5551234567", "电话555-123-4567。"),
    ],
)
def test_a_spelling_right_beside_chinese_letters_is_found(query, text):
    with held([text, *BESIDE]) as index:
        assert [hit.uri for hit in search(index, query).hits] == ["q0q.md"]
    assert rank(split_chunks("\n\n".join([text, *BESIDE])), query, 30)[0].chunk.text == text


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("wifi", "the wi fi key"),
        ("wi fi", "the wifi key"),
        ("e mail", "send it by email"),
        ("email", "send it by e mail"),
        ("xray", "an x ray of it"),
        ("gpt4", "asked GPT 4"),
        ("OAuth2", "by OAuth 2"),
    ],
)
def test_an_agent_is_given_what_is_one_word_or_two(query, text):
    [first, *_] = rank(split_chunks("\n\n".join([text, *BESIDE])), query, 30)
    assert first.chunk.text == text


def test_a_question_keeps_the_words_that_may_be_one_with_the_next():
    [found] = rank(split_chunks("\n\n".join(["the host is up", *BESIDE])), "db host", 30)
    assert found.matched == ("host",)


@pytest.mark.parametrize("text", ["sent by e-mail", "sent by email", "sent by e mail"])
def test_the_beginning_of_a_word_with_signs_finds_it_in_every_spelling(text):
    with held([text, "on 1 March 2026", *BESIDE]) as index:
        assert [hit.uri for hit in search(index, "e-ma*").hits] == ["q0q.md"]
        assert [hit.uri for hit in search(index, "2026-0*").hits] == ["q1q.md"]


def test_a_negative_number_is_asked_for_and_a_word_left_out():
    with held(["the temperature is -5", "the temperature is high", *BESIDE]) as index:
        assert search(index, "temperature -5").hits[0].uri == "q0q.md"
        assert [hit.uri for hit in search(index, "temperature -high").hits] == ["q0q.md"]
        assert [hit.uri for hit in search(index, 'temperature -"5"').hits] == ["q1q.md"]


def test_a_day_is_found_by_its_moments():
    with held(["seen 2026-03-01T14:30:00Z", *BESIDE]) as index:
        assert [hit.uri for hit in search(index, "1 March 2026").hits] == ["q0q.md"]


def test_a_picture_beside_words_asks_for_nothing():
    with held(["the dog is Bob", "🙂 later"]) as index:
        assert [hit.uri for hit in search(index, "dog 🙂").hits] == ["q0q.md"]


def test_a_hit_tells_what_was_asked_for_and_shows_where_it_stands():
    filler = "nothing of that here, " * 9
    with held([f"{filler}send it by e-mail on 2026-03-01. {filler}"]) as index:
        [hit] = search(index, "email 1 March 2026").hits
    assert hit.matched == ("1 march 2026", "email")
    assert hit.missing == ()
    assert "e-mail" in hit.snippet
    assert "2026-03-01" in snippet(f"{filler} due 2026-03-01 {filler}", ["1 march 2026"])


@pytest.mark.parametrize(
    ("text", "term", "shown"),
    [
        ("We started there. {0} the art show {0}", "art", "the art show"),
        ("unhosted {0} the host here {0}", "host", "the host here"),
        ("110 {0} room 10 here {0}", "10", "room 10 here"),
        ("2.15 {0} it is v2.1 here {0}", "2.1", "v2.1 here"),
        ("{0} the wi fi key {0}", "wifi", "the wi fi key"),
        ("{0} many hosted {0}", "hosting", "many hosted"),
    ],
)
def test_a_snippet_shows_the_word_that_was_found_and_no_part_of_another(text, term, shown):
    assert shown in snippet(text.format("nothing of that in here, " * 12), [term])


def test_places_alike_are_those_of_other_spellings():
    def marked(text, *terms):
        return [text[start:end] for start, end in places_alike(text, terms)]

    assert marked("by e-mail, not mail", "email") == ["e-mail"]
    assert marked("node.js and C++", "nodejs", "c++") == ["node.js", "C++"]
    assert marked("on 1 March 2026, 🎉", "2026-03-01", "🎉") == ["1 March 2026", "🎉"]
    assert marked("in realtime", "real", "time") == ["realtime"]
    assert marked("the Wi Fi key", "wifi") == ["Wi Fi"]
    assert marked("the dog", "cat") == []


@pytest.mark.parametrize(
    "text", ["The dog sleeps.", "We'll go; don't.", "10-20 of 3, i.e. 4.5", "99.99.2026", "a - b", "狗叫 Bob"]
)
def test_an_ordinary_text_has_no_other_spelling(text):
    assert beside(text).replace("ie", "").strip() == ""
    assert [*dates_in(text)] == []


def test_what_is_asked_for_in_several_ways_never_overlaps():
    spans = [
        (each.start, each.end) for each in asked_for("v2.1 on 1 March 2026 by e-mail: rate_limit, C++ 🎉")
    ]
    assert len(spans) == 6
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_texts_that_are_told_of_together_say_what_each_says_alone():
    ordinary = ["The dog sleeps.", "", "狗叫 Bob", "12 about 7 rooms"]
    special = [" ".join(ways) for ways in WAYS] + ['".npmrc"', ".npmrc", "1 March 2026", "call 030/1234567"]
    texts = [text for each in special for text in (each, *ordinary)]
    texts += ["in March ", "5 dogs", "rate_", "limit", "01 23 45 67", "+1 555 010 9999"]
    assert beside_each(texts) == [*map(beside, texts)]
    assert beside_each(ordinary) == [""] * len(ordinary)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ('Ada -"C++ code"', "Ada wrote C code"),
        ("Ada -C++", "Ada wrote it in C"),
        ("Ada -C", "Ada wrote it in C++"),
        ("notepad", "opened in Notepad++ there"),
        ("C", "written in C, not C++"),
        ("C++ code", "some C++ code"),
    ],
)
def test_what_must_not_be_there_leaves_out_nothing_else(query, text):
    with held([text, *BESIDE]) as index:
        assert "q0q.md" in {hit.uri for hit in search(index, query, 30).hits}


def test_what_must_not_be_there_is_left_out_as_it_is_spelled():
    with held(["Ada wrote C++ code", *BESIDE]) as index:
        assert not search(index, 'Ada -"C++ code"', 30).hits


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("use Wi－Fi on", "wifi", ["Wi－Fi"]),
        ("my Ｅ－ｍａｉｌ here", "email", ["Ｅ－ｍａｉｌ"]),
        ("the v２.１ of it", "2.1", ["v２.１"]),
        ("on ２０２６-03-01 there", "1 march 2026", ["２０２６-03-01"]),
        ("for １，０００ of them", "1000", ["１，０００"]),
        ("an email there", "e-ma*", ["email"]),
        ("the wi-fi there", "wif*", ["wi-fi"]),
        ("the rate_limit is", "ratel*", ["rate_limit"]),
        ("took 0.5 l of 5", ".5", ["0.5"]),
        ("took .5 l of 5", "0.5", [".5"]),
        ("has 1,000 of them", "1000", ["1,000"]),
        ("in C++, C# and C", "C", ["C"]),
    ],
)
def test_what_is_found_is_marked_as_it_is_spelled(text, query, marked):
    with held([text]) as index:
        (hit,) = search(index, query).hits
    assert [text[start:end] for start, end in places_alike(text, hit.matched)] == marked


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("5 kg", "a bag of 5kg rice"),
        ("RTX 4090", "has an RTX4090 card"),
        ("2 TB", "on a 2TB disk"),
        ("0170 1234567", "call +49 170 1234567"),
        ("+49 170 1234567", "call 0170 1234567 now"),
        ("+491701234567", "or 0170/1234567"),
        ("+1 555 123 4567", "call 555-123-4567"),
        ("13800138000", "call +86 138 0013 8000"),
    ],
)
def test_a_number_is_found_with_what_belongs_to_it_and_without(query, text):
    with held([text, *BESIDE]) as index:
        assert [hit.uri for hit in search(index, query, 30).hits] == ["q0q.md"]
    chunks = split_chunks(f"We noted {text} there.\n\nThe dog sleeps all day.")
    assert [hit.chunk.line for hit in rank(chunks, query, 30)] == [1]


def test_a_number_of_another_country_is_not_found():
    with held(["call +49 170 1234567", *BESIDE]) as index:
        assert not search(index, "+33 170 1234568", 30).hits
