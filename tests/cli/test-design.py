#!/usr/bin/python3
"""trammel-cli design from outside; output in TAP.

usage: test-design.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import random
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import jsonschema

from support import ROOT, main, need_mpi, refuse, run_shared, succeed, table, test, write

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
from next_experiment import add_log, play  # noqa: E402

SMALL = ("--random", 4, "--starts", 1, "--evaluations", 12, "--rehearsals", 2, "--duration", 3)
QUICK = (*SMALL, "--no-helps", "--rehearsals", 0)


def servo(**changes):
    """Writes the servo example here, its log shortened and its step fixed, and returns its tree."""
    if not Path("servo.csv").exists():
        succeed("example", "servo")
    project = json.loads(Path("servo.trammel").read_text())
    project["logs"][0].pop("sha256", None)
    project["logs"][0]["trim"] = [0, 2]
    project["settings"]["h"] = 0.01
    project.update(changes)
    return project


def design(project, *arguments):
    done = succeed("design", project, *map(str, arguments), "--json", "--progress", "none")
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/design.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


@test
def a_plan_lowers_the_sigmas_within_the_limits():
    result = design(write(servo()), *SMALL)
    assert result["criterion_after"] < result["criterion_now"], result
    assert result["draws"] == 20 and not result["stopped"]
    for p in result["parameters"]:
        assert p["sigma_after"] <= p["sigma_now"] * 1.0001, p
    kinds = {limit["kind"] for limit in result["limits"]}
    assert {"position", "rate", "input"} <= kinds, kinds
    ratios = [h["ratio"] for h in result["helps"]]
    assert ratios == sorted(ratios) and {"longer", "rate"} <= {h["kind"] for h in result["helps"]}


@test
def the_best_shape_is_chosen():
    """Each shape is searched and rehearsed; the plan is the best one, as the shape gives it alone."""
    project, options = write(servo()), (*QUICK, "--rehearsals", 3)
    alone = {shape: design(project, *options, "--shape", shape) for shape in ("fourier", "chirp", "steps")}
    best = design(project, *options, "--shape", "best")
    assert best.pop("tried") == sum(plan.pop("tried") for plan in alone.values())
    assert best == alone[best["wish"]["shape"]], best["wish"]
    assert best["criterion_after"] == min(plan["criterion_after"] for plan in alone.values())
    refuse(2, "design", project, "--shape", "best", "--header", "p.h", words=["only a fourier plan"])
    refuse(2, "design", project, "--shape", "round", words=["fourier, chirp, steps, best"])


@test
def the_criterion_of_sigmas_is_their_mean_gain():
    result = design(write(servo()), *QUICK, "--criterion", "m")
    gains = [math.log(p["sigma_after"] / p["sigma_now"]) for p in result["parameters"]]
    assert result["wish"]["criterion"] == "m", result["wish"]
    assert abs(result["criterion_after"] - result["criterion_now"] - sum(gains) / len(gains)) < 1e-6, (result, gains)


@test
def the_result_is_the_same_for_any_number_of_threads():
    project = write(servo())
    one, two = (design(project, *QUICK, "--threads", n) for n in (1, 2))
    assert one == two


@test
def processes_share_the_starts():
    need_mpi()
    project = write(servo())
    alone = design(project, *QUICK)
    done = run_shared(2, "design", project, *map(str, QUICK), "--threads", "1", "--json", "--progress", "none")
    together = json.loads(done.stdout)
    assert together["motors"] == alone["motors"]
    assert together["condition_random"] == alone["condition_random"]


@test
def the_csv_keeps_the_limits_and_begins_and_ends_at_rest():
    project = write(servo())
    result = design(project, *QUICK, "--csv", "plan.csv")
    with open("plan.csv", encoding="utf-8") as file:
        rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    limits = {limit["kind"]: limit for limit in result["limits"]}
    t, q = [row[0] for row in rows], [row[1] for row in rows]
    assert limits["position"]["least"] - 1e-3 <= min(q) and max(q) <= limits["position"]["most"] + 1e-3
    assert abs(t[-1] - 3) < 1e-9 and abs(q[0] - q[-1]) < 1e-6, (q[0], q[-1])
    assert abs(q[1] - q[0]) < 1e-6 and abs(q[-1] - q[-2]) < 1e-6
    u = [row[2] for row in rows]
    assert max(abs(x) for x in u) <= limits["input"]["most"] * 1.001


@test
def the_header_compiles_and_gives_the_set_points():
    project = write(servo())
    design(project, *QUICK, "--csv", "plan.csv", "--header", "plan.h")
    if not shutil.which("cc"):
        return
    Path("try.c").write_text('#include <stdio.h>\n#include "plan.h"\n'
                             'int main(void) { printf("%.17g", plan_value(0, 1.5)); return 0; }\n')
    subprocess.run(["cc", "-std=c89", "-pedantic", "-Werror", "try.c", "-o", "try", "-lm"], check=True)
    value = float(subprocess.run(["./try"], capture_output=True, text=True, check=True).stdout)
    with open("plan.csv", encoding="utf-8") as file:
        near = min(list(csv.reader(file))[1:], key=lambda row: abs(float(row[0]) - 1.5))
    assert abs(value - float(near[1])) < 1e-9, (value, near)


def short_four_bar():
    """The tree of the four-bar example with a log of 0.4 s."""
    succeed("example", "four-bar")
    tree = json.loads(Path("four-bar.trammel").read_text())
    tree["logs"][0].pop("sha256", None)
    tree["logs"][0]["trim"] = [0, 0.4]
    return tree


@test
def a_weight_near_the_limit_leaves_most_of_the_gain():
    """Holding the crank takes 3.1 V of 3.8 V: the plan that is safe for all parameters is not just a smaller one."""
    result = design(write(short_four_bar()), "--duration", 4, "--random", 8, "--starts", 1, "--evaluations", 100,
                    "--rehearsals", 0, "--no-helps", "--frequency", 0.5, "--range", "shaft=0..6", "--rate", "shaft=10",
                    "--input", "drive=3.8")
    assert result["criterion_after"] < result["criterion_now"] - 3, result
    assert all(p["sigma_after"] < p["sigma_now"] / 30 for p in result["parameters"]), result["parameters"]


@test
def a_kept_plan_is_compared_with_its_log():
    """The log that the true linkage returns for the plan is added: predicted and reached sigmas are alike."""
    tree = short_four_bar()
    project = write(tree)
    plan = design(project, "--duration", 4, "--random", 8, "--starts", 1, "--evaluations", 20, "--rehearsals", 8,
                  "--no-helps", "--range", "shaft=0..6", "--rate", "shaft=10", "--input", "drive=4", "--csv", "plan.csv",
                  "--keep")
    kept = json.loads(Path(project).read_text())
    schema = json.loads((ROOT / "data/schema/project.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(kept)
    assert kept["plan"]["motors"] == plan["motors"]
    add_log(kept, play("plan.csv"), Path("plan-log.csv"))
    write(kept)
    done = succeed("design", project, "--reached", "--json", "--progress", "none")
    reached = json.loads(done.stdout)["parameters"]
    assert median(p["sigma_before"] / p["sigma_reached"] for p in reached) > 4, reached
    for p in reached:
        assert p["sigma_reached"] < p["sigma_before"] / 2, p
        assert 0.4 < p["sigma_reached"] / p["sigma_predicted"] < 2.5, p
    rows = table(succeed("design", project, "--reached", "--progress", "none").stdout)
    assert len(rows) == len(plan["parameters"])


@test
def a_plan_determines_what_the_log_leaves_open():
    """A joint at a constant rate shows viscous and dry friction as one torque; a plan tells them apart."""
    tree, noise = servo(), random.Random(3)
    with open("slow.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["t", "q", "u"])
        writer.writerows([i / 1000, 0.5 * i / 1000 + noise.gauss(0, 1e-4), 0.4] for i in range(2001))
    tree["logs"] = [{"name": "slow", "file": "slow.csv", "role": "estimate", "time": {"column": "t", "unit": "s"},
                     "channels": [{"signal": "position", "column": "q", "unit": "rad"},
                                  {"signal": "drive", "column": "u"}]}]
    model = tree["model"]
    model["gravity"]["magnitude"] = 0
    model["motors"][0].update(gain=0.045, bias=0)
    model["bodies"][0]["inertia"]["zz"] = 0.12
    model["joints"][0]["friction"]["viscous"]["value"] = 0.2
    model["joints"][0]["friction"]["coulomb"]["value"] = 0.8
    result = design(write(tree), *QUICK, "--range", "axis=-1..1", "--rate", "axis=3", "--input", "drive=5")
    assert [p["id"] for p in result["parameters"]] == ["joint.axis.viscous", "joint.axis.coulomb"]
    for p in result["parameters"]:
        assert p["sigma_now"] is None, p
        assert p["sigma_after"] < 0.1 * p["value"] and "remark" not in p, p


@test
def impossible_wishes_have_reasons():
    project = write(servo())
    motor = servo()["model"]["motors"][0]
    refuse(2, "design", project, "--interest", "body.nothing.mass", words=("free parameters",))
    refuse(2, "design", project, "--motor", "nothing", words=("there is no motor 'nothing'",))
    refuse(2, "design", project, "--shape", "square", words=("fourier, chirp, steps",))
    refuse(2, "design", project, "--range", "shaft", words=("NAME=LEAST..MOST",))
    refuse(4, "design", project, *map(str, QUICK), "--input", f"{motor['name']}=1e-6",
           words=("no motion, however small, keeps the input of motor",))
    refuse(4, "design", project, *map(str, QUICK), "--rate", "axis=0.5..1",
           words=("no motion, however small, keeps the rate of joint 'axis' between 0.5 and 1",))


@test
def a_constraint_of_the_project_counts():
    """A value that a constraint states is known after the plan, and helps the others."""
    free = {p["id"]: p for p in design(write(servo()), *QUICK)["parameters"]}
    tree = servo()
    name, gain = "motor.drive.gain", free["motor.drive.gain"]["value"]
    tree["model"]["constraints"] = [{"name": "data sheet", "terms": {name: 1}, "equal": gain}]
    held = {p["id"]: p for p in design(write(tree), *QUICK)["parameters"]}
    assert held[name]["sigma_after"] < 1e-9 * gain, held[name]
    assert held["body.lever.inertia.zz"]["sigma_after"] < 0.7 * free["body.lever.inertia.zz"]["sigma_after"]


@test
def what_no_motion_shows_is_named():
    tree = servo()
    bodies = {b["name"]: b for b in tree["model"]["bodies"]}
    body = next(iter(bodies.values()))
    body["inertia"]["xx"] = {"value": body["inertia"]["xx"] if isinstance(body["inertia"]["xx"], float) else 1e-3,
                             "free": True, "min": 1e-6, "max": 1}
    result = design(write(tree), *QUICK)
    never = next(p for p in result["parameters"] if p["id"].endswith("inertia.xx"))
    assert never["sigma_after"] is None and "no motion of these motors shows" in never["remark"], never


if __name__ == "__main__":
    sys.exit(main())
