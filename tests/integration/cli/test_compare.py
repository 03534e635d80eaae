# SPDX-License-Identifier: Apache-2.0
"""nuthatch compare: who runs when, who is ranked, and what becomes of peers that misbehave."""

import os
import pathlib
import tempfile
import unittest

import command
import schema

SMALL = ["--workloads", "fib", "--set", "n=20", "--workers", "2"]


def compare(*arguments, peers=None):
    """The document and how the command ended; peers come from the folder of that name only."""
    where = ["--peer-dir", peers] if peers else ["--peers", "none"]
    document, ended = command.run_json("compare", *SMALL, *arguments, *where)
    schema.check(document, "compare")
    return document, ended


def by_name(document):
    return {one["name"]: one for one in document["workloads"][0]["contenders"]}


def schedulers(example):
    return [one["name"] for one in command.listing()["schedulers"] if one["example"] == example]


class Order(command.CommandTest):
    def test_everybody_runs_once_per_round(self):
        document, ended = compare("--policies", "all", "--repeat", "3")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        count = len(document["workloads"][0]["contenders"])
        self.assertEqual(count, 1 + 3 * len(schedulers(example=False)))
        rounds = [[step["contender"] for step in document["steps"] if step["round"] == number]
                  for number in (1, 2, 3)]
        for number, order in enumerate(rounds):
            self.assertEqual(order, [(i + number) % count for i in range(count)])
        started = [step["started"] for step in document["steps"]]
        self.assertEqual(started, sorted(started))

    def test_rounds_span_all_workloads(self):
        document, _ = command.run_json("compare", "--workloads", "fib,nqueens", "--size", "small",
                                       "--repeat", "2", "--peers", "none", "--workers", "1,2")
        steps = [(step["round"], step["workload"]) for step in document["steps"]]
        self.assertEqual(steps, sorted(steps))
        workers = {one["workers"] for one in document["workloads"][0]["contenders"][1:]}
        self.assertEqual(workers, {1, 2})

    def test_ratios_are_of_medians(self):
        document, _ = compare("--repeat", "3")
        serial, *others = document["workloads"][0]["contenders"]
        self.assertEqual((serial["kind"], serial["rank"]), ("serial", None))
        self.assertEqual(serial["wall_ratio"]["median"], 1)
        for one in others:
            expected = sorted(one["seconds"])[1] / sorted(serial["seconds"])[1]
            self.assertAlmostEqual(one["wall_ratio"]["median"], expected, delta=1e-9 * expected)
            self.assertLessEqual(one["wall_ratio"]["min"], one["wall_ratio"]["median"])
            self.assertGreaterEqual(one["cpu_ratio"]["max"], one["cpu_ratio"]["median"])

    def test_ranks_follow_the_medians(self):
        document, _ = compare("--policies", "all", "--repeat", "2")
        ranked = sorted(document["workloads"][0]["contenders"][1:], key=lambda one: one["rank"])
        medians = [one["wall"]["median"] for one in ranked]
        self.assertEqual(medians, sorted(medians))


class Schedulers(command.CommandTest):
    def compared(self, *arguments):
        document, ended = compare("--repeat", "1", *arguments)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return [one["name"] for one in document["workloads"][0]["contenders"][1:]]

    def test_examples_are_compared_where_they_are_named_only(self):
        self.assertEqual(self.compared(), schedulers(example=False))
        self.assertEqual(self.compared("--schedulers", "all"), schedulers(example=False))
        examples = schedulers(example=True)
        self.assertEqual(self.compared("--schedulers", ",".join(examples)), examples)


