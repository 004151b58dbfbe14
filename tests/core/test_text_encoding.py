"""Bytes to text and back."""

from __future__ import annotations

import math
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import UnencodableError
from memdesk.text.encoding import LineNumbers, TextForm, decode, decode_past_nul, encode

ENDINGS = ["\n", "\r\n", "\r", "\u2029", "\ufdd0", "\ufdd1"]
lines = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
texts = st.lists(st.tuples(lines, st.sampled_from(ENDINGS)), max_size=12).map(
    lambda pairs: "".join(line + end for line, end in pairs)
)


def round_trip(data):
    decoded = decode(data)
    return encode(decoded.text, decoded.form, decoded.text)


@given(texts, st.sampled_from(["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"]))
def test_unchanged_text_gives_the_same_bytes(text, codec):
    bom = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(codec, b"")
    data = bom + text.encode(codec)
    decoded = decode(data)
    assert decoded.editable
    assert "\r" not in decoded.text
    assert "\u2029" not in decoded.text
    assert round_trip(data) == data


@given(st.binary(max_size=200))
def test_any_bytes_are_shown_and_editable_ones_come_back(data):
    decoded = decode(data)
    if decoded.editable:
        assert round_trip(data) == data
    else:
        assert decoded.reason in {"encoding", "binary"}


@given(texts, st.data())
def test_an_edit_of_one_line_keeps_every_other_byte(text, data):
    decoded = decode(text.encode())
    rows = decoded.text.split("\n")
    at = data.draw(st.integers(0, len(rows) - 1))
    old_row = rows[at]
    before = encode("\n".join([*rows[:at], "", *rows[at + 1 :]]), decoded.form, decoded.text)
    rows[at] = "\U0001f4a1 quite new"
    after = encode("\n".join(rows), decoded.form, decoded.text)
    assert len(after) - len(before) == len(rows[at].encode())
    assert len(text.encode()) - len(before) == len(old_row.encode())


def test_new_lines_get_the_usual_ending_and_old_ones_keep_theirs():
    decoded = decode(b"a\r\nb\nc\r\nd\r\ne")
    assert decoded.form.mixed
    assert encode("a\nnew\nb\nc\nd\ne", decoded.form, decoded.text) == b"a\r\nnew\r\nb\nc\r\nd\r\ne"
    assert encode("b\nc\nd\ne", decoded.form, decoded.text) == b"b\nc\r\nd\r\ne"
    assert encode("a\nB!\nc\nd\ne", decoded.form, decoded.text) == b"a\r\nB!\nc\r\nd\r\ne"
    assert encode("a\nb\nc\nd\ne\n", decoded.form, decoded.text) == b"a\r\nb\nc\r\nd\r\ne\r\n"


def test_uniform_endings_are_kept_for_new_lines():
    decoded = decode(b"\xef\xbb\xbfa\r\nb\r\n")
    assert decoded.form == TextForm("utf-8", True, "\r\n")
    assert not decoded.form.mixed
    assert encode("a\nx\nb\n", decoded.form, decoded.text) == b"\xef\xbb\xbfa\r\nx\r\nb\r\n"


def test_other_encodings_are_shown_but_not_edited():
    decoded = decode("会议记录\r\n第二行".encode("gb18030"))
    assert decoded.text == "会议记录\n第二行"
    assert (decoded.editable, decoded.reason, decoded.form.encoding) == (False, "encoding", "gb18030")
    latin = decode("caf\xe9 cr\xe8me, na\xefve \xff".encode("latin-1"))
    assert latin.reason == "encoding"
    assert latin.text.startswith("caf")


@pytest.mark.parametrize("data", [b"a\0b", b"\xff\xfea\0\0\0", bytes(range(256)), b"\xff" * 40, b"\0" * 5000])
def test_binary_is_a_preview(data):
    decoded = decode(data)
    assert (decoded.editable, decoded.reason) == (False, "binary")
    assert decoded.text.startswith("00000000  ")
    assert len(decoded.text.splitlines()) <= 257


def test_empty_file():
    assert decode(b"").text == ""
    assert decode(b"").editable
    assert round_trip(b"") == b""


def test_half_characters_are_refused():
    with pytest.raises(UnencodableError, match="line 2"):
        encode("fine\n\ud800", TextForm(), "")


def test_a_big_mixed_file_keeps_its_line_ends():
    data = b"one\r\ntwo\n" * 200_000
    decoded = decode(data)
    rows = decoded.text.split("\n")
    rows[200:90_000] = ["x"] * 70_000
    assert encode("\n".join(rows), decoded.form, decoded.text).startswith(b"one\r\ntwo\n")


def test_the_usual_ending_is_named():
    assert decode(b"a\r\nb\r\nc\n").form.newline == "\r\n"
    assert decode(b"a\rb").form.newline == "\r"
    assert decode(b"a\nb").form.newline == "\n"


@pytest.mark.parametrize(
    ("data", "lined", "lines"),
    [
        (b"a\nb\n", "a\nb\n", [1, 2, 3]),
        (b"a\r\nb\r\n", "a\nb\n", [1, 2, 3]),
        (b"a\rb\r\nc\nd", "a\rb\nc\nd", [1, 1, 2, 3]),
        ("a\u2029b\n".encode(), "a\u2029b\n", [1, 1, 2]),
        (b"a\rb\r", "a\rb\r", [1, 1, 1]),
    ],
)
def test_only_newlines_count_in_the_address_of_a_line(data, lined, lines):
    decoded = decode(data)
    assert decoded.lined == lined
    assert len(lined) == len(decoded.text)
    pieces = range(1, decoded.text.count("\n") + 2)
    numbers = LineNumbers(decoded.form)
    assert [numbers.line(piece) for piece in pieces] == lines
    assert [numbers.piece(line) for line in lines] == [lines.index(line) + 1 for line in lines]
    assert decoded.own.encode() == data


WRITTEN = [
    "- 花园在池塘边，每天早上浇水。\n",
    "每天早上给花床浇水，别忘了苍鹭。",
    "# Сад\n\n- Цапля стоит у пруда.\n",
    "- 庭の池にサギがいます。\n- 朝に水をやる。\n",
    "- 정원의 연못에 왜가리가 있다.\n",
]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", WRITTEN)
def test_wide_letters_that_no_mark_announces_are_read_past_it(text, codec):
    data = text.encode(codec)
    assert not decode(data).editable
    read = decode_past_nul(data)
    assert (read.text, read.editable, read.form.encoding) == (text, False, codec)


@pytest.mark.parametrize("text", [WRITTEN[0], WRITTEN[1], "- 池塘\n", "苍鹭在池塘边站了一整天。\n" * 40])
def test_an_older_encoding_of_chinese_is_not_taken_for_wide_letters(text):
    data = text.encode("gb18030")
    assert decode_past_nul(data) == decode(data)
    assert decode(data).text == text


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 3,
        b"PK\x03\x04" + bytes(range(0, 256, 3)) * 8,
        zlib.compress("".join(map(str, range(4_000))).encode()) * 2,
        b"".join(struct.pack("<h", int(9_000 * math.sin(each / 7))) for each in range(2_000)),
        b"".join(struct.pack("<I", each * 7) for each in range(500)),
        b"\x00\x01\x02\x03" * 40,
    ],
)
def test_what_is_no_text_stays_none(data):
    assert decode_past_nul(data).reason in ("binary", "encoding")
    assert decode_past_nul(data) == decode(data)
