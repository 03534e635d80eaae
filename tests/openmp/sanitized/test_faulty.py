# SPDX-License-Identifier: Apache-2.0
"""Programs with an error that the sanitizer has to report: what it says nothing of it has not seen,
and then its silence about the conformance programs is worth nothing.

usage: test_faulty.py SANITIZER

NUTHATCH_LIBGOMP names the library, NUTHATCH_C the compiler, both as for that sanitizer.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import sanitizing  # noqa: E402
import test_conformance  # noqa: E402

# The program, its argument, and what is said of it; without an argument nothing is.
FAULTS = {
    "tsan": ("racing.c", {
        "members": "data race",
        "tasks": "data race",
        "locks": "data race",
        "children": "data race",
    }),
    "asan-ubsan": ("misusing.c", {
        "overflow": "stack-buffer-overflow",
        "freed": "heap-use-after-free",
        "forgotten": "LeakSanitizer",
        "forgotten_by_tasks": "LeakSanitizer",
        "too_far": "signed integer overflow",
    }),
}


class Faulty(unittest.TestCase):
    sanitizer = None

    def test_what_is_wrong_is_reported(self):
        source, said_of = FAULTS[self.sanitizer]
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "faulty"
            subprocess.run(
                [os.environ.get("NUTHATCH_C", "gcc"), "-std=gnu11", "-O1", "-fopenmp",
                 *sanitizing.options(self.sanitizer), str(HERE / source), "-o", str(program),
                 *sanitizing.libraries(self.sanitizer, "NUTHATCH_LLVM_C" in os.environ)],
                check=True)
            for scheduler in test_conformance.SCHEDULERS:
                variables = test_conformance.environment(
                    str(pathlib.Path(os.environ["NUTHATCH_LIBGOMP"]).parent),
                    {"NUTHATCH_SCHEDULER": scheduler, **sanitizing.variables()})
                with self.subTest(scheduler=scheduler):
                    self.assertEqual(test_conformance.run([str(program)], variables), "")
                for argument, said in said_of.items():
                    with self.subTest(scheduler=scheduler, argument=argument):
                        self.assertIn(said, test_conformance.run([str(program), argument],
                                                                 variables))


if __name__ == "__main__":
    Faulty.sanitizer = sys.argv.pop()
    unittest.main()
