"""The help page of what differs from the designs: its end is made of the rows."""

from __future__ import annotations

from conformance import HELP, documents

NAME = "28-designs"
WORDS = {
    "": ("{met} of {all} promises are met.", "different on purpose", "not there yet"),
    "_zh": ("{all} 条承诺中有 {met} 条做到。", "有意不同", "还没有"),
}


def page_path(language):
    """Return the page in a language: ``""`` for English, ``"_zh"`` for Chinese."""
    return HELP / (f"{NAME}.zh_CN.md" if language else f"{NAME}.md")


def made(language):
    """Return the page's sections: one a document, with what differs, then what is not there yet."""
    return "\n".join(_section(document, language) for document in documents())


def page(language):
    """Return the page as it should be: what a person wrote, then the sections."""
    path = page_path(language)
    head = path.read_text(encoding="utf-8").partition("\n## ")[0]
    return f"{head.rstrip()}\n\n{made(language)}"


def _section(document, language):
    counted, *states = WORDS[language]
    title = document.title_zh if language else document.title
    lines = [f"## {title}", "", counted.format(met=document.count("met"), all=len(document.rows)), ""]
    for state, words in zip(("differs", "open"), states, strict=True):
        found = [row for row in document.rows if row.state == state]
        lines += [f"- **{row.section}** ({words}): {getattr(row, state + language)}" for row in found]
        lines += [""] if found else []
    return "\n".join(lines)
