# SPDX-License-Identifier: Apache-2.0
"""Writes the pages and schemas that follow from the lists of options and counters, or checks them.

usage: reference.py --write|--check COMMAND ROOT

COMMAND is the nuthatch command, whose `list --json` is what they are made of.
"""

import json
import pathlib
import subprocess
import sys
import textwrap

WIDTH = 100
NOTE = "<!-- Written by ./dev reference from the lists in the code; a change here is lost. -->"


def paragraph(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def sentence(text):
    return text[0].upper() + text[1:] + "."


def table(head, rows):
    """A Markdown table whose columns line up."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    padded = [[cell.ljust(width) for cell, width in zip(line, widths)] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)


def values_of(option):
    if option["kind"] == "boolean":
        return f"{option['values']} for the variable, none for the flag"
    return option["values"]


def option_section(option):
    flag = " ".join(filter(None, [option["flag"], option["placeholder"]]))
    facts = [f"Variable `{option['variable']}`, flag `{flag}`.",
             f"Values: {values_of(option)}.",
             f"Unit: {option['unit']}." if option["unit"] else "",
             f"Default: {option['default']}."]
    if option["schedulers"]:
        names = [f"`{each}`" for each in option["schedulers"]]
        text = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        facts.append(f"Only the scheduler{'s' if len(names) > 1 else ''} {text} "
                     f"read{'' if len(names) > 1 else 's'} it.")
    return "\n\n".join([f"## `{option['name']}`", paragraph(sentence(option["description"])),
                        paragraph(" ".join(filter(None, facts)))])


def options_page(known):
    rows = [[f"`{one['name']}`", f"`{one['flag']}`", one["default"],
             "several" if len(one["schedulers"]) > 1 else "".join(one["schedulers"]) or "any"]
            for one in known["options"]]
    about = ("Each option is a member of `nuthatch::options`, an environment variable and a flag "
             "of the command, by the same name: `stack_size` is `NUTHATCH_STACK_SIZE` and "
             "`--stack-size`. A flag overrides the variable, and the variable overrides the "
             "default. An empty variable counts as not set. The JSON of `bench` has the options "
             "by the same names. An invalid value is rejected, even in a variable that a flag "
             "overrides, with a message that has its name, its value and valid values.")
    return "\n\n".join(["# Options of a runtime", NOTE, paragraph(about),
                        table(["member", "flag", "default", "scheduler"], rows),
                        *map(option_section, known["options"])]) + "\n"


def counter_text(counter):
    text = sentence(counter["description"])
    if counter["with_spawns_only"]:
        return text + " From the run that counts spawns; null without it."
    return text + " The highest of the measured runs." if counter["highest"] else text


def counter_line(counter):
    return textwrap.fill(f"`{counter['name']}`: {counter_text(counter)}", WIDTH,
                         initial_indent="- ", subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False)


def counters_page(known):
    about = ("Each counter is a member of `nuthatch::statistics`, which `runtime::statistics()` "
             "returns, and a field of the JSON output of `bench` and `compare`. For several "
             "measured runs the field is the median, unless the counter states otherwise. "
             "`stacks_live`, a momentary value, is not written. [The JSON output](bench-json.md) "
             "describes `tasks_per_answer`, a distribution.")
    return "\n\n".join(["# Counters", NOTE, paragraph(about),
                        "\n".join(map(counter_line, known["counters"]))]) + "\n"


def option_schema(option):
    zero = "0" if option["unit"] or option["kind"] == "number" else "empty"
    note = f"; {zero}: {option['nothing']}" if option["nothing"] else ""
    schema = {"description": sentence(option["description"] + note)}
    if option["names"]:
        return schema | {"enum": ([""] if option["nothing"] else []) + option["names"]}
    if option["kind"] in ("number", "bytes"):
        schema |= {"type": "integer", "minimum": option.get("minimum", 0)}
        if option.get("maximum", 1 << 53) < 1 << 53:  # more does not survive every reader
            schema["maximum"] = option["maximum"]
        return schema
    return schema | {"type": "boolean" if option["kind"] == "boolean" else "string"}


def counter_schema(counter):
    kind = ["integer", "null"] if counter["with_spawns_only"] else "integer"
    return {"description": counter_text(counter), "type": kind, "minimum": 0}


def replaced(properties, new):
    """`properties` with the values of `new`; what is not there yet comes at the end."""
    return properties | new


def bench_schema(schema, known):
    fields = schema["properties"]
    counters = {one["name"]: counter_schema(one) for one in known["counters"]}
    # Some options are fields of the document itself. One of the others is named like a counter.
    options = {one["name"]: option_schema(one) for one in known["options"]
               if one["name"] not in fields or one["name"] in counters}
    fields["options"] |= {"properties": options, "required": list(options)}
    fields["policy"]["enum"] = next(one["names"] for one in known["options"]
                                    if one["name"] == "policy")
    schema["required"] += [name for name in counters if name not in schema["required"]]
    schema["properties"] = replaced(fields, counters)
    return schema


def compare_schema(schema, known):
    counters = {one["name"]: counter_schema(one) for one in known["counters"]}
    schema["$defs"]["contender"]["properties"]["counters"]["properties"] = counters
    return schema


def reference(known, root):
    """Path and text of each file."""
    yield "docs/options.md", options_page(known)
    yield "docs/counters.md", counters_page(known)
    for name, change in [("bench", bench_schema), ("compare", compare_schema)]:
        path = f"docs/schema/{name}.schema.json"
        schema = change(json.loads((root / path).read_text(encoding="utf-8")), known)
        yield path, json.dumps(schema, indent=2) + "\n"


def main():
    what, command, root = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    listed = subprocess.run([command, "list", "--json"], capture_output=True, text=True, check=True)
    stale = []
    for path, text in reference(json.loads(listed.stdout), root):
        file = root / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(path)
            if what == "--write":
                file.write_text(text, encoding="utf-8")
    if what == "--check" and stale:
        sys.exit(f"{', '.join(stale)}: not what the lists in the code give; "
                 "./dev reference writes them")
    print(f"{len(stale)} files written" if what == "--write" else "the reference is up to date")


if __name__ == "__main__":
    main()
