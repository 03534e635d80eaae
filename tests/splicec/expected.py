"""Errors that a source says it has: `// error: REGULAR EXPRESSION`, one or more, at its line."""

import re

MARK = re.compile(r"// error: ?(.*?)(?= // error:|$)")


def marked(text):
    """Yields line and expression of each mark."""
    for number, line in enumerate(text.splitlines(), 1):
        for expression in MARK.findall(line):
            yield number, expression.strip()


def misfits(path, text, said):
    """What of the errors and of the marks has no counterpart."""
    left = []
    for line in said.splitlines():
        match = re.match(rf"{re.escape(path)}:(\d+):(\d+): (?:fatal )?error: (.*)", line)
        if match:
            left.append((int(match[1]), match[3]))
        elif re.match(r"\S+:\d+:\d+: error: ", line) or line.startswith("nuthatch"):
            left.append((0, line))
    for number, expression in marked(text):
        found = next((one for one in left if one[0] == number and re.search(expression, one[1])),
                     None)
        if found is None:
            yield f"line {number} lacks: {expression}"
        else:
            left.remove(found)
    yield from (f"line {number} has: {message}" for number, message in left)
