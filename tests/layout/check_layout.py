"""Checks what the linker cannot: which layer includes what, and how long files are.

usage: check_layout.py ROOT
"""

import pathlib
import re
import sys

# A layer may include from itself and from the layers before it.
LAYERS = ["base", "configuration", "atomic", "platform", "fiber", "twin", "trace", "channels", "core",
          "schedulers", "runtime", "schedule", "splice", "algorithms", "openmp", "simulator", "cli"]
# Threads, time, parking and the machine are reached through the platform only.
PLATFORM_ONLY = {"thread", "condition_variable", "chrono", "semaphore", "latch", "barrier",
                 "pthread.h", "sched.h", "time.h", "hwloc.h"}
ABOVE_PLATFORM = {"fiber", "twin", "trace", "channels", "core", "schedulers", "schedule", "splice", "algorithms"}
FOLDERS = ["include", "src", "workloads", "benchmarks", "tests", "examples", "cmake"]
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".S", ".py", ".cmake", ".txt", ".rs"}
LONGEST_FILE = 500
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


def forbidden(path, bracket, header):
    """Why this include may not be in this file, or an empty string."""
    room, layer = path.parts[0], path.parts[1]
    if room == "src" and layer not in LAYERS:
        return f"{layer} is not in this script's list of layers"
    if header == "atomic" and bracket == "<" and room in ("include", "src"):
        if path.stem != "atomic" and layer != "atomic":
            return "only the atomic layer includes <atomic>"
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


def complaints(root):
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SUFFIXES:
                continue
            path = file.relative_to(root)
            text = file.read_text(encoding="utf-8")
            if text.count("\n") > LONGEST_FILE:
                yield f"{path}: longer than {LONGEST_FILE} lines"
            if file.suffix in (".hpp", ".cpp"):
                for bracket, header in INCLUDE.findall(text):
                    reason = forbidden(path, bracket, header)
                    if reason:
                        yield f"{path}: includes {header}: {reason}"


def main():
    found = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "every file is in its place")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
