# SPDX-License-Identifier: Apache-2.0
"""Saved schedules, read here by the documented format alone, against what the command says."""

import pathlib
import tempfile
import unittest

import command
from schedule_reader import Reader, with_checksum


class Schedules(command.CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def record(self, name, *arguments):
        """The document of a run, and the path of its schedule."""
        path = self.folder / name
        document, ended = command.run_json(
            "bench", *arguments, "--size", "small", "--repeat", "1", "--only", "parallel",
            "--schedule", "record", "--save-schedule", str(path))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return document, path

    def virtual(self, name, seed="1"):
        return self.record(name, "heat", "--virtual-workers", "4", "--seed", seed)

    def shown(self, *arguments, status=0):
        ended = command.run("schedule", *arguments)
        self.assertEqual(ended.returncode, status, ended.stderr)
        return ended.stdout

    def test_file_says_what_the_run_said(self):
        for workload in ["heat", "fib", "sort", "uts", "scan"]:
            for where in [["--workers", "3"], ["--virtual-workers", "8"]]:
                with self.subTest((workload, where[0])):
                    document, path = self.record("one", workload, *where)
                    found = Reader(path.read_bytes())
                    self.assertEqual(len(found.steps), document["tree_nodes"])
                    self.assertEqual(found.migrated(), document["migrated"])
                    self.assertEqual(found.workers, document["workers"])
                    self.assertEqual(found.complete, 1)
                    self.assertEqual(found.ordered, 1)
                    steps = {(step.task_hash, step.spawn_rank, step.kind) for step in found.steps}
                    for spawn in found.path_spawns:
                        self.assertLess(spawn.parent_step, len(found.steps))
                        for kind in ["continuation", "second callable"]:
                            self.assertNotIn((spawn.task_hash, spawn.spawn_rank, kind), steps)
                    self.assertEqual(found.steps[0].kind, "region")
                    self.assertEqual(found.steps[0].task_hash, found.root)
                    for index, step in enumerate(found.steps):
                        self.assertLess(step.worker, found.workers)
                        self.assertIsNotNone(step.kind)
                        if index > 0:
                            self.assertLess(found.steps[index - 1].sequence_number,
                                            step.sequence_number)
                            self.assertIsNotNone(step.parent_step)

    def test_a_phase_is_saved(self):
        for use in ["persistent", "designated"]:
            for program in [["heat"], ["fib"], ["uts"], ["mg", "--set", "scheme=finest"]]:
                with self.subTest((use, program)):
                    path = self.folder / "phase"
                    document, ended = command.run_json(
                        "bench", *program, "--size", "small", "--repeat", "1", "--only",
                        "parallel", "--virtual-workers", "4", "--schedule", use,
                        "--save-schedule", str(path))
                    self.assertEqual(ended.returncode, 0, ended.stderr)
                    found = Reader(path.read_bytes())
                    self.assertEqual(len(found.steps), document["tree_nodes"])
                    self.assertEqual(found.workers, 4)

    def test_several_phases_are_not_saved(self):
        path = self.folder / "phases"
        for use in ["persistent", "designated"]:
            ended = command.run("bench", "mg", "--size", "small", "--schedule", use,
                                "--save-schedule", str(path))
            self.assert_refused(ended, "--save-schedule", "scheme=levels", "5 phases",
                                "a workload of one phase")
            self.assertFalse(path.exists())
        ended = command.run("bench", "mg", "--size", "small", "--schedule", "record", "--quiet",
                            "--repeat", "1", "--only", "parallel", "--save-schedule", str(path))
        self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_the_same_run_has_the_same_schedule(self):
        one = self.virtual("one")[1]
        again = self.virtual("again")[1]
        self.assertIn("the same", self.shown("diff", str(one), str(again)))
        self.assertEqual(one.read_bytes(), again.read_bytes())

    def test_other_seeds_have_other_schedules(self):
        one = self.virtual("one")[1]
        other = self.virtual("other", "2")[1]
        self.assertIn("different", self.shown("diff", str(one), str(other), status=1))

    def test_one_changed_worker_is_found(self):
        one = self.virtual("one")[1]
        content = one.read_bytes()
        found = Reader(content)
        for index in [0, len(found.steps) // 2, len(found.steps) - 1]:
            at = found.worker_bytes[index]
            changed = bytearray(content)
            changed[at] = (changed[at] + 1) % found.workers
            other = self.folder / "changed"
            other.write_bytes(with_checksum(bytes(changed)))
            text = self.shown("diff", str(one), str(other), status=1)
            self.assertIn("1 steps on another worker", text)
            moved = found.steps[index]
            self.assertIn(f"{moved.task_hash:016x}.{moved.spawn_rank}", text)

    def test_show(self):
        document, path = self.virtual("one")
        text = self.shown("show", str(path))
        self.assertIn(f"{document['migrated']:,} taken from another worker", text)
        drawing = self.folder / "one.svg"
        self.shown("show", str(path), "--svg", str(drawing))
        svg = drawing.read_text(encoding="utf-8")
        self.assertEqual(svg.count("<title>"), document["tree_nodes"])
        self.assertTrue(svg.endswith("</svg>\n"))

    def test_damaged_files_are_refused(self):
        path = self.virtual("one")[1]
        content = path.read_bytes()
        damaged = self.folder / "damaged"
        for what, said in [(content[:-1], "damaged or truncated"), (content[:10], "too early"),
                           (b"", "too early"), (b"text", "no schedule"),
                           (content[:8] + b"\x09" + content[9:], "version 9")]:
            damaged.write_bytes(what)
            for line in [["show", str(damaged)], ["diff", str(path), str(damaged)]]:
                self.assert_refused(command.run("schedule", *line), "FILE", str(damaged), said)

    def test_saved_ones_are_followed(self):
        made, path = self.virtual("one")
        line = ["bench", "heat", "--virtual-workers", "8", "--size", "small", "--repeat", "1",
                "--only", "parallel", "--load-schedule", str(path)]
        for mode in ["strict_ordered", "strict_unordered"]:
            # The warm-up of another seed has another schedule.
            again, ended = command.run_json(*line, "--seed", "2", "--schedule", mode)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual((again["missing_steps"], again["mismatches"]), (0, 0))
            self.assertEqual(again["migrated"], made["migrated"])
            if mode == "strict_ordered":
                self.assertEqual(again["tree_nodes"], made["tree_nodes"])
        for use in ["off", "record", "persistent", "designated"]:
            self.assert_refused(command.run(*line, "--schedule", use), "--load-schedule",
                                "strict_ordered")
        damaged = self.folder / "damaged"
        damaged.write_bytes(path.read_bytes()[:-1])
        for file in [damaged, self.folder / "none"]:
            self.assert_refused(command.run(*line[:-1], str(file), "--schedule", "relaxed"),
                                "--load-schedule", str(file))

    def test_bad_command_lines(self):
        path = str(self.virtual("one")[1])
        self.assert_refused(command.run("schedule", "shw", path), "WHAT", "did you mean show?")
        self.assert_refused(command.run("schedule", "diff", path), "FILE", "two files")
        self.assert_refused(command.run("schedule", "show", path, path), "FILE", "one file")
        self.assert_refused(command.run("schedule", "show", path + "x"), "FILE", path + "x")
        self.assert_refused(command.run("schedule", "diff", path, path, "--svg", "a"), "--svg")
        content = self.virtual("one")[1].read_bytes()
        self.assert_refused(command.run("schedule", "show", path, "--svg", path), "--svg", path)
        self.assert_refused(command.run("bench", "fib", "--schedule", "record", "--save-schedule",
                                        path, "--json", path), "--save-schedule", path, "--json")
        self.assert_refused(command.run("bench", "fib", "--schedule", "record", "--save-schedule",
                                        "-", "--json", "-"), "--save-schedule", "--json")
        self.assertEqual(pathlib.Path(path).read_bytes(), content)
        self.assert_refused(command.run("bench", "fib", "--save-schedule", path),
                            "--save-schedule", "--schedule")
        self.assert_refused(command.run("bench", "fib", "--schedule", "record", "--save-schedule",
                                        str(self.folder / "missing" / "one")),
                            "--save-schedule", "missing/one")


if __name__ == "__main__":
    unittest.main()
