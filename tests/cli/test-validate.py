#!/usr/bin/python3
"""trammel-cli validate and crossvalidate from outside; output in TAP.

usage: test-validate.py TRAMMEL-CLI ROOT
"""
import copy
import json
import math
import os
import signal
import subprocess
import sys

import jsonschema

from support import CLI, PATIENCE, ROOT, main, pendulum, refuse, run, succeed, test, write


def segments():
    """The pendulum example with its log in three parts, the last one to validate."""
    project = pendulum()
    log = project["logs"][0]
    project["logs"] = []
    for name, trim, role in (("a", [0, 4], "estimate"), ("b", [1, 5], "estimate"), ("c", [3, 7], "validate")):
        project["logs"].append(copy.deepcopy(log) | {"name": name, "trim": trim, "role": role})
    return project


def check(verb, text):
    schema = json.loads((ROOT / f"data/schema/{verb}.schema.json").read_text())
    report = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(report)
    return report


def validate(*arguments):
    done = succeed("validate", *arguments, "--json", "--progress", "none")
    return check("validate", done.stdout), done.stderr


def cross_validate(*arguments):
    done = succeed("crossvalidate", *arguments, "--json", "--progress", "none")
    return check("crossvalidate", done.stdout), done.stderr


def fitted_project(project=None):
    name = write(project or segments())
    succeed("identify", name, "-o", "r.json", "--progress", "none")
    return name


@test
def a_log_that_was_not_fitted():
    project = fitted_project()
    report, notes = validate(project, "--result", "r.json")
    result = json.loads(open("r.json").read())
    (log,) = report["logs"]
    assert (log["name"], log["role"], log["fitted"]) == ("c", "validate", False), log
    assert "note: the project has no log of role" not in notes
    assert report["settings"]["kappa"] == result["settings"]["kappa"]
    (sensor,) = log["open_loop"]
    assert sensor["sensor"] == "angle" and sensor["unit"] == "rad"
    assert 0 < sensor["nrmse_percent"] < 10, sensor
    assert sensor["horizon"] == log["duration"], sensor
    (joint,) = log["joints"]
    assert joint["joint"] == "pivot" and 0 < joint["error_percent"] < 5 and joint["period"] > 0.1, joint
    assert log["start"]["joints"][0]["error_percent"] > 5 * joint["error_percent"], log
    assert f"log 'c': error over a period: pivot {joint['error_percent']:.3g} % over" in notes, notes
    (start,) = log["start"]["open_loop"]
    assert start["rmse"] > 5 * sensor["rmse"], (start, sensor)
    assert log["start"]["state_only"]["state_mse"] > log["state_only"]["state_mse"]


@test
def state_only_is_what_identify_gives():
    project = fitted_project()
    report, _ = validate(project, "--result", "r.json", "--log", "a", "--log", "b")
    assert [(log["name"], log["fitted"]) for log in report["logs"]] == [("a", True), ("b", True)]
    result = json.loads(open("r.json").read())
    values = [f"--set={p['id']}={p['stepper']['value']!r}" for p in result["parameters"]]
    fixed = [word for p in result["parameters"] for word in ("--fix", p["id"])]
    sigma = result["logs"][0]["sensors"][0]["sigma"]
    for log in report["logs"]:
        alone = json.loads(succeed("identify", project, "--log", log["name"], *values, *fixed, "--kappa",
                                   repr(result["settings"]["kappa"]), "--set", f"sensor.angle.sigma={sigma!r}",
                                   "--json", "--progress", "none").stdout)
        for key, value in log["state_only"].items():
            assert math.isclose(alone["cost"][key], value, rel_tol=1e-6), (key, alone["cost"][key], value)


@test
def starts_and_steps():
    project = fitted_project()
    for arguments in ([], ["--start", "estimated"], ["--start", "first-sample"], ["--open-loop-h", "0.001"]):
        report, _ = validate(project, "--result", "r.json", *arguments)
        assert report["logs"][0]["open_loop"][0]["nrmse_percent"] < 15, (arguments, report)
    assert report["settings"]["simulation_h"] == 0.001 < report["settings"]["h"]


