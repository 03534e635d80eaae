# SPDX-License-Identifier: Apache-2.0
"""Runs the translator through the nuthatch command, as a user does.

Environment: NUTHATCH_COMMAND, the command; NUTHATCH_INCLUDE, the folder of Nuthatch's headers;
NUTHATCH_LINK, what programs that use it are linked with; NUTHATCH_COMPILERS, the compilers that
have to accept its output. The last two are words separated by blanks.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

COMMAND = os.environ["NUTHATCH_COMMAND"]
INCLUDE = os.environ["NUTHATCH_INCLUDE"]
LINK = os.environ["NUTHATCH_LINK"].split()
COMPILERS = os.environ["NUTHATCH_COMPILERS"].split()
FOLDER = pathlib.Path(__file__).resolve().parent
# In percent, like tests/support/effort.hpp.
EFFORT = int(os.environ.get("NUTHATCH_TEST_EFFORT", "100"))
PATIENCE = 250  # seconds; what takes longer hangs


def run(*words, cwd=None):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE, cwd=cwd)


def translate(*words, cwd=None):
    return run(COMMAND, "splicec", *words, cwd=cwd)


class TranslatorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def succeeds(self, ended):
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
