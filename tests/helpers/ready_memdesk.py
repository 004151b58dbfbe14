"""The memdesk command without its start: for each call a process is forked that has everything imported.

The call is as ever: words, streams, folder, environment and exit status are the caller's, and the command
ends with it. Who tests what a start loads, closed streams, or Ctrl+C, starts a process of its own.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from importlib import import_module

from helpers import call_memdesk


@contextmanager
def calls_served():
    """Yield the words before a command's own, as long as there is a process to fork."""
    with tempfile.TemporaryDirectory() as folder, _listening(f"{folder}/calls") as listening:
        server = subprocess.Popen(
            [sys.executable, __file__, str(listening.fileno())],
            stdin=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            pass_fds=[listening.fileno()],
            start_new_session=True,
        )
        with server:
            yield [sys.executable, "-I", "-S", call_memdesk.__file__, f"{folder}/calls"]


def _listening(path):
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listening.bind(path)
    listening.listen(64)
    return listening


def serve(listening):
    """Fork for each call until the standard input ends; return in the process that carries one out."""
    groups = {f"memdesk.cli.{module}" for module, _ in import_module("memdesk.cli").COMMANDS.values()}
    for module in ("memdesk.cli.commands", "memdesk.agents.mcp.server", *groups):
        import_module(module)
    gc.collect()
    gc.freeze()
    running = {}
    while True:
        callers = [caller for caller, _ in running.values()]
        ready = _ready([listening, sys.stdin, *running, *callers])
        if listening.fileno() in ready:
            caller, _ = listening.accept()
            order, streams, *_ = socket.recv_fds(caller, 1 << 20, 3)
            child = os.fork()
            if not child:
                listening.close()
                return _become(json.loads(order), streams)
            running[os.pidfd_open(child)] = caller, child
            for stream in streams:
                os.close(stream)
        for handle, (caller, child) in [*running.items()]:
            if caller.fileno() in ready:
                os.kill(child, signal.SIGKILL)
            if caller.fileno() in ready or handle in ready:
                _end(handle, *running.pop(handle))
        if sys.stdin.fileno() in ready:
            os._exit(0)


def _ready(streams):
    """Wait, and return the numbers of those that have something; select would take only a thousand."""
    poll = select.poll()
    for stream in streams:
        poll.register(stream, select.POLLIN)
    return {number for number, _ in poll.poll()}


def _end(handle, caller, child):
    """Tell the caller how the call has ended."""
    end = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(handle)
    with caller, suppress(OSError):
        caller.send(b"%d" % end)


def _become(order, streams):
    """Take over the caller's streams, folder, environment and words."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        os.dup2(streams[number], number)
        os.close(streams[number])
        # What Python opened remembers what kind of file that was.
        old = getattr(sys, name)
        fresh = open(number, mode, encoding=old.encoding, errors=old.errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, fresh)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    time.tzset()
    sys.argv[:] = ["memdesk", *order["words"]]


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
    sys.exit(import_module("memdesk.cli").main())
