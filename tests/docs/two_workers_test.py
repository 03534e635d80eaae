# SPDX-License-Identifier: Apache-2.0
"""Checks that benchmarks/two_workers compares every pair it is asked for, and its errors."""

import json
import unittest

from program_of_build import ProgramOfBuild


class TwoWorkers(ProgramOfBuild):
    program = "two_workers"

    def test_all_pairs_are_measured_and_the_slow_ones_are_listed(self):
        points = self.folder / "pairs.jsonl"
        ended = self.run_program(
            self.folder, "--workloads", "fj,fib", "--schedulers", "work_stealing,channel",
            "--rounds", "1", "--repeat", "1", "--limit", "0", "--json", points)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        pairs = [json.loads(line) for line in points.read_text().splitlines()]
        self.assertEqual(len({(p["workload"], p["scheduler"], p["policy"]) for p in pairs}), 8)
        for pair in pairs:
            self.assertGreater(pair["one"], 0)
            self.assertAlmostEqual(pair["ratio"], pair["two"] / pair["one"])
        lines = ended.stdout.splitlines()
        self.assertEqual(lines[-1], "8 of 8 pairs are above 0.00.")
        ratios = [float(line.split("|")[6]) for line in lines[2:10]]
        self.assertEqual(ratios, sorted(ratios, reverse=True))

        none = self.run_program(
            self.folder, "--workloads", "fj", "--schedulers", "channel",
            "--rounds", "1", "--repeat", "1", "--limit", "1e9")
        self.assertEqual(none.stdout.splitlines()[-1], "0 of 2 pairs are above 1000000000.00.")
        self.assertEqual(len(none.stdout.splitlines()), 4)

    def test_names_and_numbers_are_checked(self):
        self.expect_mistakes([
            (["--workloads", "fj,nothing"], "--workloads: nothing is none of fib,"),
            (["--schedulers", "cilk"], "--schedulers: cilk is none of work_stealing,"),
            (["--rounds", "0"], "--rounds and --repeat have to be at least 1"),
            (["--limit", "much"], "argument --limit: invalid float value: 'much'")])


if __name__ == "__main__":
    unittest.main()
