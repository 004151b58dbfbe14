"""The middle of the window: tabs, the way to the place in the document, and the editor for its kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QStackedWidget, QWidget

from memdesk.model import Kind, Origin
from memdesk_gui.commands import State
from memdesk_gui.context import AppContext
from memdesk_gui.editors.base import Editor, EditorMode
from memdesk_gui.features.area.tabs import DocumentTabs
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import ElidedLabel, chip, set_tone
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.segments import Segments
from memdesk_gui.widgets.tab_order import follow_layout
from memdesk_gui.wording.wording import document_title, form_name, kind_name
from memdesk_gui.wording.writers import plain_tip, printable

if TYPE_CHECKING:
    from memdesk.workspace import Listing
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.area.page import DocumentPage
    from memdesk_gui.features.merge.page import MergePage


WIDEST_AGENT = 24
"""Characters that the name of an agent has above a document: its tool tip says all of it."""


class Pages(QStackedWidget):
    """One page at a time; those behind it make the window neither higher nor wider."""

    _coming: QWidget | None = None

    def setCurrentWidget(self, page: QWidget) -> None:
        """Show a page; while the one before is being hidden, its room is free already."""
        self._coming = page
        super().setCurrentWidget(page)
        self._coming = None

    def minimumSizeHint(self) -> QSize:
        """Be content with the room of the page in front."""
        page = self._coming or self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint()


class EditorArea(QWidget):
    """Shows the open documents; ``documents`` decides which there are and which is in front."""

    position_changed = Signal(str)
    """The caret's place for the status bar."""
    close_requested = Signal(object)
    """The person wants this buffer closed; whoever listens asks about unsaved text."""
    several_close_requested = Signal(object)
    """The person wants these buffers closed; whoever listens asks about unsaved text."""
    view_changed = Signal()
    """Another editor, or another view of it, is in front."""
    seen = Signal(bool)
    """Whether the document in front itself is shown, and not something in its place."""
    covering = Signal(QWidget)
    """This is about to be shown in the document's place."""

    def __init__(
        self, context: AppContext, make_home: Callable[[], QWidget], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._make_home = context, make_home
        self._expecting, self._frozen = True, False
        self._last: DocumentBuffer | None = None
        self._pages: dict[DocumentBuffer, DocumentPage] = {}
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tabs = DocumentTabs(context.theme, self)
        context.bus.locks_read.connect(self._show_locks)
        self._bar = self._tab_bar()
        self._agent = chip("", "", self, most=WIDEST_AGENT)
        self._agent.hide()
        self._crumbs = ElidedLabel("muted", parent=self)
        self._crumbs.setAccessibleName(self.tr("Place in the document"))
        self._modes = Segments(self.tr("View of the document"), self)
        self._header = self._header_row()
        self._stack = Pages(self)
        self._nothing = self._nothing_open()
        self._stack.addWidget(self._nothing)
        in_column(self._bar, self._header, (self._stack, 1), on=self, margins=0, spacing=0)
        self._connect()
        self._show_current(None)

    def refit(self) -> None:
        """Be content at once with the room of the page in front, before others are shown beside it."""
        self._stack.updateGeometry()
        self.updateGeometry()

    @cached_property
    def home(self) -> QWidget:
        """The first page, shown where there is no workspace and none is expected."""
        home = self._make_home()
        self._stack.addWidget(home)
        return home

    def _show_locks(self) -> None:
        self.tabs.set_locked(frozenset(rule.uri for rule in self._context.bus.locks))

    @property
    def current_editor(self) -> Editor | None:
        """The editor in front, once its document is loaded."""
        page = self._current_page()
        return page.editor if page is not None else None

    @property
    def front(self) -> QWidget | None:
        """What is shown: an editor, or something in its place."""
        page, shown = self._current_page(), self._stack.currentWidget()
        return page.front if page is not None and shown is page else shown

    @property
    def merging(self) -> MergePage | None:
        """The merge in front, in place of an editor."""
        page = self._current_page()
        return page.merging if page is not None else None

    @property
    def mergeable(self) -> bool:
        """Whether the document in front can be merged: with its file or as a copy."""
        page = self._current_page()
        return page is not None and page.mergeable

    @property
    def can_merge_into(self) -> bool:
        """Whether the document in front can be merged into another one."""
        page = self._current_page()
        return page is not None and page.can_merge_into

    def merge_into(self, uri: str) -> None:
        """Merge the document in front into another one."""
        page = self._current_page()
        if page is not None:
            page.merge_into(uri)

    def merge(self) -> None:
        """Decide the merge of the document in front."""
        page = self._current_page()
        if page is not None:
            page.merge()

    def expect(self, expecting: bool) -> None:
        """Show that a workspace is about to be opened instead of the first page."""
        if not self._frozen:
            self._expecting = expecting
            self._show_current(self._context.documents.current)

    def freeze(self) -> None:
        """Make no first page from now on: the window is closed, and its workspace will be."""
        self._expecting = self._frozen = True

    def page(self, buffer: DocumentBuffer) -> DocumentPage | None:
        """Return the page of an open buffer."""
        return self._pages.get(buffer)

    def step_tab(self, step: int) -> None:
        """Bring the next (1) or previous (-1) tab to the front, round and round."""
        count = self.tabs.count()
        if count:
            self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % count)

    def prepare(self, widget: QWidget) -> None:
        """Take in what may cover the document, with its looks, which takes a while."""
        self._stack.addWidget(widget)
        for part in (widget, *widget.findChildren(QWidget)):
            part.ensurePolished()

    def cover(self, widget: QWidget) -> None:
        """Show something else in the document's place, until another document is in front."""
        self.covering.emit(widget)
        if self._stack.indexOf(widget) < 0:
            self._stack.addWidget(widget)
        follow_layout(widget)
        self._stack.setCurrentWidget(widget)
        self._header.hide()
        self.tabs.show_page(widget)
        self._bar.setVisible(self.tabs.count() > 0)
        self._tell_seen()

    def cover_in_tab(self, widget: QWidget, title: str) -> None:
        """Show something in a tab of its own, which stays until it is closed."""
        self.tabs.add_page(widget, title)
        self.cover(widget)

    @property
    def tab_page(self) -> QWidget | None:
        """The page with a tab of its own that is in front."""
        front = self._stack.currentWidget()
        return next((page for page in self.tabs.pages() if page is front), None)

    def close_page(self, widget: QWidget) -> None:
        """Take the tab of a page away; the document in front is shown where the page was."""
        self.tabs.remove(widget)
        if self.covered_by(widget):
            self.uncover()
        self._bar.setVisible(self.tabs.count() > 0)

    @property
    def covered(self) -> bool:
        """Whether something else is shown in the place of the documents of a workspace."""
        there = self._context.bus.workspace is not None
        return there and self._stack.currentWidget() is not (self._current_page() or self._nothing)

    def covered_by(self, widget: QWidget | None) -> bool:
        """Whether this is shown in the document's place."""
        return widget is not None and self._stack.currentWidget() is widget

    def leave(self, widget: QWidget | None) -> None:
        """Show the document in front again where this is in its place."""
        if self.covered_by(widget):
            self.uncover()

    def show_document(self) -> None:
        """Have whatever is in the place of the document in front give way to it."""
        page = self._current_page()
        if page is not None and self.covered:
            self.covering.emit(page)
            self._show_current(page.buffer)

    def uncover(self) -> None:
        """Show the document in front again; it takes the focus of what covered it.

        Where there is no document, the tab of a page that is left goes with it.
        """
        if self._current_page() is None and (page := self.tab_page) is not None:
            self.tabs.remove(page)
        focus = QApplication.focusWidget()
        taken = focus is not None and self._stack.isAncestorOf(focus)
        self._show_current(self._context.documents.current)
        if focus is not None and not taken:
            focus.setFocus()

    def set_mode(self, mode: EditorMode) -> None:
        """Show the current document another way, where its editor offers it."""
        editor = self.current_editor
        if editor is not None and mode in editor.modes():
            editor.set_mode(mode)
            self._show_header()

    def _tab_bar(self) -> QFrame:
        bar = QFrame(self)
        bar.setProperty("role", "bar")
        in_row(self.tabs, None, on=bar, margins=0)
        return bar

    def _header_row(self) -> QWidget:
        header = QWidget(self)
        in_row(self._agent, self._crumbs, None, self._modes, on=header, margins=(24, 8, 24, 8), spacing=16)
        return header

    def _nothing_open(self) -> EmptyState:
        return EmptyState(
            self._context.theme,
            "read",
            "",
            action=self._context.commands.action("go.quick_open"),
            parent=self,
        )

    def _say_nothing_open(self) -> None:
        if self._context.bus.listing is None:
            self._nothing.set_text(self.tr("Reading the folder…"))
        else:
            text = self.tr("Choose a document on the left, or find one by its name.")
            self._nothing.set_text(self.tr("Nothing open"), text)

    def _connect(self) -> None:
        documents, bus = self._context.documents, self._context.bus
        documents.opened.connect(self._on_opened)
        documents.closed.connect(self._on_closed)
        documents.current_changed.connect(self._on_current)
        documents.revealed.connect(self._on_revealed)
        documents.renamed.connect(self.tabs.rename)
        bus.activated.connect(lambda _uri: self.show_document())
        bus.opened.connect(partial(self.expect, False))
        bus.closed.connect(partial(self.expect, False))
        bus.begun.connect(self._say_nothing_open)
        bus.listed.connect(self._say_nothing_open)
        bus.listed.connect(self._on_listed)
        self._stack.currentChanged.connect(self._context.commands.pushing(State.SHOWN))
        self.tabs.chosen.connect(self._on_chosen)
        self.tabs.close_requested.connect(self._on_close_wanted)
        self.tabs.several_close_requested.connect(self.several_close_requested)
        self.tabs.menu_wanted.connect(self._offer_menu)
        self._modes.chosen.connect(lambda choice: self.set_mode(EditorMode(choice)))

    def _on_listed(self, listing: Listing) -> None:
        self.tabs.set_sites(listing.sites)
        if page := self._current_page():
            self._show_agent(page.buffer)

    def _show_agent(self, buffer: DocumentBuffer) -> None:
        """Say whose memory a document is."""
        tag = self.tabs.agent_of(buffer)
        self._agent.setVisible(bool(tag))
        if tag:
            self._agent.setText(tag)
            self._agent.setToolTip(plain_tip(tag))
            set_tone(self._agent, self._context.theme.author_tone(Origin.AGENT, tag))

    def _offer_menu(self, buffer: DocumentBuffer, place: QPoint) -> None:
        from memdesk_gui.features.area.tab_menu import TabMenu

        menu = TabMenu(self._context, self.tabs, buffer)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        """Make the buffer's page (editors are loaded with the first one, after the first paint)."""
        from memdesk_gui.features.area.page import DocumentPage

        page = DocumentPage(buffer, self._context, self._stack)
        self._pages[buffer] = page
        self._stack.addWidget(page)
        self.tabs.add(buffer)
        page.close_requested.connect(partial(self.close_requested.emit, buffer))
        page.place_changed.connect(self._show_header)
        page.position_changed.connect(self._show_position)
        page.editor_changed.connect(self._show_header)
        for news in (page.editor_changed, page.order_changed):
            news.connect(self._order)

    def _on_closed(self, buffer: DocumentBuffer) -> None:
        page = self._pages.pop(buffer, None)
        self.tabs.remove(buffer)
        if page is not None:
            self._stack.removeWidget(page)
            page.deleteLater()

    def _on_chosen(self, what: DocumentBuffer | QWidget) -> None:
        """Show what a tab stands for, also where it is only covered by something without a tab."""
        if isinstance(what, QWidget):
            self.cover(what)
            what.setFocus()
        else:
            self._context.documents.set_current(what)
            self.show_document()

    def _on_close_wanted(self, what: DocumentBuffer | QWidget) -> None:
        if isinstance(what, QWidget):
            self.close_page(what)
        else:
            self.close_requested.emit(what)

    def _on_current(self, buffer: DocumentBuffer | None) -> None:
        """Show the document in front; a tab that is closed beside a page leaves that where it is."""
        last, self._last = self._last, buffer
        is_closed = last is not None and self._context.documents.find(last.uri) is not last
        page = self.tab_page
        if is_closed and page is not None and self._context.bus.workspace is not None:
            self.tabs.show_page(page)
        else:
            self._show_current(buffer)

    def _on_revealed(self, buffer: DocumentBuffer, fragment: str) -> None:
        page = self._pages.get(buffer)
        if page is not None and page.editor is not None:
            page.editor.reveal(fragment)

    def _current_page(self) -> DocumentPage | None:
        current = self._context.documents.current
        return self._pages.get(current) if current is not None else None

    def _show_current(self, buffer: DocumentBuffer | None) -> None:
        page = self._current_page()
        pages = self.tabs.pages()
        if page is None and pages and self._context.bus.workspace is not None:
            self.cover(pages[0])
            return
        at_home = self._context.bus.workspace is None and not self._expecting
        empty = self.home if at_home else self._nothing
        self._say_nothing_open()
        self._stack.setCurrentWidget(page or empty)
        self._bar.setVisible(self.tabs.count() > 0)
        self._header.setVisible(page is not None)
        self.tabs.show_current(buffer)
        self._show_header()
        self._order()
        if page is not None:
            page.setFocus()
        elif at_home:
            empty.setFocus()

    def _order(self) -> None:
        """Let Tab go from the tabs over what stands above the document to the document in front."""
        page = self._current_page()
        if page is not None:
            follow_layout(self._bar, self._header, page)

    def _show_header(self) -> None:
        page = self._current_page()
        if page is not None:
            self._show_place(page)
        self._show_position()
        self._tell_seen()

    def _tell_seen(self) -> None:
        page = self._current_page()
        self.tabs.set_covered(self.covered and self.tab_page is None)
        self.seen.emit(page is not None and self.covered_by(page) and not page.covered)

    def _show_place(self, page: DocumentPage) -> None:
        buffer, editor = page.buffer, page.editor
        self._show_agent(buffer)
        trail = editor.trail() if editor is not None else ()
        shown = [self._context.covers_of(buffer).shown(part) for part in trail if part]
        place = (kind_name(buffer.info.kind), printable(document_title(buffer.info)), *shown)
        self._crumbs.setText(" › ".join(part for part in place if part))
        self._show_modes(None if page.covered else editor, buffer.info.kind)
        if self._stack.currentWidget() is page:
            self._header.setVisible(page.merging is None)

    def _show_position(self) -> None:
        """Tell where the caret is: it moves with every letter, so nothing else is asked then."""
        editor = self.current_editor
        self.position_changed.emit(editor.position() if editor is not None else "")

    def _show_modes(self, editor: Editor | None, kind: Kind) -> None:
        """Show the switch; one that waits for its editor keeps its buttons, which mostly fit the next one."""
        modes = editor.modes() if editor is not None else ()
        words = {
            EditorMode.WRITE: self.tr("Write"),
            EditorMode.SPLIT: self.tr("Split"),
            EditorMode.READ: self.tr("Read"),
            EditorMode.FORM: form_name(kind),
            EditorMode.SOURCE: self.tr("Source"),
            EditorMode.ENTRIES: self.tr("Entries"),
        }
        refused = editor.refused_modes() if editor is not None else {}
        if modes:
            self._modes.set_choices(tuple((mode.value, words[mode]) for mode in (*modes, *refused)))
            self._modes.refuse({mode.value: why for mode, why in refused.items()})
        self._modes.setVisible(bool(modes))
        mode = editor.mode() if editor is not None else None
        if mode is not None:
            self._modes.set_current(mode.value)
        self.view_changed.emit()
