# SPDX-License-Identifier: Apache-2.0
"""Checks that benchmarks/run --table writes and checks the tables of both pages, and how results
are kept.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import kept_results  # noqa: E402

KEPT = kept_results.path_of(kept_results.SHOWN)
PAGES = ["README.md", "docs/performance.md"]


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs").mkdir()
        for page in PAGES:
            shutil.copy(ROOT / page, self.root / page)
        self.results = self.root / "results.jsonl"
        shutil.copy(KEPT, self.results)

    def table(self, *arguments):
        return subprocess.run(
            [ROOT / "benchmarks" / "run", "--table", *arguments, "--root", self.root,
             "--results", self.results],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def change(self, wanted, **changes):
        """Changes the lines that have all of `wanted`."""
        lines = kept_results.read(self.results)
        changed = [line | changes if wanted.items() <= line.items() else line for line in lines]
        self.assertNotEqual(lines, changed)
        kept_results.write(self.results, changed)

    def test_a_figure_changed_by_hand_is_found_on_either_page(self):
        self.assertEqual(self.table("--check").returncode, 0)
        for page in PAGES:
            with self.subTest(page):
                text = (self.root / page).read_text(encoding="utf-8")
                row = next(line for line in text.splitlines() if line.startswith("| Lace"))
                (self.root / page).write_text(text.replace(row, row + " 1 |"), encoding="utf-8")
                ended = self.table("--check")
                self.assertEqual(ended.returncode, 1)
                self.assertIn(f"--- {page}", ended.stdout)
                self.assertEqual(self.table().returncode, 0)
                self.assertEqual((self.root / page).read_text(encoding="utf-8"), text)

    def test_both_pages_follow_the_results(self):
        self.change({"measure": "instructions", "workload": "fib", "runtime": "lace"},
                    median=98765.4)
        self.assertEqual(self.table("--check").returncode, 1)
        self.assertEqual(self.table().returncode, 0)
        for page in PAGES:
            self.assertIn("98,765", (self.root / page).read_text(encoding="utf-8"))
        self.assertEqual(self.table("--check").returncode, 0)

    def test_figures_of_different_days_are_refused(self):
        self.change({"measure": "time", "workload": "fib", "runtime": "lace"}, date="2001-01-01")
        ended = self.table("--check")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("from 2 measurements", ended.stderr)

    def test_wrong_answers_are_refused(self):
        self.change({"measure": "time", "workload": "uts", "runtime": "rayon"}, verified=False)
        self.assertIn("answer was wrong", self.table().stderr)

    def test_a_page_without_a_place_is_refused(self):
        (self.root / "README.md").write_text("nothing\n", encoding="utf-8")
        self.assertIn("README.md: no place", self.table().stderr)


class Kept(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "kept.jsonl"

    def count(self, runtime, median):
        return {"measure": "instructions", "workload": "fib", "runtime": runtime, "policy": None,
                "median": median}

    def test_a_count_replaces_the_one_before(self):
        kept_results.keep_counts(self.path, [self.count("lace", 1), self.count("rayon", 2)])
        kept_results.keep_counts(self.path, [self.count("lace", 3)])
        found = {line["runtime"]: line["median"] for line in kept_results.read(self.path)}
        self.assertEqual(found, {"lace": 3, "rayon": 2})

    def test_times_replace_all_times_and_no_counts(self):
        contender = {"name": "lace", "policy": None, "workers": 1, "status": "right",
                     "cpu_seconds": [1, 2, 3, 4, 100], "seconds": [5] * 5}
        absent = contender | {"name": "gone", "status": "unavailable"}
        failed = contender | {"name": "liar", "status": "wrong"}
        document = {"version": "1", "peers": [{"name": "lace", "version": "1.4"}], "workloads": [
            {"workload": "fib", "parameters": {}, "contenders": [contender, absent, failed]}]}
        kept_results.write(self.path, [{"measure": "time", "runtime": "old"},
                                       self.count("lace", 1)])
        kept_results.keep_times(self.path, document)
        lace, liar, counted = kept_results.read(self.path)
        self.assertEqual(lace["cpu"], {"median": 3, "low": 2, "high": 4, "fastest": 1})
        self.assertEqual(lace["wall"], {"median": 5, "low": 5, "high": 5, "fastest": 5})
        self.assertEqual((lace["runs"], lace["verified"], lace["version"]), (5, True, "1.4"))
        self.assertTrue(lace["commit"] and lace["date"] and lace["processor"])
        self.assertEqual((liar["runtime"], liar["verified"]), ("liar", False))
        self.assertEqual(counted["measure"], "instructions")

    def test_the_file_has_a_line_for_each_contender(self):
        lines = KEPT.read_text(encoding="utf-8").splitlines()
        found = [json.loads(line) for line in lines]
        keys = {(line["measure"], line["workload"], line["runtime"], line["policy"],
                 line["workers"]) for line in found}
        self.assertEqual(len(keys), len(lines))


if __name__ == "__main__":
    unittest.main()
