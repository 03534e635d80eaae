# SPDX-License-Identifier: Apache-2.0
"""nuthatch bench: its JSON, its summary, and what it measures."""

import itertools
import unittest

import command
import schema

FIELDS = ["workload", "scheduler", "policy", "workers", "size", "parameters", "verified", "seconds",
          "serial_seconds", "spawns", "steals", "failed_steals", "stacks_peak", "fresh_peak",
          "peak_rss_bytes", "version"]


class Bench(command.CommandTest):
    def bench(self, *arguments):
        document, ended = command.run_json("bench", *arguments)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        schema.check(document, "bench")
        self.assertTrue(document["verified"])
        return document, ended

    def test_has_every_field(self):
        document, _ = self.bench("fib", "--size", "small", "--workers", "2")
        for field in FIELDS:
            self.assertIn(field, document)
        self.assertEqual(document["workload"], "fib")
        self.assertEqual(document["workers"], 2)
        self.assertEqual(document["size"], "small")
        self.assertEqual(len(document["seconds"]), 5)
        self.assertEqual(len(document["serial_seconds"]), 5)
        self.assertGreater(document["spawns"], 0)
        self.assertGreater(document["peak_rss_bytes"], 1 << 20)

    def test_serial_and_parallel_alternate(self):
        document, _ = self.bench("fib", "--size", "small", "--repeat", "3")
        self.assertEqual(document["order"], ["serial", "parallel"] * 3)

    def test_medians_make_the_ratios(self):
        document, _ = self.bench("fib", "--size", "small", "--repeat", "3")
        for ratio, above, below in [("ratio", "seconds", "serial_seconds"),
                                    ("cpu_ratio", "cpu_seconds", "serial_cpu_seconds")]:
            expected = sorted(document[above])[1] / sorted(document[below])[1]
            self.assertAlmostEqual(document[ratio], expected, delta=1e-9 * expected)

    def test_one_kind_of_run_only(self):
        document, _ = self.bench("fib", "--size", "small", "--repeat", "2", "--only", "serial")
        self.assertEqual(document["order"], ["serial"] * 2)
        self.assertEqual((document["seconds"], document["ratio"]), ([], None))
        document, _ = self.bench("fib", "--size", "small", "--repeat", "2", "--only", "parallel")
        self.assertEqual(document["order"], ["parallel"] * 2)
        self.assertEqual((document["serial_seconds"], document["ratio"]), ([], None))

    def test_no_schedule_unless_it_is_wanted(self):
        document, _ = self.bench("fib", "--size", "small", "--repeat", "1")
        self.assertEqual(document["schedule"], "off")
        for field in ["tree_nodes", "tree_bytes", "migrated", "donations", "missing_steps",
                      "mismatches",
                      "idle_seconds", "stages", "restarts", "phase_runs"]:
            self.assertNotIn(field, document)

    def test_splicing(self):
        small = ("jacobi-1d", "--size", "small", "--repeat", "2")
        document, _ = self.bench(*small)
        self.assertNotIn("splice", document)
        for mode in ("off", "order", "tiled"):
            with self.subTest(mode):
                found, ended = self.bench(*small, "--splice", mode)
                self.assertEqual(found["splice"].pop("mode"), mode)
                self.assertEqual(set(found["splice"].values()), {0})
                self.assertIn(f"  splice: {mode}\n", ended.stderr)
                self.assertEqual(found["answer"], document["answer"])
        found, ended = self.bench(*small, "--splice", "on")
        self.assertEqual(found["answer"], document["answer"])
        self.assertEqual(found["splice"]["mode"], "on")
        self.assertEqual(found["splice"]["unspliced"], 0)
        for count in ("interference_checks", "loop_switches", "delayed_steps", "dependences",
                      "peak_delayed_bytes"):
            self.assertGreater(found["splice"][count], 0)
        self.assertIn("  splice: on, ", ended.stderr)
        self.assertGreater(
            self.bench(*small, "--splice", "on", "--splice-bytes", "1K")[0]["splice"]["unspliced"],
            0)
        self.bench(*small, "--splice", "on", "--splice-all")

    def test_spliced_runs_follow_schedules(self):
        small = ("jacobi-2d", "--size", "small", "--repeat", "2", "--workers", "2",
                 "--splice", "on")
        answer = self.bench(*small)[0]["answer"]
        for use in ("record", "strict_ordered", "strict_unordered", "relaxed", "persistent"):
            with self.subTest(use):
                found, _ = self.bench(*small, "--schedule", use)
                self.assertEqual(found["answer"], answer)
                self.assertEqual(found["schedule"], use)
                self.assertGreater(found["tree_nodes"], 0)
                self.assertGreater(found["splice"]["loop_switches"], 0)
                if use.startswith("strict"):
                    self.assertEqual(found["missing_steps"] + found["mismatches"], 0)
                    self.assertEqual(found["steals"] + found["shared_takes"], 0)

    def test_splicing_with_empty_kernels(self):
        document, _ = self.bench("jacobi-1d", "--size", "small", "--splice", "on", "--set",
                                 "kernel=empty", "--set", "steps=12")
        self.assertGreater(document["splice"]["loop_switches"], 0)
        self.assertEqual(document["answer"], "none, with kernel=empty")

    def test_set_replaces_a_parameter_and_the_last_one_counts(self):
        document, _ = self.bench("fib", "--set", "n=10", "--set", "fib.n=20", "--repeat", "1")
        self.assertEqual(document["parameters"]["n"], "20")
        self.assertEqual(document["answer"], "6765")

    def test_runtime_options_are_reported(self):
        document, _ = self.bench("fib", "--size", "small", "--repeat", "1",
                                 "--policy", "work_first", "--stack-size", "256K", "--seed", "7",
                                 "--workers", "3", "--reproducible")
        self.assertEqual(document["policy"], "work_first")
        self.assertEqual(document["workers"], 3)
        self.assertEqual(document["options"]["stack_size"], 256 * 1024)
        self.assertEqual(document["options"]["seed"], 7)
        self.assertTrue(document["options"]["reproducible"])

    def test_environment_counts_where_no_option_does(self):
        document, _ = command.run_json("bench", "fib", "--size", "small", "--repeat", "1",
                                       env={"NUTHATCH_WORKERS": "3",
                                            "NUTHATCH_POLICY": "help_first"})
        self.assertEqual((document["workers"], document["policy"]), (3, "help_first"))

    def test_summary_goes_where_the_json_does_not(self):
        _, ended = self.bench("fib", "--size", "small", "--repeat", "1")
        self.assertIn("parallel over serial", ended.stderr)
        _, ended = self.bench("fib", "--size", "small", "--repeat", "1", "--quiet")
        self.assertEqual(ended.stderr, "")
        ended = command.run("bench", "fib", "--size", "small", "--repeat", "1")
        self.assertIn("parallel over serial", ended.stdout)
        self.assertEqual(ended.stderr, "")
        self.assertNotIn("\033", ended.stdout)


