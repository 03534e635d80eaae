"""Runs programs that are not ours with an OpenMP runtime that is put under them, unmodified.

The tree is built beforehand by its own makefiles with gcc -fopenmp; nothing of it lies here. The
runtime is the libgomp.so.1 in --library, found through LD_LIBRARY_PATH:

    run_programs.py --suite bots --tree bots --library build/release/lib/nuthatch/openmp

A program is right when its own verification says so (BOTS, NPB, KaStORS), when its measurements
are numbers (EPCC), and in any case when it ends with exit status 0 in time. The loader is asked
beforehand whether it takes the libgomp.so.1 of the folder, and the program's SHA-256 is taken
before and after. Programs that load no libgomp say nothing of it; they are counted and left out.

suite             tree, and what has to be built in it
bots              the Barcelona OpenMP Tasks Suite: make; bin/APPLICATION.LABEL.VERSION
npb               NPB-CPP or its NPB-OMP: make NAME CLASS=S and W; bin/NAME.CLASS
kastors           KaStORS: make; jacobi, plasma, sparselu, strassen
epcc              EPCC's OpenMP microbenchmarks: make; its four programs, arraybench in any sizes
openmp_vv         OpenMP_VV: make OMP_VERSION=V BINDIR=bin/V compile; the tests without devices
openmp_vv_target  the same tree: the tests that have target constructs, which then run on the host

The table has each program's verdict and the seconds of its fastest run as a whole. With --beside
a second runtime takes turns with the first, --rounds times, and the last column is the fastest of
the first divided by the fastest of the second: below 1 the first is faster. It is taken of what
the program measures itself, where it does. EPCC has a line for each construct, with its overheads
in microseconds. What fails with both runtimes is a fault of the program and not counted as failed.

With --poison a libgomp stands behind the first that ends the program at any call and names it. It
is loaded as well, after the first, so a function that the first lacks is found there.

The exit status is 1 when a program fails, 2 when there was none to run.
"""

import argparse
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import poison
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
        path = [str(self.folder), *([str(self.poisoned)] if self.poisoned else []),
                *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        return {**os.environ, "OMP_NUM_THREADS": str(threads), "LC_ALL": "C",
                "LD_LIBRARY_PATH": ":".join(path), **program.environment}

    def preloaded(self):
        """Both in this order, so that the poisoned one is searched right after the first."""
        if not self.poisoned:
            return {}
        return {"LD_PRELOAD": f"{self.file}:{self.poisoned / 'libgomp.so.1'}"}


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


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def loaded_libgomp(program, library, threads):
    """Where the loader finds the program's libgomp.so.1, or None when it needs none."""
    environment = {**library.environment(program, threads), "LD_TRACE_LOADED_OBJECTS": "1"}
    listed = subprocess.run([program.file], env=environment, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    found = re.search(r"libgomp\.so\.1 => (\S+)", listed.stdout)
    return found[1] if found else None


def run(program, library, options):
    """Returns exit status, what it wrote and seconds; the status is None when it took too long."""
    environment = {**library.environment(program, options.threads), **library.preloaded()}
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        with subprocess.Popen([program.file, *program.arguments], env=environment, cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                text, _ = process.communicate(timeout=options.timeout)
                status = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                text, _ = process.communicate()
                status = None
        seconds = time.monotonic() - start
    return status, text.decode("utf-8", errors="replace"), seconds


def why_wrong(program, status, text, timeout):
    if status is None:
        return f"still running after {timeout} s"
    last = (text.strip().splitlines() or [""])[-1].replace(f"{program.file}: ", "")
    named = re.search(r"(poisoned libgomp|nuthatch omp): .*", text)
    if status:
        ended = f"signal {-status}" if status < 0 else f"exit status {status}"
        return f"{ended}: {named[0] if named else last}"
    return program.judge(text)


def add_run(outcome, program, library, options):
    status, text, seconds = run(program, library, options)
    if "Test skipped" in text:
        outcome.skipped = True
    else:
        outcome.why = outcome.why or why_wrong(program, status, text, options.timeout)
    outcome.seconds.append(seconds)
    if not outcome.why:
        for name, value in program.figures(text, seconds).items():
            outcome.figures[name] = min(value, outcome.figures.get(name, value))


def ratios(ours, other):
    """Pairs of name and quotient; overheads below zero have none."""
    for name, value in ours.figures.items():
        beside = other.figures.get(name, 0.0)
        yield name, value / beside if value > 0.0 and beside > 0.0 else None


def wanted(options):
    tree = options.tree.resolve()
    for program in SUITES[options.suite](tree, options.large):
        if not options.only or any(one in program.name for one in options.only):
            yield program


def tried(program, libraries, options):
    """The program's outcomes, one for each library, and its digests before and after."""
    before = sha256(program.file)
    outcomes = [Outcome() for _ in libraries]
    for library, outcome in zip(libraries, outcomes):
        found = loaded_libgomp(program, library, options.threads)
        if not found or not os.path.samefile(found, library.file):
            outcome.why = f"the loader takes {found}"
    for _ in range(options.rounds):
        for library, outcome in zip(libraries, outcomes):
            if not outcome.why:
                add_run(outcome, program, library, options)
    after = sha256(program.file)
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
        if loaded_libgomp(program, libraries[0], options.threads) is None:
            without += 1
            continue
        outcomes, before, after = tried(program, libraries, options)
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
    parser.add_argument("--suite", choices=SUITES, required=True)
    parser.add_argument("--tree", type=pathlib.Path, required=True)
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
