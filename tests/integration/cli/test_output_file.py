# SPDX-License-Identifier: Apache-2.0
"""--json FILE: complete or untouched."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import command

BENCH = ["bench", "fib", "--size", "small", "--repeat", "1", "--quiet", "--json"]


class OutputFile(command.CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "result.json"

    def bench(self, path, **options):
        ended = command.run(*BENCH, str(path), **options)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))

    def names(self):
        return sorted(os.listdir(self.folder))

    def test_new_file(self):
        self.bench(self.file)
        self.assertEqual(json.loads(self.file.read_text())["workload"], "fib")
        self.assertEqual(self.names(), ["result.json"])
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o666 & ~mask)

    def test_name_without_folder(self):
        self.bench("result.json", cwd=self.folder)
        self.assertEqual(self.names(), ["result.json"])

    def test_replaces_in_one_step(self):
        self.file.write_text("old")
        with self.file.open() as reader:
            self.bench(self.file)
            self.assertEqual(reader.read(), "old")  # whoever has it open sees all of the old one
        self.assertEqual(json.loads(self.file.read_text())["workload"], "fib")
        self.assertEqual(self.names(), ["result.json"])

    def test_link_stays_a_link(self):
        (self.folder / "link.json").symlink_to("result.json")
        self.file.write_text("old")
        self.bench(self.folder / "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertEqual(json.loads(self.file.read_text())["workload"], "fib")

    def test_link_to_nothing_stays_a_link(self):
        (self.folder / "there").mkdir()
        (self.folder / "link.json").symlink_to("there/next.json")
        (self.folder / "there" / "next.json").symlink_to("../result.json")
        self.bench(self.folder / "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertTrue((self.folder / "there" / "next.json").is_symlink())
        self.assertEqual(json.loads(self.file.read_text())["workload"], "fib")

    def test_mode_and_owner_stay(self):
        self.file.write_text("old")
        if os.geteuid() == 0:
            os.chown(self.file, 12345, 23456)
        for mode in (0o600, 0o664, 0o755):
            self.file.chmod(mode)
            before = self.file.stat()
            self.bench(self.file)
            after = self.file.stat()
            self.assertNotEqual(after.st_ino, before.st_ino)
            self.assertEqual((after.st_mode, after.st_uid, after.st_gid),
                             (before.st_mode, before.st_uid, before.st_gid))

    def test_all_names_of_a_file_stay_its_names(self):
        self.file.write_text("old" * 10000)
        (self.folder / "other.json").hardlink_to(self.file)
        self.bench(self.file)
        self.assertTrue(self.file.samefile(self.folder / "other.json"))
        self.assertEqual(json.loads(self.file.read_text())["workload"], "fib")

    def test_longest_name(self):
        longest = self.folder / ("x" * 255)
        self.bench(longest)
        self.assertEqual(self.names(), [longest.name])

    def test_device_is_written_to(self):
        self.bench("/dev/null")

    def test_pipe_is_written_to(self):
        os.mkfifo(self.file)
        reader = subprocess.Popen(["cat", str(self.file)], stdout=subprocess.PIPE)
        self.bench(self.file)
        self.assertEqual(json.loads(reader.communicate()[0])["workload"], "fib")

    def test_file_that_is_standard_output_too(self):
        arguments = [one for one in BENCH if one != "--quiet"]
        for name in (str(self.file), "/dev/stdout"):
            with self.file.open("w", encoding="utf-8") as stdout:
                ended = command.run(*arguments, name, stdout=stdout)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("parallel over serial", ended.stderr)
            self.assertEqual(json.loads(self.file.read_text())["workload"], "fib")

    def test_refused_before_the_run(self):
        self.file.write_text("old")
        (self.folder / "round.json").symlink_to("round.json")
        (self.folder / "lost.json").symlink_to("nowhere/lost.json")
        for path, reason in [("/proc/x.json", "No such file"), (self.folder, "Is a directory"),
                             (self.file / "x.json", "Not a directory"),
                             (self.folder / ("x" * 256), "name too long"),
                             (self.folder / "round.json", "symbolic links"),
                             (self.folder / "lost.json", "nowhere/lost.json")]:
            with self.subTest(path):
                ended = command.run(*BENCH, str(path))
                self.assert_refused(ended, "--json", pathlib.Path(path).name, reason)
        self.assertEqual(self.names(), ["lost.json", "result.json", "round.json"])

    def test_bad_input_leaves_the_old_one(self):
        self.file.write_text("old")
        self.assertEqual(command.run(*BENCH, str(self.file), "--set", "n=x").returncode, 2)
        self.assertEqual(self.file.read_text(), "old")
        self.assertEqual(self.names(), ["result.json"])

    def test_full_disk_is_a_failure(self):
        ended = command.run(*BENCH, "/dev/full")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("/dev/full", ended.stderr)
        self.assertEqual(ended.stderr.count("\n"), 1)

    def test_full_standard_output_is_a_failure(self):
        bench = [one for one in BENCH[:-1] if one != "--quiet"]
        for arguments in [[], ["--help"], ["bench", "--help"], ["--version"], ["list"],
                          ["list", "--json"], ["topology"], ["topology", "--json"], bench,
                          [*BENCH, "-"]]:
            with self.subTest(arguments), open("/dev/full", "w", encoding="utf-8") as full:
                ended = command.run(*arguments, stdout=full)
                self.assertEqual(ended.returncode, 1)
                self.assertRegex(ended.stderr.splitlines()[-1],
                                 "cannot write standard output: No space left on device$")


if __name__ == "__main__":
    unittest.main()
