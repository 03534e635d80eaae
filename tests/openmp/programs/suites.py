# SPDX-License-Identifier: Apache-2.0
"""The suites that run_programs.py knows: where each keeps its programs, what they are given and
how they say that a result is right.

A suite is a function from the folder of a built tree to its programs. A program is judged by its
own words and its exit status, never by a result that is written down here.
"""

import dataclasses
import math
import os
import pathlib
import re
from collections.abc import Callable


@dataclasses.dataclass
class Program:
    """judge is given what the program wrote and returns what is wrong with it, or an empty string.
    figures is given the same and the seconds that the program took, and returns what is compared:
    names with numbers of which the smaller is the better. A compared program has to write, and to
    leave in its files, what it does with its own runtime; the other is preloaded."""
    name: str
    file: pathlib.Path
    arguments: list[str] = dataclasses.field(default_factory=list)
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    judge: Callable[[str], str] = lambda text: ""
    figures: Callable[[str, float], dict[str, float]] = lambda text, seconds: {"": seconds}
    compared: bool = False


def programs_in(folder, pattern):
    return sorted(file for file in folder.glob(pattern)
                  if file.is_file() and os.access(file, os.X_OK))


def says(expression, accepted):
    """A judge: the program has to write a line with this group, and the group one of these."""
    def judge(text):
        found = re.findall(expression, text)
        if not found:
            return "says nothing of its result"
        return next((f"says {one}" for one in found if one not in accepted), "")
    return judge


def seconds_of(expression):
    """Figures: the seconds that the program says itself."""
    def figures(text, _seconds):
        return {"": float(one) for one in re.findall(expression, text)}
    return figures


def seconds_of_rate(expression):
    """Figures: the seconds of an operation, when the program says how many it does in one."""
    def figures(text, _seconds):
        rates = [float(one) for one in re.findall(expression, text)]
        return {"": 1.0 / rate for rate in rates if rate > 0.0}
    return figures


# BOTS: the first part of a program's name is its application. Knapsack and concom are there when
# they were built; the makefile of the suite leaves them out, and concom's own sizes overflow the
# stack of the sequential run that checks it.
BOTS_SMALL = {
    "alignment": ["-f", "inputs/alignment/prot.20.aa"],
    "concom": ["-n", "10000", "-m", "4", "-l", "20000"],
    "fft": ["-n", "1048576"],
    "fib": ["-n", "27"],
    "floorplan": ["-f", "inputs/floorplan/input.15"],
    "health": ["-f", "inputs/health/small.input"],
    "knapsack": ["-f", "inputs/knapsack/knapsack-024.input"],
    "nqueens": ["-n", "10"],
    "sort": ["-n", "4194304"],
    "sparselu": ["-n", "25", "-m", "50"],
    "strassen": ["-n", "1024"],
    "uts": ["-f", "inputs/uts/test.input"],
}
BOTS_LARGE = {
    **BOTS_SMALL,
    "alignment": ["-f", "inputs/alignment/prot.100.aa"],
    "fft": ["-n", "33554432"],
    "fib": ["-n", "38", "-x", "12"],
    "health": ["-f", "inputs/health/medium.input"],
    "knapsack": ["-f", "inputs/knapsack/knapsack-036.input"],
    "nqueens": ["-n", "13", "-x", "5"],
    "sort": ["-n", "33554432"],
    "sparselu": ["-n", "50", "-m", "80"],
    "strassen": ["-n", "2048"],
    "uts": ["-f", "inputs/uts/tiny.input"],
}
# For their versions without a cut-off, which have no such option and make a task of every call.
BOTS_UNCUT = {"fib": ["-n", "32"], "nqueens": ["-n", "12"]}


def bots(tree, large):
    for file in programs_in(tree / "bin", "*.*"):
        application = file.name.split(".")[0]
        arguments = list((BOTS_LARGE if large else BOTS_SMALL)[application])
        if arguments[0] == "-f":
            arguments[1] = str(tree / arguments[1])
        if "-x" in arguments and not re.search("manual|if_clause|final", file.name):
            arguments = BOTS_UNCUT[application]
        yield Program(file.name, file, ["-c", *arguments],
                      judge=says(r"Verification += (.+)", {"successful", "n/a"}),
                      figures=seconds_of(r"Time Program += ([\d.]+)"))


def npb(tree, large):
    classes = "WA" if large else "SW"
    for file in programs_in(tree, f"**/bin/*.[{classes}]"):
        yield Program(file.name, file,
                      judge=says(r"Verification +=\s+(\w+)", {"SUCCESSFUL"}),
                      figures=seconds_of_rate(r"Mop/s total +=\s+([\d.]+)"))


