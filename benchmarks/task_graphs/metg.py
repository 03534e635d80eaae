# SPDX-License-Identifier: Apache-2.0
"""Measures the minimum effective task granularity (METG) of Task Bench.

Slaughter and others, Task Bench: A Parameterized Benchmark for Evaluating Parallel Runtime
Performance, SC20. The granularity is the processor time per task, elapsed time times threads by
tasks. The efficiency is the rate of floating-point operations, divided by the highest of all runs
of the same kernel on as many threads. METG(50%) is the smallest granularity at an efficiency of
half.
"""

import os
import re
import subprocess

from task_graphs import programs

PATTERNS = {"trivial": [], "no_comm": [], "stencil_1d": [], "fft": [],
            "nearest": ["-radix", "5"], "random_nearest": ["-radix", "5"]}
WIDTH = 16
ITERATIONS = [12, 18, 27, 40, 60, 90, 135, 200, 300, 450, 675, 1000, 1500, 2250, 3400, 5000, 7500,
              11000]
PEAK_ITERATIONS, PEAK_STEPS = 20000, 60
HALF = 0.5
LIMIT = 60


def run_once(contender, pattern, threads, steps, iterations):
    """The elapsed seconds and the floating-point operations per second of one run, which also
    verified the inputs of all tasks."""
    kernel = ["-kernel", "compute_bound", "-iter", str(iterations)] if iterations else []
    command = [*contender.command, "-worker", str(threads), "-type", pattern, *PATTERNS[pattern],
               "-width", str(WIDTH), "-steps", str(steps), *kernel]
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)} | dict(contender.environment)
    what = " ".join(command)
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True,
                              timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired as late:
        raise programs.Failed(f"{what}: longer than {LIMIT} s") from late
    figures = [re.search(rf"^{name} ([0-9.e+]+|[0-9.e+]+e-[0-9]+)( |$)", done.stdout, re.M)
               for name in ("Elapsed Time", "FLOP/s")]
    if done.returncode != 0 or None in figures:
        raise programs.Failed(f"{what}: status {done.returncode}: {done.stderr.strip()[-300:]}")
    return tuple(float(each.group(1)) for each in figures)


def figure_of(command):
    """The number that a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.returncode != 0:
        raise programs.Failed(f"{' '.join(command)}: status {done.returncode}")
    return float(done.stdout)


class Sweep:
    """The runs of one contender with one pattern, over the iterations of the kernel."""

    def __init__(self, contender, pattern, threads, steps):
        self.contender, self.pattern = contender, pattern
        self.threads, self.steps = threads, steps
        self.fastest = {}  # iterations: seconds, operations per second

    def run(self, iterations):
        now = run_once(self.contender, self.pattern, self.threads, self.steps, iterations)
        self.fastest[iterations] = min(now, self.fastest.get(iterations, now))

    def granularity(self, iterations):
        """In microseconds."""
        return self.fastest[iterations][0] * self.threads / (WIDTH * self.steps) * 1e6

    def points(self, peak):
        """Iterations, granularity and efficiency, from small tasks to large ones."""
        return [(each, self.granularity(each), self.fastest[each][1] / peak)
                for each in sorted(self.fastest)]

    def crossing(self, peak):
        """The two neighbouring points between which the efficiency reaches half; the first is None
        if the smallest tasks reach it."""
        below, above = None, None
        for point in reversed(self.points(peak)):
            if point[2] < HALF:
                below = point
                break
            above = point
        return below, above

    def metg(self, peak):
        below, above = self.crossing(peak)
        if above is None:
            return float("inf")
        if below is None:
            return above[1]
        share = (HALF - below[2]) / (above[2] - below[2])
        return below[1] + share * (above[1] - below[1])

    def refining(self, peak):
        """The iterations around the crossing."""
        below, above = self.crossing(peak)
        known = sorted(self.fastest)
        if below is None or above is None:
            return known[:2] if above else known[-2:]
        at = known.index(below[0])
        return known[max(0, at - 1):at + 3]


def peaks(contenders, threads):
    """The highest rate of each compiler's kernel, with large tasks that do not depend on others."""
    result = {}
    for _ in range(5):
        for each in contenders:
            rate = run_once(each, "trivial", threads, PEAK_STEPS, PEAK_ITERATIONS)[1]
            result[each.compiler] = max(rate, result.get(each.compiler, 0))
    return result


def sweep_pattern(contenders, pattern, threads, steps, turns, peak):
    """The sweeps of all contenders, which run in turn. A first pass goes from small tasks to large
    ones until the efficiency exceeds two thirds; the turns repeat the runs around the crossing."""
    sweeps = [Sweep(each, pattern, threads, steps) for each in contenders]
    for iterations in ITERATIONS:
        for sweep in sweeps:
            points = sweep.points(peak[sweep.contender.compiler])
            if not points or points[-1][2] < HALF / 0.75:
                sweep.run(iterations)
                sweep.run(iterations)
    for _ in range(turns):
        todo = [(sweep, sweep.refining(peak[sweep.contender.compiler])) for sweep in sweeps]
        for turn in range(4):
            for sweep, iterations in todo:
                if turn < len(iterations):
                    sweep.run(iterations[turn])
    return sweeps


def overheads(contenders, pattern, threads, steps, turns):
    """Of each contender, the microseconds of processor time per task without a kernel."""
    sweeps = [Sweep(each, pattern, threads, steps) for each in contenders]
    for _ in range(turns):
        for sweep in sweeps:
            sweep.run(0)
    return [sweep.granularity(0) for sweep in sweeps]
