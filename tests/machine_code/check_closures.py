# SPDX-License-Identifier: Apache-2.0
"""Checks that spawns build closures without stalls, in the machine code for x86-64.

    check_closures.py --include FOLDER COMPILER...

A load that spans several recent narrower stores cannot be forwarded from the store buffer, so it
waits until they have reached the cache. Compilers produce such loads if they first build a closure
on the stack, and then copy it into the task. Each compiler compiles spawns of closures of 8 to 64
bytes, in whole words and in halves, at each kind of spawn. Every wide load from what was just
stored in parts is an error.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

SIZES = range(8, 65, 8)
# How many instructions a store may lie back.
WINDOW = 40

POLICIES = ("nuthatch::help_first, ", "nuthatch::work_first, ", "")
KINDS = {
    "scope::spawn": "void {name}({parameters}, nuthatch::scope& all) "
                    "{{ {values} for (long i = 0; i < from[9]; ++i) "
                    "{{ all.spawn({policy}{closure}); }} }}",
    "async": "void {name}({parameters}) {{ {values} nuthatch::async({policy}{closure}); }}",
    "group::spawn": "void {name}({parameters}, nuthatch::group& all) "
                    "{{ {values} all.spawn({closure}); }}",
    "launch": "auto {name}({parameters}) {{ {values} return nuthatch::launch({closure}); }}",
    "fork_join": "void {name}({parameters}) "
                 "{{ {values} nuthatch::fork_join({policy}{closure}, {closure}); }}",
}


def functions():
    """Yields a description, a name and the text of each function to compile."""
    for kind, text in KINDS.items():
        policies = POLICIES if "{policy}" in text else ("",)
        for policy in policies:
            for part, type_name in ((8, "long"), (4, "int")):
                for size in SIZES:
                    count = size // part
                    name = f"f_{len(kind)}_{POLICIES.index(policy)}_{part}_{size}"
                    values = " ".join(f"{type_name} v{i} = from[{i}];" for i in range(count))
                    used = ", ".join(f"v{i}" for i in range(count))
                    written = text.format(
                        name=name, parameters=f"const {type_name}* from", values=values,
                        policy=policy, closure=f"[=] {{ sink({used}); }}")
                    policy_name = policy.strip(", ").removeprefix("nuthatch::") or "adaptive"
                    yield f"{kind}, {policy_name}, {size} bytes of {type_name}", name, written


def compile_all(compiler, include, folder):
    """Returns the disassembly of all functions."""
    source = folder / "closures.cpp"
    source.write_text(
        "#include <nuthatch/nuthatch.hpp>\n"
        "template <class... Value> [[gnu::noinline]] void sink(Value... value) "
        "{ asm volatile(\"\" : : \"r\"((value + ... + 0L))); }\n"
        + "\n".join(text for _, _, text in functions()) + "\n", encoding="utf-8")
    made = folder / "closures.o"
    subprocess.run([*compiler.split(), "-std=c++20", "-O2", "-DNDEBUG", "-I", include, "-c",
                    str(source), "-o", str(made)], check=True)
    return subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", str(made)], check=True,
                          capture_output=True, text=True).stdout


def width_of(operation, operands):
    """The number of bytes that an instruction moves to or from memory, 0 if that is unknown."""
    if registers := re.findall(r"%([xyz]mm)\d+", operands):
        if operation.endswith(("movq", "movlps", "movhps", "movlpd", "movhpd", "movsd")):
            return 8
        if operation.endswith(("movd", "movss")):
            return 4
        return {"x": 16, "y": 32, "z": 64}[registers[0][0]]
    if suffix := re.fullmatch(r"mov(?:abs)?([bwlq])", operation):
        return {"b": 1, "w": 2, "l": 4, "q": 8}[suffix[1]]
    if registers := re.findall(r"%(\w+)", re.sub(r"\([^)]*\)", "", operands)):
        name = registers[0]
        if name.startswith("r") and not name.endswith(("d", "w", "b")):
            return 8
        if name.startswith("e") or name.endswith("d"):
            return 4
    return 0


MEMORY = re.compile(r"(-?0x[0-9a-f]+)?\((%\w+)\)")


class Scan:
    """Follows the stores of one function."""

    def __init__(self):
        self.stores = []  # (position, base register, offset, bytes)
        self.position = 0

    def stalls(self, operation, operands):
        """Takes one instruction. Returns whether it is a load that has to wait for stores."""
        self.position += 1
        if operation.startswith("call"):
            self.stores.clear()
            return False
        if not re.match(r"v?mov(?!z|s[bwlx]|abs)", operation):
            self.forget_base(operands)
            return False
        source, _, target = operands.rpartition(",")
        width = width_of(operation, operands)
        if at := MEMORY.fullmatch(target.strip()):
            if width > 0:
                self.stores.append((self.position, at[2], int(at[1] or "0", 16), width))
            return False
        if at := MEMORY.fullmatch(source.strip()):
            found = self.waits_for(at[2], int(at[1] or "0", 16), width)
            self.forget_base(target)
            return found
        self.forget_base(target)
        return False

    def waits_for(self, base, offset, width):
        for position, stored_base, start, stored in reversed(self.stores):
            if self.position - position > WINDOW:
                return False
            if stored_base == base and start < offset + width and offset < start + stored:
                return not (start <= offset and offset + width <= start + stored)
        return False

    def forget_base(self, operands):
        """An instruction may have changed its last operand."""
        changed = operands.rpartition(",")[2].strip()
        self.stores = [one for one in self.stores if one[1] != changed]


def findings(disassembly):
    """Yields the name of a function, and the load that waits there."""
    scan, name = Scan(), ""
    for line in disassembly.splitlines():
        if begun := re.match(r"[0-9a-f]+ <(.*)>:", line):
            scan, name = Scan(), begun[1]
        elif found := re.match(r" +[0-9a-f]+:\t(\S+) *(.*)", line):
            operands = found[2].split(" #")[0].split(" <")[0]
            if scan.stalls(found[1], operands):
                yield name, f"{found[1]} {operands}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compilers", nargs="+", metavar="COMPILER")
    parser.add_argument("--include", required=True)
    arguments = parser.parse_args()
    names = {name: what for what, name, _ in functions()}
    failed = False
    for compiler in arguments.compilers:
        with tempfile.TemporaryDirectory() as folder:
            text = compile_all(compiler, arguments.include, pathlib.Path(folder))
        for name, load in findings(text):
            what = names.get(name.split("(")[0].removesuffix(" [clone .cold]"), name)
            print(f"{compiler}: {what}: {load} spans several stores")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
