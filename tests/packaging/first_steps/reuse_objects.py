#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A compiler launcher that takes the object of another build, where the same command made that.

NUTHATCH_REUSED_BUILD is the other build's folder and NUTHATCH_REUSED_SOURCE its sources, which lie
below the working directory's root in the same places.
"""

import json
import os
import pathlib
import shlex
import shutil
import sys


def split_dependencies(arguments):
    """The arguments without those that ask for a list of dependencies, and where that goes."""
    rest, list_file = [], None
    remaining = iter(arguments)
    for argument in remaining:
        if argument == "-MD":
            continue
        if argument in ("-MT", "-MF"):
            value = next(remaining)
            list_file = value if argument == "-MF" else list_file
            continue
        rest.append(argument)
    return rest, list_file


def commands_of(build):
    """By output: the arguments, without a launcher."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        arguments = shlex.split(entry["command"])
        output = arguments[arguments.index("-o") + 1]
        found[output] = arguments
    return found


def main():
    wanted, list_file = split_dependencies(sys.argv[1:])
    build = pathlib.Path(os.environ["NUTHATCH_REUSED_BUILD"])
    source = os.environ["NUTHATCH_REUSED_SOURCE"]
    own_source = os.getcwd().removesuffix(str(build).removeprefix(source))
    output = wanted[wanted.index("-o") + 1] if "-o" in wanted else None
    known = commands_of(build).get(output, [])
    same = [each.replace(own_source, source) for each in wanted]
    if output and known[-len(same):] == same and (build / output).is_file():
        shutil.copyfile(build / output, output)
        if list_file:
            pathlib.Path(list_file).write_text(f"{output}:\n")
        return
    print(f"reuse_objects.py: compiling {output}", file=sys.stderr, flush=True)
    os.execvp(sys.argv[1], sys.argv[1:])


main()
