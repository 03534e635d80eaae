# SPDX-License-Identifier: Apache-2.0
"""Writes the man page of the command from its own help and its list of options.

usage: make_man_page.py COMMAND TEMPLATE PAGE

TEMPLATE is the page with @NAMES@ in the place of what the command says.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

# Headings of the help, without those of options of some schedulers.
USAGE, EXAMPLES, SUBCOMMANDS = "Usage", "Examples", "Subcommands"


def asked(command, *arguments):
    """What it prints where lines are as long as they get."""
    return subprocess.run([command, *arguments], env={**os.environ, "COLUMNS": "96"},
                          stdout=subprocess.PIPE, text=True, check=True).stdout


# What would be typeset in other characters than those that are typed.
ESCAPES = str.maketrans({"\\": r"\e", "-": r"\-", "~": r"\(ti", "^": r"\(ha", "`": r"\(ga",
                         "'": r"\(aq"})


def escaped(text):
    text = text.translate(ESCAPES)
    return re.sub(r"^(?=\.)", r"\\&", text, flags=re.MULTILINE)


def sections(text):
    """What stands before the first heading; and for each heading the lines below it."""
    found, lines = {}, []
    about = lines
    for line in text.splitlines():
        heading = re.match(r"(\S.*?):(?: (.*))?$", line)
        if heading and (heading[2] is None or heading[1] == USAGE):
            lines = found.setdefault(heading[1], [heading[2]] if heading[2] else [])
        else:
            lines.append(line)
    return " ".join(" ".join(about).split()), found


def rows(lines):
    """Of two columns: each name with its text."""
    found = []
    for line in filter(str.strip, lines):
        if re.match(r"  \S", line):
            name, *text = re.split(r"\s{2,}", line.strip(), maxsplit=1)
            found.append([name.replace(",--", ", --"), *text])
        else:
            found[-1].append(line.strip())
    return [(name, " ".join(text)) for name, *text in found]


def listed(pairs):
    return [line for name, text in pairs
            for line in (".TP", f".B {escaped(name)}", escaped(text))]


def subcommand(name, about, found):
    lines = [f".SH NUTHATCH {name.upper()}", escaped(about)]
    examples = found.pop(EXAMPLES)
    for heading, below in found.items():
        if heading != USAGE:
            lines += [f".SS {escaped(heading)}", *listed(rows(below))]
    lines += [f".SS {EXAMPLES}", ".EX", *(escaped(line.strip()) for line in examples
                                         if line.strip()), ".EE"]
    return "\n".join(lines)


def variable(option):
    unit = f" Unit: {option['unit']}." if option["unit"] else ""
    text = (f"{option['description'][0].upper()}{option['description'][1:]}. "
            f"Values: {option['values']}.{unit} Default: {option['default']}.")
    return option["variable"], text


def page(command, template, folder_without_peers):
    about, found = sections(asked(command, "--help"))
    helps = {name: sections(asked(command, name, "--help"))
             for name, _ in rows(found[SUBCOMMANDS])}
    known = json.loads(asked(command, "list", "--json", "--peer-dir", folder_without_peers))
    parts = {
        "VERSION": asked(command, "--version").splitlines()[0],
        "SYNOPSIS": "\n.br\n".join(f".B {escaped(below[USAGE][0])}"
                                   for _, below in helps.values()),
        "DESCRIPTION": escaped(about),
        "SUBCOMMANDS": "\n".join(subcommand(name, *each) for name, each in helps.items()),
        "ENVIRONMENT": "\n".join(listed(map(variable, known["options"]))),
    }
    return re.sub(r"@([A-Z]+)@", lambda match: parts[match[1]], template)


def main():
    command, template, made = sys.argv[1:]
    folder = pathlib.Path(made).resolve().parent
    text = page(command, pathlib.Path(template).read_text(encoding="utf-8"), str(folder))
    pathlib.Path(made).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
