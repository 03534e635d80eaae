# SPDX-License-Identifier: Apache-2.0
"""Checks that a spliced program has nothing of the checks in its machine code: no function of
theirs, no variable, no place in the source. And that it has with NUTHATCH_CHECK_EFFECTS, without
which the first would say nothing.

usage: check_unchecked.py PROGRAM NM COMPILER [FLAG...]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

OF_CHECKS = re.compile(r"\bchecked|\bdetail::(running|now_running|nothing_running|findings)"
                       r"|\bdetail::accessed|effect_error")


def compiled(command, program, folder, flags):
    result = pathlib.Path(folder, "program.o")
    subprocess.run([*command, *flags, "-c", program, "-o", str(result)], check=True)
    return result


def symbols(nm, program):
    listed = subprocess.run([nm, "--demangle", str(program)], capture_output=True, text=True,
                            check=True)
    return [line for line in listed.stdout.splitlines() if OF_CHECKS.search(line)]


def main():
    program, nm, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        plain = compiled(command, program, folder, [])
        found = symbols(nm, plain)
        if found:
            sys.exit("without checks there is something of them:\n" + "\n".join(found))
        path = program.encode()  # compilers themselves note no more than the file's name
        if path in plain.read_bytes():
            sys.exit("without checks there are places in the source")

        checked = compiled(command, program, folder, ["-DNUTHATCH_CHECK_EFFECTS"])
        if not symbols(nm, checked):
            sys.exit("with checks there is nothing of them that this script knows")
        if path not in checked.read_bytes():
            sys.exit("with checks there are no places in the source")


if __name__ == "__main__":
    main()
