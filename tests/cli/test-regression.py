#!/usr/bin/python3
"""Regression from outside: `--formulation regression`; output in TAP.

usage: test-regression.py TRAMMEL-CLI ROOT
"""
import json
import sys
from pathlib import Path

import jsonschema

from support import ROOT, Skip, main, pendulum, refuse, run, succeed, test, write

EMPS = ROOT / "tests/data/projects/emps.trammel"
EMPS_LOG = ROOT / "../shared/data/emps/DATA_EMPS.mat"


def regress(project, *arguments, code=0):
    done = run("identify", project, "--formulation", "regression", *arguments, "--json", "--progress", "none")
    assert done.returncode == code, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


def values(result):
    return {p["id"]: p["value"] for p in result["parameters"]}


def codes(result):
    return [f["code"] for f in result["findings"]]


def close(value, expected, share):
    assert abs(value / expected - 1) < share, (value, expected)


@test
def published_servo_axis():
    """Mass, friction and offset of the real axis are those of its publication."""
    if not EMPS_LOG.exists():
        raise Skip("without ../shared")
    result = regress(EMPS, "--set", "settings.cutoff=100")
    found = values(result)
    close(found["body.carriage.mass"], 95.109, 0.003)
    close(found["joint.rail.viscous"], 203.50, 0.003)
    close(found["joint.rail.coulomb"], 20.394, 0.003)
    close(found["motor.drive.bias"], 3.165, 0.003)
    assert 3.5 < result["regression"]["forces"][0]["percent"] < 4.5, result["regression"]
    assert result["settings"]["formulation"] == "regression"
    assert all(p["identifiable"] and set(p["flags"]) <= {"lasting-errors"} for p in result["parameters"])


@test
def stops_are_refused_by_name():
    """The refusal names the method that was asked for, not the one that stands behind it."""
    succeed("example", "pendulum-stop")
    done = run("identify", "pendulum-stop.trammel", "--formulation", "regression")
    assert done.returncode != 0
    assert "'regression'" in done.stderr and "second-order" not in done.stderr, done.stderr


@test
def balance_of_energy():
    """Windows of energy are equations of their own: friction comes closer to the truth."""
    succeed("example", "pendulum")
    plain = values(regress("pendulum.trammel", "--set", "settings.cutoff=20"))
    with_energy = regress("pendulum.trammel", "--set", "settings.cutoff=20", "--energy", "0.3")
    for name, truth in (("joint.pivot.viscous", 0.004), ("joint.pivot.coulomb", 0.04)):
        assert abs(values(with_energy)[name] - truth) < 0.7 * abs(plain[name] - truth), (name, plain)
    assert with_energy["settings"]["energy"] == 0.3
    energy = with_energy["energy"]
    assert abs(energy["window"] - 0.3) < 0.01 and energy["windows"] > 40 and energy["sigma"] > 0, energy


@test
def bad_windows():
    """One sentence for each window that cannot be."""
    succeed("example", "pendulum")
    for window, code, words in (("0", 4, ["above zero"]), ("-1", 4, ["above zero"]), ("soon", 2, ["not a number"])):
        refuse(code, "identify", "pendulum.trammel", "--energy", window, words=words)
    refuse(4, "identify", "pendulum.trammel", "--formulation", "explicit", "--energy", "0.1",
           words=["no energy observations"])


@test
def energy_in_no_term():
    """A pendulum that loses its energy to friction which the model does not have."""
    succeed("example", "pendulum")
    gone = ["--fix", "joint.pivot.viscous", "--fix", "joint.pivot.coulomb",
            "--set", "joint.pivot.viscous=0", "--set", "joint.pivot.coulomb=0"]
    found = run("identify", "pendulum.trammel", *gone, "--no-physical", "--json", "--progress", "none")
    finding = [f for f in json.loads(found.stdout)["findings"] if f["code"] == "energy-left-over"]
    assert len(finding) == 1 and "are taken by" in finding[0]["text"], found.stdout[-500:]
    whole = run("identify", "pendulum.trammel", "--no-physical", "--json", "--progress", "none")
    assert "energy-left-over" not in codes(json.loads(whole.stdout))


@test
def closed_loop():
    """A four-bar with one encoder: the bodies that nothing measures follow the crank."""
    succeed("example", "four-bar")
    found = values(regress("four-bar.trammel", "--set", "settings.cutoff=20"))
    close(found["body.crank.inertia.zz"], 0.004, 0.01)
    close(found["body.rocker.inertia.zz"], 0.0025, 0.05)
    close(found["joint.shaft.viscous"], 0.012, 0.02)
    close(found["motor.drive.gain"], 0.12, 0.005)