@test
def the_result_says_the_step():
    project = segments()
    write(project)
    succeed("identify", "p.trammel", "--h", "0.01", "--kappa", "1e4", "-o", "r.json", "--progress", "none")
    report, notes = validate("p.trammel", "--result", "r.json")
    assert report["settings"]["h"] == 0.01 and report["settings"]["kappa"] == 1e4, report["settings"]
    assert "h = 0.01 s as in the result" in notes


@test
def without_logs_to_validate():
    project = segments()
    del project["logs"][2]
    report, notes = validate(fitted_project(project), "--result", "r.json")
    assert [log["name"] for log in report["logs"]] == ["a", "b"]
    assert "no log of role 'validate'" in notes


@test
def validate_has_a_table():
    rows = succeed("validate", fitted_project(), "--result", "r.json").stdout.splitlines()
    assert len(rows) == 2 and rows[0].startswith("log\tfitted\tsensor\tunit\trmse\t"), rows
    assert rows[0].count("\t") == rows[1].count("\t") and rows[1].startswith("c\tno\tangle\trad\t")


@test
def validate_refuses():
    project = fitted_project()
    refuse(2, "validate", project, words=["--result"])
    refuse(2, "validate", "--result", "r.json", words=["one project file"])
    refuse(3, "validate", project, "--result", "none.json", words=["none.json"])
    refuse(3, "validate", project, "--result", project, words=["not a result"])
    refuse(2, "validate", project, "--result", "r.json", "--log", "d", words=["'d'"])
    refuse(2, "validate", project, "--result", "r.json", "--start", "model", words=["--start"])
    refuse(2, "validate", project, "--result", "r.json", "--open-loop-h", "0", words=["--open-loop-h"])
    refuse(4, "validate", project, "--result", "r.json", "--h", "0", words=["--h"])
    refuse(2, "validate", project, "--result", "r.json", "--kappa", "big", words=["--kappa"])
    result = json.loads(open("r.json").read())
    result["parameters"][0]["id"] = "body.arm.mass"
    write(result, "other.json")
    refuse(2, "validate", project, "--result", "other.json", words=["other.json", "body.arm.mass"])


@test
def logs_that_agree():
    report, _ = cross_validate(write(segments()), "--leave-one-out", "--log", "a", "--log", "b", "--log", "c")
    assert report["logs"] == ["a", "b", "c"] and report["complete"]
    for key in ("observation_mse", "state_mse", "open_loop_rmse"):
        assert [len(row) for row in report[key]] == [3, 3, 3]
        assert len(report["all"][key]) == len(report["start"][key]) == len(report["leave_one_out"][key]) == 3
    for row in report["open_loop_rmse"]:
        assert all(0 < x < y for x, y in zip(row, report["start"]["open_loop_rmse"])), (row, report["start"])
    for i in range(3):
        own = report["cells"][4 * i]
        assert own["fitted"] == own["scored"] == report["logs"][i]
        assert own["state_only"]["observation_mse"] == report["observation_mse"][i][i]
        assert own["open_loop"][0]["rmse"] == report["open_loop_rmse"][i][i]
    for p in report["consistency"]:
        weights = [1 / s**2 if s else 0 for s in p["sigmas"]]
        assert math.isclose(p["value"], sum(w * v for w, v in zip(weights, p["values"])) / sum(weights), rel_tol=1e-9)
        assert p["dof"] == sum(w > 0 for w in weights) - 1
        assert p["consistent"] == (p["p_value"] >= 0.01) and p["id"] in p["text"]


