# SPDX-License-Identifier: Apache-2.0
"""Random programs, recorded and replayed: each part ran where the saved schedule says, in its
order. And replays of other programs by these schedules: a mismatch is told if and only if there is
one. The variable NUTHATCH_PLANNED_RUNS names the program that runs them; NUTHATCH_TEST_EFFORT and
NUTHATCH_TEST_SEED are as in all tests."""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from fit import verdict
from schedule_reader import Reader, with_checksum
from where_parts_ran import STEALS, Contradiction, Walk

PROGRAMS = 300
CHANGED_PROGRAMS = 60  # of these, at most
CHANGES = 5  # of each

sys.setrecursionlimit(20_000)  # as deep as programs are, some calls for each level


class Run:
    """What a program did by itself, and its schedule."""

    def __init__(self, path):
        self.did = json.loads(path.read_text(encoding="utf-8"))
        self.content = path.with_suffix(".schedule").read_bytes()
        self.random = random.Random(self.did["seed"])

    def title(self):
        return f"seed {self.did['seed']}, {self.did['scheduler']}, {self.did['workers']} workers"

    def problems(self, content=None):
        """What a schedule of such content says otherwise than the runs."""
        schedule = Reader(self.content if content is None else content)
        yield from self.wrong_counts(schedule)
        try:
            worker_of, order = Walk(self.did["plan"], schedule).where()
        except Contradiction as found:
            yield str(found)
            return
        runs = [("recorded", self.did["recorded"])]
        runs += [(each["mode"], each) for each in self.did["replays"]]
        for name, ran in runs:
            for part, worker in enumerate(ran["worker_of"]):
                if worker_of.get(part) != worker:
                    yield (f"{name}: part {part} ran on worker {worker}, where the schedule says "
                           f"{worker_of.get(part)}")
            for worker, parts in enumerate(ran["order"]):
                if name != "strict_unordered" and order[worker] != parts:
                    yield f"{name}: worker {worker} ran its parts in another order"

    def wrong_counts(self, schedule):
        steals = sum(step.kind in STEALS for step in schedule.steps)
        expected = {"donations": steals, "missing_steps": 0, "mismatches": 0, "steals": 0,
                    "steps": len(schedule.steps), "migrated": schedule.migrated()}
        for ran in [self.did, *self.did["replays"]]:
            waits_more = ran.get("mode") == "strict_unordered"  # those waits are steps as well
            for name, count in expected.items():
                if waits_more and name == "steps" and ran[name] > count:
                    continue
                if ran.get(name, count) != count:
                    yield f"{ran.get('mode', 'recorded')}: {ran[name]} {name}, not {count}"
        if (schedule.workers, schedule.complete, schedule.ordered) != (self.did["workers"], 1, 1):
            yield "of other workers, or without all steps, or without an order"


    def wrong_verdicts(self, seen):
        """Where a replay of the other program said otherwise than `fit`. Counts the verdicts."""
        schedule, other = Reader(self.content), self.did["other"]
        for ran in other["replays"]:
            found, _ = verdict(other["plan"], schedule, ran["mode"], other["workers"])
            told = ran["mismatches"] > 0
            if found is True:
                seen["either"] += 1
                continue
            seen[ran["mode"], bool(found)] += 1
            if told != bool(found):
                yield f"{ran['mode']}: {ran['mismatches']} mismatches, and it should be: {found}"
            if not told and ran["steals"] != 0:
                yield f"{ran['mode']}: {ran['steals']} steals in a strict replay"


class WhereParts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        made = subprocess.run([os.environ["NUTHATCH_PLANNED_RUNS"], folder.name, str(PROGRAMS)],
                              stdout=subprocess.PIPE, text=True, check=True)
        print(made.stdout, end="", flush=True)
        cls.paths = sorted(pathlib.Path(folder.name).glob("*.json"))

    def each_changed(self, check):
        for path in self.paths[:CHANGED_PROGRAMS]:
            run = Run(path)
            with self.subTest(run.title()):
                check(run)

    def test_as_the_schedule_says(self):
        migrated = 0
        for path in self.paths:
            run = Run(path)
            with self.subTest(run.title()):
                self.assertEqual(list(run.problems())[:5], [])
            migrated += run.did["migrated"]
        # With less there would be nothing to say.
        self.assertGreater(migrated, 5 * len(self.paths))

    def test_mismatches_are_told_where_there_are_any(self):
        seen = collections.Counter()
        for path in self.paths:
            run = Run(path)
            with self.subTest(run.title()):
                self.assertEqual(list(run.wrong_verdicts(seen)), [])
        print(dict(seen))
        if len(self.paths) >= PROGRAMS:  # of fewer, some kind may be missing by chance
            self.assertGreater(min(seen[mode, found] for mode in ("strict_ordered",
                                                                  "strict_unordered")
                                   for found in (True, False)), 10, seen)
            self.assertLess(seen["either"] * 20, seen.total())

    def test_one_changed_policy_is_a_mismatch(self):
        self.each_changed(self.check_policy_verdicts)

    def check_policy_verdicts(self, run):
        schedule = Reader(run.content)
        gave = [each for each in Walk(run.did["plan"], schedule).gave if each["what"] != "fork"]
        for mode in ("strict_unordered", "strict_ordered"):
            for spawner in run.random.sample(gave, min(CHANGES, len(gave))):
                self.assertIsNone(verdict(run.did["plan"], schedule, mode, schedule.workers)[0])
                spawner["work_first"] = not spawner["work_first"]
                found, _ = verdict(run.did["plan"], schedule, mode, schedule.workers)
                self.assertIn("policy", str(found))
                spawner["work_first"] = not spawner["work_first"]

    def test_one_changed_worker_is_noticed(self):
        self.each_changed(self.check_changed_workers)

    def check_changed_workers(self, run):
        schedule = Reader(run.content)
        parts_of = Walk(run.did["plan"], schedule).parts_of
        with_parts = [step for step, parts in enumerate(parts_of) if parts]
        for step in run.random.sample(with_parts, min(CHANGES, len(with_parts))):
            content = bytearray(run.content)
            at = schedule.worker_bytes[step]
            content[at] = (content[at] + 1) % schedule.workers
            found = run.problems(with_checksum(bytes(content)))
            said = [each for each in found if "migrated" not in each]  # that alone were little
            self.assertNotEqual(said, [], f"step {step}: {schedule.steps[step]}")

    def test_one_changed_policy_is_noticed(self):
        self.each_changed(self.check_changed_policies)

    def check_changed_policies(self, run):
        gave = Walk(run.did["plan"], Reader(run.content)).gave
        for spawner in run.random.sample(gave, min(CHANGES, len(gave))):
            spawner["work_first"] = not spawner["work_first"]
            self.assertNotEqual(list(run.problems()), [], spawner)
            spawner["work_first"] = not spawner["work_first"]

    def test_one_part_elsewhere_is_noticed(self):
        self.each_changed(self.check_parts_elsewhere)

    def check_parts_elsewhere(self, run):
        for ran in [run.did["recorded"], *run.did["replays"]]:
            part = run.random.randrange(len(ran["worker_of"]))
            ran["worker_of"][part] = (ran["worker_of"][part] + 1) % run.did["workers"]
            self.assertEqual(len(list(run.problems())), 1)
            ran["worker_of"][part] = (ran["worker_of"][part] - 1) % run.did["workers"]


if __name__ == "__main__":
    unittest.main()
