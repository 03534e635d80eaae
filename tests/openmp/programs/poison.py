# SPDX-License-Identifier: Apache-2.0
"""A libgomp that must not be used: every function ends the program and says its own name."""

import re
import subprocess

HEAD = """#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void called(const char *name) {
  const char before[] = "poisoned libgomp: ";
  const char after[] = " was called\\n";
  if (write(2, before, sizeof before - 1) < 0 || write(2, name, strlen(name)) < 0 ||
      write(2, after, sizeof after - 1) < 0)
    _exit(134);
  abort();
}
"""
FUNCTION = re.compile(r"\s(?:FUNC|IFUNC)\s+(?:GLOBAL|WEAK)\s+DEFAULT\s+\d+\s+(\w+)(@@?)(\S+)")


def system_libgomp():
    return subprocess.run(["cc", "-print-file-name=libgomp.so.1"], stdout=subprocess.PIPE,
                          text=True, check=True).stdout.strip()


def build(folder, original):
    """Makes libgomp.so.1 in the folder, with the functions and versions of the original. Returns
    how many functions it has."""
    table = subprocess.run(["readelf", "--dyn-syms", "-W", original], stdout=subprocess.PIPE,
                           text=True, check=True).stdout
    functions = FUNCTION.findall(table)
    if not functions:
        raise SystemExit(f"{original}: readelf finds no functions in it")
    source = [HEAD]
    for number, (name, at, node) in enumerate(functions):
        source.append(f"void poison_{number}(void);\n"
                      f'void poison_{number}(void) {{ called("{name}"); }}\n'
                      f'__asm__(".symver poison_{number},{name}{at}{node}");\n')
    nodes = sorted({node for _, _, node in functions})
    script = "".join(f"{node} {{ {'local: *;' if node == nodes[0] else ''} }};\n"
                     for node in nodes)
    (folder / "poison.c").write_text("".join(source), encoding="utf-8")
    (folder / "poison.map").write_text(script, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-fno-lto", "-Wl,-soname,libgomp.so.1",
                    f"-Wl,--version-script={folder / 'poison.map'}", "-o",
                    str(folder / "libgomp.so.1"), str(folder / "poison.c")], check=True)
    return len(functions)
