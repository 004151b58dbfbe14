"""Sockets that stand in a folder as files."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def bound_socket(path: Path) -> Iterator[None]:
    """Keep a socket bound at a path of any length; the file stays when it closes.

    The address of a socket has room for some hundred bytes, and the folder of a
    test may be longer than that. So it is bound by its name, in its folder.
    """
    before = os.getcwd()
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(path.parent)
        try:
            server.bind(path.name)
        finally:
            os.chdir(before)
        yield
