"""nuthatch bench: its JSON, its summary, and what it measures."""

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
        for field in ["tree_nodes", "tree_bytes", "migrated", "donations", "voids", "mismatches",
                      "idle_seconds", "stages", "restarts", "phase_runs"]:
            self.assertNotIn(field, document)

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
        for program in self.PROGRAMS:
            with self.subTest(program):
                document, ended = self.bench(program, "--schedule", "persistent", "--repeat", "12")
                phases = sum(document["stages"].values())
                self.assertEqual(document["stages"]["following"], phases)
                self.assertEqual(document["voids"] + document["mismatches"], 0)
                self.assertGreater(document["idle_seconds"], 0)
                self.assertIn(f"phases: {phases} following", ended.stderr)

    def test_designated_ones_are_followed_by_all_workers(self):
        for program in self.PROGRAMS:
            with self.subTest(program):
                document, ended = self.bench(program, "--schedule", "designated", "--repeat", "2")
                self.assertGreaterEqual(document["tree_nodes"], 8)
                # Nothing is stolen: each step but the first of a phase was sent to another worker.
                self.assertEqual(document["steals"], 0)
                self.assertGreaterEqual(document["donations"], document["migrated"])
                self.assertEqual(document["voids"] + document["mismatches"], 0)
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
            self.assertGreater(document["voids"], 0)  # what coarse grids are too small for
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

# What these do, `mts` does as well; so each is run on every workload, but not in every way.
SIMPLER_SHEPHERDS = {"q", "l", "cq", "ws"}


def schedulers_in_every_way(known):
    return [one for one in known["schedulers"] if one["name"] not in SIMPLER_SHEPHERDS]


class EveryWorkload(command.CommandTest):
    def test_under_every_scheduler_and_policy(self):
        known = command.listing()
        for workload in known["workloads"]:
            for scheduler in known["schedulers"]:
                simple = scheduler["name"] in SIMPLER_SHEPHERDS
                for policy in POLICIES[2 if simple else 0:]:
                    name = (workload["name"], scheduler["name"], policy)
                    with self.subTest(name):
                        document, ended = command.run_json(
                            "bench", workload["name"], "--scheduler", scheduler["name"],
                            "--policy", policy, "--size", "small", "--repeat", "1",
                            "--workers", "3")
                        self.assertEqual(ended.returncode, 0, ended.stderr)
                        schema.check(document, "bench")

    def test_schedules_are_recorded(self):
        """Of every workload, on threads and on virtual workers, where it repeats itself."""
        known = command.listing()
        counted = ["tree_nodes", "tree_bytes", "migrated"]
        schedulers = schedulers_in_every_way(known)
        for index, workload in enumerate(known["workloads"]):
            threads, pretended = ["--workers", "3"], ["--virtual-workers", "8", "--seed", "5"]
            # On virtual workers one scheduler each, in turn.
            wheres = [(scheduler, threads) for scheduler in schedulers]
            wheres.append((schedulers[index % len(schedulers)], pretended))
            for scheduler, where in wheres:
                with self.subTest((workload["name"], scheduler["name"], where[0])):
                    line = ["bench", workload["name"], "--scheduler", scheduler["name"],
                            "--schedule", "record", "--size", "small", "--repeat", "1",
                            "--only", "parallel", *where]
                    first, ended = command.run_json(*line)
                    self.assertEqual(ended.returncode, 0, ended.stderr)
                    schema.check(first, "bench")
                    self.assertEqual(first["schedule"], "record")
                    self.assertGreaterEqual(first["tree_nodes"], 1)
                    self.assertLess(first["migrated"], first["tree_nodes"])
                    self.assertGreater(first["tree_bytes"], first["tree_nodes"])
                    if where[0] == "--virtual-workers":
                        second, _ = command.run_json(*line)
                        for field in counted:
                            self.assertEqual(first[field], second[field], field)

    def test_schedules_are_followed(self):
        """By every workload; strictly, as the warm-up ran, and alike from the same seed."""
        known = command.listing()
        counted = ["tree_nodes", "migrated", "donations", "voids", "mismatches", "idle_seconds"]
        for workload in known["workloads"]:
            for mode in ["strict_ordered", "strict_unordered", "relaxed"]:
                for where in [["--workers", "3"], ["--virtual-workers", "8", "--seed", "5"]]:
                    with self.subTest((workload["name"], mode, where[0])):
                        line = ["bench", workload["name"], "--schedule", mode, "--size", "small",
                                "--repeat", "2", "--only", "parallel", *where]
                        first, ended = command.run_json(*line)
                        self.assertEqual(ended.returncode, 0, ended.stderr)
                        schema.check(first, "bench")
                        self.assertEqual(first["schedule"], mode)
                        self.assertLessEqual(first["donations"],
                                             first["tree_nodes"] + first["voids"])
                        if where[0] == "--virtual-workers":
                            second, _ = command.run_json(*line)
                            for field in counted:
                                self.assertEqual(first[field], second[field], field)

    def test_phases_have_schedules(self):
        """Of every workload; on virtual workers by every policy, alike from the same seed."""
        counted = ["tree_nodes", "tree_bytes", "migrated", "donations", "voids", "mismatches",
                   "idle_seconds"]
        threads, pretended = ["--workers", "3"], ["--virtual-workers", "8", "--seed", "5"]
        ways = [(threads, "adaptive"), *((pretended, policy) for policy in POLICIES)]
        for workload in command.listing()["workloads"]:
            for use in ["persistent", "designated"]:
                for where, policy in ways:
                    with self.subTest((workload["name"], use, where[0], policy)):
                        line = ["bench", workload["name"], "--schedule", use, "--policy", policy,
                                "--size", "small", "--repeat", "2", "--only", "parallel",
                                "--no-spawn-count", *where]
                        first, ended = command.run_json(*line)
                        self.assertEqual(ended.returncode, 0, ended.stderr)
                        schema.check(first, "bench")
                        self.assertEqual(first["schedule"], use)
                        self.assertGreaterEqual(first["tree_nodes"], 1)
                        self.assertLess(first["migrated"], first["tree_nodes"])
                        self.check_phases(first, use)
                        if where[0] == "--virtual-workers":
                            second, _ = command.run_json(*line)
                            for field in counted:
                                self.assertEqual(first[field], second[field], field)

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
                    "requests_answered", "seizures", "tasks_per_answer", "answer"]
        known = command.listing()
        for workload in known["workloads"]:
            for scheduler in schedulers_in_every_way(known):
                with self.subTest((workload["name"], scheduler["name"])):
                    line = ["bench", workload["name"], "--scheduler", scheduler["name"],
                            "--size", "small", "--repeat", "2", "--virtual-workers", "8",
                            "--topology", "2x4", "--seed", "5"]
                    first, ended = command.run_json(*line)
                    self.assertEqual(ended.returncode, 0, ended.stderr)
                    schema.check(first, "bench")
                    self.assertEqual((first["workers"], first["virtual_workers"]), (8, 8))
                    self.assertEqual(first["topology"], "2x4")
                    for took, work in zip(first["virtual_seconds"], first["virtual_work_seconds"]):
                        self.assertGreater(work, 0)
                        self.assertGreaterEqual(took, work / 8)
                    second, _ = command.run_json(*line)
                    for field in repeated:
                        self.assertEqual(first[field], second[field], field)


if __name__ == "__main__":
    unittest.main()
