#!/usr/bin/python3
"""`identify --continue`: a fit goes on where another one was stopped; output in TAP.

usage: test-continue.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys
from pathlib import Path

from support import main, pendulum, refuse, run, succeed, test, write

QUIET = ("--no-physical", "--progress", "none")


def identify(*arguments, code=0):
    done = run("identify", "p.trammel", *QUIET, "--json", *arguments)
    assert done.returncode == code, f"exit {done.returncode}, expected {code}: {done.stderr}"
    return json.loads(done.stdout)


def stepper(parameter):
    """Returns the stepper's value and sigma; results of the first format have no others."""
    own = parameter.get("stepper") or parameter
    return own["value"], own["sigma"]


def assert_same(a, b, share):
    for p, q in zip(a["parameters"], b["parameters"], strict=True):
        (one, sigma), (two, _) = stepper(p), stepper(q)
        assert p["id"] == q["id"] and abs(one - two) < share * sigma, (p, q)


@test
def a_stopped_fit_goes_on():
    """Where the rates of dry friction are narrowed, that is done anew, and only the iterations before are saved."""
    write(pendulum())
    for formulation, kappa, limit, share in (("predicted", "10", "2", 0.01), ("predicted", "auto", "1", 0.2),
                                             ("second-order", "10", "2", 0.01), ("second-order", "auto", "1", 0.2)):
        common = ("--formulation", formulation, "--kappa", kappa)
        whole = identify(*common)
        stopped = identify(*common, "--max-iterations", limit, "-o", "stopped.json", code=5)
        assert stopped["status"] == "stopped" and (kappa == "auto" or stopped["iterations"] == int(limit)), stopped
        more = identify(*common, "--continue", "stopped.json")
        saved = whole["iterations"] - more["iterations"]
        assert more["status"] == "converged" and saved >= (formulation == "predicted"), (more["message"], saved)
        assert_same(more, whole, share)
        # kappa settles to within a share of its own uncertainty
        assert math.isclose(more["settings"]["kappa"], whole["settings"]["kappa"], rel_tol=0.3)


@test
def it_goes_on_several_times():
    write(pendulum())
    identify("--kappa", "10", "--max-iterations", "1", "-o", "1.json", code=5)
    identify("--kappa", "10", "--max-iterations", "1", "--continue", "1.json", "-o", "2.json", code=5)
    first, second = (json.loads(Path(name).read_text()) for name in ("1.json", "2.json"))
    assert second["cost"]["total"] < first["cost"]["total"]


@test
def the_values_are_those_of_the_stepper():
    """`value` may be another number, that of the mechanism."""
    write(pendulum())
    identify("--kappa", "10", "-o", "r.json")
    result = json.loads(Path("r.json").read_text())
    for parameter in result["parameters"]:
        parameter["stepper"] = {"value": stepper(parameter)[0], "sigma": stepper(parameter)[1]}
        parameter["value"] = 1e3 * parameter["value"]
    Path("r.json").write_text(json.dumps(result))
    again = identify("--kappa", "10", "--continue", "r.json")
    assert_same(again, result, 0.01)


@test
def a_regression_has_no_kappa():
    """What its result states is the natural one, at which nothing was fitted."""
    write(pendulum())
    result = identify("--formulation", "regression", "-o", "one.json")
    result["settings"]["kappa"] *= 1e9
    Path("other.json").write_text(json.dumps(result))
    one, other = (identify("--continue", name) for name in ("one.json", "other.json"))
    assert one["history"] == other["history"], (one["message"], other["message"])


@test
def other_parameters():
    write(pendulum())
    identify("--kappa", "10", "-o", "r.json")
    refuse(4, "identify", "p.trammel", *QUIET, "--continue", "r.json", "--fix", "joint.pivot.coulomb",
           words=["r.json", "estimates of joint.pivot.coulomb"])
    identify("--kappa", "10", "--fix", "joint.pivot.coulomb", "--fix", "joint.pivot.viscous", "-o", "few.json")
    refuse(4, "identify", "p.trammel", *QUIET, "--continue", "few.json",
           words=["few.json", "no values of joint.pivot.viscous, joint.pivot.coulomb"])


@test
def bad_requests():
    write(pendulum())
    refuse(3, "identify", "p.trammel", *QUIET, "--continue", "nowhere.json", words=["nowhere.json"])
    refuse(3, "identify", "p.trammel", *QUIET, "--continue", "p.trammel", words=["not a result"])
    succeed("identify", "p.trammel", *QUIET, "--kappa", "10", "-o", "r.json")
    refuse(2, "identify", "p.trammel", *QUIET, "--continue", "r.json", "--starts", "3", words=["--starts"])


sys.exit(main())