@test
def predictions_over_steps():
    project = fitted_project()
    report, _ = validate(project, "--result", "r.json", "--predict", "ladder")
    (log,) = report["logs"]
    rungs = log["predictions"]
    h = report["settings"]["h"]
    every = [s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if s < round(log["duration"] / h)]
    assert [r["steps"] for r in rungs] == every + [round(log["duration"] / h)], rungs
    assert all(math.isclose(r["seconds"], r["steps"] * h) for r in rungs)
    errors = [r["sensors"][0]["rmse"] for r in rungs]
    assert errors[-1] == log["open_loop"][0]["rmse"] and errors[0] < errors[-1], errors
    wrong = [r["sensors"][0]["rmse"] for r in log["start"]["predictions"]]
    assert wrong[-1] == log["start"]["open_loop"][0]["rmse"] and errors[0] < wrong[0] < wrong[6] < wrong[-1], wrong
    table = succeed("validate", project, "--result", "r.json", "--predict", "10,3,10", "--progress", "none").stdout.splitlines()
    assert [line.split("\t")[-1] for line in table] == ["steps", "all", "3", "10"], table
    plain = succeed("validate", project, "--result", "r.json", "--progress", "none").stdout.splitlines()
    assert plain[1] == table[1].rsplit("\t", 1)[0]
    refuse(2, "validate", project, "--result", "r.json", "--predict", "0", words=["--predict", "'0'"])
    refuse(2, "validate", project, "--result", "r.json", "--predict", "5", "--open-loop-h", "0.001",
           words=["--predict", "--open-loop-h"])


@test
def roles_choose_the_logs():
    report, _ = cross_validate(write(segments()))
    assert report["logs"] == ["a", "b"]
    rows = succeed("crossvalidate", "p.trammel", "--progress", "none").stdout.split("\n\n")
    assert len(rows) == 3 and rows[0].startswith("fitted\tscored\tobservation_mse\tstate_mse\topen_loop_rmse\n")
    assert "\na\tb\t" in rows[0] and "\n(all)\ta\t" in rows[0] and "\n(start)\tb\t" in rows[0]
    assert rows[1].startswith("id\tvalue\tsigma\tunit\tchi2\tdof\tp_value\tp_adjusted\tconsistent\t(all)\ta\tb\n")
    assert [row.split("\t")[0] for row in rows[2].splitlines()] == ["test", "logs", "(all)"], rows[2]


@test
def options_mean_the_fits():
    """--set, --fix, --free, --h and --kappa change the fits in every verb."""
    name = write(segments())
    report, _ = cross_validate(name, "--h", "0.02", "--fix", "joint.pivot.coulomb", "--set", "body.pendulum.mass=0.4")
    assert report["settings"]["h"] == report["settings"]["simulation_h"] == 0.02, report["settings"]
    assert not [p for p in report["consistency"] if p["id"] == "joint.pivot.coulomb"]
    again, _ = cross_validate(name, "--set", "settings.h=0.02", "--fix", "joint.pivot.coulomb")
    scale = [a["value"] / b["value"] for a, b in zip(report["consistency"], again["consistency"])]
    assert all(abs(x - 1) > 0.05 for x in scale), scale
    report, _ = cross_validate(name, "--h", "0.02", "--open-loop-h", "0.004")
    assert (report["settings"]["h"], report["settings"]["simulation_h"]) == (0.02, 0.004), report["settings"]
    fitted_project()
    report, notes = validate("p.trammel", "--result", "r.json", "--h", "0.004")
    assert report["settings"]["h"] == 0.004 and "as in the result" not in notes, (report["settings"], notes)
    refuse(2, "crossvalidate", name, "--fix", "joint.pivo.coulomb", words=["joint.pivot.coulomb"])
    refuse(2, "friction", name, "--fix", "joint.pivo.coulomb", words=["joint.pivot.coulomb"])
    tables = [succeed("friction", name, "--h", h, "--progress", "none").stdout for h in ("0.02", "0.01")]
    assert tables[0] != tables[1]


