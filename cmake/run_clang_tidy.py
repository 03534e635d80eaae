# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over the project's translation units, skipping those that passed unchanged.

usage: run_clang_tidy.py CLANG_TIDY BUILD_FOLDER[,BUILD_FOLDER...] [PART_OF_A_PATH...]

A translation unit of several build folders is looked at in the first of them. With parts of paths
given, only translation units that match one of them are looked at. A unit is unchanged when neither
it, nor a file it includes, nor its command line, nor a .clang-tidy of a folder that it is in
differs from when it last passed.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Flags of GCC that Clang does not know are not findings.
EXTRA = ["--extra-arg=-Wno-unknown-warning-option", "--quiet"]


def compile_words(entry):
    """The command line without a compiler launcher in front."""
    words = shlex.split(entry["command"])
    return words[1:] if words[0].endswith("ccache") else words


def fingerprint(entry, tidy):
    """A digest of everything the result depends on."""
    words = compile_words(entry)
    output = words.index("-o")
    command = words[:output] + words[output + 2:]
    listing = subprocess.run(command + ["-MM", "-MT", "unit"], cwd=entry["directory"],
                             capture_output=True, text=True, check=False)
    digest = hashlib.sha256(" ".join([tidy] + words).encode())
    files = listing.stdout.replace("\\\n", " ").removeprefix("unit:").split()
    settings = [str(folder / ".clang-tidy") for folder in pathlib.Path(entry["file"]).parents
                if (folder / ".clang-tidy").exists()]
    for name in settings + [entry["file"]] + files:
        digest.update((pathlib.Path(entry["directory"]) / name).read_bytes())
    return digest.hexdigest()


def units_of(build, parts):
    """The translation units to look at, by file: each as it is compiled without planted errors."""
    generated = str(build.resolve())
    with open(build / "compile_commands.json", encoding="utf-8") as commands:
        return {entry["file"]: {**entry, "build": build} for entry in json.load(commands)
                if entry["file"].endswith((".cpp", ".c"))
                and not entry["file"].startswith(generated)
                and "/mutants/" not in entry["command"]
                and (not parts or any(part in entry["file"] for part in parts))}


def write_database(entries, folder):
    """A file may be compiled several times, and clang-tidy would look at each of these."""
    folder.mkdir(exist_ok=True)
    keys = ("directory", "command", "file", "output")
    commands = [{key: entry[key] for key in keys if key in entry} for entry in entries.values()]
    (folder / "compile_commands.json").write_text(json.dumps(commands, indent=1))


def check(entry, tidy, database):
    """Returns clang-tidy's text, none where the unit is clean."""
    passed = entry["build"] / "clang-tidy-passed" / fingerprint(entry, tidy)
    if passed.exists():
        return ""
    result = subprocess.run([tidy, "-p", database, *EXTRA, entry["file"]],
                            capture_output=True, text=True, check=False)
    if result.returncode == 0:
        passed.touch()
        return ""
    return result.stdout + (result.stderr if not result.stdout else "")


def main():
    tidy, builds, parts = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
    entries = {}
    for build in map(pathlib.Path, builds):
        (build / "clang-tidy-passed").mkdir(exist_ok=True)
        entries = units_of(build, parts) | entries
    database = pathlib.Path(builds[0]) / "clang-tidy"
    write_database(entries, database)

    failures = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = pool.map(lambda entry: check(entry, tidy, database), entries.values())
        for number, (name, text) in enumerate(zip(entries, results), 1):
            print(f"[{number}/{len(entries)}] {os.path.relpath(name, ROOT)}", flush=True)
            if text:
                failures += 1
                print(text, flush=True)
    print(f"clang-tidy: {len(entries) - failures} of {len(entries)} translation units are clean")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
