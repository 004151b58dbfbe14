"""Loops that give way ask between their pieces, and only where somebody wants to be asked."""

import threading

from memdesk.index.local_state.baseline import FolderBaseline
from memdesk.index.local_state.database import StateDatabase
from memdesk.model import revision_of
from memdesk.text.cooperative import cooperative, same_manners, yielding


def counted(work):
    """Run work that gives way; return its result and how often it asked."""
    asked = []
    return cooperative(work, lambda: asked.append(1))(), len(asked)


def test_a_loop_asks_after_every_whole_piece():
    assert counted(lambda: list(yielding(range(7), 3))) == ([0, 1, 2, 3, 4, 5, 6], 2)


def test_one_thing_alone_is_done_without_asking():
    assert counted(lambda: list(yielding([1], 250))) == ([1], 0)


def test_nobody_is_asked_where_nobody_wants_to_be():
    items = [1, 2, 3]
    assert yielding(items, 1) is items


def test_manners_end_with_the_work():
    counted(lambda: list(yielding(range(9), 1)))
    items = [1]
    assert yielding(items, 1) is items


def test_a_thread_gives_way_like_the_work_that_started_it():
    def work():
        thread = threading.Thread(target=same_manners(lambda: list(yielding(range(4), 2))))
        thread.start()
        thread.join()

    assert counted(work) == (None, 2)


def test_the_first_look_at_a_folder_gives_way_between_the_texts_that_it_keeps():
    texts = [(revision_of(data), data) for data in (b"%d" % number for number in range(30))]
    baseline = FolderBaseline(StateDatabase("folder"))
    assert counted(lambda: baseline.keep(texts)) == (None, 3)
    assert [baseline.text(revision) for revision, _ in texts] == [data for _, data in texts]
