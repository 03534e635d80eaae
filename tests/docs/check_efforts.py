# SPDX-License-Identifier: Apache-2.0
"""Checks that a page speaks of the efforts that `dev` gives to tests, by their names, and that its
table of sanitizers has the labels that `dev` runs under each.

usage: check_efforts.py DEV PAGE
"""

import pathlib
import re
import sys

DEFINED = re.compile(r"\b(\w+_effort)=(\d+)")
NAMED = re.compile(r"`(\w+_effort)`")
NUMBER = re.compile(r"effort (?:of )?\d+ ?%")
SHORT = re.compile(r"short_sanitizers=\((.*?)\)", re.DOTALL)
FULL = re.compile(r"^ *sanitize_fully ([\w -]+)$", re.MULTILINE)
ROW = re.compile(r"^\| `([\w-]+)` \|([^|\n]*)\| all \|$", re.MULTILINE)


def wrong_labels(dev, page):
    """Where the table of sanitizers is not what `dev` does."""
    rows = {preset: set(re.findall(r"`(\w+)`", cell)) for preset, cell in ROW.findall(page)}
    runs = {preset: set() for names in FULL.findall(dev) for preset in names.split()}
    for entry in (" ".join(SHORT.findall(dev))).split():
        preset, _, labels, _ = entry.split(":")
        runs[preset] = set(labels.split(","))
    for preset in sorted(rows.keys() | runs.keys()):
        if rows.get(preset) != runs.get(preset):
            yield f"{preset}: dev runs {runs.get(preset)}, the table says {rows.get(preset)}"


def complaints(dev, page):
    defined = {name for name, _ in DEFINED.findall(dev)}
    named = set(NAMED.findall(page))
    if not defined:
        yield "dev defines no effort"
    yield from (f"{name}: dev has no such effort" for name in sorted(named - defined))
    yield from (f"{name}: not on the page" for name in sorted(defined - named))
    yield from wrong_labels(dev, page)
    yield from (f"'{number}': the number is in dev, the page gives its name"
                for number in NUMBER.findall(page))


def main():
    found = list(complaints(*(pathlib.Path(name).read_text(encoding="utf-8")
                              for name in sys.argv[1:])))
    print("\n".join(found) if found else "the page says what dev does")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
