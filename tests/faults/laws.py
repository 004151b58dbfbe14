"""The laws of merging, and of deciding a merge, and the comparison with git: as many examples as time allows.

The laws are those of the ordinary tests, which try a hundred examples each; here they get more. One that
compares several things in one example says how many: each of them counts.
"""

from __future__ import annotations

import math
import tempfile
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hypothesis import HealthCheck, seed, settings

from faults import crew
from faults.report import Outcome, grouped, sized, told

EXAMPLES, PART = 200_000, 10_000
FILES = (
    "test_text_merge",
    "test_text_json_merge",
    "test_text_json_lists",
    "test_text_json_taken_back",
    "test_text_deciding",
)


def run(work, scale):
    """Try every law with so many examples, some at a time in a process of their own."""
    examples, found = sized(EXAMPLES, scale, 20), []
    laws = [law for file in FILES for law in laws_of(file)]
    sizes = [min(PART, examples - begun) for begun in range(0, examples, PART)]
    parts = [(*law, number, size) for law in laws for number, size in enumerate(sizes)]
    for place, violations in crew.answers(work, [partial(tried, work, *part) for part in parts]):
        found += violations
        if parts[place][2] == len(sizes) - 1:
            told(f"{parts[place][0]}, {len(found)} violations up to here")
    return Outcome(f"{len(laws)} laws × {grouped(examples)} examples", {}, found)


def tried(work, name, law, number, examples):
    """Try one law with so many examples, in a process of its own; return the violation."""
    tempfile.tempdir = str(work)
    law._hypothesis_internal_use_settings = settings(
        max_examples=math.ceil(examples / getattr(law, "together", 1)),
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        seed(number)(law)()
    except AssertionError as error:
        said = "; ".join([str(error)[:300], *getattr(error, "__notes__", ())])
        return [f"{name}: {said[:2000]}"]
    return []


def laws_of(file):
    """Return the tests of a file that are laws, by name."""
    place = Path(__file__).parents[1] / "core" / f"{file}.py"
    spec = spec_from_file_location(f"faults_{file}", place)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return [(name, test) for name, test in vars(module).items() if hasattr(test, "hypothesis")]
