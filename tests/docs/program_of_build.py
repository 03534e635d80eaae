# SPDX-License-Identifier: Apache-2.0
"""Runs programs of benchmarks/ that take a build folder, for their tests.

Environment: NUTHATCH_COMMAND, the command of the build.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = pathlib.Path(os.environ["NUTHATCH_COMMAND"])


class ProgramOfBuild(unittest.TestCase):
    """Tests of a program, whose name is that of its file in benchmarks/."""

    program = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "nuthatch").symlink_to(COMMAND)

    def run_program(self, *arguments):
        return subprocess.run(
            [sys.executable, "-B", ROOT / "benchmarks" / self.program, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def expect_mistakes(self, mistakes):
        """Each is a list of arguments, and a part of what the program says of them."""
        for wrong, says in mistakes:
            ended = self.run_program(self.folder, *wrong)
            self.assertEqual(ended.returncode, 2)
            self.assertIn(says, ended.stderr)
            self.assertEqual(ended.stdout, "")
        self.assertIn("bin/nuthatch does not exist", self.run_program(self.folder / "no").stderr)