class Peers(command.CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def compare(self, *arguments):
        return compare(*arguments, "--repeat", "2", peers=self.folder)

    def test_a_right_one_is_ranked(self):
        command.write_peer(self.folder, "slow", parameters={"n": "20"})
        document, ended = self.compare()
        self.assertEqual(ended.returncode, 0, ended.stderr)
        peer = by_name(document)["slow"]
        self.assertEqual((peer["status"], peer["seconds"]), ("right", [0.5, 0.5]))
        self.assertEqual(peer["rank"], max(one["rank"] or 0
                                           for one in document["workloads"][0]["contenders"]))
        self.assertIn("slow (peer)", ended.stderr)

    def assert_not_ranked(self, name, status, *reasons):
        document, ended = self.compare()
        peer = by_name(document)[name]
        self.assertEqual((peer["status"], peer["rank"], peer["wall_ratio"]), (status, None, None))
        for reason in reasons:
            self.assertIn(reason, peer["reason"])
        self.assertEqual(ended.returncode, 0 if status == "unavailable" else 1)
        line = next(line for line in ended.stderr.splitlines() if f"{name} (peer)" in line)
        self.assertIn({"wrong": "WRONG", "failed": "FAILED"}.get(status, "not available"), line)
        self.assertNotIn("500 ms", line)
        if status != "unavailable":
            self.assertIn(f"nuthatch compare: fib, {name} (peer): {status}",
                          ended.stderr.splitlines()[-1])

    def test_one_that_lies_is_wrong(self):
        command.write_peer(self.folder, "liar", answer="6764")
        self.assert_not_ranked("liar", "wrong", "6764", "6765")

    def test_one_that_admits_is_wrong(self):
        command.write_peer(self.folder, "honest", verified=False, error="off by one", status=1)
        self.assert_not_ranked("honest", "wrong", "off by one")

    def test_they_are_told_what_makes_a_difference(self):
        command.write_peer(self.folder, "told", workloads="mg",
                           before=f'echo "$@" > {self.folder}/arguments')
        for scheme in ["levels", "finest"]:
            command.run_json("compare", "--workloads", "mg", "--size", "small", "--repeat", "1",
                             "--workers", "2", "--set", f"scheme={scheme}", "--peer-dir",
                             self.folder)
            told = (pathlib.Path(self.folder) / "arguments").read_text(encoding="utf-8")
            self.assertIn("--set planes=2", told)
            self.assertNotIn("loops", told)
            self.assertEqual(f"--set scheme={scheme}" in told, scheme == "finest")

    def test_one_that_ran_something_else_fails(self):
        command.write_peer(self.folder, "easy", parameters={"n": "10"})
        self.assert_not_ranked("easy", "failed", "n=10 instead of 20")

    def test_one_that_crashes_fails(self):
        command.write_peer(self.folder, "crash", before="echo so sorry >&2; kill -SEGV $$")
        self.assert_not_ranked("crash", "failed", "signal 11", "so sorry")

    def test_one_that_says_nothing_fails(self):
        command.write_peer(self.folder, "mute", before="exit 0")
        self.assert_not_ranked("mute", "failed", "JSON")

    def test_one_that_ends_badly_fails_in_its_own_words(self):
        command.write_peer(self.folder, "grump", before="echo no such key >&2; exit 2")
        self.assert_not_ranked("grump", "failed", "no such key")

    def test_one_that_hangs_is_ended(self):
        command.write_peer(self.folder, "hang", before="exec sleep 1000")
        document, ended = self.compare("--time-limit", "1")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(by_name(document)["hang"]["status"], "failed")
        self.assertIn("time limit", by_name(document)["hang"]["reason"])

    def test_one_without_the_workload_is_not_available(self):
        command.write_peer(self.folder, "other", workloads="uts")
        self.assert_not_ranked("other", "unavailable", "fib")

    def test_one_left_out_of_the_build_is_not_available(self):
        with open(f"{self.folder}/left_out.txt", "w", encoding="utf-8") as file:
            file.write("lace: no source tree\n")
        self.assert_not_ranked("lace", "unavailable", "no source tree")

    def test_one_that_is_asked_for_and_missing_is_refused(self):
        command.write_peer(self.folder, "slow", before=f"touch {self.folder}/ran")
        for name in ["slaw", "slow,slaw"]:
            ended = command.run("compare", *SMALL, "--peer-dir", self.folder, "--peers", name)
            self.assert_refused(ended, "--peers", '"slaw"', "did you mean slow?", self.folder)
        self.assertFalse(os.path.exists(f"{self.folder}/ran"))

    def test_one_left_out_may_be_asked_for(self):
        with open(f"{self.folder}/left_out.txt", "w", encoding="utf-8") as file:
            file.write("lace: no source tree\n")
        document, ended = self.compare("--peers", "lace")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual([one["available"] for one in document["peers"]], [False])

    def test_folder_from_the_environment(self):
        command.write_peer(self.folder, "slow")
        document, _ = command.run_json("compare", *SMALL, "--repeat", "1", "--peers", "slow",
                                       env={"NUTHATCH_PEER_DIR": self.folder})
        self.assertEqual(by_name(document)["slow"]["status"], "right")


if __name__ == "__main__":
    unittest.main()
