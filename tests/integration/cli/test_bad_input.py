# SPDX-License-Identifier: Apache-2.0
"""Every wrong command line gets one line that names the option and says what would be right."""

import re
import unittest

import command


class BadInput(command.CommandTest):
    def refused(self, line, *parts, **options):
        with self.subTest(line):
            self.assert_refused(command.run(*line.split(), **options), *parts)

    def test_names(self):
        self.refused("benhc fib", "benhc", "did you mean bench?", "compare")
        self.refused("bench fibb", "WORKLOAD", "fibb", "did you mean fib?", "nqueens")
        self.refused("bench fib --scheduler work_stealin", "--scheduler",
                     "did you mean work_stealing?")
        self.refused("bench fib --policy work-first", "--policy", "did you mean work_first?",
                     "help_first", "adaptive")
        self.refused("bench fib --size huge", "--size", "small, default, paper")
        self.refused("bench fib --only both", "--only", "serial, parallel")
        self.refused("bench fib --schedule strict", "--schedule", "off, record")
        for near, meant in [("persistant", "persistent"), ("designate", "designated"),
                            ("strict-ordered", "strict_ordered"), ("relax", "relaxed")]:
            self.refused(f"bench fib --schedule {near}", "--schedule", f"did you mean {meant}?",
                         "relaxed, persistent, designated")
        self.refused("bench mg --set scheme=level", "--set", "scheme", "levels, finest")
        self.refused("bench cg --set loops=halve", "--set", "loops", "automatic, each, halves")
        self.refused("bench fib --polcy adaptive", "--polcy", "did you mean --policy?")
        self.refused("bench fib uts", "uts")
        self.refused("bench", "WORKLOAD", "nuthatch bench --help")
        self.refused("list option", "WHAT", "did you mean options?", "counters")

    def test_numbers(self):
        for value in ["-1", "two", "1.5", "99999999999999999999"]:
            ended = command.run("bench", "fib", f"--workers={value}")
            self.assert_refused(ended, "--workers", "whole number from 0 to")
        self.refused("bench fib --repeat 0", "--repeat", "from 1 to")
        self.refused("bench fib --repeat", "--repeat", "takes a value")

    def test_values_of_flags(self):
        for flag in ("--pin=0", "--pin=no", "--reproducible=3", "--quiet=abc"):
            with self.subTest(flag):
                self.refused(f"bench fib {flag}", flag.partition("=")[0], "takes no value")
        self.refused("--version=x", "--version", "takes no value")
        self.refused("bench fib --repeat 1 --repeat 2", "--repeat", "once")
        self.refused("bench fib --seed x", "--seed", "whole number")
        for value in ["0", "1X", "K", "64kb", "99999999999G", "-4K"]:
            self.refused(f"bench fib --stack-size={value}", "--stack-size", "64K")
        self.refused("compare --time-limit soon", "--time-limit", "number of seconds")
        self.refused("compare --workers 1,x", "--workers", '"x"')

    def test_empty_values(self):
        for line in ["bench", "compare", "demo", "list"]:
            options = re.findall(r"^  (--[a-z-]+) [A-Z]", command.run(line, "--help").stdout, re.M)
            self.assertTrue(options)
            for option in options:
                with self.subTest(line=line, option=option):
                    arguments = [line, "fib"] if line == "bench" else [line]
                    self.assert_refused(command.run(*arguments, option, ""), option, "empty")
                    self.assert_refused(command.run(*arguments, option + "="), option + "=")
        self.assert_refused(command.run("bench", ""), "WORKLOAD", "empty")
        self.assert_refused(command.run("bench", "--json=", "fib", "uts"), "--json=")

    def test_virtual_workers(self):
        for value in ["0", "x", "4097", "-1"]:
            ended = command.run("bench", "fib", f"--virtual-workers={value}")
            self.assert_refused(ended, "--virtual-workers", "whole number from 1 to 4096")
        self.refused("bench fib --topology 2x2", "--topology", "--virtual-workers")
        self.refused("bench fib --virtual-workers 8 --topology 2x2", "--topology", "4 cpus", "8")
        self.refused("bench fib --virtual-workers 8 --workers 2", "--workers", "--virtual-workers")
        self.refused("bench fib --virtual-workers 8 --pin", "--pin")
        for text in ["0x2", "2x", "x", "9999x9999", "pac:2"]:
            self.refused(f"bench fib --virtual-workers 1 --topology {text}", "--topology", text)

    def test_splicing(self):
        self.refused("bench jacobi-1d --splice onn", "--splice", "did you mean on?", "tiled")
        self.refused("bench fib --splice on", "--splice", "fib cannot", "jacobi-1d")
        self.refused("bench jacobi-1d --splice-bytes 1K", "--splice-bytes", "--splice on")
        self.refused("bench jacobi-1d --splice off --splice-all", "--splice-all", "--splice on")
        self.refused("bench jacobi-1d --splice on --splice-bytes 1X", "--splice-bytes", "64K")
        for other in ("--only serial", "--virtual-workers 4"):
            self.refused(f"bench jacobi-1d --splice on {other}", "--splice", "real workers")
        for other in ("off --schedule record", "on --schedule designated"):
            self.refused(f"bench jacobi-1d --splice {other}", "--splice on", "--schedule")

    def test_settings(self):
        self.refused("bench fib --set n", "--set", "key=value")
        self.refused("bench fib --set =3", "--set", "key=value")
        self.refused("bench fib --set m=3", "--set", '"m"', "did you mean n?")
        self.refused("bench fib --set n=abc", "--set", "n=abc", "expected")
        self.refused("bench fib --set uts.tree=T1", "--set", "uts", "fib")
        self.refused("compare --workloads fib,uts --set n=3", "--set", "fib.n=3")
        self.refused("compare --workloads fib --set uts.tree=T1", "--set", "uts")
        self.refused("compare --workloads fib --peers none --set n=abc", "--set", "n=abc")

    def test_lists(self):
        self.refused("compare --workloads fib,,uts", "--workloads", "commas")
        self.refused("compare --workloads fib,fib", "--workloads", "twice")
        self.refused("compare --workloads fib,utz", "--workloads", "did you mean uts?")
        self.refused("compare --schedulers none", "--schedulers", "work_stealing")
        self.refused("compare --policies greedy", "--policies", "work_first")
        self.refused("compare --peer-dir /nowhere", "--peer-dir", "/nowhere", "folder")

    def test_files(self):
        self.refused("bench fib --json /nowhere/x.json", "--json", "/nowhere", "No such file")
        self.refused("bench fib --json /", "--json", "directory")
        self.refused("demo --path /nowhere", " --path: ", "/nowhere", "folder")

    def test_one_grammar_of_sizes(self):
        for value in ["64kb", "1T", "1"]:
            ends = [command.run("bench", "fib", "--stack-size", value).stderr,
                    command.run("bench", "fib", env={"NUTHATCH_STACK_SIZE": value}).stderr]
            flag, variable = (text.replace("--stack-size", "NUTHATCH_STACK_SIZE") for text in ends)
            self.assertEqual(flag, variable)
            self.assertIn("K, M or G", flag)

    def test_environment(self):
        self.refused("bench fib --size small", "NUTHATCH_WORKERS", env={"NUTHATCH_WORKERS": "many"})
        self.refused("bench fib --size small", "NUTHATCH_POLICY", env={"NUTHATCH_POLICY": "fair"})
        self.refused("bench fib --size small", "NUTHATCH_REPRODUCIBLE", "0 or 1",
                     env={"NUTHATCH_REPRODUCIBLE": "yes"})

    def test_what_the_runtime_refuses(self):
        for name, value, reason in [("places", "xx", '"xx"'), ("stack-size", "1", "16384"),
                                    ("max-stacks", "1", "at least")]:
            self.refused(f"bench fib --{name} {value}", f" --{name}: ", reason)
            variable = "NUTHATCH_" + name.upper().replace("-", "_")
            self.refused("bench fib", f" {variable}: ", reason, env={variable: value})
            self.refused("compare --workloads fib --peers none", f" {variable}: ", reason,
                         env={variable: value})


if __name__ == "__main__":
    unittest.main()
