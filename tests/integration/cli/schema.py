# SPDX-License-Identifier: Apache-2.0
"""Checks a document against the part of JSON Schema that docs/schema uses."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "docs" / "schema"
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
UNDERSTOOD = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "required",
              "properties", "additionalProperties", "items", "enum", "const", "minimum",
              "maximum", "exclusiveMinimum", "pattern"}


def load(name):
    return json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def complaints(value, schema, root, where="$"):
    """Yields what is wrong with `value`."""
    unknown = schema.keys() - UNDERSTOOD
    if unknown:
        raise ValueError(f"{where}: this checker does not know {sorted(unknown)}")
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")] | {
            key: part for key, part in schema.items() if key != "$ref"}
    names = schema.get("type", [])
    names = names if isinstance(names, list) else [names]
    if names and not any(is_type(value, name) for name in names):
        yield f"{where}: {value!r} is not of type {names}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if is_type(value, "number"):
        if value < schema.get("minimum", value):
            yield f"{where}: {value} is below {schema['minimum']}"
        if value > schema.get("maximum", value):
            yield f"{where}: {value} is above {schema['maximum']}"
        if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
            yield f"{where}: {value} is not above {schema['exclusiveMinimum']}"
    if isinstance(value, dict):
        yield from complaints_about_object(value, schema, root, where)
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from complaints(item, schema["items"], root, f"{where}[{index}]")


def complaints_about_object(value, schema, root, where):
    properties = schema.get("properties", {})
    for key in schema.get("required", []):
        if key not in value:
            yield f"{where}: {key} is missing"
    rest = schema.get("additionalProperties", True)
    for key, part in value.items():
        if key in properties:
            yield from complaints(part, properties[key], root, f"{where}.{key}")
        elif rest is False:
            yield f"{where}: {key} is not in the schema"
        elif isinstance(rest, dict):
            yield from complaints(part, rest, root, f"{where}.{key}")


def check(value, name):
    """Raises AssertionError listing everything that is wrong."""
    schema = load(name)
    found = list(complaints(value, schema, schema))
    assert not found, "\n".join(found)
