"""``python -m conformance [--rows] [--pages]``: what of the designs is met, differs, is open."""

from __future__ import annotations

import argparse
import sys

from conformance import documents
from conformance.page import page, page_path

STATES = ("met", "differs", "open")


def main():
    """Print the table; the exit status is 1 while more rows are open than a document says."""
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument("--rows", action="store_true", help="print the rows that are met, too")
    parser.add_argument("--pages", action="store_true", help="write the end of the help page anew")
    options = parser.parse_args()
    found = documents()
    for document in found:
        sys.stdout.write(f"{document.title}\n")
        for row in document.rows:
            if options.rows or row.state != "met":
                why = row.differs or row.open or row.promise
                sys.stdout.write(f"  {row.state:<8}{row.section:<7}{row.id}: {why}\n")
    sys.stdout.write(f"\n{'document':<24}{'rows':>6}{'met':>6}{'differs':>9}{'open':>6}\n")
    for document in found:
        counts = [document.count(state) for state in STATES]
        sys.stdout.write(line(document.name, len(document.rows), *counts))
    totals = [sum(document.count(state) for document in found) for state in STATES]
    sys.stdout.write(line("all", sum(totals), *totals))
    if options.pages:
        for language in ("", "_zh"):
            page_path(language).write_text(page(language), encoding="utf-8")
    return int(any(document.count("open") > document.open for document in found))


def line(name, rows, met, differs, still_open):
    """Return one line of the counts."""
    return f"{name:<24}{rows:>6}{met:>6}{differs:>9}{still_open:>6}\n"


if __name__ == "__main__":
    sys.exit(main())
