#!/usr/bin/python3
"""trammel-cli identify --starts from outside; output in TAP.

usage: test-multistart.py TRAMMEL-CLI ROOT
"""
import json
import math
import re
import sys

import jsonschema

from support import ROOT, main, need_mpi, pendulum, refuse, run, run_shared, test, write


def identify(project, *arguments, codes=(0,)):
    done = run("identify", project, *arguments, "--json", "--progress", "none")
    assert done.returncode in codes, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result, done.stderr


@test
def starts_are_summed_up():
    project = write(pendulum())
    plain = identify(project)[0]
    result, messages = identify(project, "--starts", 5, "--seed", 3)
    assert "multistart" not in plain and "optima" not in plain
    summary = result["multistart"]
    assert summary["starts"] == 5 and summary["seed"] == 3, summary
    assert summary["converged"] + summary["stopped"] + summary["failed"] == 5, summary
    assert sum(o["starts"] for o in result["optima"]) == summary["converged"], result["optima"]
    best = result["optima"][0]
    assert best["cost"] == result["cost"]["total"] and best["own_start"], best
    ends = result["ends"]
    assert len(ends) == 5 and ends[0]["status"] == "converged", ends
    assert min(e["cost"] for e in ends if e["status"] == "converged") <= best["cost"], ends
    assert sum(e.get("optimum") == 0 for e in ends) == best["starts"], ends
    stopped = identify(project, "--starts", 5, "--max-iterations", 2)[0]["ends"]
    assert {e["status"] for e in stopped} != {"converged"}, stopped
    assert all(("optimum" in e) == (e["status"] == "converged") for e in ends + stopped), stopped
    assert best["parameters"] == [p["stepper"]["value"] for p in result["parameters"]]
    assert math.isclose(plain["cost"]["total"], best["cost"], rel_tol=1e-6)
    assert "5 starts" in messages and "optimum 1" in messages, messages


def shaken(growth):
    """A pendulum that a motor shakes at 2 Hz, 0.05 s late; the project begins with a delay of 0.5 s."""
    def torque(t):
        return 0.1 * math.sin(4 * math.pi * (t - 0.05)) * (1 + growth * (t - 0.05))

    def slope(t, q, v):
        return v, (torque(t) - 0.004 * v - 0.428 * 9.82 * 0.092 * math.sin(q)) / (0.0039 + 0.428 * 0.092 ** 2)

    q, v, h, rows = 0.3, 0.0, 1e-3, ["t,q,u"]
    for k in range(4001):
        t = k * h
        if k % 10 == 0:
            rows.append(f"{t:.3f},{q + 1e-3 * math.sin(91.0 * k * k)!r},"
                        f"{math.sin(4 * math.pi * t) * (1 + growth * t)!r}")
        a = slope(t, q, v)
        b = slope(t + h / 2, q + h / 2 * a[0], v + h / 2 * a[1])
        c = slope(t + h / 2, q + h / 2 * b[0], v + h / 2 * b[1])
        d = slope(t + h, q + h * c[0], v + h * c[1])
        q += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        v += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
    with open("shaken.csv", "w") as log:
        log.write("\n".join(rows) + "\n")
    return {"format": "trammel/1", "model": {
        "gravity": {"magnitude": 9.82, "direction": [0, -1, 0]},
        "bodies": [{"name": "rod", "mass": 0.428, "com": [0, -0.092, 0], "inertia": {"zz": 0.0039}}],
        "joints": [{"name": "pin", "type": "hinge", "parent": "world", "child": "rod",
                    "friction": {"model": "viscous", "viscous": 0.004}}],
        "motors": [{"name": "m", "joint": "pin", "gain": {"value": 0.08, "free": True, "min": 0.01}}],
        "sensors": [{"name": "angle", "type": "joint-position", "joint": "pin", "sigma": 0.001}]},
        "logs": [{"name": "log", "file": "shaken.csv", "time": {"column": "t"}, "trim": [1, 4], "channels": [
            {"signal": "angle", "column": "q"},
            {"signal": "m", "column": "u", "between": "linear",
             "delay": {"value": 0.5, "free": True, "min": 0, "max": 0.7}}]}],
        "settings": {"kappa": 1e4, "observations": "node"}}


def delay_of(result):
    return next(p["value"] for p in result["parameters"] if p["id"] == "log.log.m.delay")


@test
def a_wrong_start_is_told():
    project = write(shaken(0.5))
    assert 0.5 < delay_of(identify(project)[0]) < 0.6
    result, messages = identify(project, "--starts", 8)
    assert abs(delay_of(result) - 0.05) < 0.01, delay_of(result)
    assert len(result["optima"]) == 2 and [o["own_start"] for o in result["optima"]] == [False, True], result["optima"]
    found = {f["code"]: f["text"] for f in result["findings"]}
    assert "another optimum" in found["start-not-best"] and found["start-not-best"] in messages, messages
    assert "optima-alike" not in found, found


@test
def optima_alike_are_told():
    result = identify(write(shaken(0)), "--starts", 8)[0]
    found = {f["code"]: f["text"] for f in result["findings"]}
    assert "log.log.m.delay" in found["optima-alike"], found
    at = [p["id"] for p in result["parameters"]].index("log.log.m.delay")
    first, second = (o["parameters"][at] for o in result["optima"][:2])
    assert abs(abs(first - second) - 0.5) < 0.01, result["optima"]


@test
def same_seed_same_result():
    project = write(pendulum())
    first, second = (identify(project, "--starts", 4)[0] for _ in range(2))
    assert first["optima"] == second["optima"] and first["multistart"] == second["multistart"]


def without_times(text):
    return re.sub(r'"(seconds|created|date)": [^,\n}]*', "", text)


@test
def any_number_of_processes_finds_the_same():
    need_mpi()
    project = write(shaken(0.5))
    order = ("identify", project, "--starts", 8, "--no-physical", "--json", "--progress", "none")
    alone = run(*order)
    for n in (2, 4):
        done = run_shared(n, *order, "--threads", 1)
        assert done.returncode == alone.returncode == 0, done.stderr
        assert without_times(done.stdout) == without_times(alone.stdout)
        assert done.stderr.count("optimum 1") == alone.stderr.count("optimum 1") == 1, done.stderr
    done = run_shared(2, "identify", project, "--json", "--progress", "none")
    assert done.returncode == 0 and json.loads(done.stdout)["parameters"], done.stderr
    done = run_shared(2, "identify", "missing.trammel", "--starts", 3)
    assert done.returncode == 3 and done.stderr.count("trammel-cli: ") == 1, done


@test
def bad_requests():
    project = write(pendulum())
    for option, value in [("--starts", "0"), ("--starts", "2.5"), ("--starts", "x"), ("--starts", "10001"),
                          ("--seed", "-1"), ("--seed", "x")]:
        refuse(2, "identify", project, option, value, words=[option])


sys.exit(main())
