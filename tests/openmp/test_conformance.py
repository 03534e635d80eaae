# SPDX-License-Identifier: Apache-2.0
"""Programs for each family of OpenMP's constructs, compiled as people compile them and run with our
OpenMP runtime. A program that finds everything right says nothing and ends with status 0.

usage: test_conformance.py [--library FOLDER] [--demanding] [--long] [--llvm] [--spin]
                           [--sanitizer NAME] [--part N/M] [NAME-OF-A-PROGRAM…]

A name is part of a program's file name; without one all programs run. FOLDER holds the libgomp.so.1
to be tested; without it, the variable NUTHATCH_LIBGOMP names the library. NUTHATCH_GNU_C,
NUTHATCH_GNU_CXX and NUTHATCH_GNU_FORTRAN name the compilers. With --demanding, programs also show
what is asked of our runtime but not found in GCC's, or only where processors are idle. Threads that
wait sleep soon, since others use the processors too; with --spin they do as the library sees fit.
With --llvm the programs that Clang takes are compiled by it: NUTHATCH_LLVM_C and NUTHATCH_LLVM_CXX.
Those whose names begin with llvm_ are for Clang alone.
Programs that make tasks run with each scheduler.
With --sanitizer they are compiled with that one, tsan or asan-ubsan, as the library is. Where
NUTHATCH_TEST_EFFORT is less than 100, each runs once in each of its ways then, the next one with
other threads and another scheduler. With --part only each M-th program runs.

The head of a program, its first lines that are comments, says how it is run:
  with NAME=VALUE …: once more, with these variables
  demanding WORD: once more with this argument, if --demanding is given
  long WORD: with this argument only, if --long is given, when all other programs are left out;
    NUTHATCH_TEST_EFFORT says how long, in percent
  compiled OPTION…: with these in the place of -fopenmp
  loads FILE: FILE is compiled as a shared library, whose path is the first argument; the program
    itself is compiled without OpenMP
"""

import argparse
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import sanitizing

PROGRAMS = pathlib.Path(__file__).resolve().parent / "conformance"
# That one is wrong about copies that the compiler itself makes.
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-maybe-uninitialized"]
COMPILERS = {
    ".c": [os.environ.get("NUTHATCH_GNU_C", "gcc"), "-std=gnu11", *WARNINGS],
    ".cpp": [os.environ.get("NUTHATCH_GNU_CXX", "g++"), "-std=c++17", *WARNINGS],
    ".f90": [os.environ.get("NUTHATCH_GNU_FORTRAN", "gfortran"), *WARNINGS, "-cpp",
             "-ffree-line-length-none"],
}
LLVM_COMPILERS = {
    ".c": [os.environ.get("NUTHATCH_LLVM_C", "clang"), "-std=gnu11", "-w"],
    ".cpp": [os.environ.get("NUTHATCH_LLVM_CXX", "clang++"), "-std=c++17", "-w"],
}
# What Clang does not compile, compiles wrongly, or calls other runtimes for.
NOT_FOR_LLVM = {
    "critical_atomic.c", "display.c", "loaded.c", "loaded_part.c", "loop_bounds.c",
    "loop_clauses.c", "openacc.c", "ordered.c", "parallel.c", "scan.c", "sections_single.c",
    "target.c", "target_copies.c", "target_leagues.c", "target_offload.c", "task_copies.cpp",
    "task_data.c", "task_reductions.c", "taskloop.c"}
# Sanitizers allocate by locks of their own, which a child has as another thread left them, and
# where a thread may be cancelled. The smallest stack has no room for them.
NOT_FOR_SANITIZERS = {"fork_elsewhere.c", "cancelled_threads.c", "small_stack.c"}
LEVELS = ["-O0", "-O2"]
SANITIZED_LEVELS = ["-O1"]
THREADS = [1, 2, 3, 8]
SCHEDULERS = ["shepherd_ws", "shepherd_mts", "shepherd_cq"]
MAKES_TASKS = re.compile(r"\bomp\b.*\btask(loop)?\b")
# Seconds; a program needs 2 at most where the machine is its own.
LIMIT = 60


class Program:
    def __init__(self, source):
        self.source = source
        comment = "!" if source.suffix == ".f90" else "//"
        text = source.read_text(encoding="utf-8")
        lines = text.splitlines()
        if "SPDX-License-Identifier" not in lines[0]:
            raise AssertionError(f"{source}: the first line does not name the licence")
        told = itertools.dropwhile(lambda line: not line, lines[1:])
        head = list(itertools.takewhile(lambda line: line.startswith(comment), told))
        self.settings = [dict(re.findall(r"(\w+)=(\S+)", line))
                         for line in head if line.startswith(f"{comment} with ")]
        self.demanding = self.words(head, "demanding")
        self.long = self.words(head, "long")
        self.loads = self.words(head, "loads")
        makes_tasks = any(MAKES_TASKS.search(each) for each in [
            text, *((PROGRAMS / name).read_text(encoding="utf-8") for name in self.loads)])
        self.schedulers = [{"NUTHATCH_SCHEDULER": each} for each in SCHEDULERS] \
            if makes_tasks else [{}]
        self.options = next((line.split()[2:] for line in head
                             if line.split()[1:2] == ["compiled"]), ["-fopenmp"])

    @staticmethod
    def words(head, key):
        return [line.split()[2] for line in head if line.split()[1:2] == [key]]

    def compiled(self, level, folder):
        """The command that runs the program, compiled with this option."""
        made = folder / f"{self.source.stem}{level}"
        openmp = [] if self.loads else self.options
        compile_one(self.source, made, [level, *openmp])
        command = [str(made)]
        for name in self.loads:
            library = folder / f"{name}{level}.so"
            compile_one(PROGRAMS / name, library, [level, "-fopenmp", "-shared", "-fPIC"])
            command.append(str(library))
        return command


