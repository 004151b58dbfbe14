"""Every claim of the map in CONTRIBUTING.md, held against the source."""

from __future__ import annotations

import ast
import re
import tomllib

from helpers.shape import circles, shape_of
from helpers.source import ROOT, modules, packages

MAP = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

FILE_MODULES = {"os", "shutil", "io", "tempfile", "subprocess", "sqlite3", "watchdog", "filelock"}
READING = {
    "open",
    "read_text",
    "read_bytes",
    "iterdir",
    "glob",
    "rglob",
    "lstat",
    "is_dir",
    "is_file",
    "QFile",
}
WRITING = {
    "write_text",
    "write_bytes",
    "mkdir",
    "unlink",
    "rmdir",
    "touch",
    "symlink_to",
    "QSaveFile",
    "QDir",
}

PURE_ROOMS = (
    "core/memdesk/text",
    "core/memdesk/checks",
    "core/memdesk/systems",
    "core/memdesk/model.py",
)
SCREEN_ROOMS = tuple(f"gui/memdesk_gui/{room}" for room in ("features", "editors", "widgets"))


def first_sentence(text):
    """Return a docstring's first sentence in one line."""
    return re.split(r"(?<=\.)\s", " ".join((text or "").split()))[0]


def test_the_map_names_every_room_with_its_purpose():
    told = dict(re.findall(r"^\| `([\w/]+)` \| (.+?) \|$", MAP, re.M))
    rooms = [room for room in packages() if room.count("/") < 3]
    docstrings = {module.path: ast.get_docstring(module.tree) for module in modules()}
    assert told == {room: first_sentence(docstrings[f"{room}/__init__.py"]) for room in rooms}


def test_a_divided_room_names_the_rooms_in_it():
    docstrings = {module.path: ast.get_docstring(module.tree) for module in modules()}
    inner = [room for room in packages() if room.count("/") > 2 and "/systems/" not in room]
    assert inner
    for room in inner:
        house, _, name = room.rpartition("/")
        assert f"``{name}``" in docstrings[f"{house}/__init__.py"], room


def test_the_cores_rooms_are_few_and_rest_on_each_other_one_way():
    """Imports for type checking count: who reads a room has to know what they name."""
    shape = shape_of("core/memdesk")
    assert shape.circles == []
    assert len(shape.rooms) <= 24
    assert shape.number_of_arrows <= 140


def test_the_windows_rooms_are_few_and_rest_on_each_other_one_way():
    shape = shape_of("gui/memdesk_gui")
    assert shape.circles == []
    assert len(shape.rooms) <= 12
    assert shape.number_of_arrows <= 50


def test_the_window_knows_no_feature_by_name():
    [registry] = [module for module in modules() if module.path == "gui/memdesk_gui/features/registry.py"]
    named = {alias.name for node in registry.nodes(ast.ImportFrom) for alias in node.names} - {"Feature"}
    shell = [module for module in modules() if module.path.startswith("gui/memdesk_gui/shell/")]
    assert len(named) > 20
    assert len(shell) > 10
    for module in shell:
        known = {node.id for node in module.nodes(ast.Name)} & named
        assert not known, module


def test_circles_are_found_wherever_they_begin():
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"f"}, "f": {"e"}}
    assert circles(arrows) == [["b", "c"], ["e", "f"]]


def test_the_ways_through_the_code_lead_where_they_say():
    page = (ROOT / "resources/memdesk_resources/help/32-follow-the-code.md").read_text(encoding="utf-8")
    ways = page.split("\n## ")[1:]
    assert len(ways) == 3
    for way in ways:
        stops = re.findall(r"^[0-9]+[.] `([^`]+)` `([^`]+)`", way, re.M)
        assert 5 < len(stops) <= 12
        for path, function in stops:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            found = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert function in found, (path, function)


def test_pure_rooms_and_screen_rooms_touch_no_file():
    for module in modules(*PURE_ROOMS, *SCREEN_ROOMS):
        imported = {name.partition(".")[0] for name in module.imports() if name}
        if is_in_memory(module):
            imported.discard("sqlite3")
        assert not imported & FILE_MODULES, module
        called = {name for name, call in module.calls() if not is_ours(name, call)}
        assert not called & (READING | WRITING), module


def is_in_memory(module):
    """Whether every database that a module opens is bytes in memory, and no file."""
    opened = [call.args[0] for name, call in module.calls() if name == "connect"]
    return all(isinstance(place, ast.Constant) and place.value == ":memory:" for place in opened)


