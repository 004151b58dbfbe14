"""What a question is searched by, in any script, and what of it weighs nothing."""

from __future__ import annotations

import pytest

from memdesk.index.grams import grams, question
from memdesk.text import little_words
from memdesk.text.terms import (
    MOST_ASKED,
    QuestionTerms,
    asked,
    each_word,
    folded,
    found_in,
    holds,
    is_common,
    matches,
    terms_of,
)


def finds(question, text):
    return bool(found_in(terms_of(text), *asked(question)))


@pytest.mark.parametrize(
    ("question", "telling", "more"),
    [
        ("What is my dog's name?", ("dog", "name"), ()),
        ("where do I go in May", ("go", "may"), ()),
        ("where is room 7", ("room",), ("7",)),
        ("port 8080 of 127.0.0.1", ("127.0.0.1", "port", "8080"), ()),
        ("我的狗叫什么", ("狗叫",), ()),
        ("API 的密码在哪里？", ("api", "密码"), ()),
        ("项目有多少人", ("项目",), ("目有", "人")),
        ("１２３号", ("123",), ("号",)),
        ("张三和李四的电话", ("张三", "李四", "电话"), ("三和", "和李")),
        ("私の犬の名前は何ですか", ("私", "犬", "名前"), ()),
        ("りんごはどこにありますか", ("りんご",), ()),
        ("コーヒーは好きですか", ("コーヒー",), ("好",)),
        ("강아지 이름이 뭐야?", ("강아지", "이름"), ()),
        ("Где живёт моя собака?", ("живет", "собака"), ()),
        ("¿Dónde está el café?", ("cafe",), ()),
        ("NAS password", ("nas", "password"), ()),
        ("Which IT team does WHO mean?", ("it", "team", "who"), ("mean",)),
        ("nas", ("nas",), ()),
        ("tea OR coffee", ("tea", "coffee"), ()),
        ("WHAT IS IT", (), ()),
        ("who", (), ()),
        ("what is it", (), ()),
        ("的了", (), ()),
        ("", (), ()),
    ],
)
def test_a_question_is_what_tells_something_in_it(question, telling, more):
    assert asked(question) == QuestionTerms(telling, more)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("services", "the service listens"),
        ("who was running", "Ana runs"),
        ("what is baking", "they bake"),
        ("which cities", "a city"),
        ("config", "the configuration"),
        ("cafe", "au café"),
        ("café", "cafe\u0301 du coin"),
        ("api 8080", "ＡＰＩ"),
        ("1000", "costs 1,000 euros"),
        ("٨٠٨٠", "port 8080"),
        ("127.0.0.1", "at 127.0.0.1:8080"),
        ("2026-02", "on 2026-02-18"),
        ("кому дать собаку", "собака спит"),
        ("коты", "кот спит"),
        ("елка", "Ёлка стоит"),
        ("кофе", "КОФЕ"),
        ("狗", "宠物狗叫 Bob"),
        ("コーヒー", "コーヒーメーカーを買う"),
        ("집이 어디", "집은 서울에 있습니다"),
        ("หมาชื่ออะไร", "หมาของฉันชื่อโบ้"),
        ("कुत्ते का नाम", "मेरे कुत्ते का नाम शेरू है"),
        ("كَلْبِي", "كلبي اسمه بوب"),
        ("Zoe", "Zoë’s doctor"),
    ],
)
def test_what_is_meant_is_found_however_it_is_written(question, text):
    assert finds(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what is the capital of Mongolia", "This is the list of the commands."),
        ("the lemon", "lives in Lisbon"),
        ("cat", "the category"),
        ("plan", "the planet"),
        ("80", "port 8080"),
        ("8.0", "version 18.0"),
        ("我的工作", "我的工具"),
        ("法国的首都在哪里", "密码在保险柜里，是昨天的"),
        ("モンゴルの首都はどこですか", "りんごはここにあります"),
        ("몽골의 수도는 어디입니까", "저는 커피를 좋아합니다. 서울에 있습니다"),
        ("какая столица Монголии", "какая собака"),
        ("집", "수집"),
        ("кот", "который"),
    ],
)
def test_what_shares_only_little_words_or_parts_of_words_is_not_found(question, text):
    assert not finds(question, text)


def test_weak_terms_count_only_with_telling_ones():
    assert found_in(terms_of("room 7"), *asked("which is room 7")) == ("room", "7")
    assert found_in(terms_of("7 dogs"), *asked("which is room 7")) == ()
    assert found_in(terms_of("7 dogs"), *asked("7")) == ("7",)


def test_a_phrase_is_not_in_the_middle_of_a_word():
    assert holds("a black cat sat", "black cat")
    assert not holds("the category", "cat")
    assert holds("打开api网关", "api")
    assert holds("宠物狗叫", "物狗")


def test_words_come_uncut_and_little_ones_are_known():
    assert list(each_word("The Dogs' 狗 run_now")) == ["the", "dogs", "狗", "run", "now"]
    assert is_common("the")
    assert is_common("get")
    assert not is_common("dogs")
    assert matches("dogs", terms_of("dog"))


def test_little_words_stand_as_texts_are_compared():
    known = little_words.WORDS | little_words.HARDLY | little_words.KOREAN_WORDS
    assert [word for word in known if folded(word) != word] == []
    assert asked("Какой чай любит мой дядя?").telling == tuple(map(folded, ("чай", "любит", "дядя")))


def test_of_a_question_without_end_the_beginning_counts():
    assert asked("dog " * MOST_ASKED + "cat").telling == ("dog",)
    assert asked("狗" * MOST_ASKED * 10) == asked("狗" * MOST_ASKED)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("كتاب", "الكتاب على الطاولة"),
        ("الكتاب", "اشتريت كتاب جديد"),
        ("والكتاب", "كتاب"),
        ("كتاب", "بالكتاب"),
        ("مدرسة", "المدرسة قريبة"),
        ("المدرسه", "المدرسة قريبة"),
        ("احمد", "أحمد يسكن هنا"),
        ("مكتبة", "المكتبات"),
        ("کتاب", "كتاب"),
        ("ספר", "הספר על השולחן"),
        ("הספר", "קניתי ספר"),
    ],
)
def test_an_article_written_together_with_its_word_makes_no_other_word(query, text):
    assert finds(query, text)
    if query != "مكتبة":  # what only ends otherwise is no word of the index
        [term] = question(query).terms
        assert set(term.tokens) <= set(grams(text).split())


@pytest.mark.parametrize(
    ("query", "text"), [("كتاب", "الباب"), ("ספר", "הסוף"), ("الله", "له"), ("ההר", "הר")]
)
def test_what_only_begins_alike_finds_nothing(query, text):
    assert not finds(query, text)


def test_little_words_are_folded_as_questions_are():
    assert asked("أين على إلى متى Tbilisi").telling == ("tbilisi",)
    assert all(folded(word) == word for word in little_words.WORDS)
