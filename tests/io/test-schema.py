#!/usr/bin/python3
"""Project files against their JSON Schema; output in TAP.

usage: test-schema.py ROOT

Checks the projects in data/ and, where there is one, the reference folder TRAMMEL_SHARED/ref; then
that the schema refuses what the program refuses.
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
    (["format"], "trammel/2"),
    (["model"], None),
    (["model", "bodies"], []),
    (["model", "bodies", 0, "mass"], None),
    (["model", "bodies", 0, "mass"], "heavy"),
    (["model", "bodies", 0, "mass"], {"free": True}),
    (["model", "bodies", 0, "com"], [0, 0]),
    (["model", "bodies", 0, "name"], "a.b"),
    (["model", "bodies", 0, "name"], ""),
    (["model", "bodies", 0, "shapes"], [{"type": "box"}]),
    (["model", "joints", 0, "type"], "ball"),
    (["model", "joints", 0, "child"], None),
    (["model", "joints", 0, "friction"], {"model": "tanh"}),
    (["logs", 0, "file"], None),
    (["logs", 0, "time"], {"rate": 0}),
    (["logs", 0, "time"], {"column": "t", "unit": "days"}),
    (["logs", 0, "channels", 0, "column"], None),
    (["logs", 0, "channels", 0, "sign"], 2),
    (["settings", "kappa"], "big"),
    (["settings", "h"], 0),
    (["settings", "max_iterations"], 1.5),
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
    shared = os.environ.get("TRAMMEL_SHARED")
    if shared:
        yield from sorted((Path(shared) / "ref").glob("*.trammel"))


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
