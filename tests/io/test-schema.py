#!/usr/bin/python3
"""Project files against their JSON Schema; output in TAP.

usage: test-schema.py ROOT

Checks the projects in data/, in tests/data/ and, where there is one, in the reference folder
TRAMMEL_SHARED/ref; that the file with everything has its keys in the order of the schema; and that
the schema refuses what the program refuses.
"""
import copy
import json
import os
import sys
from pathlib import Path

MINIMAL = {
    "format": "trammel/1",
    "model": {
        "bodies": [{"name": "rod", "mass": 0.5}],
        "joints": [{"name": "j", "type": "hinge", "parent": "world", "child": "rod"}],
        "motors": [{"name": "m", "joint": "j"}],
        "sensors": [{"name": "s", "type": "joint-position", "joint": "j"}],
    },
    "logs": [{"name": "a", "file": "a.csv", "channels": [{"signal": "s", "column": "q"}]}],
    "settings": {"kappa": "auto"},
}

# where, what
WRONG = [
    (["format"], "trammel/3"),
    (["model"], None),
    (["model", "bodies"], []),
    (["model", "bodies", 0, "mass"], None),
    (["model", "bodies", 0, "mass"], "heavy"),
    (["model", "bodies", 0, "mass"], {"free": True}),
    (["model", "bodies", 0, "com"], [0, 0]),
    (["model", "bodies", 0, "name"], "a.b"),
    (["model", "bodies", 0, "name"], ""),
    (["model", "bodies", 0, "shapes"], [{"type": "box"}]),
    (["model", "bodies", 0, "shapes"], [{"type": "mesh"}]),
    (["model", "bodies", 0, "shapes"], [{"type": "mesh", "file": ""}]),
    (["model", "bodies", 0, "shapes"], [{"type": "mesh", "file": "a.stl", "scale": [1, 1]}]),
    (["model", "bodies", 0, "mass"], {"value": 1, "free": 1}),
    (["model", "bodies", 0, "mass"], {"value": 1, "tie": 2}),
    (["model", "bodies", 0, "mass"], {"value": 1, "tie": "two times body.a.mass"}),
    (["model", "bodies", 0, "mass"], {"value": 1, "tie": "body.a.mass", "free": True}),
    (["model", "bodies", 0, "mass"], {"value": 1, "transform": "sqrt"}),
    (["model", "bodies", 0, "mass"], {"value": 0, "transform": "log"}),
    (["model", "bodies", 0, "mass"], {"value": 1, "min": -1, "transform": "log"}),
    (["model", "bodies", 0, "mass"], {"value": 1, "prior": {"mean": 1}}),
    (["model", "bodies", 0, "mass"], {"value": 1, "note": 1}),
    (["model", "bodies", 0, "mass"], {"value": "auto"}),
    (["model", "gravity"], {"direction": [0, {"value": -1, "free": True}, 0]}),
    (["model", "joints", 0, "compliance"], {"linear": {"value": 0, "free": True}}),
    (["model", "joints", 0, "damping_time"], {"value": 1, "tie": "body.a.mass"}),
    (["model", "joints", 0, "friction"], {"rate": {"value": 1, "free": True}}),
    (["model", "joints", 0, "friction"], {"radius": {"value": 1, "free": True}}),
    (["model", "motors", 0, "gear"], {"value": 1, "free": True}),
    (["model", "sensors", 0, "sigma"], {"value": "auto", "free": True}),
    (["model", "joints", 0, "type"], "sphere"),
    (["model", "joints", 0, "type"], "distance"),
    (["model", "joints", 0, "start"], {"value": 0.1, "free": True}),
    (["model", "joints", 0, "child"], None),
    (["model", "joints", 0, "friction"], {"model": "lugre"}),
    (["model", "joints", 0, "spring"], {"stiffness": "soft"}),
    (["model", "joints", 0, "friction"], {"model": "tanh", "tanh": {"g0": True}}),
    (["model", "bodies", 0, "consistency"], "half"),
    (["model", "constraints"], [{"name": "a", "terms": {}, "equal": 1}]),
    (["model", "constraints"], [{"name": "a", "terms": {"body.a.mass": 1}}]),
    (["model", "constraints"], [{"name": "a", "terms": {"body.a.mass": 1}, "equal": 1, "at_most": 2}]),
    (["settings", "consistency"], "settings"),
    (["logs", 0, "file"], None),
    (["logs", 0, "time"], {"rate": 0}),
    (["logs", 0, "time"], {"column": "t", "unit": "days"}),
    (["logs", 0, "time"], {"column": ["a", "b"], "unit": "s"}),
    (["logs", 0, "time"], {"column": []}),
    (["logs", 0, "time"], {"column": "t", "rate": 1}),
    (["logs", 0, "exclude"], [1, 2]),
    (["logs", 0, "exclude"], [[1, 2, 3]]),
    (["logs", 0, "channels", 0, "column"], None),
    (["logs", 0, "channels", 0, "minus"], 3),
    (["logs", 0, "channels", 0, "delay"], -1),
    (["logs", 0, "channels", 0, "delay"], {"value": -1}),
    (["logs", 0, "channels", 0, "scale"], 0),
    (["runs"], [1]),
    (["logs", 0, "channels", 0, "sign"], 2),
    (["settings", "kappa"], "big"),
    (["settings", "h"], 0),
    (["settings", "max_iterations"], 1.5),
    (["settings", "max_steps"], 0),
]


