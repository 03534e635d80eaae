# SPDX-License-Identifier: Apache-2.0
"""Checks that gdb's backtraces lead from work-first children to their spawners.

usage: check_backtraces.py GDB SCRIPT DESCENT
"""

import re
import subprocess
import sys

LEVELS = 6  # of descend(), see descent.cpp
FRAME = re.compile(r"^#\d+ +(?:0x[0-9a-f]+ in )?(.*)", re.MULTILINE)


def backtraces(gdb, script, program):
    """The functions of each backtrace at the bottom, innermost first."""
    command = [gdb, "-nx", "-batch", "-ex", "set breakpoint pending off", "-ex", f"source {script}",
               "-ex", "break bottom_is_reached", "-ex", "run"]
    for _ in range(3):
        command += ["-ex", "echo ====\\n", "-ex", "backtrace", "-ex", "echo ----\\n",
                    "-ex", "continue"]
    result = subprocess.run(command + [program], capture_output=True, text=True, check=False)
    print(result.stdout, result.stderr)
    if "exited normally" not in result.stdout:
        sys.exit("the program did not end as it should")
    return [FRAME.findall(part) for part in re.findall("====\n(.*?)----\n", result.stdout, re.S)]


def check(functions, levels, last):
    found = sum(re.match(r"(\(anonymous namespace\)::)?descend\b", name) is not None
                for name in functions)
    if found != levels or not re.search(last, functions[-1]):
        sys.exit(f"{found} instead of {levels} levels, and at the end {functions[-1]}")


def main():
    first, second, given_away = backtraces(*sys.argv[1:])
    check(first, LEVELS, "^nuthatch_stack_entry")
    check(second, LEVELS, "^nuthatch_stack_entry")
    # The oldest continuation is the first to go. Who takes it goes on with it, so nobody is there
    # to return to.
    check(given_away, LEVELS - 1, "child_main<")


if __name__ == "__main__":
    main()
