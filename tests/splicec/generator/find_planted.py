# SPDX-License-Identifier: Apache-2.0
"""Looks for errors that are planted in translators, by generated sources.

    find_planted.py TRANSLATOR...

Each translator has one error. A program that it translates otherwise than the right translator is
compiled and compared with the plain program, until one differs; then the error is found. The exit
status is 1 if some errors are not found.

Environment: as compare_generated.py; NUTHATCH_SPLICEC is the right translator.
"""

import argparse
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from compare_generated import Oracle, drawn  # pylint: disable=wrong-import-position


class Right:
    """What the right translator does to some programs.

    It reports errors by stages: what Clang refuses, then directives, then code. So there are rounds
    until no program is refused.
    """

    def __init__(self, oracle, programs):
        self.programs = programs
        self.rounds = []
        self.accepted = {one.number for one, _ in programs}
        while refused := oracle.refused(programs, self.accepted):
            self.rounds.append((set(self.accepted), refused))
            self.accepted -= refused
        self.text = oracle.spliced.read_text(encoding="utf-8") if self.accepted else ""


def suspects(oracle, right, translator):
    """Yields sets of programs that another translator may treat otherwise."""
    for wanted, refused in reversed(right.rounds):
        found = oracle.refused(right.programs, wanted, translator)
        if found is None or refused - found:
            yield refused - (found or set())
    if right.accepted and not oracle.refused(right.programs, right.accepted, translator):
        if oracle.spliced.read_text(encoding="utf-8") == right.text:
            return
    yield right.accepted


def finds(oracle, right, translator):
    """Whether one of the programs differs."""
    oracle.failures = []
    for some in suspects(oracle, right, translator):
        if some and not oracle.failures:
            oracle.compare([one for one in right.programs if one[0].number in some], translator)
        if oracle.failures:
            return True
    return False


def find_part(arguments, translators):
    """Returns what goes wrong: a message, or the names of the translators that are not found."""
    try:
        return find_all(arguments, translators)
    except (SystemExit, subprocess.TimeoutExpired) as ended:  # a pool survives no SystemExit
        return [f"the search ends: {ended}"]


def find_all(arguments, translators):
    left = list(translators)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        oracle = Oracle(folder)
        for number, programs in enumerate(
                drawn(arguments.seed, arguments.programs, arguments.per_file), 1):
            if not left:
                break
            oracle.failures = []
            right = Right(oracle, programs)
            if oracle.failures:
                return [f"the right translator: {oracle.failures[0]}"]
            for translator in list(left):
                if finds(oracle, right, translator):
                    left.remove(translator)
                    print(f"{translator.name}: found within {number * arguments.per_file} "
                          f"programs, {time.monotonic() - begin:.0f} s\n"
                          f"    {oracle.failures[0][:160]!r}", flush=True)
    return [f"not found: {one.name}" for one in left]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("translators", nargs="+", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=20000, help="at most")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--per-file", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)),
                        help="processes, one for each usable processor by default")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    parts = [(arguments, arguments.translators[i::arguments.jobs]) for i in range(arguments.jobs)]
    with multiprocessing.Pool(arguments.jobs) as pool:
        wrong = sum(pool.starmap(find_part, parts), [])
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