# This program lacks dependences: the swaps behind the panel may overtake products that still read
# the rows. Its check fails now and then with every runtime, so it is run and not judged.
KASTORS_UNSOUND = {"dgetrf_taskdep"}
KASTORS_SMALL = {
    "jacobi": ["-n", "2048", "-b", "64", "-r", "8"],
    "plasma": ["-n", "1024", "-b", "64"],
    "sparselu": ["-n", "48", "-m", "32"],
    "strassen": ["-n", "512", "-s", "64", "-d", "3"],
}
KASTORS_LARGE = {
    "jacobi": ["-n", "4096", "-b", "128", "-r", "4"],
    "plasma": ["-n", "4096", "-b", "128"],
    "sparselu": ["-n", "64", "-m", "64"],
    "strassen": ["-n", "1024", "-s", "64", "-d", "5"],
}


def kastors(tree, large):
    for folder, arguments in (KASTORS_LARGE if large else KASTORS_SMALL).items():
        for file in programs_in(tree / folder, f"{folder if folder != 'plasma' else 'd'}*_*"):
            unsound = file.name in KASTORS_UNSOUND
            figures = seconds_of_rate(r"Gflops.*median : ([\d.]+)")
            if folder != "plasma":
                figures = seconds_of(r"Time.*median : ([\d.]+)")
            yield Program(file.name, file, ["-c", "-i", "1", *arguments],
                          environment={"OPENBLAS_NUM_THREADS": "1"},
                          judge=says(r"Check : (.+)",
                                     {"success", "fail"} if unsound else {"success"}),
                          figures=figures)


EPCC_TIME = re.compile(r"^(?!reference)(.+?) +time += +(\S+) microseconds", re.MULTILINE)
EPCC_OVERHEAD = re.compile(r"^(?!reference)(.+?) +overhead += +(\S+) microseconds", re.MULTILINE)


def epcc_judge(text):
    found = EPCC_TIME.findall(text)
    if not found:
        return "measures nothing"
    return next((f"{name} takes {value} microseconds" for name, value in found
                 if not (math.isfinite(float(value)) and float(value) > 0.0)), "")


def epcc_figures(text, _seconds):
    """Each construct's overhead, in seconds."""
    return {name: float(value) * 1e-6 for name, value in EPCC_OVERHEAD.findall(text)}


def epcc(tree, large):
    arguments = ["--outer-repetitions", "20", "--test-time", "1000"]
    if not large:
        arguments = ["--outer-repetitions", "5", "--test-time", "100"]
    for file in programs_in(tree, "**/*bench*"):
        if re.fullmatch("(sync|sched|task)bench|arraybench_[0-9]+", file.name):
            yield Program(str(file.relative_to(tree)), file, arguments,
                          judge=epcc_judge, figures=epcc_figures)


# The tree's makefile puts what it builds of tests/VERSION into a folder; it has to be bin/VERSION.
TARGET = re.compile(r"\bomp\s[^\n]*\btarget\b|\b(omp|acc)_target_", re.IGNORECASE)
CONTINUED = re.compile(r"(\\|&)[ \t]*\n[ \t]*(!\$omp&?)?", re.IGNORECASE)


def is_for_devices(source):
    text = source.read_text(encoding="utf-8", errors="replace")
    return bool(TARGET.search(CONTINUED.sub(" ", text)))


def openmp_vv_tests(tree):
    for file in programs_in(tree / "bin", "*/*.o"):
        version = file.parent.name
        name = file.name.removesuffix(".o")
        source = next((tree / "tests" / version).glob(f"**/{name}"))
        # As in the makefile: test_VARIABLE_env_VALUE is run with this variable.
        variable = re.match(r"test_(\w+)_env_(\w+)\.", name)
        yield source, Program(f"{version}/{name}", file,
                              environment={variable[1].upper(): variable[2]} if variable else {})


def openmp_vv(tree, _large):
    """The tests that have neither a target construct nor a routine for one."""
    for source, program in openmp_vv_tests(tree):
        if not is_for_devices(source):
            yield program


def openmp_vv_target(tree, _large):
    """The others, which run on the host where there is no device."""
    for source, program in openmp_vv_tests(tree):
        if is_for_devices(source):
            yield program


SUITES = {"bots": bots, "npb": npb, "kastors": kastors, "epcc": epcc,
          "openmp_vv": openmp_vv, "openmp_vv_target": openmp_vv_target}
