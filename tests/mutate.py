# SPDX-License-Identifier: Apache-2.0
"""Copies a source file with one error of a list planted.

usage: mutate.py LIST NAME FROM TO
"""

import json
import pathlib
import sys


def main():
    listed, name, source, target = sys.argv[1:]
    known = json.loads(pathlib.Path(listed).read_text(encoding="utf-8"))
    text, replacement = known[name]["text"], known[name]["replacement"]
    original = pathlib.Path(source).read_text(encoding="utf-8")
    if original.count(text) != 1:
        sys.exit(f"{listed}: the text of {name} is {original.count(text)} times in {source}, "
                 "not once")
    target = pathlib.Path(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(original.replace(text, replacement), encoding="utf-8")


if __name__ == "__main__":
    main()
