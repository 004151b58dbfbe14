"""The log: a ring in memory and a file, as far as it can be written."""

from __future__ import annotations

import logging

import pytest

from helpers.check_cases import filled
from memdesk.checks import MASK
from memdesk.checks.covering import mask_line
from memdesk.runtime.log import FILE_BYTES, RingHandler, start_logging, stop_logging


@pytest.fixture(autouse=True)
def ended():
    yield
    stop_logging()


def test_lines_reach_the_ring_and_the_file(tmp_path):
    path = tmp_path / "state" / "memdesk.log"
    ring = start_logging(path, mask_line)
    logging.getLogger("memdesk.store").warning("the lock is slow")
    level, line = ring.records[-1]
    assert level == logging.WARNING
    assert "memdesk.store: the lock is slow" in line
    assert "the lock is slow" in path.read_text("utf-8")


def test_a_listener_hears_new_lines(tmp_path):
    ring, heard = start_logging(tmp_path / "memdesk.log", mask_line), []
    ring.listener = lambda level, line: heard.append(level)
    logging.getLogger("memdesk").error("oh")
    assert heard == [logging.ERROR]


def test_the_ring_keeps_the_last_lines():
    ring = RingHandler(mask_line, capacity=2)
    for number in range(5):
        ring.handle(logging.makeLogRecord({"msg": str(number), "levelno": 20, "levelname": "INFO"}))
    assert [line[-1] for _, line in ring.records] == ["3", "4"]


def test_without_a_place_for_the_file_the_ring_still_works(tmp_path):
    (tmp_path / "file").write_text("")
    ring = start_logging(tmp_path / "file" / "memdesk.log", mask_line)
    assert "cannot be written" in ring.records[0][1]


def test_a_long_log_is_put_aside(tmp_path):
    path = tmp_path / "memdesk.log"
    path.write_text("x" * (FILE_BYTES + 1))
    start_logging(path, mask_line)
    logging.getLogger("memdesk").warning("new")
    assert path.stat().st_size < 200
    assert (tmp_path / "memdesk.old.log").stat().st_size == FILE_BYTES + 1


def test_stopping_removes_every_handler(tmp_path):
    start_logging(tmp_path / "memdesk.log", mask_line)
    stop_logging()
    assert logging.getLogger("memdesk").handlers == []


def test_an_error_is_logged_with_its_kind_and_place_but_not_its_words(tmp_path):
    path = tmp_path / "memdesk.log"
    ring = start_logging(path, mask_line)
    try:
        try:
            int("my password")
        except ValueError as error:
            raise KeyError("my secret") from error
    except KeyError:
        logging.getLogger("memdesk").exception("failed")
    for told in (ring.records[-1][1], path.read_text("utf-8")):
        assert told.index("ValueError") < told.index("KeyError")
        assert "test_log.py" in told
        assert "invalid literal" not in told


@pytest.mark.parametrize(
    "said", ["cannot open notes/{}.md", "password: {}", "refused: https://ada:{}@example.org"]
)
def test_a_secret_in_a_line_is_masked(tmp_path, said):
    secret = filled("ghp_{alnum:36}")
    path = tmp_path / "memdesk.log"
    ring = start_logging(path, mask_line)
    logging.getLogger("memdesk.store").warning(said.format("%s"), secret)
    assert secret not in ring.records[-1][1]
    assert MASK in ring.records[-1][1]
    assert secret not in path.read_text("utf-8")


def test_a_line_without_secrets_is_as_it_was(tmp_path):
    ring = start_logging(tmp_path / "memdesk.log", mask_line)
    digest = "ab" * 32
    logging.getLogger("memdesk").info("the key of facts/a-long-name-of-a-document.md is sha256:%s", digest)
    assert ring.records[-1][1].endswith(f"is sha256:{'ab' * 32}")
