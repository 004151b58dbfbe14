"""The small parts: labels that give way, exclusive choices, empty places, passing messages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QFontMetrics,
    QPainter,
    QPixmap,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QStyleOptionViewItem,
    QTabBar,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QWidget,
)

from memdesk.model import Actor, Origin, Via
from memdesk_gui.features.history.backup_view import BackupView
from memdesk_gui.features.history.version_facts import CHANGE, VersionFacts
from memdesk_gui.features.history.version_view import VersionView
from memdesk_gui.theme.theme import Scheme, Theme, with_chinese
from memdesk_gui.widgets.banner import Banner, BannerButton, BannerMessage
from memdesk_gui.widgets.cutting import short_path
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import ElidedLabel, chip, hairline, role_label, scroll_edge, set_tone
from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.link_row import LinkItem, LinkRow
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.review_delegate import ReviewDelegate
from memdesk_gui.widgets.lists.row_delegate import GAP, MARGIN, MARK_ROOM, Fonts, RowDelegate, Voice
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.lists.rows import ROW_ROLE, ListRow, ReviewRow, VersionRow
from memdesk_gui.widgets.lists.stacked_delegate import StackedDelegate
from memdesk_gui.widgets.lists.table import divided
from memdesk_gui.widgets.lists.version_delegate import VersionDelegate
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.text.covering import CoveringDelegate
from memdesk_gui.widgets.text.diff_text import DiffLine, DiffText
from memdesk_gui.widgets.toast import Toast
from memdesk_gui.widgets.wrapped_label import WrappedLabel, wrapped_lines

CHOICES = (("write", "Write"), ("split", "Split"), ("read", "Read"))


def test_markup_in_a_label_is_shown_as_it_is(qtbot):
    label = role_label("<b>bold</b>", "muted")
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_an_elided_label_gives_way(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("a long way to the place in the document")
    assert label.minimumSizeHint().width() < label.sizeHint().width()
    label.resize(label.minimumSizeHint())
    assert not label.grab().isNull()


def test_a_chip_changes_its_tone(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    tag = chip("bloop", "agent")
    qtbot.addWidget(tag)
    before = tag.grab().toImage()
    set_tone(tag, "foreign")
    assert tag.property("tone") == "foreign"
    assert tag.grab().toImage() != before


def test_a_name_of_any_length_widens_no_chip(qtbot):
    tag = chip("bloop", "agent")
    qtbot.addWidget(tag)
    assert tag.text() == "bloop"
    tag.setText("智能体-" + "z" * 200)
    assert tag.sizeHint().width() < tag.fontMetrics().averageCharWidth() * 40
    assert tag.accessibleName() == "智能体-" + "z" * 200


def test_hairlines_are_one_pixel(qtbot):
    lines = hairline(), hairline(vertical=True)
    for line in lines:
        qtbot.addWidget(line)
    assert (lines[0].maximumHeight(), lines[1].maximumWidth()) == (1, 1)


def test_segments_are_chosen_by_mouse_and_keys(qtbot):
    segments = Segments("View")
    qtbot.addWidget(segments)
    segments.set_choices(CHOICES)
    segments.set_current("write")
    segments.show()
    buttons = segments.findChildren(QToolButton)
    with qtbot.waitSignal(segments.chosen) as caught:
        qtbot.mouseClick(buttons[2], Qt.MouseButton.LeftButton)
    assert caught.args == ["read"]
    with qtbot.waitSignal(segments.chosen) as caught:
        qtbot.keyClick(segments, Qt.Key.Key_Left)
    assert caught.args == ["split"]
    assert segments.current() == "split"


def test_segments_stop_at_the_ends(qtbot):
    segments = Segments("View")
    qtbot.addWidget(segments)
    segments.set_choices(CHOICES)
    segments.set_current("write")
    qtbot.keyClick(segments, Qt.Key.Key_Left)
    assert segments.current() == "write"


def test_other_choices_replace_the_present_ones(qtbot):
    segments = Segments("View")
    qtbot.addWidget(segments)
    segments.set_choices(CHOICES)
    segments.set_choices((("form", "Form"), ("source", "Source")))
    segments.set_current("form")
    assert segments.current() == "form"
    segments.set_current("read")
    assert segments.current() == "form"
    segments.set_choices((("form", "Board"), ("source", "Source")))
    shown = [button.text() for button in segments.findChildren(QToolButton)]
    assert shown[-2:] == ["Board", "Source"]


def test_an_empty_place_offers_its_action(qtbot, qapp):
    done = []
    action = QAction("&Open folder…")
    action.triggered.connect(lambda: done.append(1))
    place = EmptyState(Theme(Scheme.LIGHT), "folder", "Nothing here", "Open something.", action=action)
    qtbot.addWidget(place)
    button = place.findChild(QPushButton)
    assert button.accessibleName() == "Open folder…"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == [1]


def test_an_empty_place_leaves_the_picture_out_where_it_is_low(qtbot, qapp):
    place = EmptyState(Theme(Scheme.LIGHT), "folder", "Nothing here")
    qtbot.addWidget(place)
    place.show()
    place.resize(400, 400)
    (picture,) = (label for label in place.findChildren(QLabel) if not label.pixmap().isNull())
    assert picture.isVisible()
    place.resize(400, place.minimumSizeHint().height())
    assert not picture.isVisible()


def test_a_toast_says_its_message_and_runs_its_action(qtbot):
    window, done = QWidget(), []
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.show()
    toast = Toast(window)
    action = QAction("&Undo")
    action.triggered.connect(lambda: done.append(1))
    toast.show_message("Saved", action)
    assert toast.text() == "Saved"
    assert window.rect().contains(toast.geometry())
    window.resize(500, 400)
    assert window.rect().contains(toast.geometry())
    qtbot.mouseClick(toast.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert done == [1]
    assert toast.text() == ""


def test_a_toast_covers_nothing_above_the_status_bar(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(700, 300)
    window.setCentralWidget(QPushButton("here", window))
    fact, other = QPushButton("live", window), QPushButton("UTF-8", window)
    window.statusBar().addWidget(fact)
    window.statusBar().addPermanentWidget(other)
    window.show()
    toast = Toast(window)
    heights = []
    for words in ("Saved.", "This is told at length. " * 12):
        toast.show_message(words, QAction("&Undo"))
        qtbot.waitUntil(lambda: not toast.geometry().intersects(window.centralWidget().geometry()))
        heights.append(window.statusBar().height())
        assert window.rect().contains(toast.geometry())
        if words == "Saved.":
            facts = [QRect(each.mapTo(window, QPoint()), each.size()) for each in (fact, other)]
            assert not any(toast.geometry().intersects(each) for each in facts)
    assert heights[1] > heights[0]
    toast.hide()
    qtbot.waitUntil(lambda: window.statusBar().height() == heights[0])


def test_a_toast_does_not_take_the_focus(qtbot):
    window = QWidget()
    field = QPushButton("here", window)
    qtbot.addWidget(window)
    window.show()
    field.setFocus()
    toast = Toast(window)
    toast.show_message("Deleted", QAction("&Undo"))
    assert window.focusWidget() is field
    qtbot.mouseClick(toast.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert window.focusWidget() is field


def test_a_banner_puts_its_buttons_below_where_they_leave_no_room(qtbot):
    banner = Banner(Theme(Scheme.LIGHT))
    qtbot.addWidget(banner)
    words = "somebody changed this file while you were editing, and here is what can be done about it"
    choices = tuple(BannerButton(text, lambda: None) for text in ("Merge", "Compare", "Keep mine", "Reload"))
    banner.resize(1200, 200)
    banner.show_message(BannerMessage(words, "foreign", None, choices))
    label = next(made for made in banner.findChildren(QLabel) if made.text() == words)
    button = banner.findChildren(QPushButton)[0]
    for width, below in ((1200, False), (480, True), (1200, False)):
        banner.resize(width, 200)
        qtbot.waitUntil(lambda below=below: (button.y() > label.geometry().bottom()) is below)
        assert label.width() > 250


def test_a_long_text_has_two_lines_beside_its_buttons_or_the_buttons_go_below(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    banner = Banner(theme)
    qtbot.addWidget(banner)
    words = "changed this file while you were editing. 1 change conflicts with yours. 1 other merges cleanly."
    choices = tuple(BannerButton(text, lambda: None) for text in ("Merge…", "Compare", "Keep mine", "Reload"))
    for width in range(600, 1000, 20):
        banner.resize(width, 300)
        banner.show_message(BannerMessage(words, "foreign", None, choices))
        banner.show()
        label = next(made for made in banner.findChildren(QLabel) if made.text() == words)
        qtbot.waitUntil(lambda label=label: label.width() > 200)
        assert label.heightForWidth(label.width()) <= 2 * label.fontMetrics().lineSpacing() + 4


def test_rows_go_under_a_line_once_they_are_scrolled(qtbot):
    place = QWidget()
    rows = QTableWidget(100, 1, place)
    edge = scroll_edge(rows)
    qtbot.addWidget(place)
    rows.resize(200, 100)
    place.show()
    assert not edge.isVisible()
    rows.scrollToBottom()
    assert edge.isVisible()
    rows.scrollToTop()
    assert not edge.isVisible()


def test_lines_of_any_script_are_level(qtbot):
    theme = Theme(Scheme.LIGHT)
    texts = [DiffText(theme, 1), DiffText(theme, 1)]
    for text, words in zip(texts, ("plain", "记忆 ☕"), strict=True):
        qtbot.addWidget(text)
        text.resize(300, 300)
        text.show_lines([DiffLine(words)] * 10)
        text.show()
    tops = [[rect.top() for _, _, rect in text.seen()] for text in texts]
    assert tops[0] == tops[1]
    assert tops[0][1] >= texts[1].fontMetrics().height()


def test_a_number_stands_on_the_line_of_its_text(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    text = DiffText(theme, 1)
    qtbot.addWidget(text)
    text.resize(300, 28)
    text.show_lines([DiffLine("1", "", ("1",))])
    picture, edge = text.grab().toImage(), text.margin_width()
    ground = picture.pixelColor(edge - 1, 1)
    rows = [
        [y for y in range(28) if any(picture.pixelColor(x, y) != ground for x in columns)]
        for columns in (range(edge - 1), range(edge, edge + 20))
    ]
    assert rows[0] == rows[1]


class CountingDelegate(RowDelegate):
    """Counts how often a row is drawn."""

    drawn = 0

    def paint_row(self, painter, option, index):
        self.drawn += 1
        super().paint_row(painter, option, index)


def test_a_row_is_drawn_again_only_when_it_looks_different(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    delegate, model, item = CountingDelegate(theme), QStandardItemModel(), QStandardItem()
    item.setData(ListRow("note"), ROW_ROLE)
    model.appendRow(item)
    rows = RowList("Rows", delegate)
    qtbot.addWidget(rows)
    rows.show_model(model, lambda _key: model.index(0, 0))
    first = rows.grab().toImage()
    assert rows.grab().toImage() == first
    assert delegate.drawn == 1
    item.setData(ListRow("another note"), ROW_ROLE)
    assert rows.grab().toImage() != first
    rows.select("")
    rows.grab()
    assert delegate.drawn == 3
    theme.toggle()
    rows.grab()
    assert delegate.drawn == 4


def begins_with(label):
    """Return how the first letter of a label looks."""
    return label.grab(QRect(0, 0, label.fontMetrics().horizontalAdvance("_"), label.height())).toImage()


def test_chinese_letters_cut_nothing_off_the_others_of_a_label(qtbot):
    labels = [ElidedLabel("small"), ElidedLabel("small")]
    for label, text in zip(labels, ("_ memory", "_ 通过 memory"), strict=True):
        qtbot.addWidget(label)
        label.setFont(with_chinese(Theme().small_font()))
        label.setText(text)
        label.resize(200, label.sizeHint().height())
    assert begins_with(labels[0]) == begins_with(labels[1])


def labelled(widget, text):
    widget.setText(text)
    return widget


def table_of(text):
    table = QTableWidget(1, 1)
    table.setItemDelegate(CoveringDelegate(table))
    table.setItem(0, 0, QTableWidgetItem(text))
    table.setCurrentCell(-1, -1)
    table.horizontalHeader().hide()
    table.verticalHeader().hide()
    return table


def field_of(text):
    button = QPushButton(text)
    button.setProperty("field", True)
    return button


MADE = {
    "label": lambda text: labelled(QLabel(), text),
    "check box": lambda text: labelled(QCheckBox(), text),
    "button": field_of,
    "cell": table_of,
}


def inked(widget, left):
    """Return the rows of pixels that the first letters of a widget take."""
    picture = widget.grab().toImage()
    columns = range(left, left + widget.fontMetrics().horizontalAdvance("hhh"))
    dark = 128
    return [y for y in range(5, 28) if any(picture.pixelColor(x, y).lightness() < dark for x in columns)]


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_chinese_stands_on_the_line_of_latin_letters(qtbot, qapp, make):
    Theme(Scheme.LIGHT, parent=qapp).apply(qapp)
    rows = []
    for text in ("hhhhh memory", "hhhhh 记忆"):
        widget = make(text)
        qtbot.addWidget(widget)
        widget.resize(400, 33)
        rows.append(inked(widget, {field_of: 5, MADE["check box"]: 26}.get(make, 2)))
    assert rows[0] == rows[1]


def test_the_names_of_tabs_are_level(qtbot, qapp):
    Theme(Scheme.LIGHT, parent=qapp).apply(qapp)
    tabs = QTabBar()
    qtbot.addWidget(tabs)
    for text in ("chosen", "hhhhh memory", "hhhhh 记忆"):
        tabs.addTab(text)
    tabs.resize(600, 33)
    latin, chinese = (inked(tabs, tabs.tabRect(index).left() + 12) for index in (1, 2))
    assert latin == chinese


def test_rows_of_any_script_stand_on_one_line(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.apply(qapp)
    delegate, model = RowDelegate(theme), QStandardItemModel()
    for title in ("chosen", "h memory", "h 通过 memory", "h مذكرات"):
        item = QStandardItem()
        item.setData(ListRow(title), ROW_ROLE)
        model.appendRow(item)
    rows = RowList("Rows", delegate)
    qtbot.addWidget(rows)
    rows.show_model(model, lambda _key: model.index(0, 0))
    rows.resize(300, 200)
    picture, height = rows.viewport().grab(), delegate.row_height()
    left, width = MARGIN + GAP + MARK_ROOM, delegate.fonts.plain.advance("h")
    firsts = [picture.copy(left, height * row, width, height).toImage() for row in (1, 2, 3)]
    assert firsts[0] == firsts[1] == firsts[2]


def test_what_tells_a_row_apart_is_shown_before_its_count(qtbot, qapp):
    theme, model = Theme(Scheme.LIGHT), QStandardItemModel()
    theme.apply(qapp)
    for detail in ("chosen", "9 entries", ""):
        item = QStandardItem()
        item.setData(ListRow("MEMORY.md", note="memory", detail=detail), ROW_ROLE)
        model.appendRow(item)
    delegate = RowDelegate(theme)
    rows = RowList("Rows", delegate)
    qtbot.addWidget(rows)
    rows.show_model(model, lambda _key: model.index(0, 0))

    def pictures(width):
        rows.resize(width, 200)
        picture = rows.viewport().grab().toImage()
        return [picture.copy(rows.visualRect(model.index(row, 0))) for row in (1, 2)]

    names = delegate.fonts.plain.advance("MEMORY.md") + GAP + delegate.fonts.small.advance("memory")
    narrow, wide = (2 * MARGIN + GAP + MARK_ROOM + names + GAP + more for more in (4, 200))
    counted, plain = pictures(narrow)
    assert counted == plain
    counted, plain = pictures(wide)
    assert counted != plain


def test_the_row_that_the_keys_begin_at_is_selected(qtbot, qapp):
    model = QStandardItemModel()
    for name in ("first", "second"):
        item = QStandardItem()
        item.setData(ListRow(name), ROW_ROLE)
        model.appendRow(item)
    rows = RowList("Rows", RowDelegate(Theme(Scheme.LIGHT)))
    qtbot.addWidget(rows)
    rows.show_model(model, lambda _key: model.index(0, 0))
    qapp.sendEvent(rows, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert rows.selectionModel().isSelected(model.index(0, 0))


def test_a_version_names_its_writer_before_it_counts_lines(qtbot, qapp):
    theme, model = Theme(Scheme.LIGHT), QStandardItemModel()
    theme.apply(qapp)
    for row in ((0, 0), (12, 34)):
        item = QStandardItem()
        item.setData(
            VersionRow(Origin.FOREIGN, "another program", "", "just now", *row, False, True), ROW_ROLE
        )
        model.appendRow(item)
    rows = RowList("Rows", VersionDelegate(theme))
    qtbot.addWidget(rows)
    rows.show_model(model, lambda _key: model.index(0, 0))

    def pictures(width):
        rows.resize(width, 200)
        picture = rows.viewport().grab().toImage()
        return [picture.copy(rows.visualRect(model.index(row, 0))) for row in range(2)]

    short, counted = pictures(220)
    assert short == counted
    short, counted = pictures(400)
    assert short != counted


@pytest.mark.parametrize("kind", [VersionView, BackupView])
def test_a_version_that_appears_asks_for_no_more_room_than_it_can_do_with(qtbot, kind):
    view = kind(Theme(Scheme.LIGHT), lambda _work, _ready: None)
    qtbot.addWidget(view)
    writer = Actor("a-name-that-an-agent-" + "z" * 100, Origin.AGENT, Via.MCP)
    facts = VersionFacts(writer, "memory_append · MEMORY.md · 2 min ago", "")
    view.show_facts(facts, CHANGE)
    first = view.minimumSizeHint().width()
    view.resize(600, 600)
    view.show()
    assert first <= view.minimumSizeHint().width() <= 600


def test_a_change_in_a_narrow_list_keeps_the_name_of_its_document(qapp, monkeypatch):
    theme, picture, said = Theme(Scheme.LIGHT), QPixmap(400, 60), []
    theme.apply(qapp)
    delegate = ReviewDelegate(theme)
    monkeypatch.setattr(Voice, "write", lambda _voice, _painter, _rect, text, **_: said.append(text))
    row = ReviewRow(
        Origin.AGENT,
        "bloop",
        "Fire it",
        "",
        "a/long/way/to/kiln.md · session s1",
        "now",
        (),
        0,
        None,
        place="a/long/way/to/kiln.md",
    )
    model = QStandardItemModel(1, 1)
    model.setData(model.index(0, 0), row, ROW_ROLE)
    for width in (150, 170, 190, 210, 400):
        option, painter = QStyleOptionViewItem(), QPainter(picture)
        option.rect = QRect(0, 0, width, 60)
        delegate.paint_row(painter, option, model.index(0, 0))
        painter.end()
    cut = [text for text in said if text.startswith("…")]
    assert cut
    assert all("a/long/way/to/kiln.md".endswith(text[1:]) for text in cut)
    assert said[-1] == "a/long/way/to/kiln.md · session s1"


@pytest.fixture
def painted(qapp, monkeypatch):
    """A function that returns what a delegate writes of a row in so many pixels."""
    theme, said = Theme(Scheme.LIGHT), []
    theme.apply(qapp)
    monkeypatch.setattr(Voice, "write", lambda _voice, _painter, _rect, text, **_: said.append(text))

    def paint(kind, row, width):
        said.clear()
        model, option, picture = QStandardItemModel(1, 1), QStyleOptionViewItem(), QPixmap(width, 60)
        model.setData(model.index(0, 0), row, ROW_ROLE)
        option.rect = QRect(0, 0, width, 60)
        painter = QPainter(picture)
        kind(theme).paint_row(painter, option, model.index(0, 0))
        painter.end()
        return tuple(said)

    return paint


def test_badges_leave_a_row_its_words_and_are_said_below_them(painted):
    badges = ("waits for approval", "invisible text")
    row = ReviewRow(
        Origin.AGENT, "bloop", "+ Fire it", "", "kiln.md", "3 min ago", badges, 0, None, place="kiln.md"
    )
    narrow, wide = (painted(ReviewDelegate, row, width) for width in (200, 700))
    assert narrow[0] == wide[0] == "+ Fire it"
    assert badges[0] not in narrow
    assert any(text.startswith("waits") for text in narrow)
    assert {*badges, "bloop", "3 min ago"} <= set(wide)


def test_a_sentence_loses_its_end_and_a_name_gives_way_last(painted):
    long = ListRow("Mei wants the tea house order packed in straw", "2 min ago")
    said = painted(RowDelegate, long, 200)
    assert any(text.startswith("Mei wants") and text.endswith("…") for text in said)
    for row in (ListRow("user_2.md", "174 B", locked=True), ListRow("MEMORY.md", "4 KB", note="scout")):
        assert row.title in painted(RowDelegate, row, 170)
        assert row.detail not in painted(RowDelegate, row, 170)
        assert {row.title, row.detail} <= set(painted(RowDelegate, row, 400))
    assert any(text.endswith("/kiln.md") for text in painted(RowDelegate, ListRow("a/long/way/kiln.md"), 130))


def test_the_words_of_a_version_and_of_a_change_have_room_before_its_counts(painted):
    version = VersionRow(
        Origin.AGENT, "bloop", "", "24 min ago", 2, 2, True, True, words="retrieve limit: 8 → 2"
    )
    narrow, wide = (painted(VersionDelegate, version, width) for width in (270, 500))
    assert any(text.startswith("retrieve limit") for text in narrow)
    assert "+2" not in narrow
    assert {"+2", "retrieve limit: 8 → 2"} <= set(wide)
    change = ReviewRow(
        Origin.FOREIGN, "fern", "+ Label printer is back", "created", "", "now", ("encoded",), 0, None
    )
    assert not any("created" in text for text in painted(ReviewDelegate, change, 250))
    assert any("created" in text for text in painted(ReviewDelegate, change, 600))


def test_in_a_narrow_pane_the_words_of_a_version_have_a_line_of_their_own(painted):
    version = VersionRow(
        Origin.AGENT, "bloop", "", "24 min ago", 2, 2, True, True, words="retrieve limit: 8 → 2"
    )

    def two_lines(theme):
        return VersionDelegate(theme, is_narrow=True)

    assert set(painted(two_lines, version, 240)) == {"bloop", "24 min ago", "+2", "−2", version.words}
    assert two_lines(Theme(Scheme.LIGHT)).row_height() > VersionDelegate(Theme(Scheme.LIGHT)).row_height()


def test_a_dialog_grows_with_what_is_added_below_words_that_wrap(qtbot):
    dialog = BaseDialog("Rules")
    qtbot.addWidget(dialog)
    words = QLabel("Words that need some lines in a dialog as narrow as this one. " * 4)
    words.setWordWrap(True)
    dialog.body.addWidget(words)
    dialog.add_button("Save", dialog.close)
    dialog.resize(300, 150)
    dialog.show()
    fields = [QLineEdit() for _ in range(6)]
    for each in fields:
        dialog.body.addWidget(each)
    layout = dialog.layout()
    qtbot.waitUntil(lambda: dialog.height() >= layout.totalMinimumHeightForWidth(dialog.width()))
    layout.activate()
    assert min(each.height() for each in fields) >= fields[0].minimumSizeHint().height()


def test_a_stacked_row_with_a_writer_says_who_above_its_words_and_cuts_these_at_their_end(painted):
    words = "Mei wants the tea house order packed in straw, not in paper, and the lids apart"
    row = ListRow(words, "2 min ago", "bloop · memory_append", origin=Origin.AGENT, author="bloop")

    def two_lines(theme):
        delegate = StackedDelegate(theme, most=2)
        delegate.fit((row,), 240)
        return delegate

    when, who, first, second = painted(two_lines, row, 240)
    assert (when, who[:5]) == ("2 min ago", "bloop")
    assert words.startswith(first)
    assert second.endswith("…")


def test_what_follows_a_cut_text_stands_close_to_it(qapp):
    theme, picture = Theme(Scheme.LIGHT), QPixmap(400, 30)
    theme.apply(qapp)
    fonts = Fonts.of(theme)
    painter = QPainter(picture)
    for width in range(100, 160):
        line = LinePainter(painter, QRect(0, 0, width, 30), theme, fonts)
        line.say("W" * 40, fonts.plain)
        shown = fonts.plain.metrics.elidedText("W" * 40, Qt.TextElideMode.ElideMiddle, width)
        assert line.rect.left() == min(width, fonts.plain.advance(shown)) + GAP
    painter.end()


def test_a_wrapped_text_breaks_anywhere_and_loses_only_its_end(qapp):
    font = qapp.font()
    metrics = QFontMetrics(font)
    for text in (
        "evoclaw/memory/warm-memory.json",
        "智能体写入的记忆 🏺🏺 in words",
        "a_very_long_word_without_any_gap",
    ):
        width = metrics.horizontalAdvance(text) // 2
        lines = wrapped_lines(text, font, width, 9)
        assert len(lines) > 1
        assert all(metrics.horizontalAdvance(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        first, last = wrapped_lines(text, font, width // 2, 2)
        assert text.startswith(first)
        assert last.endswith("…")


def test_a_wrapped_label_is_as_high_as_its_text_needs_now(qtbot):
    label = WrappedLabel(most=9)
    qtbot.addWidget(label)
    label.setText("one")
    one_line = label.heightForWidth(60)
    label.setText("one two three four five six seven")
    several_lines = label.heightForWidth(60)
    assert several_lines > one_line
    assert label.heightForWidth(6000) == one_line
    larger = label.font()
    larger.setPointSizeF(larger.pointSizeF() * 2)
    label.setFont(larger)
    assert label.heightForWidth(60) > 2 * several_lines - one_line
    label.setText("one")
    assert label.heightForWidth(6000) < several_lines


def test_rows_whose_words_wrap_are_as_high_as_the_longest_needs(qtbot):
    theme = Theme(Scheme.LIGHT)
    shown = RowList("Found", StackedDelegate(theme))
    qtbot.addWidget(shown)
    model = RowModel(shown)
    shown.show_model(model, model.place)
    model.modelReset.connect(shown.fit_rows)
    model.set_items([RowItem("1", ListRow("Characters that nobody sees (LSEP)", "line 9", "invisible text"))])
    heights = []
    for width in (600, 120):
        shown.resize(width, 300)
        shown.show()
        heights.append(shown.rowHeight(0))
    line = shown.fontMetrics().lineSpacing()
    assert heights[1] >= heights[0] + line


def test_columns_have_what_others_do_not_need_and_lose_no_word_to_a_long_text():
    assert divided(300, {0: 9, 1: 4, 2: 7}, {0: 900, 1: 80, 2: 90}) == {0: 130, 1: 80, 2: 90}
    assert divided(300, {0: 1, 1: 2}, {0: 60, 1: 90}) == {0: 110, 1: 190}
    assert divided(300, {0: 1, 1: 1}, {0: 500, 1: 400}) == {0: 150, 1: 150}
    assert sum(divided(300, {0: 1, 1: 1, 2: 1}, {0: 149, 1: 149, 2: 150}).values()) == 300
    assert min(divided(300, {0: 1, 1: 1, 2: 1}, {0: 149, 1: 149, 2: 150}).values()) == 100
    assert divided(0, {0: 1}, {0: 5}) == {0: 0}


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (40, "a/long/way/to/kiln.md"),
        (20, "…/way/to/kiln.md"),
        (12, "…/to/kiln.md"),
        (9, "…/kiln.md"),
        (3, "kiln.md"),
    ],
)
def test_a_path_loses_whole_folders_and_never_a_part_of_its_name(room, shown):
    assert short_path("a/long/way/to/kiln.md", lambda text: len(text) <= room) == shown


def test_a_line_that_leads_somewhere_keeps_the_name_of_where(qtbot, monkeypatch):
    said = []
    monkeypatch.setattr(Voice, "write", lambda _voice, _painter, _rect, text, **_: said.append(text))
    row = LinkRow(Theme(Scheme.LIGHT), marked=True)
    qtbot.addWidget(row)
    row.show_item(
        LinkItem("a", "Daily notes › Yesterday", "another program · 4 min ago", origin=Origin.FOREIGN)
    )
    shown = []
    for width in (800, 280, 180):
        row.resize(width, 40)
        said.clear()
        row.grab()
        shown.append(next(text for text in said if text.endswith("Yesterday")))
    assert shown == ["Daily notes › Yesterday", "… › Yesterday", "Yesterday"]


def test_when_a_change_was_gives_way_to_the_name_of_its_document(painted):
    row = ReviewRow(
        Origin.FOREIGN, "another program", "+ Fire it", "", "memory/MEMORY.md", "2 h ago", (), 0, None,
        place="memory/MEMORY.md",
    )  # fmt: skip
    said = painted(ReviewDelegate, row, 250)
    assert any(text.endswith("MEMORY.md") for text in said)
    assert "2 h ago" not in said
    group = row._replace(facts="2 documents · 2 changes", place="2 documents · 2 changes", is_open=True)
    assert any(text.startswith("2 doc") for text in painted(ReviewDelegate, group, 250))


def test_tab_goes_through_a_dialog_as_it_is_read(qtbot):
    dialog = BaseDialog("Jobs")
    qtbot.addWidget(dialog)
    close = dialog.add_button("Close", dialog.close)
    later, first = QLineEdit(), QLineEdit()
    dialog.body.addWidget(later)
    dialog.body.insertWidget(0, first)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    first.setFocus()
    for there in (later, close, first):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is there


def test_an_empty_place_that_was_wide_can_be_narrow(qtbot):
    place = EmptyState(
        Theme(Scheme.LIGHT), "read", "Nothing open", "Choose a document, or find one by its name."
    )
    qtbot.addWidget(place)
    place.resize(300, 300)
    needed = place.minimumSizeHint().width()
    place.resize(2_000, 300)
    place.show()
    assert place.minimumSizeHint().width() == needed
