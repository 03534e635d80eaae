# SPDX-License-Identifier: Apache-2.0
"""Runs programs that are not ours with an OpenMP runtime that is put under them, unmodified.

The tree is built beforehand by its own makefiles with gcc -fopenmp; nothing of it lies here. The
runtime is the libgomp.so.1 in --library, found through LD_LIBRARY_PATH:

    run_programs.py --suite bots --tree bots --library build/release/lib/nuthatch/openmp

A program is right when its own verification says so (BOTS, NPB, KaStORS), when its measurements
are numbers (EPCC), and in any case when it ends with exit status 0 in time. The loader is asked
beforehand whether it takes the libgomp.so.1 of the folder, and the program's SHA-256 is taken
before and after. Programs that load no libgomp say nothing of it; they are counted and left out.

The last three suites are of packages, found in --tree or on PATH. Those programs have no
verification: with as many threads, they have to write byte for byte what they write on their own
runtime, over which the other is preloaded. In a run before, the loader says of every function of
OpenMP that is called whether it is taken from there. The SHA-256 is of all files that call one.

suite             tree, and what has to be built in it
bots              the Barcelona OpenMP Tasks Suite: make; bin/APPLICATION.LABEL.VERSION
npb               NPB-CPP or its NPB-OMP: make NAME CLASS=S and W; bin/NAME.CLASS
kastors           KaStORS: make; jacobi, plasma, sparselu, strassen
epcc              EPCC's OpenMP microbenchmarks: make; its four programs, arraybench in any sizes
openmp_vv         OpenMP_VV: make OMP_VERSION=V BINDIR=bin/V compile; the tests without devices
openmp_vv_target  the same tree: the tests that have target constructs, which then run on the host
graphicsmagick    gm, as distributions have it
fftw              fftw_transforms.c of this folder: cc -O2 -fopenmp -lfftw3_omp -lfftw3 -lm
sklearn           a python3 that has scikit-learn, as from PyPI

The table has each program's verdict and the seconds of its fastest run as a whole. With --beside
a second runtime takes turns with the first, --rounds times, and the last column is the fastest of
the first divided by the fastest of the second: below 1 the first is faster. It is taken of what
the program measures itself, where it does. EPCC has a line for each construct, with its overheads
in microseconds. What fails with both runtimes is a fault of the program and not counted as failed.

With --poison a libgomp stands behind the first that ends the program at any call and names it. It
is loaded as well, after the first, so a function that the first lacks is found there. Packages are
run without it: the loader has told what the first lacks, and scikit-learn asks every file of this
name for its number of threads.

The exit status is 1 when a program fails, 2 when there was none to run.
"""

import argparse
import contextlib
import dataclasses
import itertools
import json
import os
import pathlib
import re
import sys
import tempfile

import poison
from loading import loaded
from packages import PACKAGES
from running import run
from suites import SUITES