def compile_one(source, made, options):
    ended = subprocess.run(
        [*COMPILERS[source.suffix], *sanitizing.options(Conformance.sanitizer), *options,
         str(source), "-o", str(made), "-lm", "-ldl",
         *sanitizing.libraries(Conformance.sanitizer, Conformance.llvm)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=made.parent)
    if ended.returncode != 0:
        raise AssertionError(f"{source.name} is not compiled:\n{ended.stdout}")


def environment(library, variables):
    """Ours, without what would change the meaning of OpenMP."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("OMP_", "GOMP_", "LD_", "NUTHATCH_SCHEDULER"))}
    return {**kept, "LD_LIBRARY_PATH": library, **variables}


def run(command, variables):
    """Why the program failed, or an empty string."""
    limit = sanitizing.LIMIT if Conformance.sanitizer else LIMIT
    ended = subprocess.run(["timeout", "-s", "KILL", str(limit), *command], env=variables,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, errors="replace")
    if ended.returncode == 0 and not ended.stdout:
        return ""
    return f"ended with status {ended.returncode}, said:\n{ended.stdout}"


def programs():
    """All programs that have a compiler; those that another one loads are no programs."""
    found = [Program(source) for source in sorted(PROGRAMS.iterdir())
             if source.suffix in COMPILERS
             and (source.name not in NOT_FOR_LLVM if Conformance.llvm
                  else not source.name.startswith("llvm_"))]
    loaded = {name for program in found for name in program.loads}
    return [program for program in found if program.source.name not in loaded
            and (program.long or not Conformance.long)
            and not (Conformance.sanitizer and program.source.name in NOT_FOR_SANITIZERS)]


class Conformance(unittest.TestCase):
    library = str(pathlib.Path(os.environ.get("NUTHATCH_LIBGOMP", "libgomp.so.1")).parent)
    demanding = False
    long = False
    llvm = False
    sanitizer = None
    part = (1, 1)
    spin = {"GOMP_SPINCOUNT": "1000"}
    names = []
    turns = 0  # runs of the short form under a sanitizer

    def test_programs(self):
        chosen = [program for program in programs()
                  if not self.names or any(name in program.source.name for name in self.names)]
        self.assertTrue(chosen, "no program has such a name")
        number, of = self.part
        with tempfile.TemporaryDirectory() as folder:
            for program in chosen[number - 1::of]:
                if not shutil.which(COMPILERS[program.source.suffix][0]):
                    print(f"{program.source.name} is left out: there is no "
                          f"{COMPILERS[program.source.suffix][0]}", file=sys.stderr)
                    continue
                for level in SANITIZED_LEVELS if self.sanitizer else LEVELS:
                    with self.subTest(f"{program.source.name} {level}"):
                        self.run_program(program, program.compiled(level, pathlib.Path(folder)))

    def run_program(self, program, command):
        more = [[word] for word in program.demanding] if self.demanding else []
        ways = [*(({}, one) for one in [[], *more]), *((one, []) for one in program.settings)]
        if self.long:
            ways = [({}, [word]) for word in program.long]
        for threads, scheduler, (settings, arguments) in self.runs(program.schedulers, ways):
            said = {**scheduler, **settings}
            variables = environment(self.library, {
                "OMP_NUM_THREADS": str(threads), **self.spin, **said})
            if self.sanitizer:
                variables.update(sanitizing.variables())
            with self.subTest(threads=threads, **said, arguments=arguments):
                wrong = run([*command, *arguments], variables)
                if wrong:
                    self.fail(f"{program.source.name} {wrong}")

    def runs(self, schedulers, ways):
        if not self.sanitizer:
            return list(itertools.product(THREADS, schedulers, ways))
        several = THREADS[1:]  # nothing races with one
        if not sanitizing.is_short():
            return list(itertools.product(several, schedulers, ways))
        others = list(itertools.product(schedulers, several))
        found = []
        for way in ways:
            scheduler, threads = others[self.turns % len(others)]
            found.append((threads, scheduler, way))
            self.turns += 1
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--demanding", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--llvm", action="store_true")
    parser.add_argument("--spin", action="store_true")
    parser.add_argument("--sanitizer", choices=sanitizing.SANITIZERS)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.library:
        Conformance.library = str(options.library.resolve())
    if not (pathlib.Path(Conformance.library) / "libgomp.so.1").exists():
        parser.error(f"{Conformance.library} holds no libgomp.so.1")
    Conformance.demanding = options.demanding
    Conformance.long = options.long
    if options.llvm:
        Conformance.llvm = True
        COMPILERS.clear()
        COMPILERS.update(LLVM_COMPILERS)
    if options.spin:
        Conformance.spin = {}
    Conformance.names = options.names
    Conformance.sanitizer = options.sanitizer
    Conformance.part = tuple(int(each) for each in options.part.split("/"))
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
