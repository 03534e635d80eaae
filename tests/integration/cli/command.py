# SPDX-License-Identifier: Apache-2.0
"""Runs the built nuthatch command, and makes peers for it to find.

The environment variable NUTHATCH_COMMAND names the executable.
"""

import json
import os
import pathlib
import stat
import subprocess
import unittest
import zlib

COMMAND = os.environ["NUTHATCH_COMMAND"]
PATIENCE = 250  # seconds; what takes longer hangs
# In percent, like tests/support/effort.hpp.
EFFORT = int(os.environ.get("NUTHATCH_TEST_EFFORT", "100"))

PEER = """#!/bin/sh
# Answers the protocol of peers; a run prints the JSON object given below.
case "$1" in
  list) printf '%s\\n' {workloads} ;;
  --describe) echo '{{"peer": "{name}", "version": "1.0", "compiler": "none"}}' ;;
  run)
    {before}
    cat <<'END'
{answer}
END
    exit {status} ;;
esac
"""


def environment(**changes):
    """The environment without what would steer the command, with some changes."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith("NUTHATCH_") and key not in ("COLUMNS", "NO_COLOR")}
    return kept | changes


def run(*arguments, env=None, cwd=None, stdout=subprocess.PIPE):
    return subprocess.run([COMMAND, *arguments], stdout=stdout, stderr=subprocess.PIPE, text=True,
                          stdin=subprocess.DEVNULL, check=False, env=environment(**(env or {})),
                          cwd=cwd, timeout=PATIENCE)


def run_json(*arguments, **options):
    """The JSON object that the command prints, and how the command ended."""
    ended = run(*arguments, "--json", "-", **options)
    try:
        return json.loads(ended.stdout), ended
    except json.JSONDecodeError as error:
        raise AssertionError(f"no JSON: {ended.stdout!r}\n{ended.stderr}") from error


def listing():
    return json.loads(run("list", "--json").stdout)


def some(cases):
    """Of the cases as many percent as the effort says; the same ones each time."""
    return [case for case in cases if zlib.crc32(repr(case).encode()) % 100 < EFFORT]


def write_peer(folder, name, *, before=":", status=0, workloads="fib", **answer):
    """A peer-NAME that claims to have run fib; `answer` replaces parts of what it prints."""
    said = {"peer": name, "version": "1.0", "workload": "fib", "workers": 1, "parameters": {},
            "verified": True, "answer": "6765", "seconds": [0.5], "cpu_seconds": [0.25]} | answer
    path = pathlib.Path(folder) / f"peer-{name}"
    path.write_text(PEER.format(name=name, workloads=workloads, before=before, status=status,
                                answer=json.dumps(said)), encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


class CommandTest(unittest.TestCase):
    """Checks that come again and again."""

    def assert_refused(self, ended, *parts):
        """Bad input: status 2 and one line on standard error that holds all the parts."""
        self.assertEqual(ended.returncode, 2, ended.stderr)
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        self.assertTrue(ended.stderr.startswith("nuthatch"), ended.stderr)
        self.assertEqual(ended.stdout, "")
        for part in parts:
            self.assertIn(part, ended.stderr)
