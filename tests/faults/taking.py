"""The laws of taking changes back, over generated histories, and what ten agents wrote side by side.

What nothing touched goes as if it had never been written, also where units were moved; nobody else's words go
and none comes back that somebody took; all taken back in any order gives the first version; what created a
document leaves what came later; what later changes build on goes with these, and nothing else; two versions
merged hold what both wrote. Of what ten agents wrote, all can go but what another change rewrote.

``python -m faults.taking FILE`` (``make laws``) tries the laws in one process, notes each part that is done
in a file, and goes on there when it is started again. Parts that were tried with another core do not count.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from hashlib import sha256
from pathlib import Path

import memdesk.text
from faults import crew
from faults.report import Outcome, grouped, sized, told
from helpers.chronicles import FORMATS, LAWS, UNCOMMON, of_genuine_shape
from helpers.json_chronicles import of_json_with_later

HISTORIES, PART, CHRONICLES = 100_000, 2_000, 20
TRIED = [*((law, sort) for law in LAWS for sort in ("common", "uncommon")), (of_json_with_later, "common")]
SORTS = {"common": FORMATS, "uncommon": UNCOMMON}
"""The formats that are tried, each sort with as many histories."""
WRITES = 500
"""How many changes a chronicle has, but in a campaign that is tried only for a moment."""


def run(work, scale):
    """Try every law with so many histories, some at a time in a process of their own."""
    histories, found = sized(HISTORIES, scale, 10), []
    parts = divided(histories)
    for place, violations in crew.answers(work, [partial(tried, *part) for part in parts]):
        found += violations
        law, sort, _, end = parts[place]
        told(f"{law.__name__} in {sort} formats up to {grouped(end)}, {len(found)} violations")
    chronicles = sized(CHRONICLES, scale)
    sums = [0] * 5
    writes = min(WRITES, sized(WRITES, 100 * scale, 60))
    takings = [partial(counted, seed, writes) for seed in range(chronicles)]
    for _, (counts, violations) in crew.answers(work, takings):
        found += violations
        sums = [one + other for one, other in zip(sums, counts, strict=True)]
    changes, goes, gone, refused, together = sums
    figures = {
        "changes of ten agents": grouped(changes),
        "can be taken back": grouped(goes),
        "only with later ones": grouped(together),
        "are gone already": grouped(gone),
        "are refused, each truly": grouped(refused),
    }
    return Outcome(
        f"{len(LAWS) + 1} laws × {grouped(histories)} histories, {len(SORTS)} sorts of formats",
        figures,
        found,
    )


def divided(histories):
    """Return the parts of the campaign: a law, a sort of formats, and the seeds that are tried at once."""
    starts = range(0, histories, PART)
    return [(law, sort, begun, min(begun + PART, histories)) for begun in starts for law, sort in TRIED]


def campaign(record, histories):
    """Try what nobody tried with the present core yet; return the violations, those of before among them."""
    core, done = _core(), {}
    lines = record.read_text().splitlines() if record.exists() else []
    for line in map(json.loads, lines):
        if line["core"] == core:
            done[line["law"], line["formats"], line["from"], line["to"]] = line["violations"]
    with record.open("a") as file:
        for law, sort, first, end in divided(histories):
            key = law.__name__, sort, first, end
            if key not in done:
                done[key] = tried(law, sort, first, end)
                names = dict(zip(("law", "formats", "from", "to"), key, strict=True))
                file.write(json.dumps({"core": core, **names, "violations": done[key]}) + "\n")
                file.flush()
                told(f"{law.__name__} in {sort} formats up to {grouped(end)}, {len(done[key])} violations")
    return [violation for found in done.values() for violation in found]


def _core():
    """Return what tells this text of the laws' subject from another one."""
    sources = [
        *sorted(Path(memdesk.text.__file__).parent.rglob("*.py")),
        *(Path(sys.modules[law.__module__].__file__) for law in (LAWS[0], of_json_with_later)),
    ]
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def tried(law, sort, first, end):
    """Try one law with some histories in formats of a sort; return the violations."""
    name = f"{law.__name__} {sort}"
    return [f"{name} {violation}" for seed in range(first, end) for violation in law(seed, SORTS[sort])]


def counted(seed, writes):
    """Take back each change of a history of genuine shape, one at a time."""
    *counts, wrong = of_genuine_shape(seed, writes)
    return counts, [f"of genuine shape {each}" for each in wrong]


def main():
    """Go on with the campaign; the exit status is 1 where a law does not hold."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("record", type=Path, help="what is done already; made where it is not there")
    options.add_argument("--histories", type=int, default=HISTORIES)
    asked = options.parse_args()
    found = campaign(asked.record, asked.histories)
    for violation in found:
        told(f"VIOLATION {violation}")
    told(f"{len(TRIED)} × {grouped(asked.histories)} histories: {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
