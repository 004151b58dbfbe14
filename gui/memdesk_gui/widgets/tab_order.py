"""The Tab key goes through a page in reading order, whatever was made first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLayout, QScrollArea, QSplitter, QWidget


def follow_layout(*parts: QWidget) -> None:
    """Let Tab go from control to control of a page as its layouts hold them, from its first to its last.

    Several parts are gone through one after the other. Call it once they have their place in a window:
    whatever gets another window is put in order anew by Qt.
    """
    _order(chain.from_iterable(map(_controls, parts)))


def follow_what_is_seen(*parts: QWidget) -> None:
    """Let Tab go through the parts of a window one after the other, and through what is shown in each."""
    _order(chain.from_iterable(_controls(part, seen_only=True) for part in parts))


def _order(controls: Iterable[QWidget]) -> None:
    for before, after in pairwise(controls):
        QWidget.setTabOrder(before, after)


@contextmanager
def handing_on(heir: Callable[[], QWidget]) -> Iterator[None]:
    """Give the keyboard to an heir where this takes it from the control that has it.

    Qt would give it to whatever comes next, where a key that is pressed once more does something else.
    """
    holder = QApplication.focusWidget()
    yield
    if QApplication.focusWidget() is not holder:
        heir().setFocus()


def step(window: QWidget, hidden: Callable[[QWidget], bool], *, forward: bool) -> bool:
    """Put the keyboard into the next or the previous control of a window; False where there is no other.

    What has a focus proxy is passed over: Qt follows it, which leads back into a pane that Tab is about to
    leave, where the pane comes after what is in it. So is what is ``hidden``, though Qt takes it for visible.
    """
    here = window.focusWidget() or window
    for there in chain(_inside(here, window) if forward else (), _chain(here, forward=forward)):
        if _can_have_keys(there, window) and not hidden(there):
            reason = Qt.FocusReason
            there.setFocus(reason.TabFocusReason if forward else reason.BacktabFocusReason)
            return True
    return False


def _chain(here: QWidget, *, forward: bool) -> Iterator[QWidget]:
    """Yield the other widgets of a window in Qt's order, which leads round and back."""
    go = QWidget.nextInFocusChain if forward else QWidget.previousInFocusChain
    there = go(here)
    while there is not None and there is not here:
        yield there
        there = go(there)


def _inside(here: QWidget, window: QWidget) -> Iterator[QWidget]:
    """Yield what is in a page that has the keyboard as a whole: Tab goes into it first."""
    whole = here is not window and here.focusPolicy() == Qt.FocusPolicy.NoFocus
    return _controls(here) if whole else iter(())


def _can_have_keys(part: QWidget, window: QWidget) -> bool:
    stops = bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus) and part.focusProxy() is None
    return stops and part.isEnabled() and part.isVisibleTo(window) and part.window() is window


def _controls(part: QWidget, *, seen_only: bool = False) -> Iterator[QWidget]:
    if seen_only and part.isHidden():
        return
    if part.focusPolicy() != Qt.FocusPolicy.NoFocus and part.focusProxy() is None:
        yield part
    for each in _inner(part):
        yield from _controls(each, seen_only=seen_only)


def _inner(part: QWidget) -> Iterator[QWidget]:
    layout = part.layout()
    if isinstance(part, QSplitter):
        yield from filter(None, map(part.widget, range(part.count())))
    elif isinstance(part, QScrollArea):
        yield from filter(None, (part.widget(),))
    elif layout is not None:
        yield from _held(layout)


def _held(layout: QLayout) -> Iterator[QWidget]:
    for item in map(layout.itemAt, range(layout.count())):
        if item is None:
            continue
        widget, below = item.widget(), item.layout()
        if widget is not None:
            yield widget
        elif below is not None:
            yield from _held(below)
