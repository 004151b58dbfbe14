"""What is in quarantine is known again where its letters are written as numbers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from memdesk.findings.quarantine_guard import brought_back, findings_of
from memdesk.findings.quarantined import Quarantined
from memdesk.model import revision_of

SAID = "the heron at the pond always gets two fish on mondays"
OLD = f"# Pond\n\n## Birds\n\n{SAID}\nand a frog on sundays, too\n"
SPELLED = {
    "one letter as JSON": json.dumps({"k": SAID}).replace("h", "\\u0068"),
    "JSON with its line ends": json.dumps({"k": OLD}),
    "JSON in JSON": json.dumps({"k": json.dumps({"k": SAID}).replace("h", "\\u0068")}),
    "HTML": "".join(f"&#{ord(letter)};" for letter in SAID),
    "HTML, hexadecimal": "".join(f"&#x{ord(letter):x};" for letter in SAID),
    "an address": "".join(f"%{ord(letter):02x}" for letter in SAID),
    "an address twice": SAID.replace(" ", "%2520"),
    "large letters": SAID.upper(),
    "all numbers": "".join(f"\\u{ord(letter):04x}" for letter in SAID),
    "its beginning": "they say " + SAID[:40],
    "its end": f"note that at the {SAID[-38:]}, always",
    "a piece in large letters": SAID[8:47].upper(),
    "a piece in numbers": "".join(f"\\u{ord(letter):04x}" for letter in SAID[6:48]),
}


@pytest.fixture
def quarantined():
    text, before = OLD.partition("## Birds\n\n")[2], OLD.encode()
    return Quarantined(
        id="b1",
        uri="notes/pond.md",
        part="Birds",
        by="ada",
        time=1.0,
        why="",
        before=before,
        after=b"# Pond\n",
        text=text,
        base=revision_of(before),
        made=None,
    )


@pytest.mark.parametrize("form", SPELLED)
def test_numbers_for_letters_bring_nothing_back_unseen(quarantined, form):
    new = SPELLED[form]
    assert brought_back([quarantined], "other.json", "", new) == (quarantined,)
    (finding,) = findings_of([quarantined], new)
    assert finding.code == "quarantine_back"


@pytest.mark.parametrize(
    "new",
    [
        "the heron at the lake always gets one frog on fridays",
        "the heron at the pond",
        "at the pond always gets",
        "and a frog on mondays, too",
        "100% of the herons",
        "a \\u0068eron",
        "&#104;eron",
        "%zz &#x; \\u12",
        "\\udead",
    ],
)
def test_other_text_with_numbers_is_let_be(quarantined, new):
    assert brought_back([quarantined], "other.json", "", new) == ()


def test_a_piece_of_chinese_is_known_again(quarantined):
    text = "苍鹭每逢星期一在池塘边总能得到两条鱼和一只青蛙"
    item = replace(quarantined, text=text, before=f"# 池塘\n{text}\n".encode(), after="# 池塘\n".encode())
    assert brought_back([item], "other.md", "", "听说：在池塘边总能得到两条鱼和一只青蛙。") == (item,)
    assert brought_back([item], "other.md", "", "池塘边有一只苍鹭，星期一不来。") == ()


def test_what_the_document_says_already_is_not_back(quarantined):
    assert brought_back([quarantined], "other.md", f"{SAID[:40]}\n", f"{SAID[:40]}\nmore\n") == ()
