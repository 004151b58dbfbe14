"""Every subscriber gets every batch in one order; a slow one waits for itself only."""

from __future__ import annotations

import threading

import pytest

from helpers.recorder import PATIENCE, Recorder
from memdesk.model import OUTSIDE, Change, ChangeKind, WatchState
from memdesk.watch import feed as feeds
from memdesk.watch.feed import Feed


def change(uri):
    return Change(uri, ChangeKind.CREATED, None, None, OUTSIDE, 1.0)


@pytest.fixture
def feed():
    feed = Feed()
    yield feed
    feed.close()


class Slow(Recorder):
    """Takes a batch only while its gate is open."""

    def __init__(self):
        super().__init__()
        self.gate = threading.Event()
        self.entered = threading.Event()

    def __call__(self, batch):
        self.entered.set()
        assert self.gate.wait(PATIENCE)
        super().__call__(batch)


def test_a_quick_subscriber_has_a_batch_when_publishing_returns(feed):
    recorder = Recorder()
    feed.subscribe(recorder, quick=True)
    feed.publish([change("a")])
    assert [batch.sequence for batch in recorder.batches] == [1]


def test_all_hear_the_same_in_the_same_order(feed):
    recorders = [Recorder(), Recorder(), Slow()]
    for recorder in recorders:
        feed.subscribe(recorder)
    for number in range(100):
        feed.publish([change(f"{number}")])
    recorders[-1].gate.set()
    for recorder in recorders:
        recorder.until_changed("99")
    assert recorders[0].batches == recorders[1].batches == recorders[2].batches
    assert [batch.sequence for batch in recorders[0].batches] == list(range(1, 101))


def test_one_that_hangs_is_told_to_look_anew_instead_of_filling_the_memory(feed, monkeypatch):
    monkeypatch.setattr(feeds, "WAITING", 3)
    slow = Slow()
    feed.subscribe(slow)
    feed.publish([change("first")])
    assert slow.entered.wait(PATIENCE)
    for number in range(5):
        feed.publish([change(f"{number}")])
    feed.change_state(WatchState.POLLING)
    slow.gate.set()
    slow.until_state(WatchState.POLLING)
    assert [(batch.sequence, batch.rescan, len(batch.changes)) for batch in slow.batches] == [
        (1, False, 1),
        (5, True, 0),
        (6, False, 1),
        (7, False, 0),
    ]


def test_one_that_left_hears_nothing_more(feed):
    slow = Slow()
    leave = feed.subscribe(slow)
    feed.publish([change("a")])
    assert slow.entered.wait(PATIENCE)
    feed.publish([change("b")])
    leave()
    leave()
    slow.gate.set()
    feed.publish([change("c")])
    slow.until_changed("a")
    feed.close()
    assert [found.uri for found in slow.changes] == ["a"]


def test_closing_delivers_what_waits_and_leaves_no_thread(feed):
    before = set(threading.enumerate())
    recorder = Recorder()
    feed.subscribe(recorder)
    for number in range(50):
        feed.publish([change(f"{number}")])
    feed.close()
    assert len(recorder.batches) == 50
    assert set(threading.enumerate()) <= before


def test_a_subscriber_may_close_the_feed_itself(feed):
    done = threading.Event()
    feed.subscribe(lambda batch: (feed.close(), done.set()))
    feed.publish([change("a")])
    assert done.wait(PATIENCE)


def test_failing_stops_nobody(feed, caplog):
    def fail(batch):
        raise ZeroDivisionError

    recorder = Recorder()
    feed.subscribe(fail)
    feed.subscribe(fail, quick=True)
    feed.subscribe(recorder)
    feed.publish([change("a")])
    recorder.until_changed("a")
    feed.close()
    assert caplog.text.count("A subscriber failed on batch 1") == 2
