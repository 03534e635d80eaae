# SPDX-License-Identifier: Apache-2.0
"""Checks that check_layout.py complains, and about nothing else than what is wrong."""

import pathlib
import tempfile
import unittest

import check_layout

WIDE = "x" * 101
FITS = "x" * 100


class Layout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        inside = (f"src/{layer}/{folder}" for layer, groups in check_layout.FOLDERS_INSIDE.items()
                  for group in groups for folder in group)
        for room in [*check_layout.FOLDERS, *(f"src/{layer}" for layer in check_layout.LAYERS),
                     *inside]:
            (self.root / room).mkdir(parents=True, exist_ok=True)

    def complaints_about(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return list(check_layout.complaints(self.root))

    def test_an_empty_house_is_in_order(self):
        self.assertEqual(list(check_layout.complaints(self.root)), [])

    def test_sources_name_their_licence(self):
        for name, begin in (("src/core/task.hpp", "// "), ("dev", "#!/bin/sh\n# "),
                            ("tests/CMakeLists.txt", "# "), ("tests/test.py", "# ")):
            with self.subTest(name):
                self.complaints_about(name, f"{begin}{check_layout.LICENCE}\n")
                self.assertEqual(list(check_layout.lacking_licence(self.root)), [])
                self.complaints_about(name, f"{begin}some\n\n{check_layout.LICENCE}\n")
                found = list(check_layout.lacking_licence(self.root))
                self.assertEqual([one.split(":")[0] for one in found], [name])
                (self.root / name).unlink()
        self.complaints_about("docs/page.md", "# A page\n")
        self.assertEqual(list(check_layout.lacking_licence(self.root)), [])

    def test_a_wide_line_is_named_by_file_and_number(self):
        for name in ("README.md", "docs/page.md", "src/core/task.hpp", "src/core/task.cpp",
                     "tests/model_checking/model.c", "tests/test.py", "cmake/some.cmake",
                     "CMakeLists.txt", "tests/run.sh", "src/fiber/switch.S"):
            with self.subTest(name):
                found = self.complaints_about(name, f"{FITS}\n{WIDE}\n")
                self.assertEqual(found, [f"{name}:2: 101 columns, 100 are the most"])
                (self.root / name).unlink()

    def test_a_retired_word_is_named_with_its_replacement(self):
        for name in ("src/openmp/tasks/team.cpp", "docs/openmp.md", "tests/unit/openmp/test.cpp"):
            with self.subTest(name):
                found = self.complaints_about(name, "a team\nits crew\n")
                self.assertEqual(found, [f"{name}:2: \"crew\" is retired, write: task team"])
                (self.root / name).unlink()

    def test_a_retired_word_may_have_another_meaning_elsewhere(self):
        for name in ("src/core/team.cpp", "tests/unit/openmp_names.cpp", "docs/openmp.md.txt"):
            self.assertEqual(self.complaints_about(name, "its crew\n"), [])
        abi = "src/openmp/abi"
        self.assertEqual(self.complaints_about(f"{abi}/acc/goacc.cpp", "gang, worker\n"), [])
        self.assertEqual(len(self.complaints_about(f"{abi}/gomp/gomp.cpp", "gang\n")), 1)

    def test_a_script_is_known_by_its_first_line(self):
        found = self.complaints_about("dev", f"#!/bin/sh\n{WIDE}\n")
        self.assertEqual(found, ["dev:2: 101 columns, 100 are the most"])

    def test_characters_are_counted_and_not_bytes(self):
        self.assertEqual(self.complaints_about("README.md", "µ" * 100), [])

    def test_what_cannot_be_broken_may_be_wide(self):
        for text in (f"see https://example.org/{WIDE}", f"[page]: {WIDE}.md",
                     f"```\n{WIDE}\n```\n"):
            self.assertEqual(self.complaints_about("README.md", text), [])

    def test_blocks_that_are_no_output_may_not(self):
        self.assertEqual(len(self.complaints_about("README.md", f"```cpp\n{WIDE}\n```\n")), 1)
        self.assertEqual(len(self.complaints_about("README.md", f"    {WIDE}\n")), 1)
        self.assertEqual(len(self.complaints_about("README.md", f"```\nx\n```\n{WIDE}\n")), 1)

    def test_a_url_excuses_prose_only(self):
        found = self.complaints_about("src/core/task.cpp", f"// https://example.org/{WIDE}\n")
        self.assertEqual(len(found), 1)

    def test_rooms_that_do_not_exist_are_named(self):
        (self.root / "src/twin").rmdir()
        self.assertEqual([found.split(":")[0] for found in check_layout.complaints(self.root)],
                         ["src/twin"])

    def test_among_the_workloads_are_programs_only(self):
        program = "workload a_b_workload() {"
        self.assertEqual(self.complaints_about("workloads/a_b.cpp", program), [])
        self.assertEqual(self.complaints_about("workloads/kernels/matrix.hpp", "class matrix;"), [])
        self.assertEqual(self.complaints_about("workloads/README.md", "# Workloads"), [])
        for name in ("workloads/matrix.hpp", "workloads/matrix.cpp"):
            found = self.complaints_about(name, "class matrix;")
            self.assertEqual([one.split(":")[0] for one in found], [name])
            (self.root / name).unlink()

    def test_folders_inside_of_a_layer_have_an_order(self):
        for name, header, reason in (
                ("tasks/waiting.cpp", "team/thread_binding.hpp",
                 "openmp/tasks is below openmp/team"),
                ("memory/block.cpp", "environment/settings.hpp",
                 "openmp/memory is below openmp/environment"),
                ("abi/exported.hpp", "abi/omp/any.hpp", "openmp/abi is below openmp/abi/omp"),
                ("abi/kmpc/kmpc.hpp", "abi/gomp/any.hpp",
                 "openmp/abi/kmpc is beside openmp/abi/gomp"),
                ("threads/thread.hpp", "model/task.hpp",
                 "src/openmp/threads is not in this script's list of folders"),
                ("model/task.hpp", "threads/thread.hpp",
                 "src/openmp/threads is not in this script's list of folders")):
            with self.subTest(name):
                found = self.complaints_about(f"src/openmp/{name}",
                                              f'#include "openmp/{header}"\n')
                self.assertEqual(found, [f"src/openmp/{name}: includes openmp/{header}: {reason}"])
                (self.root / "src/openmp" / name).unlink()
        for name, header in (("abi/kmpc/kmpc.hpp", "abi/exported.hpp"),
                             ("tasks/waiting.cpp", "tasks/waiting.hpp"),
                             ("regions/region.cpp", "model/team.hpp")):
            self.assertEqual(self.complaints_about(f"src/openmp/{name}",
                                                   f'#include "openmp/{header}"\n'), [])

    def test_includes_and_lengths_are_looked_at(self):
        found = self.complaints_about("src/base/bits.hpp", '#include "core/task.hpp"\n')
        self.assertEqual(found, ["src/base/bits.hpp: includes core/task.hpp: base is below core"])
        for header in ("atomic", "mutex"):
            reason = f"only the atomic layer includes <{header}>"
            found = self.complaints_about("src/base/bits.hpp", f"#include <{header}>\n")
            self.assertEqual(found, [f"src/base/bits.hpp: includes {header}: {reason}"])
            self.assertEqual(self.complaints_about("src/atomic/any.hpp", f"#include <{header}>\n"),
                             found)
        found = self.complaints_about("src/base/bits.hpp", "\n" * 501)
        self.assertEqual(found, ["src/base/bits.hpp: longer than 500 lines"])


if __name__ == "__main__":
    unittest.main()
