# SPDX-License-Identifier: Apache-2.0
"""How wide lines may be, and which of them may be wider."""

import re

# .editorconfig tells editors the same, .clang-format the formatter.
WIDEST_LINE = 100
SUFFIXES = {".md", ".hpp", ".cpp", ".h", ".c", ".S", ".py", ".cmake", ".sh", ".rs"}
FENCE = re.compile(r"^ {0,3}(```+|~~~+) *(\w*)")
URL = re.compile(r"\w+://")
LINK_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]: ")


def has_width(file, text):
    """Whether the check is about this file: prose, sources, and scripts without a suffix."""
    if file.name == "CMakeLists.txt" or file.suffix in SUFFIXES:
        return True
    return not file.suffix and text.startswith("#!")


def without_output(lines):
    """Yields the numbered lines of a Markdown page, but for fenced blocks that name no language:
    those show what a program prints."""
    fence, language = "", ""
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if match and not fence:
            fence, language = match.group(1), match.group(2)
        elif match and match.group(1).startswith(fence) and not match.group(2):
            fence = ""
        elif not fence or language:
            yield number, line


def may_be_wide(line):
    """Whether a Markdown line cannot be broken: it holds a URL, or says where a link leads."""
    return URL.search(line) or LINK_DEFINITION.match(line)


def too_wide(file, text):
    """Yields number and width of each line that is wider than it may be."""
    lines = text.splitlines()
    page = file.suffix == ".md"
    for number, line in without_output(lines) if page else enumerate(lines, 1):
        if len(line) > WIDEST_LINE and not (page and may_be_wide(line)):
            yield number, len(line)
