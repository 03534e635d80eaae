# SPDX-License-Identifier: Apache-2.0
"""Checks what the linker cannot: which layer includes what, which layers there are, what lies among
the workloads, how long files and how wide lines are, which words are retired, and that each source
names its licence.

usage: check_layout.py ROOT
"""

import pathlib
import re
import sys

from line_widths import WIDEST_LINE, has_width, too_wide
from retired_words import retired_in

# A layer may include from itself and from the layers before it.
LAYERS = ["base", "configuration", "atomic", "platform", "fiber", "twin", "trace", "channels",
          "core", "schedule", "schedulers", "runtime", "openmp", "cli", "splicec"]
# The folders inside of a layer, in groups: a folder may include from itself and from the groups
# before its own, not from others of its group.
FOLDERS_INSIDE = {
    "openmp": [
        {"diagnostics"},
        {"memory"},
        {"environment"},
        {"synchronization"},
        {"model"},
        {"tasks"},
        {"team"},
        {"worksharing"},
        {"regions"},
        {"target", "openacc"},
        {"abi"},
        {"abi/gomp", "abi/omp", "abi/acc", "abi/kmpc"},
    ],
}
# Threads, time, parking and the machine are reached through the platform only.
PLATFORM_ONLY = {"thread", "condition_variable", "chrono", "semaphore", "latch", "barrier",
                 "pthread.h", "sched.h", "time.h", "hwloc.h"}
ABOVE_PLATFORM = {"fiber", "twin", "trace", "channels", "core", "schedule",
                  "schedulers"}
# "." stands for the files beside the folders.
FOLDERS = [".", "include", "src", "workloads", "benchmarks", "tests", "examples", "cmake", "docs",
           "share", ".ci"]
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".S", ".py", ".cmake", ".txt", ".rs"}
LONGEST_FILE = 500
LICENCE = "SPDX-License-Identifier: Apache-2.0"
LICENSED_SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".S", ".inc", ".py", ".sh", ".cmake", ".rs",
                     ".f90"}
# What lies beside the programs in workloads/; the rest of it has folders of its own.
BESIDE_PROGRAMS = {"CMakeLists.txt", "README.md", "workload.hpp", "spliced.hpp",
                   "accepted_values.hpp", "accepted_values.cpp",
                   "parameters.hpp", "parameters.cpp", "registry.cpp",
                   "demo_registry.cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


def forbidden(path, bracket, header):
    """Why this include may not be in this file, or an empty string."""
    room, layer = path.parts[0], path.parts[1]
    if room == "src" and layer not in LAYERS:
        return f"{layer} is not in this script's list of layers"
    if header in ("atomic", "mutex") and bracket == "<" and room in ("include", "src"):
        if layer != "atomic" and (header, path.stem) != ("atomic", "atomic"):
            return f"only the atomic layer includes <{header}>"
    if room == "include" and bracket == '"':
        return "public headers include each other as <nuthatch/...>"
    if room in ("workloads", "examples") and header.startswith("nuthatch/detail/"):
        return "only the library itself uses nuthatch/detail"
    if room == "src" and layer in ABOVE_PLATFORM and header in PLATFORM_ONLY:
        return "only the platform layer uses this"
    if room == "src" and bracket == '"':
        target = header.split("/")[0]
        if target in LAYERS and LAYERS.index(target) > LAYERS.index(layer):
            return f"{layer} is below {target}"
    return ""


def group_of(layer, folder):
    """The number of the folder's group in that layer, or None."""
    return next((number for number, group in enumerate(FOLDERS_INSIDE[layer])
                 if folder in group), None)


def forbidden_inside(path, header):
    """Why a file of a layer with ordered folders may not include this header of the same layer, or
    an empty string."""
    layer = path.parts[1] if path.parts[0] == "src" else ""
    target = pathlib.PurePosixPath(header)
    if layer not in FOLDERS_INSIDE or target.parts[0] != layer:
        return ""
    here, there = "/".join(path.parts[2:-1]), "/".join(target.parts[1:-1])
    own, other = group_of(layer, here), group_of(layer, there)
    for folder, group in ((here, own), (there, other)):
        if group is None:
            return f"src/{layer}/{folder} is not in this script's list of folders"
    if here != there and other >= own:
        return f"{layer}/{here} is {'beside' if own == other else 'below'} {layer}/{there}"
    return ""


def missing_rooms(root):
    """Folders that this script names and that are not there: its rules would hold for nothing."""
    inside = (f"src/{layer}/{folder}" for layer, groups in FOLDERS_INSIDE.items()
              for group in groups for folder in sorted(group))
    for folder in [*FOLDERS, *(f"src/{layer}" for layer in LAYERS), *inside]:
        if not (root / folder).is_dir():
            yield f"{folder}: this script names it, but there is no such folder"


def no_program(path, text):
    """Why this file may not lie in workloads/ itself, or an empty string."""
    if path.parts[:-1] != ("workloads",) or path.name in BESIDE_PROGRAMS:
        return ""
    defined = f"workload {path.stem}_workload()"
    return "" if defined in text else f"{path}: no program of workloads/, it lacks {defined}"


def wrong_includes(path, text):
    if path.suffix in (".hpp", ".cpp"):
        for bracket, header in INCLUDE.findall(text):
            reason = forbidden(path, bracket, header) or (
                forbidden_inside(path, header) if bracket == '"' else "")
            if reason:
                yield f"{path}: includes {header}: {reason}"


def files(root):
    for folder in FOLDERS:
        inside = (root / folder).glob("*" if folder == "." else "**/*")
        yield from (file for file in sorted(inside) if file.is_file())


def complaints(root):
    yield from missing_rooms(root)
    for file in files(root):
        path = file.relative_to(root)
        if "__pycache__" in path.parts:
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        if file.suffix in SUFFIXES and text.count("\n") > LONGEST_FILE:
            yield f"{path}: longer than {LONGEST_FILE} lines"
        if has_width(file, text):
            yield from (f"{path}:{number}: {width} columns, {WIDEST_LINE} are the most"
                        for number, width in too_wide(file, text))
        yield from (f"{path}:{number}: \"{word}\" is retired, write: {term}"
                    for number, word, term in retired_in(path, text))
        yield from filter(None, [no_program(path, text)])
        yield from wrong_includes(path, text)


def is_source(file, text):
    return (file.suffix in LICENSED_SUFFIXES or file.name == "CMakeLists.txt" or
            text.startswith("#!"))


def lacking_licence(root):
    for file in files(root):
        text = file.read_text(encoding="utf-8", errors="replace")
        if (is_source(file, text) and "__pycache__" not in file.parts and
                LICENCE not in "".join(text.splitlines(keepends=True)[:2])):
            yield f"{file.relative_to(root)}: neither of the first two lines has {LICENCE}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*complaints(root), *lacking_licence(root)]
    print("\n".join(found) if found else "every file is in its place")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