@test
def a_long_step_is_no_disagreement():
    """Errors of the step differ between the halves of a log; they are part of the covariances."""
    project = segments()
    project["logs"] = project["logs"][:2]
    for log, trim in zip(project["logs"], ([0, 3.5], [3.5, 7])):
        log["trim"] = trim
    report, notes = cross_validate(write(project), "--h", "0.02")
    assert report["agreement"]["consistent"] and "disagree" not in notes, report["agreement"]
    assert report["agreement"]["logs"]["dof"] == len(report["consistency"])

@test
def logs_to_validate_are_scored_too():
    project = fitted_project()
    report, _ = cross_validate(project)
    extra = report["validation"]
    assert extra["logs"] == ["c"] and report["logs"] == ["a", "b"]
    for key in ("observation_mse", "state_mse", "open_loop_rmse"):
        assert [len(row) for row in extra[key]] == [1, 1] and len(extra["all"][key]) == 1
    # the figures of validate with the fit to all logs
    ((log,), kappa) = validate(project, "--result", "r.json")[0]["logs"], report["settings"]["kappa"]
    assert json.load(open("r.json"))["settings"]["kappa"] == kappa
    assert math.isclose(extra["all"]["open_loop_rmse"][0], log["open_loop"][0]["rmse"], rel_tol=1e-6)
    # the sensor's sigma is that of the fit to all logs, which here are three
    every, _ = cross_validate(project, "--log", "a", "--log", "b", "--log", "c", "--kappa", repr(kappa))
    assert "validation" not in every
    table = succeed("crossvalidate", project, "--progress", "none").stdout.split("\n\n")[0]
    assert "\na\tc\t" in table and "\n(all)\tc\t" in table and "(start)\tc" not in table
    for i in range(2):
        assert 0.5 < extra["open_loop_rmse"][i][0] / every["open_loop_rmse"][i][2] < 2, (extra, every["open_loop_rmse"])


@test
def a_log_with_another_scale_disagrees():
    project = segments()
    angle = next(c for c in project["logs"][1]["channels"] if c["signal"] == "angle")
    angle["scale"] = 0.7
    report, notes = cross_validate(write(project))
    odd = [p for p in report["consistency"] if p["consistent"] is False]
    assert report["agreement"]["consistent"] is False
    # each log's own fit is poor and its sigmas are wide: the joint fit shows it most
    assert report["agreement"]["logs"]["p_value"] < 0.01 and report["agreement"]["all"]["consistent"] is False
    assert odd and odd[0]["p_value"] <= odd[0]["p_adjusted"] < 0.01 and "disagree" in odd[0]["text"], report["consistency"]
    assert f"warning: {odd[0]['text']}" in notes


@test
def crossvalidate_refuses():
    project = segments()
    refuse(4, "crossvalidate", write(project), "--log", "a", "--progress", "none", words=["at least two", "'a'"])
    refuse(2, "crossvalidate", words=["one project file"])
    refuse(2, "crossvalidate", write(project), "--log", "x", words=["'x'"])


@test
def progress_and_interruption():
    project = segments()
    project["settings"] = project["settings"] | {"h": 0.005}
    log = project["logs"][0]
    log["trim"] = [0, 16]
    project["logs"] = [log | {"name": f"log{i}"} for i in range(8)]
    command = [CLI, "crossvalidate", write(project), "--json", "--progress", "jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        lines = []
        for line in process.stderr:
            if line.startswith("{"):
                lines.append(json.loads(line))
            if len(lines) == 20:
                break
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=PATIENCE)
    assert [line["done"] for line in lines] == list(range(20)) and lines[0]["total"] == 1 + 2 * 8 + 8 * 9, lines
    assert process.returncode == 130, process.returncode
    report = check("crossvalidate", text)
    assert not report["complete"] and None not in report["all"]["open_loop_rmse"]
    assert report["open_loop_rmse"][7] == [None] * 8
    assert run("validate", "--help").returncode == 0 and os.path.exists("p.trammel")


sys.exit(main())
