"""--json FILE: complete or untouched."""

import json
import os
import pathlib
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

    def test_device_is_written_to(self):
        self.bench("/dev/null")

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
