# SPDX-License-Identifier: Apache-2.0
"""Programs find the runtime by any name that runtimes go by, and have one runtime only. The
variable NUTHATCH_LIBGOMP names our library; NUTHATCH_LLVM_C, where there is one, Clang.

Each program has a part that GCC compiled, and it is linked with a stub that has another runtime's
name and its functions in the node VERSION, as LLVM's has them."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

LIBRARY = pathlib.Path(os.environ["NUTHATCH_LIBGOMP"])
GCC = os.environ.get("NUTHATCH_GNU_C", "gcc")
CLANG = os.environ.get("NUTHATCH_LLVM_C")
NAMES = ["libgomp.so.1", "libomp.so", "libomp.so.5", "libomp5.so", "libiomp5.so"]

PART = """
#include <omp.h>
int level_inside(void) { return omp_get_level() * 100 + omp_get_num_threads(); }
int part(int count) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic) num_threads(3)
  for (int i = 0; i < count; ++i) {
    sum += i;
  }
  return sum;
}
"""
MAIN = """
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <string.h>
int level_inside(void);
int part(int count);
static void print_runtimes(void) {
  char line[8192];
  char last[8192] = "";
  FILE* const maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    const char* const file = strrchr(line, '/');
    if (file != NULL && strstr(file, "omp") != NULL && strstr(file, ".so") != NULL &&
        strcmp(file, last) != 0) {
      strcpy(last, file);
      printf(" %.*s", (int)strcspn(file + 1, "\\n"), file + 1);
    }
  }
}
int main(void) {
  cpu_set_t own;
  sched_getaffinity(0, sizeof own, &own);
  int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
  inside += level_inside();
  printf("%d %d %d", inside, part(1000), CPU_COUNT(&own));
  print_runtimes();
  puts("");
  return 0;
}
"""


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


class Loading(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text, compiler in (("part", PART, GCC), ("main", MAIN, CLANG or GCC)):
            (self.folder / f"{name}.c").write_text(text, encoding="utf-8")
            run(compiler, "-O1", "-fopenmp", "-c", f"{name}.c", cwd=self.folder)

    def program(self, name):
        """It needs a library of that name."""
        wanted = run("nm", "-u", "main.o", "part.o", cwd=self.folder)
        functions = sorted(set(re.findall(r"U ((?:GOMP|__kmpc|omp)_\w+)", wanted)))
        self.assertIn("GOMP_parallel", functions)
        stub = self.folder / "stub"
        stub.mkdir(exist_ok=True)
        (stub / "stub.c").write_text("".join(f"void {each}(void) {{}}\n" for each in functions),
                                     encoding="utf-8")
        (stub / "map").write_text("VERSION { *; };\n", encoding="utf-8")
        run(GCC, "-w", "-shared", "-fPIC", "stub.c", "-o", name, f"-Wl,-soname,{name}",
            "-Wl,--version-script=map", cwd=stub)
        made = self.folder / f"needs-{NAMES.index(name)}"
        run(GCC, "main.o", "part.o", f"stub/{name}", "-o", made, "-Wl,--disable-new-dtags",
            cwd=self.folder)
        return made, stub

    def output(self, program, **variables):
        kept = {key: value for key, value in os.environ.items()
                if not key.startswith(("OMP_", "GOMP_", "KMP_", "LD_"))}
        return run(program, env={**kept, **variables}).split()

    def test_by_any_name(self):
        for name in NAMES:
            program, _ = self.program(name)
            with self.subTest(name):
                found = self.output(program, LD_LIBRARY_PATH=str(LIBRARY.parent))
                self.assertEqual(found[:2], [str(2 * 102), "499500"])
                self.assertEqual(len(found), 4, "one runtime is loaded")

    def test_the_first_thread_is_bound_where_the_program_asks_for_libgomp(self):
        """Programs of LLVM's runtime have their environment read at their first call."""
        cpu = min(os.sched_getaffinity(0))
        program, _ = self.program("libgomp.so.1")
        found = self.output(program, LD_LIBRARY_PATH=str(LIBRARY.parent),
                            OMP_PLACES=f"{{{cpu}}}", OMP_PROC_BIND="true")
        self.assertEqual(found[2], "1")

    def test_preloaded_before_another_one(self):
        """All calls go to the one that is preloaded, though the other one is loaded as well."""
        for name in NAMES[1:]:
            program, stub = self.program(name)
            with self.subTest(name):
                found = self.output(program, LD_LIBRARY_PATH=str(stub), LD_PRELOAD=str(LIBRARY))
                self.assertEqual(found[:2], [str(2 * 102), "499500"])
                self.assertIn(name, found)

    def test_a_program_that_needs_all_of_them_has_one(self):
        program = [self.program(name)[0] for name in NAMES][0]
        run(GCC, "-Wl,--no-as-needed", "main.o", "part.o", *(f"stub/{name}" for name in NAMES),
            "-o", program, cwd=self.folder)
        needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", "-W", program))
        self.assertEqual(set(NAMES) - set(needed), set())
        found = self.output(program, LD_LIBRARY_PATH=str(LIBRARY.parent))
        self.assertEqual(found[:2], [str(2 * 102), "499500"])
        self.assertEqual(len(found), 4, "one runtime is loaded")


if __name__ == "__main__":
    unittest.main()
