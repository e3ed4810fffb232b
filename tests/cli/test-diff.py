#!/usr/bin/python3
"""trammel-cli diff, and that a fit that is repeated is the same to the last digit.

usage: test-diff.py TRAMMEL-CLI ROOT    (TAP)
"""
import json
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, succeed, table, test, write


def identify(name, project, *arguments):
    succeed("identify", project, "--progress", "none", "-o", name, *arguments)
    return name


def diff(a, b):
    found = json.loads(succeed("diff", a, b, "--json").stdout)
    schema = json.loads((ROOT / "data/schema/diff.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(found)
    return found


@test
def any_number_of_threads_gives_the_same_bits():
    for example in ("servo", "four-bar"):
        succeed("example", example)
        results = [identify(f"{n}.json", f"{example}.trammel", "--threads", n) for n in (1, 2, 4)]
        for other in results[1:]:
            found = diff(results[0], other)
            assert found == {"same": True, "differences": []}, (example, found)


@test
def a_fit_is_repeated_from_its_own_record():
    """The settings and start values that a result records lead to it again."""
    project = write(pendulum())
    first = identify("first.json", project, "--kappa", "50", "--set", "body.pendulum.inertia.zz=0.02", "--no-physical")
    record = json.loads(open(first).read())
    settings = {key: value for key, value in record["settings"].items()
                if key in ("formulation", "kappa", "h", "cutoff", "max_iterations", "compliance_scale", "damping_scale")}
    again = [f"--set=settings.{key}={value}" for key, value in settings.items()]
    again += [f"--set={parameter['id']}={parameter['start']!r}" for parameter in record["parameters"]]
    found = diff(first, identify("second.json", project, "--no-physical", *again))
    # the file that was read is another way to the same numbers
    assert [entry["what"] for entry in found["differences"]] in ([], ["provenance.project_sha256"]), found


@test
def what_differs_is_told():
    project = write(pendulum())
    a = identify("a.json", project, "--no-physical")
    b = identify("b.json", project, "--no-physical", "--kappa", "30", "--fix", "joint.pivot.coulomb")
    found = {entry["what"]: entry for entry in diff(a, b)["differences"]}
    assert found["settings.kappa"]["b"] == "30"
    gone = found["parameters[joint.pivot.coulomb]"]
    assert gone["b"] is None and json.loads(gone["a"])["id"] == "joint.pivot.coulomb"
    viscous = found["parameters[joint.pivot.viscous].value"]
    results = [json.loads(open(name).read())["parameters"] for name in (a, b)]
    one, two = (next(p for p in parameters if p["id"] == "joint.pivot.viscous") for parameters in results)
    assert viscous["change"] == two["value"] - one["value"]
    sigmas = viscous["change"] / (one["sigma"] ** 2 + two["sigma"] ** 2) ** 0.5
    assert abs(viscous["sigmas"] - sigmas) < 1e-12 * abs(sigmas)
    assert not any(what.startswith(("covariance", "history")) or what.endswith("seconds") for what in found)
    backwards = {entry["what"]: entry for entry in diff(b, a)["differences"]}
    assert backwards.keys() == found.keys()
    assert backwards["parameters[joint.pivot.coulomb]"]["a"] is None
    text = succeed("diff", a, b)
    assert table(text.stdout)["settings.kappa"]["b"] == "30" and text.stderr == "different\n", text


@test
def bad_requests():
    write(pendulum())
    refuse(2, "diff", "a.json", words=["two result files", "1"])
    refuse(3, "diff", "p.trammel", "p.trammel", words=["p.trammel"])
    refuse(3, "diff", "a.json", "b.json", words=["a.json"])


if __name__ == "__main__":
    sys.exit(main())
