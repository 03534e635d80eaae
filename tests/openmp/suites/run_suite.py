# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of another OpenMP runtime on that runtime and on Nuthatch's, and compares.

    run_suite.py gcc-12.2.0/libgomp/testsuite
    run_suite.py llvm-toolchain-19_19.1.7/openmp/runtime/test

The tree is libgomp's testsuite, as in Debian's source package gcc-12, or that of LLVM's runtime, as
in llvm-toolchain-19; nothing of it is changed. Which of them it is, the tree tells. The compilers
are gcc, g++ and gfortran, or those of /usr/lib/llvm-19, where FileCheck is as well. Each program is
built once. It finds the runtime through LD_LIBRARY_PATH, and the loader is asked which it takes.

A test passes where it does what its directives ask of a run: exit status, output, and in LLVM's
suite what FileCheck compares. Messages and dumps of the compiler are left to the compiler's tests.
Tests that tell nothing of the runtime are counted by reason: those that are only compiled, that
need what this machine lacks, or that do not build here.

What fails on Nuthatch's runtime and passes on the other runs again, --rounds times in all, and
counts when it failed once, unless the other failed as well. Failures that are known are listed in
libgomp.txt and libomp.txt beside this script, with reasons. The exit status is 1 when another test
fails, 2 when there was none to run.

With --results, what became of each test is added to a file as it is known. A later run with the
same file takes from it what passed on Nuthatch's runtime, failed on the other, or was skipped; not
what did not build, since the tree may be more complete by then.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import resource
import subprocess
import sys

import libgomp_suite
import libomp_suite
from known_failures import KnownFailures
from trial import Result, tried

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Suite:
    """The tests of a kind of tree, the runtime that they are of, and who knows where that is."""
    tests: object
    runtime: str
    known: str
    compiler: tuple


SUITES = {
    "lib/libgomp.exp": Suite(libgomp_suite.tests, "libgomp.so.1", "libgomp.txt", ("gcc",)),
    "lit.cfg": Suite(libomp_suite.tests, "libomp.so.5", "libomp.txt",
                     (libomp_suite.tool("clang"),)),
}


def suite_of(tree):
    return next((suite for mark, suite in SUITES.items() if (tree / mark).is_file()), None)


def folder_of_runtime(suite):
    """Where the compiler finds its own runtime."""
    said = subprocess.run([*suite.compiler, f"-print-file-name={suite.runtime}"], text=True,
                          stdout=subprocess.PIPE, check=True).stdout.strip()
    return pathlib.Path(said).resolve().parent if "/" in said else None


def kept_results(options):
    """By name, those of an earlier run that need not be made again."""
    if not options.results or not options.results.exists():
        return {}
    lines = options.results.read_text(encoding="utf-8").splitlines()
    results = {one["name"]: Result(**one) for one in map(json.loads, lines)}
    return {name: one for name, one in results.items()
            if one.verdict != "fails on ours" and not one.skipped.startswith("does not build")}


def all_results(tests, libraries, options):
    """Yields the tests' results in order, as they are known, and adds new ones to the file."""
    kept = kept_results(options)

    def result(test):
        return kept.get(test.name) or tried(test, libraries, options.rounds, options.timeout)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for one in pool.map(result, tests):
            if options.results and one.name not in kept:
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(dataclasses.asdict(one)) + "\n")
            yield one


def show(result, known):
    """A line for each test that tells the runtimes apart."""
    if result.verdict == "fails on ours":
        reason = known.reason(result.name)
        print(f"FAILS {result.name}, {len(result.ours)} of {result.runs} runs: {result.ours[0]}"
              f"{f' [known: {reason}]' if reason else ''}", flush=True)
    elif result.verdict == "fails on the reference only":
        print(f"passes here only: {result.name}: {result.reference[0]}", flush=True)


def summarize(results, known):
    """Prints the counts; returns the names of failures that are not known."""
    verdicts = collections.Counter(one.verdict for one in results)
    skipped = collections.Counter(one.skipped.split(":")[0] for one in results if one.skipped)
    failing = [one.name for one in results if one.verdict == "fails on ours"]
    reasons = collections.Counter(known.reason(name) for name in failing if known.reason(name))
    news = [name for name in failing if not known.reason(name)]
    print(f"\n{len(results)} tests, {len(results) - verdicts['skipped']} tell of a runtime")
    for verdict in ("passes", "fails on both", "fails on the reference only", "fails on ours"):
        print(f"{verdicts[verdict]:6} {'pass on both' if verdict == 'passes' else verdict}")
    for reason, count in reasons.most_common():
        print(f"{count:12} known: {reason}")
    print(f"{verdicts['skipped']:6} skipped")
    for reason, count in skipped.most_common():
        print(f"{count:12} {reason}")
    passing = [one.name for one in results if one.verdict != "skipped" and not one.ours]
    for pattern in known.unused(failing):
        if any(known.pattern(name) == pattern for name in passing):
            print(f"{known.file.name} lists {pattern}, which did not fail")
    print(f"passes on the reference and fails on ours, and is not listed in {known.file.name}: "
          f"{len(news)}")
    for name in news:
        print(f"       {name}")
    return news


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("--library", type=pathlib.Path,
                        default=pathlib.Path("build/release/lib/nuthatch/openmp"),
                        help="the folder of Nuthatch's libgomp.so.1 (default: %(default)s)")
    parser.add_argument("--reference", type=pathlib.Path,
                        help="the folder of the other runtime (default: the compiler's)")
    parser.add_argument("--only", action="append", help="tests that have this in their name")
    parser.add_argument("--jobs", type=int, default=1, help="tests at the same time")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for one run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--optimize", default="-O2", help="the level that GCC's tests have")
    parser.add_argument("--known", type=pathlib.Path, help="another list of known failures")
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    options.suite = suite_of(options.tree)
    if not options.suite:
        parser.error(f"{options.tree} is neither libgomp/testsuite, with lib/libgomp.exp, nor "
                     "openmp/runtime/test, with lit.cfg")
    options.reference = options.reference or folder_of_runtime(options.suite)
    for folder in (options.reference, options.library):
        if not folder or not (folder / options.suite.runtime).is_file():
            parser.error(f"{folder or 'the compiler'} has no {options.suite.runtime}")
    return options


def main():
    options = arguments()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    known = KnownFailures(options.known or HERE / options.suite.known)
    tests = [one for one in options.suite.tests(options.tree.resolve(), options.optimize)
             if not options.only or any(part in one.name for part in options.only)]
    libraries = [options.reference.resolve(), options.library.resolve()]
    print(f"reference: {libraries[0]}\nours: {libraries[1]}", flush=True)
    results = []
    for result in all_results(tests, libraries, options):
        results.append(result)
        show(result, known)
    news = summarize(results, known)
    sys.exit(2 if all(one.skipped for one in results) else 1 if news else 0)


if __name__ == "__main__":
    main()
