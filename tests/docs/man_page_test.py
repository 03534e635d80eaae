# SPDX-License-Identifier: Apache-2.0
"""The man page says what the command does.

The variables NUTHATCH_COMMAND and NUTHATCH_MAN_PAGE name them.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

COMMAND = os.environ["NUTHATCH_COMMAND"]
PAGE = os.environ["NUTHATCH_MAN_PAGE"]


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


class ManPage(unittest.TestCase):
    def setUp(self):
        text = pathlib.Path(PAGE).read_text(encoding="utf-8")
        self.typed = text.replace("\\-", "-").replace("\\(aq", "'").replace("\\(ti", "~")

    def part(self, heading):
        return re.search(rf"^\.SH {heading}$(.*?)(?=^\.SH |\Z)", self.typed,
                         re.MULTILINE | re.DOTALL)[1]

    def test_has_every_flag_and_example(self):
        names = re.findall(r"^  ([a-z]+)  ", said(COMMAND, "--help").partition("Subcommands:")[2],
                           re.MULTILINE)
        self.assertIn("omp", names)
        for name in names:
            text, _, examples = said(COMMAND, name, "--help").partition("Examples:")
            part = self.part(f"NUTHATCH {name.upper()}")
            for flag in re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.MULTILINE):
                self.assertRegex(part, rf"(?m)^\.B .*{flag}\b")
            for example in filter(None, map(str.strip, examples.splitlines())):
                self.assertIn(f"\n{example}\n", part)

    def test_has_every_variable(self):
        part = self.part("ENVIRONMENT")
        for option in json.loads(said(COMMAND, "list", "--json"))["options"]:
            self.assertIn(f"\n.B {option['variable']}\n", part)

    def test_has_the_version_in_its_title(self):
        version = said(COMMAND, "--version").splitlines()[0]
        self.assertIn(f'\n.TH NUTHATCH 1 "" "{version}" "User Commands"\n', self.typed)

    def test_nothing_is_left_to_fill_in(self):
        self.assertNotRegex(self.typed, r"@[A-Z]+@")

    def test_is_typeset_without_a_warning(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff")
        ended = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", PAGE], check=True,
                               stderr=subprocess.PIPE, text=True)
        self.assertEqual(ended.stderr, "")


if __name__ == "__main__":
    unittest.main()
