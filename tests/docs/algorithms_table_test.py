# SPDX-License-Identifier: Apache-2.0
"""Checks that benchmarks/algorithms measures the cases it is asked for, and its errors."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = pathlib.Path(os.environ["NUTHATCH_COMMAND"])


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-B", ROOT / "benchmarks" / "algorithms", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


class Algorithms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "nuthatch").symlink_to(COMMAND)

    def test_each_case_has_a_row(self):
        ended = run(self.folder, "--calls", "stable-sort,reduce", "--n", "3000", "--rounds", "1")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = [[cell.strip() for cell in line.strip("|").split("|")]
                for line in ended.stdout.splitlines()]
        self.assertEqual(rows[0], ["call", "elements", "order", "Nuthatch, 1", "Nuthatch, 2"])
        self.assertEqual([row[:3] for row in rows[2:]],
                         [["stable-sort", elements, order]
                          for elements in ("u64", "pair", "string")
                          for order in ("random", "sorted")]
                         + [["reduce", "u64", "random"], ["reduce", "double", "random"]])
        for row in rows[2:]:
            for cell in row[3:]:
                self.assertGreater(float(cell), 0)

    def test_names_and_numbers_are_checked(self):
        for wrong, says in (
                (["--calls", "sort,merge"], "--calls: merge is none of sort,"),
                (["--rounds", "0"], "--rounds and --workers have to be at least 1"),
                (["--n", "1"], "--n has to be at least 2")):
            ended = run(self.folder, *wrong)
            self.assertEqual(ended.returncode, 2)
            self.assertIn(says, ended.stderr)
            self.assertEqual(ended.stdout, "")
        self.assertIn("bin/nuthatch does not exist", run(self.folder / "no").stderr)


if __name__ == "__main__":
    unittest.main()
