# SPDX-License-Identifier: Apache-2.0
"""The words of a DejaGnu directive, as Tcl splits them."""

ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


class Malformed(ValueError):
    """A brace or a quote is not closed."""


def _braced(text, at):
    """The word after the opening brace at `at`, taken literally, and where the rest begins."""
    depth, end = 1, at + 1
    while end < len(text):
        if text[end] == "\\":
            end += 1
        elif text[end] in "{}":
            depth += 1 if text[end] == "{" else -1
            if depth == 0:
                return text[at + 1:end], end + 1
        end += 1
    raise Malformed(f"'{text}' lacks a closing brace")


def _substituted(text, at, stops):
    """The word from `at` up to one of `stops`, its backslashes resolved, and where it ends."""
    word = ""
    while at < len(text) and text[at] not in stops:
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
            word += ESCAPES.get(text[at], text[at])
        else:
            word += text[at]
        at += 1
    return word, at


def split(text):
    """Variables and commands are not substituted: no directive of these suites depends on one."""
    words, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] == "{":
            word, at = _braced(text, at)
        elif text[at] == '"':
            word, at = _substituted(text, at + 1, '"')
            if at == len(text):
                raise Malformed(f"'{text}' lacks a closing quote")
            at += 1
        else:
            word, at = _substituted(text, at, " \t\n")
        words.append(word)
    return words