class Phases(command.CommandTest):
    """--schedule persistent and designated, of those programs that have phases."""

    PROGRAMS = ["heat", "fdtd", "floyd-warshall", "cg", "mg", "scan"]

    def bench(self, *arguments):
        document, ended = command.run_json("bench", *arguments, "--size", "small", "--only",
                                           "parallel", "--virtual-workers", "8", "--seed", "1")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        schema.check(document, "bench")
        return document, ended

    def test_persistent_ones_come_to_follow(self):
        came_to_replay = 0
        for program in self.PROGRAMS:
            with self.subTest(program):
                document, ended = self.bench(program, "--schedule", "persistent", "--repeat", "12")
                phases = sum(document["stages"].values())
                # Virtual workers gain nothing from locality: stealing is faster for some phases.
                replaying = document["stages"]["replaying"]
                self.assertEqual(replaying + document["stages"]["stealing"], phases)
                came_to_replay += replaying
                self.assertEqual(document["missing_steps"] + document["mismatches"], 0)
                if replaying > 0:
                    self.assertGreater(document["idle_seconds"], 0)
                self.assertRegex(ended.stderr, r"phases: .*\d+ (replaying|stealing);")
        self.assertGreaterEqual(came_to_replay, len(self.PROGRAMS) // 2)

    def test_designated_ones_are_followed_by_all_workers(self):
        for program in self.PROGRAMS:
            with self.subTest(program):
                document, ended = self.bench(program, "--schedule", "designated", "--repeat", "2")
                self.assertGreaterEqual(document["tree_nodes"], 8)
                # Nothing is stolen: each step but the first of a phase was sent to another worker.
                self.assertEqual(document["steals"], 0)
                self.assertGreaterEqual(document["donations"], document["migrated"])
                self.assertEqual(document["missing_steps"] + document["mismatches"], 0)
                self.assertIn("works went to their workers", ended.stderr)

    def test_runs_of_phases_are_counted(self):
        document, _ = self.bench("heat", "--schedule", "persistent", "--repeat", "2",
                                 "--set", "steps=7")
        self.assertEqual(document["phase_runs"], 3 * 7)
        # Of the three loops of a step, two follow the first.
        document, _ = self.bench("fdtd", "--schedule", "persistent", "--repeat", "2",
                                 "--set", "steps=7")
        self.assertEqual(document["phase_runs"], 3 * 7)

    def test_one_grid_of_mg_speaks_for_all(self):
        for use in ["persistent", "designated"]:
            document, _ = self.bench("mg", "--schedule", use, "--repeat", "2",
                                     "--set", "scheme=finest")
            self.assertGreater(document["missing_steps"], 0)  # what coarse grids are too small for
            self.assertEqual(document["mismatches"], 0)
            self.assertLess(document["tree_nodes"], 100)
            if use == "persistent":
                self.assertEqual(sum(document["stages"].values()), 1)

    def test_loops_are_spawned_as_wanted(self):
        for program in ["cg", "mg"]:
            spawns = {}
            for loops, use in [("each", "off"), ("halves", "off"), ("automatic", "off"),
                               ("automatic", "record")]:
                document, _ = self.bench(program, "--set", f"loops={loops}", "--schedule", use,
                                         "--repeat", "1")
                spawns[loops, use] = document["spawns"]
            # Each task is a child; by halves there is one spawn less than there are tasks.
            self.assertLess(spawns["halves", "off"], spawns["each", "off"])
            self.assertEqual(spawns["automatic", "off"], spawns["each", "off"])
            self.assertEqual(spawns["automatic", "record"], spawns["each", "off"])


POLICIES = ["work_first", "help_first", "adaptive"]

# What these do, `shepherd_mts` does as well; so each is run on every workload, but not in every
# way.
SIMPLER_SHEPHERDS = {"shepherd_q", "shepherd_l", "shepherd_cq", "shepherd_ws"}

KNOWN = command.listing()
WORKLOADS = [one["name"] for one in KNOWN["workloads"]]
SCHEDULERS = [one["name"] for one in KNOWN["schedulers"]]
SCHEDULERS_IN_EVERY_WAY = [one for one in SCHEDULERS if one not in SIMPLER_SHEPHERDS]

THREADS = ("--workers", "3")
VIRTUAL = ("--virtual-workers", "8", "--seed", "5")


class EveryWorkload(command.CommandTest):
    def bench(self, *line, repeats_itself=()):
        """What the line prints; the same in these fields when it is run once more."""
        document, ended = command.run_json("bench", *line, "--size", "small")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        schema.check(document, "bench")
        if repeats_itself:
            again, _ = command.run_json("bench", *line, "--size", "small")
            for field in repeats_itself:
                self.assertEqual(document[field], again[field], field)
        return document

    def test_under_every_scheduler_and_policy(self):
        for case in command.some(itertools.product(WORKLOADS, SCHEDULERS, POLICIES)):
            workload, scheduler, policy = case
            if scheduler in SIMPLER_SHEPHERDS and policy != "adaptive":
                continue
            with self.subTest(case):
                self.bench(workload, "--scheduler", scheduler, "--policy", policy, "--repeat", "1",
                           *THREADS)

    def test_schedules_are_recorded(self):
        """Of every workload, on threads and on virtual workers, where it repeats itself."""
        cases = list(itertools.product(WORKLOADS, SCHEDULERS_IN_EVERY_WAY, [THREADS]))
        for index, workload in enumerate(WORKLOADS):  # one scheduler each, in turn
            scheduler = SCHEDULERS_IN_EVERY_WAY[index % len(SCHEDULERS_IN_EVERY_WAY)]
            cases.append((workload, scheduler, VIRTUAL))
        counted = ["tree_nodes", "tree_bytes", "migrated"]
        for case in command.some(cases):
            with self.subTest(case):
                workload, scheduler, where = case
                first = self.bench(workload, "--scheduler", scheduler, "--schedule", "record",
                                   "--repeat", "1", "--only", "parallel", *where,
                                   repeats_itself=counted if where == VIRTUAL else ())
                self.assertEqual(first["schedule"], "record")
                self.assertGreaterEqual(first["tree_nodes"], 1)
                self.assertLess(first["migrated"], first["tree_nodes"])
                self.assertGreater(first["tree_bytes"], first["tree_nodes"])

    def test_schedules_are_followed(self):
        """By every workload; strictly, as the warm-up ran, and alike from the same seed."""
        modes = ["strict_ordered", "strict_unordered", "relaxed"]
        counted = ["tree_nodes", "migrated", "donations", "missing_steps", "mismatches",
                   "idle_seconds"]
        for case in command.some(itertools.product(WORKLOADS, modes, [THREADS, VIRTUAL])):
            with self.subTest(case):
                workload, mode, where = case
                first = self.bench(workload, "--schedule", mode, "--repeat", "2", "--only",
                                   "parallel", *where,
                                   repeats_itself=counted if where == VIRTUAL else ())
                self.assertEqual(first["schedule"], mode)
                self.assertLessEqual(first["donations"],
                                     first["tree_nodes"] + first["missing_steps"])

    def test_phases_have_schedules(self):
        """Of every workload; on virtual workers by every policy, alike from the same seed."""
        counted = ["tree_nodes", "tree_bytes", "migrated", "donations", "missing_steps",
                   "mismatches",
                   "idle_seconds"]
        ways = [(THREADS, "adaptive"), *((VIRTUAL, policy) for policy in POLICIES)]
        uses = ["persistent", "designated"]
        for case in command.some(itertools.product(WORKLOADS, uses, ways)):
            with self.subTest(case):
                workload, use, (where, policy) = case
                first = self.bench(workload, "--schedule", use, "--policy", policy, "--repeat", "2",
                                   "--only", "parallel", "--no-spawn-count", *where,
                                   repeats_itself=counted if where == VIRTUAL else ())
                self.assertEqual(first["schedule"], use)
                self.assertGreaterEqual(first["tree_nodes"], 1)
                self.assertLess(first["migrated"], first["tree_nodes"])
                self.check_phases(first, use)

    def check_phases(self, document, use):
        state = ["stages", "restarts", "phase_runs"]
        if use == "designated":
            for field in state:
                self.assertNotIn(field, document)
            return
        phases = sum(document["stages"].values())
        # The grids of class S are those of 2, 4, 8, 16 and 32 points; each has a phase.
        self.assertEqual(phases, 5 if document["workload"] == "mg" else 1)
        self.assertGreaterEqual(document["phase_runs"], 3 * phases)

    def test_on_virtual_workers(self):
        """Every workload is right there, states its work, and repeats itself from its seed."""
        repeated = ["virtual_seconds", "virtual_work_seconds", "virtual_events", "spawns",
                    "published", "taken_back", "steals", "stolen_tasks", "failed_steals",
                    "suspensions", "sleeps", "wakes", "stacks_peak", "fresh_peak", "requests_sent",
                    "requests_answered", "direct_steals", "tasks_per_answer", "answer"]
        for case in command.some(itertools.product(WORKLOADS, SCHEDULERS_IN_EVERY_WAY)):
            with self.subTest(case):
                workload, scheduler = case
                first = self.bench(workload, "--scheduler", scheduler, "--repeat", "2",
                                   "--topology", "2x4", *VIRTUAL, repeats_itself=repeated)
                self.assertEqual((first["workers"], first["virtual_workers"]), (8, 8))
                self.assertEqual(first["topology"], "2x4")
                for took, work in zip(first["virtual_seconds"], first["virtual_work_seconds"]):
                    self.assertGreater(work, 0)
                    self.assertGreaterEqual(took, work / 8)


if __name__ == "__main__":
    unittest.main()