def changed(place, value):
    """MINIMAL with one value put in or, for None, taken out."""
    project = copy.deepcopy(MINIMAL)
    target = project
    for step in place[:-1]:
        target = target[step]
    if value is None:
        del target[place[-1]]
    else:
        target[place[-1]] = value
    return project


def list_projects(root):
    yield from sorted((root / "data").glob("*/*.trammel"))
    yield from sorted((root / "tests/data").glob("*/*.trammel"))
    shared = os.environ.get("TRAMMEL_SHARED")
    if shared:
        yield from sorted((Path(shared) / "ref").glob("*.trammel"))


def find_disorder(value, schema, rule, place="project"):
    """Objects whose keys do not stand in the order in which the schema lists them."""
    while "$ref" in rule:
        rule = schema["$defs"][rule["$ref"].split("/")[-1]]
    for choice in rule.get("anyOf", rule.get("allOf", [])):
        yield from find_disorder(value, schema, choice, place)
    if isinstance(value, list):
        for i, element in enumerate(value):
            yield from find_disorder(element, schema, rule.get("items", {}), f"{place}[{i}]")
    if isinstance(value, dict) and "properties" in rule:
        listed = [key for key in rule["properties"] if key in value]
        if listed != [key for key in value if key in listed]:
            yield f"{place}: {list(value)}"
        for key in listed:
            if isinstance(rule["properties"][key], dict):
                yield from find_disorder(value[key], schema, rule["properties"][key], f"{place}.{key}")


def main():
    try:
        import jsonschema
    except ImportError:
        print("1..0 # SKIP python3-jsonschema is not installed")
        return 0
    root = Path(sys.argv[1])
    schema = json.loads((root / "data/schema/project.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    results = []
    for path in list_projects(root):
        errors = [e.message for e in validator.iter_errors(json.loads(path.read_text()))]
        results.append((not errors, f"{path.name} fits the schema", errors))
    results.append((validator.is_valid(MINIMAL), "the smallest project fits the schema", []))
    everything = json.loads((root / "tests/data/format/everything.trammel").read_text())
    disorder = list(find_disorder(everything, schema, schema))
    results.append((not disorder, "keys stand in the order of the schema", disorder))
    for place, value in WRONG:
        name = ".".join(map(str, place))
        refused = not validator.is_valid(changed(place, value))
        results.append((refused, f"{name} = {json.dumps(value)} is refused", []))

    print(f"1..{len(results)}")
    for i, (ok, name, notes) in enumerate(results, 1):
        print(f"{'ok' if ok else 'not ok'} {i} - {name}")
        for note in notes:
            print(f"# {note}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