@test
def prescribed_cart():
    """The force on a joint that a drive prescribes is unknown; the other joint has its equation."""
    succeed("example", "cart-pole")
    result = regress("cart-pole.trammel", "--set", "settings.cutoff=30")
    assert [f["joint"] for f in result["regression"]["forces"]] == ["pivot"]
    close(values(result)["body.pendulum.inertia.zz"], 0.0055, 0.03)


@test
def the_cutoff_is_swept():
    """The effect of the filter shows in a sweep."""
    succeed("example", "servo")
    project = json.loads(Path("servo.trammel").read_text())
    project["settings"]["formulation"] = "regression"
    write(project, "s.trammel")
    points = json.loads(succeed("sweep", "s.trammel", "--over", "cutoff=5,20,40", "--json").stdout)["points"]
    gains = [next(p["value"] for p in point["parameters"] if p["id"] == "motor.drive.gain") for point in points]
    assert gains[0] < gains[1] < gains[2] < 0.0451, gains


@test
def what_a_regression_cannot_have():
    """Free quantities that are not linear stay at their values, and a finding names them."""
    succeed("example", "furuta")
    result = regress("furuta.trammel", "--set", "settings.cutoff=20")
    assert "regression-held" in codes(result)
    tilt = next(p for p in result["parameters"] if p["id"] == "gravity.tilt.x")
    assert tilt["value"] == 0 and not tilt["identifiable"] and tilt["sigma"] is None


@test
def a_filter_that_takes_the_motion():
    project = pendulum()
    write(project)
    result = regress("p.trammel", "--set", "settings.cutoff=0.5")
    assert "regression-filter" in codes(result)


@test
def bad_input_in_one_sentence():
    succeed("example", "servo")
    common = ("identify", "servo.trammel", "--formulation", "regression", "--progress", "none")
    refuse(4, *common, "--set", "settings.cutoff=1e5", words=["cutoff must be below"])
    project = json.loads(Path("servo.trammel").read_text())
    project["logs"][0]["channels"] = [c for c in project["logs"][0]["channels"] if c["signal"] != "drive"]
    project["model"]["gravity"]["magnitude"] = 0
    for body in project["model"]["bodies"]:
        body["mass"] = {"value": 1, "free": True}
        for axis in body["inertia"]:
            body["inertia"][axis] = {"value": body["inertia"][axis] if isinstance(body["inertia"][axis], (int, float))
                                     else body["inertia"][axis]["value"], "free": True}
    for motor in project["model"]["motors"]:
        motor["rotor_inertia"] = 0
    write(project, "n.trammel")
    done = run("identify", "n.trammel", "--formulation", "regression", "--progress", "none")
    assert done.returncode != 0 and "no log has the channel of a motor's force" in done.stderr, done.stderr
    succeed("example", "cart-pole")
    project = json.loads(Path("cart-pole.trammel").read_text())
    project["model"]["motors"].append({"name": "second", "joint": "pivot", "drive": "position"})
    project["logs"][0]["channels"].append(
        {"signal": "second", "column": project["logs"][0]["channels"][0]["column"]})
    write(project, "d.trammel")
    done = run("identify", "d.trammel", "--formulation", "regression", "--progress", "none")
    assert done.returncode == 4 and "every motion is prescribed" in done.stderr, done.stderr


@test
def the_sweep_chooses_the_cutoff():
    """Where the project states none, the comparison takes the cutoff around which the values stand still."""
    succeed("example", "four-bar")
    done = succeed("methods", "four-bar.trammel", "--json", "--progress", "none")
    report = json.loads(done.stdout)
    points = report["cutoffs"]
    assert [p["cutoff"] for p in points[:3]] == [2.5, 5, 10] and all(p["determined"] <= 5 for p in points), points
    best = min(points[:5], key=lambda p: p["change"])
    assert all(0 < p["left_over"] < 1 for p in points[:5]), points
    assert best["left_over"] <= 4 * min(p["left_over"] for p in points), points
    assert abs(report["cutoff"] / best["cutoff"] - 2**0.5) < 1e-9, report["cutoff"]
    assert f"between {best['cutoff']:g} and {2 * best['cutoff']:g} Hz" in done.stderr + done.stdout, done
    gain = next(r for r in report["parameters"] if r["id"] == "motor.drive.gain")
    close(gain["regression"], 0.12, 0.005)
    stated = json.loads(succeed("methods", "four-bar.trammel", "--json", "--progress", "none",
                                "--set", "settings.cutoff=15").stdout)
    assert stated["cutoff"] == 15 and stated["cutoffs"] == [], stated["cutoffs"]