def is_ours(name, call):
    """Whether ``open`` is a method of our own records or widgets (``documents.open``), not the built-in."""
    return name == "open" and isinstance(call.func, ast.Attribute)


def test_strings_for_translators_are_literal():
    for module in modules("gui/memdesk_gui"):
        for name, call in module.calls():
            if name in {"tr", "translate", "QT_TRANSLATE_NOOP"}:
                texts = call.args[-1:] if name == "QT_TRANSLATE_NOOP" else call.args[:2]
                made = [text for text in texts if isinstance(text, ast.JoinedStr)]
                assert not made, f"{module}:{call.lineno}"


def test_every_system_is_announced_and_tested():
    announced = SETTINGS["project"]["entry-points"]["memdesk.systems"]
    rooms = (module for module in modules("core/memdesk/systems") if module.path.endswith("/__init__.py"))
    systems = {module.path.split("/")[-2] for module in rooms if any(module.nodes(ast.ClassDef))}
    assert {target.partition(":")[0].rpartition(".")[2] for target in announced.values()} == systems
    tests = " ".join(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [system for system in systems if system not in tests] == []


def test_the_core_holds_no_words_for_translators():
    for module in modules("core/memdesk"):
        # A text's own ``translate`` takes a table and nothing else.
        words = {name for name, call in module.calls() if name != "translate" or len(call.args) > 1}
        assert not words & {"tr", "translate", "gettext"}, module


def test_sizes():
    for module in modules():
        assert module.text.count("\n") <= 700, module
        for node in module.nodes(ast.FunctionDef, ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < 90, f"{module}: {node.name}"
        for node in module.nodes(ast.ClassDef):
            assert node.end_lineno - node.lineno < 500, f"{module}: {node.name}"


def test_everything_public_says_what_it_is_for():
    for module in modules("core/memdesk", "gui/memdesk_gui"):
        assert ast.get_docstring(module.tree), module
        assert list(untold(module.tree)) == [], module


def test_no_public_class_stands_twice():
    homes = {}
    for module in modules():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module.path)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def untold(owner):
    """Yield the public functions, classes, methods and signals that have no docstring, branches included."""
    for place, node in enumerate(owner.body):
        for branch in branches(node):
            yield from untold(branch)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.startswith("_"):
                if not ast.get_docstring(node) and not is_overload(node):
                    yield node.name
                if isinstance(node, ast.ClassDef):
                    yield from (f"{node.name}.{name}" for name in untold(node))
        elif is_signal(node) and not is_text(owner.body, place + 1):
            yield node.targets[0].id


def branches(node):
    """Yield the blocks of a statement that is itself no definition."""
    if isinstance(node, ast.If | ast.Try | ast.With):
        for name in ("body", "orelse", "finalbody"):
            yield ast.Module(getattr(node, name, []), [])
        yield from getattr(node, "handlers", ())


def test_what_says_nothing_of_itself_is_found_wherever_it_stands():
    source = """
try:
    def one(): pass
except ImportError:
    class Two:
        if sys.platform:
            changed = Signal()
        else:
            async def three(self): "Told."
            def four(self): pass
class _Five:
    def six(self): pass
"""
    assert list(untold(ast.parse(source))) == ["one", "Two", "Two.changed", "Two.four"]


def is_overload(node):
    """Whether a function only tells of a way to call the one after it."""
    return any(getattr(decorator, "id", "") == "overload" for decorator in node.decorator_list)


def is_signal(node):
    """Whether a statement makes a public signal."""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and getattr(node.value.func, "id", "") == "Signal"
        and not node.targets[0].id.startswith("_")
    )


def is_text(body, place):
    """Whether a statement is nothing but a text."""
    node = body[place] if place < len(body) else None
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def test_no_page_holds_what_is_left_of_a_conflict():
    pages = [*ROOT.glob("*.md"), *(ROOT / "resources").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]
    assert len(pages) > 20
    marks = re.compile(r"^(<{7} |>{7} )", re.M)
    assert [page for page in pages if marks.search(page.read_text(encoding="utf-8"))] == []


def test_the_map_fits_on_a_page():
    page = MAP.partition("## The map")[2].partition("\n## ")[0]
    assert page.strip()
    # The table has a row for every room; what is said about the house beside it stays short.
    assert sum(not line.startswith("|") for line in page.splitlines()) <= 40
