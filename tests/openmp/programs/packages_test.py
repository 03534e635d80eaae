# SPDX-License-Identifier: Apache-2.0
"""What run_programs.py says of a small program that it takes for GraphicsMagick's, on the runtime
that the program is linked with and on a copy of it. NUTHATCH_SYSTEM_LIBGOMP names GCC's libgomp."""

import os
import pathlib
import shutil
import tempfile
import unittest

from run_programs_test import SYSTEM, compiled, run_programs

# It calls OpenMP in a library that it loads late and that brings a runtime of another name. What
# it does beside that, it is told by a variable.
PLUGIN = """int omp_get_max_threads(void);
int members(void);
int members(void) { return omp_get_max_threads(); }
"""
RENAMED = """int omp_get_max_threads(void);
int omp_get_max_threads(void) { return 2; }
"""
PROGRAM = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {{
  const char *how = getenv("GM_DOES");
  const char *preload = getenv("LD_PRELOAD");
  const int preloaded = preload != NULL;
  void *plugin = dlopen("{plugin}", RTLD_LAZY | (strcmp(how, "own") ? 0 : RTLD_DEEPBIND));
  int members = strcmp(how, "serial") ? ((int (*)(void))dlsym(plugin, "members"))() : 0;
  FILE *result = fopen(argv[argc - 1], "w");
  if (!strcmp(how, "ends with 3"))
    return 3;
  if (!strcmp(how, "takes one") && preloaded && strchr(preload, ':'))
    return 5;
  if (!strcmp(how, "hangs under another"))
    while (preloaded) pause();
  fprintf(result, "%d members\\n", members + (!strcmp(how, "writes other") && preloaded));
  if (!strcmp(how, "says other") && preloaded)
    puts("other");
  return !strcmp(how, "ends otherwise") && preloaded ? 4 : 0;
}}
"""


@unittest.skipUnless(os.path.isabs(SYSTEM), "this compiler has no libgomp")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        for name in ("tree/bin", "copy"):
            (cls.folder / name).mkdir(parents=True)
        shutil.copy(SYSTEM, cls.folder / "copy/libgomp.so.1")
        cls.renamed = cls.folder / "tree/libgomp-0.so"
        plugin = cls.folder / "tree/plugin.so"
        compiled(cls.renamed, RENAMED, "-shared", "-fPIC", "-Wl,-soname,libgomp-0.so")
        compiled(plugin, PLUGIN, "-shared", "-fPIC", "-Wl,-rpath,$ORIGIN", "-xnone",
                 str(cls.renamed))
        compiled(cls.folder / "tree/bin/gm", PROGRAM.format(plugin=plugin), "-ldl")

    def ran(self, does, *arguments):
        """Exit status, output and the outcome of the first program, if there is one."""
        return run_programs(self.folder, "--suite", "graphicsmagick", "--tree",
                            self.folder / "tree", "--library", self.folder / "copy",
                            "--only", "blur", *arguments, environment={"GM_DOES": does})

    def assert_wrong(self, does, why, *arguments):
        status, text, programs = self.ran(does, *arguments)
        self.assertEqual(status, 1, text)
        self.assertRegex(programs["gm convert blur"]["outcomes"][0]["why"], f"^{why}$", text)

    def test_the_same_is_right_though_a_renamed_runtime_comes_along(self):
        status, text, programs = self.ran("the same")
        self.assertEqual(status, 0, text)
        self.assertEqual(programs["gm convert blur"]["outcomes"][0]["verdict"], "right", text)

    def test_no_poison_is_preloaded(self):
        status, text, _ = self.ran("takes one", "--poison")
        self.assertEqual(status, 0, text)

    def test_what_is_taken_from_the_renamed_runtime_is_told(self):
        self.assert_wrong("own", f"the loader takes {self.renamed}")

    def test_another_file_or_output_is_told(self):
        self.assert_wrong("writes other", "writes result.ppm [0-9a-f]{64}, and on its own runtime "
                                          "result.ppm [0-9a-f]{64}")
        self.assert_wrong("says other", "writes other, and on its own runtime result.ppm .*")

    def test_another_end_is_told(self):
        self.assert_wrong("ends otherwise", "exit status 4: ")
        self.assert_wrong("hangs under another", "still running after 1.0 s", "--timeout", "1")

    def test_one_that_fails_on_its_own_runtime_is_told(self):
        self.assert_wrong("ends with 3", "on its own runtime exit status 3: ")

    def test_one_that_calls_nothing_of_openmp_is_left_out(self):
        status, text, _ = self.ran("serial")
        self.assertEqual(status, 2, text)
        self.assertIn("1 others load no libgomp", text)

    def test_a_changed_library_of_it_is_told(self):
        plugin = self.folder / "tree/plugin.so"
        _, text, programs = self.ran("the same")
        before = programs["gm convert blur"]["sha256_before"]
        plugin.write_bytes(plugin.read_bytes() + b"more")
        _, text, programs = self.ran("the same")
        self.assertNotEqual(programs["gm convert blur"]["sha256_before"], before, text)

    def test_a_suite_of_a_tree_needs_one(self):
        status, text, _ = run_programs(self.folder, "--suite", "bots", "--library",
                                       self.folder / "copy")
        self.assertEqual(status, 2, text)
        self.assertIn("bots needs --tree", text)


if __name__ == "__main__":
    unittest.main()
