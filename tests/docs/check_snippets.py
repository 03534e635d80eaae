# SPDX-License-Identifier: Apache-2.0
"""Compiles every ```cpp block of the given Markdown pages.

A block that starts with #include is a program and is compiled as it stands. Any other block is a
fragment: statements, or else declarations, that see <nuthatch/nuthatch.hpp> and a few headers of
the standard library.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

FRAGMENT_HEADERS = ["algorithm", "cstdint", "cstdio", "exception", "memory", "numeric", "span",
                    "string", "utility", "vector", "nuthatch/nuthatch.hpp"]
BLOCK = re.compile(r"^```cpp *\n(.*?)^``` *$", re.MULTILINE | re.DOTALL)


def blocks(page):
    """Yields (first line number, text) for each block of the page."""
    with open(page, encoding="utf-8") as source:
        text = source.read()
    for match in BLOCK.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match.group(1)


def candidates(page, line, block):
    """The ways in which the block may be meant, as whole translation units."""
    marked = f'#line {line} "{page}"\n{block}'
    if block.lstrip().startswith("#include"):
        return [marked]
    headers = "".join(f"#include <{header}>\n" for header in FRAGMENT_HEADERS)
    return [f"{headers}void fragment();\nvoid fragment() {{\n{marked}}}\n", f"{headers}{marked}"]


def check(command, page, line, block):
    """Returns what is wrong with the block, or an empty string."""
    complaints = []
    for unit in candidates(page, line, block):
        result = subprocess.run(command, input=unit, capture_output=True, text=True, check=False)
        if result.returncode == 0:
            return ""
        complaints.append(result.stderr)
    return f"{page}:{line}: does not compile\n{complaints[0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("pages", nargs="+")
    options = parser.parse_args()

    command = [options.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused",
               "-fsyntax-only", "-x", "c++", "-"]
    command += [f"-I{folder}" for folder in options.include]
    found = [(page, line, block) for page in options.pages for line, block in blocks(page)]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        complaints = [text for text in pool.map(lambda one: check(command, *one), found) if text]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(found) - len(complaints)} of {len(found)} snippets compile")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
