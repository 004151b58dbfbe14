"""A real PostgreSQL server with pgvector and pg_trgm for the tests, from an installed package."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import warnings
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from unittest import mock

import pytest

on_server = pytest.mark.skipif(
    find_spec("pgserver") is None, reason="there is no PostgreSQL package for this machine"
)
"""Marks what needs a server."""

_STARTS = 30
_numbers = count(1)


@contextmanager
def running_server():
    """Run a server in a folder of its own; its path is short, as a socket is in it."""
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    with mock.patch.dict(os.environ, XDG_RUNTIME_DIR=tempfile.gettempdir()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgserver import get_server

        server = None
        for _ in range(_STARTS):
            # The package waits for ten seconds; a busy machine may need longer.
            try:
                server = get_server(folder, cleanup_mode="stop")
                break
            except (subprocess.SubprocessError, AssertionError):
                continue
    assert server is not None, "the server does not start"
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_database(server, owner="postgres"):
    """Make a database; return its address."""
    import psycopg

    name = f"test{next(_numbers)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as base:
        base.execute(f"CREATE DATABASE {name} OWNER {owner}")
    try:
        yield server.get_uri(name)
    finally:
        with psycopg.connect(server.get_uri(), autocommit=True) as base:
            base.execute(f"DROP DATABASE {name} WITH (FORCE)")
