# SPDX-License-Identifier: Apache-2.0
"""Counts the lines by which programs say what their phases are, and checks a page's table of them.

usage: phase_lines.py ROOT

Counted are lines of code that name phases, or what carries them; not comments. Of each program of
the table, its own file and the kernels that spawn are looked at.
"""

import pathlib
import re
import sys

PAGE = "docs/schedules-measurements.md"
FILES = {
    "heat": ["heat.cpp"],
    "fdtd": ["fdtd.cpp"],
    "floyd-warshall": ["floyd_warshall.cpp"],
    "cg": ["cg.cpp", "kernels/eigenvalue_search.hpp"],
    "mg": ["mg.cpp", "kernels/multigrid.hpp"],
    "scan": ["scan.cpp"],
}
WORDS = re.compile(r"\b(phases|by|run_phases|phase_count|instance_with_phases|in_phase|leading|"
                   r"coarser|halve|loop_phase)\b")
TEXT = re.compile(r'(?<!#include )"[^"]*"')
ROW = re.compile(r"^\| (\S+) \| \d+ \| (\d+) \|$", re.MULTILINE)


def lines_of(program, root):
    """Those that are counted."""
    for name in FILES[program]:
        for line in (root / "workloads" / name).read_text(encoding="utf-8").splitlines():
            if WORDS.search(TEXT.sub("", line.partition("//")[0])):
                yield f"workloads/{name}: {line.strip()}"


def main():
    root = pathlib.Path(sys.argv[1])
    said = dict(ROW.findall((root / PAGE).read_text(encoding="utf-8")))
    wrong = []
    if said.keys() != FILES.keys():
        wrong.append(f"{PAGE} has {sorted(said)}, not {sorted(FILES)}")
    for program in FILES:
        lines = list(lines_of(program, root))
        print("\n".join([f"{program}: {len(lines)}", *(f"  {line}" for line in lines)]))
        if said.get(program) != str(len(lines)):
            wrong.append(f"{program}: {len(lines)} lines, {PAGE} says {said.get(program)}")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
