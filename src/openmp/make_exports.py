# SPDX-License-Identifier: Apache-2.0
"""Generates the files that the linker and the compiler need from the lists of exports.

usage: make_exports.py MAP UNBUILT LLVM EXPORTS...

MAP is the linker's version script. UNBUILT is C++ with a weak definition of each function, which
ends the program and names the function; a definition in another file overrides it. LLVM is assembly
that defines the routines of the specification and GCC's interface a second time, in the version
node of LLVM's runtime, and the additional names of functions in that runtime.
"""

import pathlib
import sys


def read(text):
    """Returns pairs of a node and its functions: pairs of a name and whether it is old."""
    nodes = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            words = line.split()
            nodes[-1][1].append((words[-1], words[0] == "old"))
        else:
            nodes.append((line.strip(), []))
    return nodes


def merged(nodes):
    """Returns the same with each node once: several lists may have functions of one node."""
    found = {}
    for node, functions in nodes:
        found.setdefault(node, []).extend(functions)
    return list(found.items())


def family(node):
    return node.rpartition("_")[0]


def twice(nodes):
    """Returns the names in two nodes, which get their versions by .symver."""
    return {name for _, functions in nodes for name, old in functions if old}


# The node of all functions in LLVM's runtime. A program that was compiled by GCC and linked with
# that runtime looks for GCC's functions there.
LLVM = "VERSION"
LLVM_HAS = ("OMP_", "GOMP_")
NOT_LLVM = "GOMP_PLUGIN_"

# The nestable locks of LLVM's runtime have room for only an address.
NESTED = "nest_lock"


# Additional names in LLVM's runtime: for C, if the usual name is also the Fortran name, and for
# Fortran, if all arguments are addresses in C as well.
RENAMED = {
    **{f"ompc_{name}": f"omp_{name}" for name in (
        "capture_affinity", "display_affinity", "get_affinity_format", "get_ancestor_thread_num",
        "get_team_size", "set_affinity_format", "set_dynamic", "set_max_active_levels",
        "set_nested", "set_num_threads", "set_schedule")},
    **{f"kmpc_{name}": f"kmp_{name}" for name in (
        "aligned_malloc", "calloc", "free", "get_affinity_mask_proc", "malloc", "realloc",
        "set_affinity_mask_proc", "set_blocktime", "set_defaults", "set_disp_num_buffers",
        "set_library", "set_stacksize", "set_stacksize_s", "unset_affinity_mask_proc")},
    **{f"kmp_{name}_": f"kmp_{name}" for name in (
        "create_affinity_mask", "destroy_affinity_mask", "get_affinity", "get_affinity_max_proc",
        "get_blocktime", "get_library", "get_stacksize", "get_stacksize_s", "set_affinity",
        "set_defaults", "set_library_serial", "set_library_throughput", "set_library_turnaround",
        "set_warnings_off", "set_warnings_on")},
    **{f"omp_get_{name}_": f"omp_get_{name}" for name in (
        "interop_int", "interop_name", "interop_ptr", "interop_rc_desc", "interop_str",
        "interop_type_desc", "num_interop_properties")},
    "kmp_get_cancellation_status": "omp_get_cancellation",
    "kmp_get_cancellation_status_": "omp_get_cancellation",
}


def of_llvm(nodes):
    """Returns the names of the other nodes that LLVM's runtime has as well, and those above.

    Each comes with the name of the function that it calls.
    """
    found = {name: name for node, functions in nodes
             if node.startswith(LLVM_HAS) and not node.startswith(NOT_LLVM)
             for name, _ in functions}
    return sorted({**found, **RENAMED}.items())


def jumps(nodes):
    yield ".text"
    for name, called in of_llvm(nodes):
        to = f"{called}@PLT"
        if NESTED in name:
            verb = name.split("_")[1]
            to = f"nuthatch_{verb}_nest_lock" + ("_indirect" if verb == "init" else "")
        yield f".globl llvm_{name}"
        yield f".type llvm_{name}, %function"
        yield f"llvm_{name}:"
        yield "#if defined(__x86_64__)"
        yield f"  jmp {to}"
        yield "#else"
        yield f"  b {to.removesuffix('@PLT')}"
        yield "#endif"
        yield f".size llvm_{name}, .-llvm_{name}"
        yield f".symver llvm_{name}, {name}{'@@' if name in RENAMED else '@'}{LLVM}"
    yield '.section .note.GNU-stack,"",%progbits'


def version_script(nodes):
    newest = {}
    for node, functions in nodes:
        yield f"{node} {{"
        if functions:
            yield "  global:"
            yield from (f"    {name};" for name, _ in functions)
        if node == LLVM:
            yield from (f"    {name};" for name, _ in of_llvm(nodes))
        if not newest:
            yield "  local:"
            yield "    *;"
        after = newest.get(family(node))
        yield f"}} {after};" if after else "};"
        newest[family(node)] = node


def unbuilt(nodes):
    yield '#include "openmp/abi/report_unimplemented.hpp"'
    yield ""
    of_two = twice(nodes)
    for node, functions in nodes:
        for name, old in functions:
            version = node.rpartition("_")[2].replace(".", "_")
            made = f"{name}_of_{version}" if name in of_two else name
            yield f'extern "C" [[gnu::weak, gnu::visibility("default")]] void {made}() {{'
            yield f'  nuthatch::openmp::report_unimplemented("{name}");'
            yield "}"
            if name in of_two:
                yield f'__asm__(".symver {made}, {name}{"@" if old else "@@"}{node}");'


def main():
    script, code, assembly, *lists = map(pathlib.Path, sys.argv[1:])
    nodes = merged(node for each in lists for node in read(each.read_text(encoding="utf-8")))
    script.write_text("\n".join(version_script(nodes)) + "\n", encoding="utf-8")
    code.write_text("\n".join(unbuilt(nodes)) + "\n", encoding="utf-8")
    assembly.write_text("\n".join(jumps(nodes)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
