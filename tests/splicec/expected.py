# SPDX-License-Identifier: Apache-2.0
"""Errors that a source says it has: `// error: REGULAR EXPRESSION`, one or more, at its line.

Warnings likewise: `// warning: REGULAR EXPRESSION`.
"""

import re


def marked(text, kind):
    """Yields line and expression of each mark."""
    for number, line in enumerate(text.splitlines(), 1):
        for expression in re.findall(rf"// {kind}: ?(.*?)(?= // {kind}:|$)", line):
            yield number, expression.strip()


def misfits(path, text, said, kind="error"):
    """What of the errors and of the marks has no counterpart."""
    left = []
    for line in said.splitlines():
        match = re.match(rf"{re.escape(path)}:(\d+):(\d+): (?:fatal )?{kind}: (.*)", line)
        if match:
            left.append((int(match[1]), match[3]))
        elif re.match(r"\S+:\d+:\d+: (error|warning): ", line) or line.startswith("nuthatch"):
            left.append((0, line))
    for number, expression in marked(text, kind):
        found = next((one for one in left if one[0] == number and re.search(expression, one[1])),
                     None)
        if found is None:
            yield f"line {number} lacks: {expression}"
        else:
            left.remove(found)
    yield from (f"line {number} has: {message}" for number, message in left)
