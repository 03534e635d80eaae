# SPDX-License-Identifier: Apache-2.0
"""Words that are retired in a part of the sources, as retired_words.txt lists them."""

import pathlib
import re

LISTED = pathlib.Path(__file__).with_name("retired_words.txt")


def read(listed):
    """Yields where each word is retired, its expression, what to write, and where it is kept."""
    places = ()
    for line in listed.read_text(encoding="utf-8").splitlines():
        if line.startswith("in "):
            places = tuple(line.split()[1:])
        elif line and not line.startswith("#"):
            expression, term, *kept = line.split(" => ")
            yield places, re.compile(expression), term, tuple(kept[0].split()) if kept else ()


WORDS = list(read(LISTED))


def lies_in(path, place):
    return path == place or path.startswith(f"{place}/")


def retired_in(path, text):
    """Yields the number of a line, a retired word that it has, and what to write instead."""
    name = path.as_posix()
    words = [(expression, term) for places, expression, term, kept in WORDS
             if any(lies_in(name, place) for place in places) and not name.startswith(kept)]
    for number, line in enumerate(text.splitlines() if words else [], 1):
        for expression, term in words:
            if found := expression.search(line):
                yield number, found.group().strip(), term