@dataclasses.dataclass
class Library:
    """A folder with a libgomp.so.1, and one with a poisoned libgomp that stands behind it."""
    folder: pathlib.Path
    poisoned: pathlib.Path | None = None

    @property
    def file(self):
        return self.folder / "libgomp.so.1"

    def environment(self, program, threads):
        """How the loader finds it."""
        if program.compared:
            return {**own_environment(program, threads), "LD_PRELOAD": str(self.file)}
        path = [str(self.folder), *([str(self.poisoned)] if self.poisoned else []),
                *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        return {**own_environment(program, threads), "LD_LIBRARY_PATH": ":".join(path)}

    def environment_of_run(self, program, threads):
        """Both are loaded in this order, so that the poisoned one is searched after the first."""
        environment = self.environment(program, threads)
        if self.poisoned and not program.compared:
            environment["LD_PRELOAD"] = f"{self.file}:{self.poisoned / 'libgomp.so.1'}"
        return environment


def own_environment(program, threads):
    """The one in which the program takes the runtime that it was made for."""
    return {**os.environ, "OMP_NUM_THREADS": str(threads), "LC_ALL": "C", **program.environment}


@dataclasses.dataclass
class Outcome:
    """What became of a program with one library: why it is wrong, or an empty string; the seconds
    of each run; of each figure the least."""
    why: str = ""
    skipped: bool = False
    seconds: list[float] = dataclasses.field(default_factory=list)
    figures: dict[str, float] = dataclasses.field(default_factory=dict)

    @property
    def verdict(self):
        return "fails" if self.why else "skipped" if self.skipped else "right"


def why_wrong(program, ended, timeout):
    if ended.status is None:
        return f"still running after {timeout} s"
    last = (ended.text.strip().splitlines() or [""])[-1].replace(f"{program.file}: ", "")
    named = re.search(r"(poisoned libgomp|nuthatch omp): .*", ended.text)
    if ended.status:
        how = f"signal {-ended.status}" if ended.status < 0 else f"exit status {ended.status}"
        return f"{how}: {named[0] if named else last}"
    return program.judge(ended.text)


def why_other(ended, own):
    """What is wrong with what it wrote, where that has to be what it writes on its own runtime."""
    for line, expected in itertools.zip_longest(ended.written, own.written, fillvalue="nothing"):
        if line != expected:
            return f"writes {line}, and on its own runtime {expected}"
    return ""


def add_run(outcome, program, library, own, options):
    environment = library.environment_of_run(program, options.threads)
    ended = run(program, environment, options.timeout)
    if "Test skipped" in ended.text:
        outcome.skipped = True
    else:
        outcome.why = outcome.why or why_wrong(program, ended, options.timeout)
        if own:
            outcome.why = outcome.why or why_other(ended, own)
    outcome.seconds.append(ended.seconds)
    if not outcome.why:
        for name, value in program.figures(ended.text, ended.seconds).items():
            outcome.figures[name] = min(value, outcome.figures.get(name, value))


def ratios(ours, other):
    """Pairs of name and quotient; overheads below zero have none."""
    for name, value in ours.figures.items():
        beside = other.figures.get(name, 0.0)
        yield name, value / beside if value > 0.0 and beside > 0.0 else None


def wanted(options):
    tree = options.tree.resolve() if options.tree else None
    for program in {**SUITES, **PACKAGES}[options.suite](tree, options.large):
        if not options.only or any(one in program.name for one in options.only):
            yield program


def run_on_its_own(program, options):
    """What it writes on its own runtime and what is wrong with that, if it is one of a package."""
    if not program.compared:
        return None, ""
    own = run(program, own_environment(program, options.threads), options.timeout)
    why = why_wrong(program, own, options.timeout)
    return own, f"on its own runtime {why}" if why else ""


def tried(program, libraries, found, options):
    """The program's outcomes, one for each library and what the loader found for it, and the
    digests of its files before and after."""
    before = found[0].digest()
    own, why = run_on_its_own(program, options)
    outcomes = [Outcome(why) for _ in libraries]
    for library, loads, outcome in zip(libraries, found, outcomes):
        others = [one for one in loads.runtimes if not one.samefile(library.file)]
        if others or not loads.runtimes:
            outcome.why = f"the loader takes {' and '.join(map(str, others)) or None}"
    for _ in range(options.rounds):
        for library, outcome in zip(libraries, outcomes):
            if not outcome.why:
                add_run(outcome, program, library, own, options)
    after = found[0].digest()
    if before != after:
        outcomes[0].why = "the program's file has changed"
    return outcomes, before, after


def lines(program, outcomes, before, after, width):
    """The program's lines of the table, its name in so many columns."""
    cells = [f"{one.verdict:<8} {min(one.seconds, default=0.0):>8.3f}" for one in outcomes]
    same = "unchanged" if before == after else f"now {after[:12]}"
    rows = [f"{program.name:<{width}} {'  '.join(cells)}  {before[:12]} {same}"]
    if len(outcomes) == 2:
        quotients = list(ratios(*outcomes))
        for name, ratio in quotients:
            shown = "-" if ratio is None else f"{ratio:.2f}"
            if len(quotients) == 1:
                rows[0] += f"  {shown}"
            else:
                figures = [f"{one.figures[name] * 1e6:>17.3f}" if name in one.figures else
                           f"{'-':>17}" for one in outcomes]
                rows.append(f"    {name:<{width - 4}} {'  '.join(figures)} us  {shown}")
    rows += [f"    {one.why}" for one in outcomes if one.why]
    return rows


def of_program(program, outcomes, before, after):
    return {"name": program.name, "file": str(program.file), "arguments": program.arguments,
            "sha256_before": before, "sha256_after": after,
            "outcomes": [{"verdict": one.verdict, **dataclasses.asdict(one)} for one in outcomes],
            "ratios": dict(ratios(*outcomes)) if len(outcomes) == 2 else {}}


def has_failed(outcomes):
    return bool(outcomes[0].why) and not (len(outcomes) == 2 and outcomes[1].why)


def run_all(libraries, options):
    """Returns what is known of each program, and how many have failed."""
    report, failed, without = [], 0, 0
    programs = list(wanted(options))
    width = max([40, *(len(one.name) for one in programs)])
    for program in programs:
        found = [loaded(program, one.environment(program, options.threads), options.timeout)
                 for one in libraries]
        if not found[0].runtimes:
            without += 1
            continue
        outcomes, before, after = tried(program, libraries, found, options)
        print("\n".join(lines(program, outcomes, before, after, width)), flush=True)
        report.append(of_program(program, outcomes, before, after))
        failed += has_failed(outcomes)
    for number, library in enumerate(libraries):
        verdicts = [one["outcomes"][number]["verdict"] for one in report]
        print(f"{library.folder}: {verdicts.count('right')} of {len(report)} right, "
              f"{verdicts.count('skipped')} skip themselves")
    print(f"{without} others load no libgomp")
    return report, failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", choices=[*SUITES, *PACKAGES], required=True)
    parser.add_argument("--tree", type=pathlib.Path)
    parser.add_argument("--library", type=pathlib.Path, required=True,
                        help="the folder of a libgomp.so.1")
    parser.add_argument("--beside", type=pathlib.Path, help="the folder of another")
    parser.add_argument("--rounds", type=int, help="1, or 3 with --beside")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", action="append", help="programs that have this in their name")
    parser.add_argument("--large", action="store_true", help="problems that take seconds each")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one run")
    parser.add_argument("--poison", action="store_true")
    parser.add_argument("--json", type=pathlib.Path, help="a file for all of it")
    options = parser.parse_args()
    if options.suite in SUITES and not options.tree:
        parser.error(f"{options.suite} needs --tree")
    options.rounds = options.rounds or (3 if options.beside else 1)
    for folder in filter(None, [options.library, options.beside]):
        if not (folder / "libgomp.so.1").is_file():
            parser.error(f"{folder} has no libgomp.so.1")
    return options


def main():
    options = arguments()
    with contextlib.ExitStack() as stack:
        libraries = [Library(options.library.resolve())]
        if options.poison:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            count = poison.build(folder, poison.system_libgomp())
            print(f"behind it a poisoned libgomp with {count} functions")
            libraries[0].poisoned = folder
        if options.beside:
            libraries.append(Library(options.beside.resolve()))
        report, failed = run_all(libraries, options)
    if options.json:
        options.json.write_text(json.dumps({
            "suite": options.suite, "threads": options.threads, "rounds": options.rounds,
            "libraries": [str(one.folder) for one in libraries], "programs": report,
        }, indent=1) + "\n", encoding="utf-8")
    sys.exit(2 if not report else 1 if failed else 0)


if __name__ == "__main__":
    main()
