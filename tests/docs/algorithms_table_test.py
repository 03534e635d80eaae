# SPDX-License-Identifier: Apache-2.0
"""Checks that benchmarks/algorithms measures the cases it is asked for, and its errors."""

import unittest

from program_of_build import ProgramOfBuild


class Algorithms(ProgramOfBuild):
    program = "algorithms"

    def test_each_case_has_a_row(self):
        ended = self.run_program(self.folder, "--calls", "stable-sort,reduce", "--n", "3000",
                                 "--rounds", "1")
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
        self.expect_mistakes([
            (["--calls", "sort,merge"], "--calls: merge is none of sort,"),
            (["--rounds", "0"], "--rounds and --workers have to be at least 1"),
            (["--n", "1"], "--n has to be at least 2")])


if __name__ == "__main__":
    unittest.main()