@test
def noise_stands_still_on_bounds():
    """Cutoffs at which noise holds inertias on their bounds are not chosen, although nothing moves there."""
    succeed("example", "three-joint-arm")
    result = regress("three-joint-arm.trammel", "--no-physical")
    assert 10 < result["regression"]["cutoff"] < 80, result["regression"]["cutoff"]
    assert not [p["id"] for p in result["parameters"] if "at-bound" in p["flags"]], result["parameters"]
    noisy = regress("three-joint-arm.trammel", "--no-physical", "--set", "settings.cutoff=160")
    bound = [p for p in noisy["parameters"] if "at-bound" in p["flags"]]
    assert {p["value"] for p in bound} == {0, 1e-6, 0.01} and all(p["sigma"] is None for p in bound), bound


@test
def one_rule_for_the_cutoff():
    """Without one in the project, the regression, the base parameters and the comparison take the same."""
    succeed("example", "servo")
    chosen = json.loads(succeed("methods", "servo.trammel", "--json", "--progress", "none").stdout)["cutoff"]
    result = regress("servo.trammel")
    assert result["regression"]["cutoff"] == chosen != 10, (result["regression"]["cutoff"], chosen)
    finding = next(f for f in result["findings"] if f["code"] == "regression-cutoff")
    assert finding["severity"] == "info" and f"{chosen:.3g} Hz" in finding["text"], finding
    assert regress("servo.trammel", "--set", "settings.cutoff=auto")["regression"]["cutoff"] == chosen
    stated = regress("servo.trammel", "--set", f"settings.cutoff={chosen!r}")
    assert "regression-cutoff" not in codes(stated) and values(stated) == values(result)
    report, found = base("servo.trammel")
    assert found == base("servo.trammel", "--set", f"settings.cutoff={chosen!r}")[1], report


@test
def no_verb_takes_what_cannot_be():
    """A filter beyond the samples is one sentence of every verb; a log at rest determines no parameter, and each says
    so."""
    succeed("example", "servo")
    for verb in ("methods", "base"):
        refuse(4, verb, "servo.trammel", "--set", "settings.cutoff=1e5", "--progress", "none",
               words=["cutoff must be below 450 Hz"])
    lines = Path("servo.csv").read_text().splitlines()
    rest = [lines[0], *(line.split(",")[0] + ",0" * line.count(",") for line in lines[1:])]
    Path("servo.csv").write_text("\n".join(rest))
    assert "not-identifiable" in next(p for p in regress("servo.trammel")["parameters"]
                                      if p["id"] == "motor.drive.gain")["flags"]
    report, found = base("servo.trammel")
    known = [name for name, c in found.items() if c["value"] is not None and c["sigma"] > 0]
    assert known == ["axis.offset - 50 drive.bias"], report  # it holds the lever against its weight
    done = succeed("methods", "servo.trammel", "--progress", "none")
    assert "Nothing can be compared" in done.stdout + done.stderr, done
    assert done.stdout.count("neither method determines it") == 4, done.stdout


def base(*arguments):
    report = json.loads(succeed("base", *arguments, "--json", "--progress", "none").stdout)
    return report, {c["combination"]: c for c in report["combinations"]}


@test
def base_parameters():
    """The Furuta pendulum has eight of masses and inertias; the result of a fit has the same ones."""
    succeed("example", "furuta")
    succeed("identify", "furuta.trammel", "-o", "r.json", "--progress", "none", "--no-physical")
    report, found = base("furuta.trammel", "--result", "r.json", "--set", "settings.cutoff=20")
    assert report["inertial_rank"] == 8 and report["shown_by_logs"] == report["sought"] == 8, report
    swing = found["pendulum.inertia_o.yy"]
    close(swing["value"], swing["result_value"], 0.01)
    assert 0 < swing["result_sigma"] < swing["sigma"], swing
    known = [c["combination"] for c in report["combinations"] if c["sigma"] == 0]
    assert report["combinations"][-1]["combination"] in known, "known combinations come last"
    again = json.loads(Path("r.json").read_text())["base"]
    assert {c["id"] for c in again["combinations"]} == set(found)


