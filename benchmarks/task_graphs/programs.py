# SPDX-License-Identifier: Apache-2.0
"""Builds the programs of benchmarks/task_bench against the core of Task Bench."""

import dataclasses
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CORE = ["core.cc", "core_c.cc", "core_kernel.cc", "timer.cc", "core_random.c", "siphash.c"]
OPTIONS = ["-O3", "-march=native"]  # those of Task Bench's own makefiles
NUTHATCH = "Nuthatch"


class Failed(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Contender:
    """A program on a runtime."""

    program: str
    compiler: str  # of the program and of the core, which contains the kernel
    runtime: str
    command: tuple
    environment: tuple = ()

    @property
    def is_openmp(self):
        return self.program == "openmp"


def require_tree(tree):
    """Throws unless tree has the sources of Task Bench that the programs need."""
    for name in [*(f"core/{each}" for each in CORE), "core/core.h", "openmp/main.cc"]:
        if not (tree / name).is_file():
            raise Failed(f"{tree} is not a tree of Task Bench: it has no {name}")


def compiled(*command):
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        raise Failed(f"{command[0]}: {(errors or [done.stderr.strip()[-300:]])[0]}")


def build_round_trip(folder, gcc):
    """Returns the program that measures the distance of two CPUs."""
    program = folder / "round_trip"
    compiled(gcc, "-std=c++20", "-O2", HERE / "round_trip.cpp", "-pthread", "-o", program)
    return str(program)


def build_core(tree, folder, compiler):
    """Returns the object files, compiled as C++ and as C by one compiler."""
    objects = []
    for name in CORE:
        objects.append(folder / f"{compiler}-{name}.o")
        language = ["-x", "c", "-std=c11"] if name.endswith(".c") else ["-std=c++11"]
        compiled(compiler, *language, *OPTIONS, "-w", "-c", tree / "core" / name, "-o", objects[-1])
    return objects


def openmp_contenders(tree, folder, build, gcc, clang):
    """Task Bench's OpenMP program by two compilers. GCC's calls libgomp's functions, which LLVM's
    runtime has, too; Clang's needs LLVM's."""
    ours = (("LD_LIBRARY_PATH", str(build / "lib" / "nuthatch" / "openmp")),)
    libomp = folder / "libomp"
    libomp.mkdir()
    found = subprocess.run([clang, "-print-file-name=libomp.so"], capture_output=True, text=True,
                           check=True).stdout.strip()
    (libomp / "libgomp.so.1").symlink_to(pathlib.Path(found).resolve())
    result = []
    for compiler, option, others in (
            (gcc, "-fopenmp", [("libgomp", ()), ("libomp", (("LD_LIBRARY_PATH", str(libomp)),))]),
            (clang, "-fopenmp=libomp", [("libomp", ())])):
        program = folder / f"openmp-{compiler}"
        compiled(compiler, "-std=c++11", *OPTIONS, option, "-w", f"-I{tree / 'core'}",
                 tree / "openmp" / "main.cc", *build_core(tree, folder, compiler), "-o", program)
        result += [Contender("openmp", compiler, runtime, (str(program),), environment)
                   for runtime, environment in [*others, (NUTHATCH, ours)]]
    return result


def nuthatch_options(build):
    """The options with which a program is compiled and linked in the build folder."""
    text = (build / "nuthatch.pc").read_text(encoding="utf-8")
    libraries = re.search(r"-lnuthatch(.*)", text).group(1).split()
    return ["-DNUTHATCH_STATIC_LIBRARY", f"-I{ROOT / 'include'}"], \
        [build / "libnuthatch.a", *libraries]


def library_contenders(tree, folder, build, gcc):
    """The programs of this folder; prints which of them it leaves out."""
    core = build_core(tree, folder, gcc) if not (folder / f"{gcc}-core.cc.o").exists() else \
        [folder / f"{gcc}-{name}.o" for name in CORE]
    taskflow = os.environ.get("NUTHATCH_TASKFLOW_DIR")
    wanted = [("library", NUTHATCH, *nuthatch_options(build)),
              ("flow_graph", "oneTBB", [], ["-ltbb"])]
    if taskflow:
        wanted.append(("taskflow", "Taskflow", [f"-I{taskflow}", f"-I{taskflow}/include"], []))
    else:
        print("left out: taskflow: NUTHATCH_TASKFLOW_DIR does not point at its source tree")
    result = []
    for name, runtime, options, libraries in wanted:
        try:
            compiled(gcc, "-std=c++20", *OPTIONS, "-Wno-deprecated-declarations",
                     f"-I{tree / 'core'}", *options, HERE / f"{name}.cpp", *core, *libraries,
                     "-pthread", "-o", folder / name)
        except Failed as why:
            if runtime == NUTHATCH:
                raise
            print(f"left out: {name}: {why}")
            continue
        command = (str(folder / name),)
        if runtime != NUTHATCH:
            result.append(Contender(name, gcc, runtime, command))
        else:
            result += [Contender(f"library, {way}", gcc, runtime, (*command, "-way", way))
                       for way in ("counters", "loops", "phase")]
    return result
