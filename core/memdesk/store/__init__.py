"""Bytes on disk: sandboxed paths, lock, commit, history, recovery. Knows no agent family."""
