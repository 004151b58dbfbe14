"""The laws of merging and the comparison with ``git merge-file``, with as many examples as time allows.

The laws are those of the ordinary tests, which try a hundred examples each; here they get more.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hypothesis import HealthCheck, settings

from faults.report import Outcome, grouped, sized

EXAMPLES = 200_000
FILES = ("test_text_merge", "test_text_json_merge")


def run(work, scale):
    """Try every law with so many examples."""
    examples, found, names = sized(EXAMPLES, scale, 20), [], []
    more = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    for file in FILES:
        for name, law in laws_of(file):
            names.append(name)
            try:
                law._hypothesis_internal_use_settings = more
                law()
            except AssertionError as error:
                found.append(f"{name}: {str(error)[:300]}")
    return Outcome(f"{len(names)} laws × {grouped(examples)} examples", {}, found)


def laws_of(file):
    """Return the tests of a file that are laws, by name."""
    place = Path(__file__).parents[1] / "core" / f"{file}.py"
    spec = spec_from_file_location(f"faults_{file}", place)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return [(name, test) for name, test in vars(module).items() if hasattr(test, "hypothesis")]
