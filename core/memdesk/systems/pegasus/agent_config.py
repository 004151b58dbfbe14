"""Where an agent's own settings say that its memory is: ``memory.dataDir`` in its YAML.

Only that one value is looked for, in block or flow style; whatever else stands in the file is the agent's.
"""

from __future__ import annotations

import re

CONFIG_FILES = ("config.yml", "config.yaml", "pegasus.yml", "pegasus.yaml")
"""Names of an agent's settings, the first that is there counts."""

_MEMORY = re.compile(r"""^(?P<indent> *)(["']?)memory\2 *:(?P<rest>.*)$""")
_DATA_DIR = re.compile(r"""(?P<before>^ *|[{,] *)(["']?)dataDir\2 *:[ \t]+(?P<value>.*)$""")
_VALUE = re.compile(
    r"""\s*(?:"(?P<double>[^"\\]*)"|'(?P<single>[^']*)'|(?P<plain>[^\s#{}\[\],&*!|>"'][^{}\[\],]*))"""
)
_COMMENT = re.compile(r"(?:^|\s)#.*$")


def data_dir(data: bytes) -> str:
    """Return what ``dataDir`` of the top-level ``memory`` says, nothing where it is not said."""
    within = False
    for line in data.decode(errors="replace").replace("\r\n", "\n").split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        begin = _MEMORY.match(line)
        if begin and not begin["indent"]:
            within = True
            found = _said(begin["rest"].strip())
        elif not line.startswith(" "):
            within, found = False, ""
        else:
            found = _said(line) if within else ""
        if found:
            return found
    return ""


def _said(line: str) -> str:
    named = _DATA_DIR.search(line)
    value = _VALUE.match(named["value"]) if named else None
    if value is None:
        return ""
    plain = _COMMENT.sub("", value["plain"] or "").strip()
    return (value["double"] or value["single"] or plain).strip().rstrip("/")
