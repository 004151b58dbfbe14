"""The review inbox of the whole window, driven by its keys."""

from __future__ import annotations

from memdesk_gui.widgets.lists.rows import ROW_ROLE


class InboxDesk:
    """The inbox of a window, used by a person."""

    def __init__(self, desk):
        self.desk, self.window, self.qtbot = desk, desk.window, desk.qtbot
        self.reviewing = self.window.reviewing

    @property
    def page(self):
        return self.window.features["ReviewCommands"]._page

    def appear(self):
        """Open the inbox."""
        self.until(lambda: self.reviewing.inbox is not None)
        self.desk.run("review.open")
        self.desk.settle()

    def until(self, condition):
        self.desk.until(lambda: bool(condition()))
        self.desk.settle()

    def press(self, key):
        self.qtbot.keyClick(self.page.list, key)
        self.desk.settle()

    def rows(self):
        model = self.page.model
        rows = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
        return [row.place for row in rows]

    def proposed(self):
        row = self.page.model.index(0).data(ROW_ROLE)
        return row.title, row.place

    def current(self):
        return self.page.line.items[0].uri if self.page.line is not None else None

    def go_to(self, uri):
        model = self.page.model
        row = next(row for row, line in enumerate(model.items) if line.items[0].uri == uri)
        self.page.list.setCurrentIndex(model.index(row))
        self.desk.settle()

    def toast(self):
        return self.window.toast.text()
