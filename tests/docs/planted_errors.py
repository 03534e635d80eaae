# SPDX-License-Identifier: Apache-2.0
"""Writes the page of planted errors from the lists that the tests plant, or checks it.

--check also looks for the text that each error replaces: some source file has to have it exactly
once. The tests that plant the errors are built late, so a text that has changed shows here first.

usage: planted_errors.py --write|--check ROOT
"""

import json
import pathlib
import re
import sys
import textwrap

PAGE = "docs/planted-errors.md"
NOTE = "<!-- Written by ./dev reference from the lists of the tests; a change here is lost. -->"
WIDTH = 100
FOLDERS = ("tests/explore", "tests/splicec", "tests/unit/splice", "tests/unit/workloads")


def paragraph(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def item(text):
    return textwrap.fill(text, WIDTH, initial_indent="- ", subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False)


def listed(root, folder):
    return json.loads((root / folder / "mutants.json").read_text(encoding="utf-8"))


def searches(root):
    """For each error in the library: the scenarios, strategies and memories that find it."""
    text = (root / "tests/explore/CMakeLists.txt").read_text(encoding="utf-8")
    found = {}
    for kind, name, words in re.findall(
            r"^ *explore(|_splice)_mutant(?:_also)?\((\w+)\s+([^)]*)\)", text, re.M):
        words = words.split()
        at = next(i for i, word in enumerate(words) if word in ("random", "bounded", "priorities"))
        scenario, strategy, memory = words[at - 1:at + 2]
        found.setdefault(name, []).append(f"`{scenario}`, {strategy}, {memory}")
    return found


def explored(root):
    known, how = listed(root, "tests/explore"), searches(root)
    if unknown := set(known) ^ set(how):
        sys.exit(f"tests/explore: only the list or only CMakeLists.txt has {sorted(unknown)}")
    for name, one in known.items():
        yield item(f"`{name}`: {one['why']} ({'; '.join(how[name])})")


def plain(root, folder):
    for name, one in listed(root, folder).items():
        yield item(f"`{name}`: {one['why']}")


def page(root):
    lists = [
        ("Interleavings", "tests/explore",
         "Exploring interleavings finds each of these errors of the library. Scenario, strategy "
         "and memory are those of the [exploring tests](testing.md#interleavings).",
         explored(root)),
        ("The translator", "tests/splicec",
         "The [generated sources](testing.md#generated-sources) find each of these errors of "
         "`splicec`.",
         plain(root, "tests/splicec")),
        ("Splicing", "tests/unit/splice",
         "Random nests of calls and steps find each of these errors of the splicer.",
         plain(root, "tests/unit/splice")),
        ("Effects of workloads", "tests/unit/workloads",
         "Checked runs find each of these errors of what workloads declare.",
         plain(root, "tests/unit/workloads")),
    ]
    text = ["# Planted errors", NOTE,
            paragraph("A test that never fails shows nothing. Each list below names errors that "
                      "tests plant, one at a time, into a copy of a source file. The tests pass "
                      "only if the error is found.")]
    for title, folder, about, items in lists:
        items = list(items)
        text += [f"## {title}", paragraph(f"{about} `{folder}/mutants.json` has {len(items)}:"),
                 "\n".join(items)]
    return "\n\n".join(text) + "\n"


def texts_not_found(root):
    """Returns the planted errors whose text no source file has exactly once."""
    sources = [file.read_text(encoding="utf-8") for folder in ("src", "include", "workloads")
               for file in sorted((root / folder).rglob("*")) if file.suffix in (".cpp", ".hpp")]
    for folder in FOLDERS:
        for name, one in listed(root, folder).items():
            if not any(source.count(one["text"]) == 1 for source in sources):
                yield f"{folder}/mutants.json: no source file has the text of {name} exactly once"


def main():
    what, root = sys.argv[1], pathlib.Path(sys.argv[2])
    text, file = page(root), root / PAGE
    if what == "--write":
        file.write_text(text, encoding="utf-8")
        return
    if missing := list(texts_not_found(root)):
        sys.exit("\n".join(missing))
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE}: not what the lists of planted errors give; ./dev reference writes it")


if __name__ == "__main__":
    main()
