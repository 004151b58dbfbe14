"""The window's translations: collect the strings for translators, compile them, or check they are complete.

``translations.py update`` rewrites the .ts files from the source, keeping every translation, and compiles
each into the .qm that the window loads; ``translations.py check`` changes nothing and fails where one of them
is behind the source or incomplete.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "memdesk_resources" / "i18n"
FORMS = {"en": 2, "zh_CN": 1}
"""Every language with the number of its plural forms."""

PLURALS_ONLY = "en"
"""The language of the source: it needs only the plural forms that one source string cannot hold."""

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
PLACES = re.compile(r"%n|%L?\d|\{\w*\}")

Key = tuple[str, str]


def main(task: str) -> int:
    """Run one task; return the process's exit status."""
    strings = extract()
    if task == "update":
        FOLDER.mkdir(exist_ok=True)
        for language in FORMS:
            path = FOLDER / f"{language}.ts"
            path.write_text(rendered(language, strings, translations(path)), encoding="utf-8")
            compile_to(path, path.with_suffix(".qm"))
        return 0
    found = [problem for language in FORMS for problem in problems(language, strings)]
    sys.stderr.write("".join(f"{problem}\n" for problem in found))
    return 1 if found else 0


def extract() -> list[Key]:
    """Return context and text of every string in the window's source."""
    sources = sorted(str(path) for path in (ROOT / "gui").rglob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "found.ts")
        _tool("pyside6-lupdate", *sources, "-locations", "none", "-ts", str(found))
        return sorted(translations(found))


def translations(path: Path) -> dict[Key, list[str]]:
    """Return the forms of every string in a .ts file; an unfinished one has empty forms."""
    if not path.exists():
        return {}
    return {
        (context.findtext("name", ""), message.findtext("source", "")): _forms(message)
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    }


def rendered(language: str, strings: list[Key], known: dict[Key, list[str]]) -> str:
    """Return the text of a language's .ts file: these strings with the translations that are known."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for context, text in _wanted(language, strings):
        if context not in contexts:
            contexts[context] = ET.SubElement(root, "context")
            ET.SubElement(contexts[context], "name").text = context
        _add_message(contexts[context], text, known.get((context, text), []), FORMS[language])
    ET.indent(root, "    ")
    return HEAD + ET.tostring(root, encoding="unicode", short_empty_elements=False) + "\n"


def problems(language: str, strings: list[Key]) -> Iterator[str]:
    """Yield what is missing, unfinished or stale in one language."""
    path = FOLDER / f"{language}.ts"
    known = translations(path)
    wanted = _wanted(language, strings)
    if set(wanted) != set(known):
        yield f"{path.name}: the source has other strings; run `make i18n`"
    yield from (
        f"{path.name}: {problem}" for problem in incomplete({key: known.get(key, []) for key in wanted})
    )
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder, "compiled.qm")
        committed = path.with_suffix(".qm")
        compile_to(path, compiled)
        if not committed.exists() or compiled.read_bytes() != committed.read_bytes():
            yield f"{committed.name}: not made from {path.name}; run `make i18n`"


def incomplete(known: dict[Key, list[str]]) -> Iterator[str]:
    """Yield every string without a complete translation that keeps its placeholders."""
    for (context, text), forms in known.items():
        if not forms or not all(forms):
            yield f"{context}: not translated: {text!r}"
        elif any(set(PLACES.findall(form)) != set(PLACES.findall(text)) for form in forms):
            yield f"{context}: other placeholders than its source: {text!r}"


def compile_to(source: Path, target: Path) -> None:
    """Compile a .ts file. A window that runs has the one before mapped into its memory, and keeps that."""
    with tempfile.TemporaryDirectory(prefix=".", dir=target.parent) as folder:
        compiled = Path(folder, target.name)
        _tool("pyside6-lrelease", str(source), "-qm", str(compiled))
        compiled.replace(target)


def _wanted(language: str, strings: list[Key]) -> list[Key]:
    return [key for key in strings if language != PLURALS_ONLY or "%n" in key[1]]


def _forms(message: ET.Element) -> list[str]:
    forms = list(message.iter("numerusform")) or message.findall("translation")
    return ["".join(form.itertext()).strip() for form in forms]


def _add_message(context: ET.Element, text: str, forms: list[str], count: int) -> None:
    plural = "%n" in text
    message = ET.SubElement(context, "message", {"numerus": "yes"} if plural else {})
    ET.SubElement(message, "source").text = text
    translation = ET.SubElement(message, "translation")
    if not forms or not all(forms):
        translation.set("type", "unfinished")
    if not plural:
        translation.text = "".join(forms[:1])
        return
    for form in (forms + [""] * count)[:count]:
        ET.SubElement(translation, "numerusform").text = form


def _tool(name: str, *arguments: str) -> None:
    command = [str(Path(sys.executable).parent / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} failed: {done.stderr or done.stdout}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
