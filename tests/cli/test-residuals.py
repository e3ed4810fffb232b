#!/usr/bin/python3
"""Findings of trammel-cli identify on residuals; output in TAP.

usage: test-residuals.py TRAMMEL-CLI ROOT
"""
import json
import math
import sys

import jsonschema

from support import ROOT, main, pendulum, refuse, run, test, write


def identify(project, *arguments, codes=(0,)):
    done = run("identify", project, *arguments, "--json", "--progress", "none")
    assert done.returncode in codes, f"exit {done.returncode}: {done.stderr}"
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result, done.stderr


def spoiled():
    """The pendulum's log with the samples at 0.2, 0.4 and 0.6 s, which are nodes, wrong by 3 degrees; returns the project and their times."""
    project = pendulum()
    with open("pendulum.csv") as log:
        lines = log.read().splitlines()
    column = lines[0].split(",").index(project["logs"][0]["channels"][0]["column"])
    times = []
    for row, off in ((101, 3), (201, -3), (301, 3)):
        cells = lines[row].split(",")
        cells[column] = repr(float(cells[column]) + off)
        lines[row] = ",".join(cells)
        times.append(float(cells[0]))
    with open("pendulum.csv", "w") as log:
        log.write("\n".join(lines) + "\n")
    return project, times


@test
def bad_samples_are_listed():
    project, times = spoiled()
    result, messages = identify(write(project), "--set", "settings.robust_loss=cauchy",
                                "--set", "settings.observations=node")
    sensor = result["logs"][0]["sensors"][0]
    assert sensor["loss"] == "cauchy" and math.isclose(sensor["loss_scale"], 2.3849), sensor
    assert result["settings"]["robust_loss"] == "cauchy"
    worst = sensor["outliers"]["largest"][:3]
    assert sorted(round(o["t"], 6) for o in worst) == [round(t, 6) for t in times], (worst, times)
    for o in worst:
        assert math.isclose(abs(o["residual"]), math.radians(3), rel_tol=0.1), o
        assert abs(o["sigmas"]) > 20 and o["weight"] < 0.02, o
    assert any(f["code"] == "outliers" for f in result["findings"])
    assert "robust standard deviations" in messages, messages


@test
def a_loss_mends_what_they_spoil():
    # at the same kappa: one from the data takes a part of what is wrong
    common = ("--set", "settings.observations=node", "--kappa", "1e4")
    clean = {p["id"]: p["stepper"] for p in identify(write(pendulum()), *common)[0]["parameters"]}
    project = write(spoiled()[0])
    # least squares may not even get to its end
    plain = identify(project, *common, codes=(0, 5))[0]
    mended = identify(project, *common, "--set", "settings.robust_loss=student")[0]

    def distance(result):
        return max(abs(p["stepper"]["value"] - clean[p["id"]]["value"]) / clean[p["id"]]["sigma_linear"]
                   for p in result["parameters"] if p["stepper"]["sigma_linear"])
    assert distance(mended) < 1 and distance(plain) > 3 * distance(mended), (distance(plain), distance(mended))


@test
def the_sensors_own_loss_comes_first():
    project = pendulum()
    project["model"]["sensors"][0] |= {"loss": "huber", "loss_scale": 2}
    sensor = identify(write(project), "--set", "settings.robust_loss=cauchy")[0]["logs"][0]["sensors"][0]
    assert (sensor["loss"], sensor["loss_scale"]) == ("huber", 2), sensor
    plain = identify(write(pendulum()))[0]
    project["model"]["sensors"][0] |= {"loss": "none"}
    del project["model"]["sensors"][0]["loss_scale"]
    none = identify(write(project), "--set", "settings.robust_loss=cauchy")[0]
    assert none["parameters"] == plain["parameters"] and none["cost"] == plain["cost"]


@test
def bad_losses_are_refused():
    project = pendulum()
    for wrong, words in [({"loss": "hubert"}, ["huber", "cauchy"]), ({"loss_scale": 2}, ["loss_scale"]),
                         ({"loss": "huber", "loss_scale": 0}, ["loss_scale", "above zero"]),
                         ({"loss": "none", "loss_scale": 2}, ["loss_scale"])]:
        model = json.loads(json.dumps(project["model"]))
        model["sensors"][0] |= wrong
        refuse(4, "identify", write(project | {"model": model}), words=["model.sensors[0].loss"] + words)


@test
def whiteness_of_a_right_model():
    sensor = identify(write(pendulum()))[0]["logs"][0]["sensors"][0]
    white = sensor["whiteness"]
    assert white["lags"] == len(white["acf"]) == 25 and white["inputs"] == [], white
    # the motion takes up slow noise: correlations are small and negative, none counts twice
    assert max(white["acf"]) < 0.2 and white["independent"] > 0.7 * sensor["chi_square"]["residuals"], white
    assert math.isclose(sensor["chi_square"]["value"],
                        sensor["chi2_per_sample"] * sensor["chi_square"]["residuals"], rel_tol=1e-9), sensor
    assert sensor["chi_square"]["p"] > 0.01, sensor


@test
def whiteness_of_a_wrong_model():
    # without dry friction, and with a kappa that does not let the motion make up for it
    result, messages = identify(write(pendulum()), "--fix", "joint.pivot.coulomb", "--set", "joint.pivot.coulomb=0",
                                "--kappa", "1e7", codes=(0, 5))
    sensor = result["logs"][0]["sensors"][0]
    assert sensor["whiteness"]["acf"][0] > 0.8 and sensor["whiteness"]["ljung_box"]["p"] < 1e-9, sensor
    assert sensor["chi_square"]["p"] < 1e-9, sensor
    codes = {f["code"]: f for f in result["findings"]}
    assert codes["residuals-correlated"]["signal"] == "angle" and "residuals-too-large" in codes, codes
    assert "count as" in messages, messages


@test
def forces_beside_a_spring_are_not_checked():
    project = pendulum()
    project["model"]["joints"].append({
        "name": "coil", "type": "spring", "parent": "world", "child": "pendulum",
        "parent_frame": {"position": [0.3, 0, 0], "quat_wxyz": [1, 0, 0, 0]},
        "child_frame": {"position": [0.1, 0, 0], "quat_wxyz": [1, 0, 0, 0]},
        "spring": {"stiffness": 0.01, "rest": 0.2}})
    result, _ = identify(write(project), "--kappa", "10", codes=(0, 5))
    text = {f["code"]: f["text"] for f in result["findings"]}["forces-not-checked"]
    assert "joint 'coil' acts in parallel with another one" in text and "closed loops" not in text, text


sys.exit(main())
