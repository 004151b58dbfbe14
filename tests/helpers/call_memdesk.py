"""Run as a script, with the place of a server and the words of a command: has the command carried out there.

It loads little: it stands where a test would start memdesk itself (:mod:`helpers.ready_memdesk`).
"""

from __future__ import annotations

import json
import os
import socket
import sys


def call():
    """Have a command carried out with the streams of this process, and end as it does."""
    order = {"words": sys.argv[2:], "folder": os.getcwd(), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.connect(sys.argv[1])
        socket.send_fds(server, [json.dumps(order).encode()], [0, 1, 2])
        for stream in range(3):
            os.close(stream)
        end = int(server.recv(16))
    if end < 0:
        os.kill(os.getpid(), -end)
    os._exit(end)


if __name__ == "__main__":
    call()
