"""Makes of the lists of exports what the linker and the compiler need.

usage: make_exports.py MAP UNBUILT EXPORTS...

MAP is the linker's version script. UNBUILT is C++ that has each function once more, weakly: it ends
the program and names the function. Where another file has the function, that one is taken.
"""

import pathlib
import sys


def read(text):
    """Pairs of a node and its functions; of these, pairs of a name and whether it is an old one."""
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


def family(node):
    return node.rpartition("_")[0]


def twice(nodes):
    """Names that are in two nodes, and so get their versions by .symver."""
    return {name for _, functions in nodes for name, old in functions if old}


def version_script(nodes):
    newest = {}
    for node, functions in nodes:
        yield f"{node} {{"
        if functions:
            yield "  global:"
            yield from (f"    {name};" for name, _ in functions)
        if not newest:
            yield "  local:"
            yield "    *;"
        after = newest.get(family(node))
        yield f"}} {after};" if after else "};"
        newest[family(node)] = node
    # What programs of LLVM's runtime ask for.
    yield "VERSION {"
    yield "};"


def unbuilt(nodes):
    yield '#include "openmp/abi/end_unbuilt.hpp"'
    yield ""
    of_two = twice(nodes)
    for node, functions in nodes:
        for name, old in functions:
            version = node.rpartition("_")[2].replace(".", "_")
            made = f"{name}_of_{version}" if name in of_two else name
            yield f'extern "C" [[gnu::weak, gnu::visibility("default")]] void {made}() {{'
            yield f'  nuthatch::openmp::end_unbuilt("{name}");'
            yield "}"
            if name in of_two:
                yield f'__asm__(".symver {made}, {name}{"@" if old else "@@"}{node}");'


def main():
    script, code, *lists = map(pathlib.Path, sys.argv[1:])
    nodes = [node for each in lists for node in read(each.read_text(encoding="utf-8"))]
    script.write_text("\n".join(version_script(nodes)) + "\n", encoding="utf-8")
    code.write_text("\n".join(unbuilt(nodes)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
