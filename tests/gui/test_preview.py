"""The preview loads nothing, opens nothing by itself, and is built without holding up the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage, QTextDocument
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.text.preview_html import render
from memdesk_gui.editors.links import follow, target_in_workspace
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.text.preview import PreviewView


@pytest.fixture
def view(qtbot):
    made = PreviewView(Theme(Scheme.LIGHT))
    qtbot.addWidget(made)
    made.resize(600, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def desk(desk_of):
    return desk_of({"facts/user.md": b"", "facts/project.md": b""})


def show(qtbot, view, text, last):
    view.show_preview(render(text))
    qtbot.waitUntil(lambda: last in view.toPlainText())


def test_no_resource_is_ever_loaded(qtbot, view, tmp_path):
    secret = tmp_path / "secret.html"
    secret.write_text("<b>secret</b>")
    url = QUrl.fromLocalFile(str(secret))
    for kind in QTextDocument.ResourceType:
        assert bytes(view.loadResource(kind.value, url)) == b""
        assert bytes(view.document().loadResource(kind.value, url)) == b""
    show(qtbot, view, f"![x]({url.toString()}) ![y](http://evil/y.png) ![z](../z.png) end", "end")
    assert "▨" in view.toPlainText()
    assert "secret</b>" not in view.toHtml()
    assert bytes(view.document().loadResource(1, url)) == b""


def test_a_picture_of_our_own_is_given_and_fits(qtbot, view):
    picture = QImage(4000, 40, QImage.Format.Format_RGB32)
    view.show_preview(render("# Title\n\ntext ![named](other.png)"), picture)
    qtbot.waitUntil(lambda: "Title" in view.toPlainText())
    shown = view.document().resource(QTextDocument.ResourceType.ImageResource, QUrl("picture"))
    assert 0 < shown.width() < view.viewport().width()
    assert view.toPlainText().splitlines()[:2] == ["Title", "\ufffc"]
    view.show_preview(render("# Other"))
    qtbot.waitUntil(lambda: "Other" in view.toPlainText())
    assert "\ufffc" not in view.toPlainText()


def test_a_click_on_a_link_changes_nothing_by_itself(qtbot, view):
    show(qtbot, view, "[out](http://example.org/) end", "end")
    with qtbot.waitSignal(view.link_clicked) as clicked:
        view.anchorClicked.emit(QUrl("http://example.org/"))
    assert clicked.args == ["http://example.org/"]
    assert "end" in view.toPlainText()


def test_lists_quotes_code_and_headings_look_like_themselves(qtbot, view):
    show(qtbot, view, "# Head\n\n- a\n- b\n\n> quote\n\n```\ncode\n```\n\n1. one\n2. two\n\nend", "end")
    document = view.document()
    blocks = {}
    block = document.begin()
    while block.isValid():
        blocks[block.text()] = block
        block = block.next()
    assert blocks["a"].textList() is not None
    assert blocks["b"].textList().itemNumber(blocks["b"]) == 1
    assert blocks["two"].textList().itemText(blocks["two"]) == "2."
    assert blocks["quote"].blockFormat().leftMargin() > 0
    assert blocks["code"].blockFormat().background().color().isValid()
    assert blocks["Head"].charFormat().font().pointSizeF() > view.font().pointSizeF()


def test_a_long_preview_keeps_its_place_when_it_is_renewed(qtbot, view):
    text = "\n\n".join(f"Paragraph {number}" for number in range(500))
    show(qtbot, view, text, "Paragraph 499")
    view.show_line(600)
    place = view.verticalScrollBar().value()
    assert place > 0
    show(qtbot, view, text + "\n\nmore", "more")
    assert view.verticalScrollBar().value() == place
    view.show_line(-1)
    assert view.verticalScrollBar().value() == 0


def test_the_theme_is_taken_over(qtbot, desk):
    view = PreviewView(desk.theme)
    qtbot.addWidget(view)
    show(qtbot, view, "words", "words")
    before = view.document().defaultFont().pointSizeF()
    desk.theme.zoom_by(2)
    assert view.document().defaultFont().pointSizeF() > before


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("project.md", "facts/project.md"),
        ("./project.md#Top", "facts/project.md#Top"),
        ("../memory.json", "memory.json"),
        ("#Pets", "facts/user.md#Pets"),
        ("a%20b.md", "facts/a b.md"),
        ("../../etc/passwd", None),
        ("/etc/passwd", None),
        ("file:///etc/passwd", None),
        ("\\\\evil\\share", None),
        ("..", None),
    ],
)
def test_relative_links_stay_in_the_workspace(link, target):
    assert target_in_workspace("facts/user.md", link) == target


def dialog(parent):
    return next(box for box in parent.findChildren(QMessageBox) if box.isVisible())


def test_a_link_out_shows_its_target_and_waits_for_a_decision(qtbot, desk, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    parent = QWidget()
    qtbot.addWidget(parent)
    follow(desk.context, "facts/user.md", "https://exаmple.org/a?b", parent)
    box = dialog(parent)
    assert opened == []
    assert box.informativeText() == "https://xn--exmple-4nf.org/a?b"
    next(b for b in box.buttons() if b.text() == "Copy address").click()
    assert QGuiApplication.clipboard().text() == "https://exаmple.org/a?b"
    follow(desk.context, "facts/user.md", "https://example.org/", parent)
    next(b for b in dialog(parent).buttons() if b.text() == "Open in browser").click()
    assert [url.toString() for url in opened] == ["https://example.org/"]


@pytest.mark.parametrize("link", ["file:///etc/passwd", "smb://evil/x", "missing.md", "../../x", "x:y"])
def test_what_is_neither_web_nor_workspace_cannot_be_opened(qtbot, desk, link):
    parent = QWidget()
    qtbot.addWidget(parent)
    follow(desk.context, "facts/user.md", link, parent)
    box = dialog(parent)
    assert "Open in browser" not in [b.text() for b in box.buttons()]
    box.close()


def test_a_page_stands_in_the_middle_of_a_wide_window(view):
    narrow = view.viewportMargins()
    assert narrow.left() == narrow.right() == 24
    view.resize(1600, 400)
    wide = view.viewportMargins()
    assert wide.left() > 200
    assert abs(wide.left() - wide.right()) <= 1
