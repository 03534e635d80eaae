# SPDX-License-Identifier: Apache-2.0
"""What a newcomer asks first: --help, --version, list, topology, demo."""

import json
import os
import unittest

import command

SUBCOMMANDS = ["demo", "bench", "compare", "schedule", "splicec", "omp", "list", "topology"]


class Help(command.CommandTest):
    def shown(self, *arguments, **options):
        ended = command.run(*arguments, **options)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return ended.stdout

    def test_names_every_subcommand(self):
        for text in [self.shown("--help"), self.shown()]:
            for name in SUBCOMMANDS:
                self.assertIn(f"\n  {name} ", text)

    def test_every_subcommand_has_examples(self):
        for name in SUBCOMMANDS:
            text = self.shown(name, "--help")
            self.assertIn(f"Usage: nuthatch {name}", text)
            self.assertIn(f"Examples:\n  nuthatch {name}", text)

    def test_fits_a_narrow_screen(self):
        text = self.shown("bench", "--help", env={"COLUMNS": "60"})
        options = text.partition("Options:")[2].partition("Examples:")[0]
        self.assertLessEqual(max(map(len, options.splitlines())), 60)

    def test_version(self):
        self.assertRegex(self.shown("--version"), r"^nuthatch \d+\.\d+\.\d+\nApache License 2.0\n$")

    def test_list(self):
        known = json.loads(self.shown("list", "--json"))
        text = self.shown("list")
        for one in known["schedulers"] + known["workloads"]:
            self.assertIn(f"\n  {one['name']} ", text)
        fib = next(one for one in known["workloads"] if one["name"] == "fib")
        self.assertEqual([one["name"] for one in fib["parameters"]], ["n", "cutoff"])
        self.assertIn("work_stealing", [one["name"] for one in known["schedulers"]])

    def test_list_of_options_and_counters(self):
        known = json.loads(self.shown("list", "--json"))
        for what in ["options", "counters"]:
            text = self.shown("list", what)
            self.assertTrue(known[what])
            for one in known[what]:
                self.assertRegex(text, rf"(?m)^  {one['name']}\s")
        for one in known["options"]:
            self.assertIn(f"\n  {one['flag']} ", self.shown("bench", "--help"))
        self.assertEqual(self.shown("list", "programs"), self.shown("list"))

    def test_topology(self):
        known = json.loads(self.shown("topology", "--json"))
        self.assertEqual(known["usable_cpus"], sorted(os.sched_getaffinity(0)))
        self.assertLessEqual(1, known["workers"])
        self.assertLessEqual(known["workers"], len(known["usable_cpus"]))
        self.assertIn(f"A runtime gets {known['workers']} worker", self.shown("topology"))
        nodes = known["memory_nodes"]
        self.assertGreaterEqual(len(nodes), 1)
        self.assertIn("one NUMA node, 0." if nodes == [0] else f"{len(nodes)} NUMA node",
                      self.shown("topology"))
        wanted = json.loads(self.shown("topology", "--json", env={"NUTHATCH_WORKERS": "5"}))
        self.assertEqual(wanted["workers"], 5)
        self.assertIn("NUTHATCH_WORKERS", wanted["workers_reason"])

    def test_demo(self):
        ended = command.run("demo", "--size", "small", "--repeat", "1", "--path",
                            os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)
        for program in ["wordcount", "uts", "heat"]:
            self.assertIn(program, ended.stdout)
        self.assertIn("Three programs", ended.stdout)
        self.assertIn("Next:", ended.stdout)
        self.assertNotIn("WRONG", ended.stdout)


if __name__ == "__main__":
    unittest.main()
