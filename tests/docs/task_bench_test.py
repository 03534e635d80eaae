# SPDX-License-Identifier: Apache-2.0
"""Checks the errors of benchmarks/task_bench, and how it computes a granularity."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from task_graphs import metg, programs  # noqa: E402


class Errors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name) / "tree"
        self.build = pathlib.Path(folder.name) / "build"
        self.tree.mkdir()
        for name in ("libnuthatch.a", "nuthatch.pc", "lib/nuthatch/openmp/libgomp.so.1"):
            (self.build / name).parent.mkdir(parents=True, exist_ok=True)
            (self.build / name).touch()

    def complaint(self, *arguments):
        ended = subprocess.run(
            [sys.executable, "-B", ROOT / "benchmarks" / "task_bench", self.tree, "--build",
             self.build, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertNotEqual(ended.returncode, 0)
        self.assertNotIn("Traceback", ended.stderr)
        self.assertEqual(ended.stdout, "")
        return ended.stderr.splitlines()[-1]

    def test_the_tree_is_one_of_task_bench(self):
        self.assertEqual(self.complaint(), f"benchmarks/task_bench: {self.tree} is not a tree of "
                         "Task Bench: it has no core/core.cc")

    def test_the_build_folder_has_the_libraries(self):
        (self.build / "libnuthatch.a").unlink()
        self.assertIn(f"no libnuthatch.a in {self.build}", self.complaint())

    def test_options_are_checked(self):
        self.assertIn("--threads is at least 1, not 0", self.complaint("--threads", "0"))
        self.assertIn("not spiral", self.complaint("--patterns", "trivial,spiral"))
        self.assertIn("not cilk", self.complaint("--programs", "cilk"))


class Granularity(unittest.TestCase):
    def sweep(self, overhead):
        """Tasks that cost an overhead and 1 ns per iteration, on two threads; the peak is 1 GFLOP
        per second if an iteration is half an operation."""
        contender = programs.Contender("openmp", "g++", "libgomp", ())
        sweep = metg.Sweep(contender, "trivial", 2, 100)
        tasks = metg.WIDTH * 100
        for iterations in metg.ITERATIONS:
            seconds = (overhead + iterations) * 1e-9 * tasks / 2
            sweep.fastest[iterations] = (seconds, iterations / 2 * tasks / seconds)
        return sweep

    def test_half_of_the_peak_is_twice_the_overhead(self):
        for overhead in (100, 777, 2000):
            self.assertAlmostEqual(self.sweep(overhead).metg(1e9), 2 * overhead * 1e-3,
                                   delta=overhead * 4e-5)

    def test_runs_around_the_result_are_repeated(self):
        self.assertEqual(self.sweep(777).refining(1e9), [450, 675, 1000, 1500])

    def test_results_beyond_the_sweep(self):
        self.assertEqual(self.sweep(20000).metg(1e9), float("inf"))
        self.assertAlmostEqual(self.sweep(5).metg(1e9), 0.017)
        self.assertEqual(self.sweep(20000).refining(1e9), metg.ITERATIONS[-2:])
        self.assertEqual(self.sweep(5).refining(1e9), metg.ITERATIONS[:2])


if __name__ == "__main__":
    unittest.main()