@test
def base_parameters_keep_the_scale():
    """Every combination of the crank has a free quantity, and so has the gain: held numbers of the bodies set the
    scale.  Zero for all combinations would explain every log."""
    succeed("example", "slider-crank")
    report, found = base("slider-crank.trammel", "--set", "settings.cutoff=20")
    fitted = values(regress("slider-crank.trammel", "--set", "settings.cutoff=20"))
    close(found["drive.gain"]["value"], fitted["motor.drive.gain"], 1e-9)
    close(found["bore.viscous"]["value"], fitted["joint.bore.viscous"], 1e-9)
    assert all(0 < c["sigma"] < abs(c["value"]) for c in report["combinations"][:report["sought"]]), report


@test
def base_parameters_of_a_robot():
    """43 of masses and inertias, as in the literature; 64 with friction, as by least squares."""
    project = ROOT / "../shared/data/panda_gaz/panda.trammel"
    if not project.exists():
        raise Skip("without ../shared")
    report, _ = base(project, "--set", "settings.cutoff=10")
    assert report["inertial_rank"] == 43 and report["sought"] == 64, report["sought"]


@test
def diff_compares_combinations():
    """Two results of logs that leave single parameters open are compared in combinations."""
    write(pendulum())
    succeed("identify", "p.trammel", "-o", "a.json", "--progress", "none", "--no-physical")
    regress("p.trammel", "-o", "b.json", "--set", "settings.cutoff=20")
    entries = json.loads(succeed("diff", "a.json", "b.json", "--json").stdout)["differences"]
    rows = [e for e in entries if e["what"].startswith("base.combinations[") and e["what"].endswith("].value")]
    assert rows and any(e["sigmas"] is not None for e in rows), entries


@test
def errors_of_forces():
    """Along the estimated motion of a simulated log they are small; the JSON has them by joint."""
    succeed("example", "servo")
    succeed("identify", "servo.trammel", "-o", "r.json", "--progress", "none")
    done = succeed("validate", "servo.trammel", "--result", "r.json", "--json")
    assert "force errors along the measured motion: axis" in done.stderr, done.stderr
    report = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/validate.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(report)
    force = report["logs"][0]["forces"][0]
    assert force["joint"] == "axis" and force["unit"] == "N m", force
    assert 0 < force["estimated_motion"]["percent"] < 5, force
    assert 0 < force["measured_motion"]["percent"] < 30, force


@test
def no_body():
    """A wrong sign makes the inertias that fit best those of no body: the result says so, the cutoff stated or not."""
    succeed("example", "furuta")
    tree = json.loads(Path("furuta.trammel").read_text())
    tree["logs"][0]["channels"][2]["sign"] = -1
    inertia = tree["model"]["bodies"][1]["inertia"]
    inertia["xx"] = {"value": 1e-4, "free": True, "min": 1e-9, "max": 1}
    for product in ("xy", "xz", "yz"):
        inertia[product] = {"value": 0, "free": True, "min": -1, "max": 1}
    write(tree, "no-body.trammel")
    for arguments in ((), ("--set", "settings.cutoff=20")):
        result = regress("no-body.trammel", *arguments, code=5)
        assert "belong to no body" in result["message"], result["message"]
        assert result["regression"]["forces"], result["regression"]


@test
def methods_side_by_side():
    """A gain that noise has drawn down is named, with the filter as the reason."""
    succeed("example", "servo")
    report = json.loads(succeed("methods", "servo.trammel", "--json", "--progress", "none",
                                "--set", "settings.cutoff=40").stdout)
    rows = {r["id"]: r for r in report["parameters"]}
    gain = rows["motor.drive.gain"]
    assert abs(gain["joint"] / 0.045 - 1) < 0.01 and gain["regression"] < gain["joint"], gain
    assert report["differ"] == sum(abs(r["sigmas"]) > 2 for r in rows.values()), report
    for row in rows.values():
        assert (row["remark"] == "") == (abs(row["sigmas"]) <= 2), row
    succeed("example", "furuta")
    report = json.loads(succeed("methods", "furuta.trammel", "--json", "--progress", "none",
                                "--set", "settings.cutoff=20").stdout)
    tilt = next(r for r in report["parameters"] if r["id"] == "gravity.tilt.x")
    assert tilt["remark"] == "the regression keeps it at its value", tilt


if __name__ == "__main__":
    sys.exit(main())
