"""What a right click offers: on a tab, on a row of the navigator, of the outline and of what changed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from memdesk_gui.features.area.tab_menu import TabMenu

USER, PROJECT, OTHER = (f"memory/facts/{name}.md" for name in ("user", "project", "other"))


@pytest.fixture
def desk(tmp_path, run_desk):
    facts = tmp_path / "agent" / "memory" / "facts"
    facts.mkdir(parents=True)
    for name in ("user", "project", "other"):
        (facts / f"{name}.md").write_text(f"# {name}\n\n## Kiln\n\n- Name: Ada\n\n## Clay\n\n- Sort: red\n")
    return run_desk(tmp_path / "agent")


def words(menu):
    return {action.text().replace("&", ""): action for action in menu.actions() if action.text()}


def ask(widget, place):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_a_tab_offers_to_close_the_others_and_unsaved_text_is_asked_about_first(desk):
    buffers = [desk.open(uri) for uri in (USER, PROJECT, OTHER)]
    tabs = desk.window.area.tabs
    menu = ask(tabs, tabs.tabRect(1).center())
    assert isinstance(menu, TabMenu)
    offered = words(menu)
    offered["Copy path"].trigger()
    assert QApplication.clipboard().text() == str(desk.bus.workspace.root / PROJECT)
    assert desk.documents.current is buffers[2]
    offered["Close those to the right"].trigger()
    assert desk.documents.buffers() == tuple(buffers[:2])
    menu.close()
    offered = words(ask(tabs, tabs.tabRect(1).center()))
    offered["Close others"].trigger()
    assert desk.documents.buffers() == (buffers[1],)
    QApplication.activePopupWidget().close()
    desk.settle()
    buffers = [desk.open(uri) for uri in (PROJECT, USER)]
    buffers[0].replace("mine")
    desk.window.area.several_close_requested.emit(tuple(buffers))
    assert desk.documents.buffers() == tuple(buffers)
    dialog = QApplication.activeModalWidget()
    dialog.close()


def test_rows_beside_a_document_lead_to_it_and_keep_the_highlight_on_it(desk, qtbot):
    desk.open(USER)
    rows = desk.window.navigator.list
    desk.until(lambda: rows.current_key() == USER)
    place = desk.window.navigator.model.place(PROJECT)
    menu = ask(rows.viewport(), rows.visualRect(place).center())
    assert rows.current_key() == PROJECT
    assert "Show in file manager" in words(menu)
    menu.close()
    desk.until(lambda: rows.current_key() == USER)
    pane = desk.window.inspector
    desk.until(lambda: pane.outline.model.rowCount() == 3)
    rows = pane.outline.view.list
    rows.setCurrentIndex(pane.outline.model.index(2))
    menu = pane.outline_menu()
    offered = words(menu)
    assert {"Go there", "Copy", "Who wrote this?", "Lock against agents…"} <= {*offered}
    offered["Copy"].trigger()
    assert QApplication.clipboard().text() == "Clay"
    offered["Who wrote this?"].trigger()
    assert desk.editor.place().line == 7
    path = desk.bus.workspace.root / USER
    buffer = desk.open(USER)
    buffer.replace(buffer.text().replace("Ada", "Bea"))
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert "Bea" in path.read_text()
    desk.until(lambda: pane.past.model.rowCount() > 0)
    rows = pane.past.view.list
    place = rows.visualRect(pane.past.model.index(0)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    desk.until(lambda: QApplication.activeModalWidget() is not None)
    QApplication.activeModalWidget().close()
