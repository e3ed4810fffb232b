#!/usr/bin/python3
"""Contacts from outside: a dropped box, identification from a simulated throw, findings, errors.

usage: test-contacts.py TRAMMEL-CLI ROOT
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

CLI = Path(sys.argv[1]).resolve()
ROOT = Path(sys.argv[2]).resolve()
TESTS = []
TRUTH = {"friction": .25, "restitution": .3, "size.x": .05}


def test(function):
    TESTS.append(function)
    return function


def run(*arguments, code=0):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stderr + done.stdout
    return done


def write(name, project):
    path = Path(name)
    path.write_text(json.dumps(project), encoding="utf-8")
    return path


def project(height=.15, contacts=None, logs=(), settings=None, turn=(1, 0, 0, 0)):
    """A box of 1 kg, placed by the frame of its free joint."""
    return {
        "format": "trammel/1", "name": "box", "logs": list(logs), "settings": settings or {},
        "model": {
            "gravity": {"magnitude": 9.81, "direction": [0, 0, -1]},
            "bodies": [{"name": "box", "mass": 1,
                        "inertia": {"xx": .0025, "yy": .0025, "zz": .0025}}],
            "joints": [{"name": "air", "type": "free", "parent": "world", "child": "box",
                        "parent_frame": {"position": [0, 0, height], "quat_wxyz": list(turn)}}],
            "sensors": [{"name": "p", "type": "point-position", "body": "box", "sigma": 1e-4},
                        {"name": "q", "type": "body-orientation", "body": "box", "sigma": 1e-3}],
            "contacts": contacts or [contact()]}}


def contact(**changes):
    return dict({"name": "floor", "body": "box", "shape": "box", "size": [.05] * 3,
                 "friction": .25, "restitution": .3}, **changes)


def simulate(path, *options):
    text = run("simulate", path, "--h", "0.005", "--duration", "1", "-o", "-", *options).stdout
    return [[float(x) for x in line.split(",")] for line in text.split("\n")[1:] if line]


def free(value):
    return {"value": value, "free": True}


@test
def a_dropped_box_comes_to_rest():
    rows = simulate(write("drop.trammel", project()))
    assert abs(rows[-1][3] - .05) < 1e-5, rows[-1]
    lowest = min(row[3] for row in rows)
    assert lowest > .0495, lowest


@test
def the_other_side_is_where_its_frame_says():
    rows = simulate(write("low.trammel", project(contacts=[contact(plane={"position": [1, 2, -.2]})])))
    assert abs(rows[-1][3] + .15) < 1e-5, rows[-1]
    ball = {"name": "ball", "body": "box", "radius": .05, "other_shape": "sphere", "other_radius": .1,
            "sphere": {"position": [0, 0, -.1]}}
    rows = simulate(write("ball.trammel", project(contacts=[ball])))
    assert abs(rows[-1][3] - .05) < 1e-5, rows[-1]
    for position, words in (([0, 0], "expected 3 numbers"), ([0, 0, "low"], "number")):
        path = write("wrong.trammel", project(contacts=[contact(plane={"position": position})]))
        done = subprocess.run([CLI, "simulate", path, "--duration", "1", "-o", "-"], capture_output=True, text=True,
                              timeout=60)
        assert done.returncode != 0 and words in done.stderr and "plane" in done.stderr, done.stderr


@test
def a_throw_shows_friction_restitution_and_size():
    turn = (math.cos(.3), math.sin(.3) * .6, math.sin(.3) * .64, math.sin(.3) * .48)
    tilted = project(turn=turn, contacts=[contact(tilt=[.35, 0])])
    run("simulate", write("throw.trammel", tilted), "--h", "0.005", "--duration", "0.8", "-o",
        "throw.csv")
    header = Path("throw.csv").read_text(encoding="utf-8").split("\n")[0].split(",")
    log = {"name": "throw", "file": "throw.csv", "time": {"column": "t [s]", "unit": "s"},
           "channels": [{"signal": c.split(" ")[0], "column": c, "unit": c[c.index("[") + 1:-1]}
                        for c in header[1:]]}
    guess = contact(tilt=[.35, 0], friction=free(.4), restitution=free(.2), size=[
        free(.0507), {"value": .0507, "tie": "contact.floor.size.x"},
        {"value": .0507, "tie": "contact.floor.size.x"}])
    found = json.loads(run("identify", write("guess.trammel", project(
        turn=turn, contacts=[guess], logs=[log],
        settings={"h": .005, "kappa": 1e-5, "observations": "node"})), "--json", "--no-physical",
        "--progress", "none").stdout)
    for p in found["parameters"]:
        truth = TRUTH[p["id"].removeprefix("contact.floor.")]
        assert abs(p["value"] / truth - 1) < .02, (p["id"], p["value"], truth)
    centred = json.loads(subprocess.run(
        [CLI, "identify", "guess.trammel", "--free", "body.box.com.z", "--set", "body.box.com.z=0.002", "--json",
         "--no-physical", "--progress", "none"], capture_output=True, text=True, timeout=120).stdout)
    centre = next(p for p in centred["parameters"] if p["id"] == "body.box.com.z")
    assert abs(centre["value"]) < 2e-4, centre


@test
def a_soft_contact_shows_its_compliance():
    """A box that swings on a soft floor; an automatic compliance follows from the step and cannot be free."""
    run("simulate", write("soft.trammel", project(height=.08, contacts=[contact(compliance=2e-4)])), "--h", "0.002",
        "--duration", "0.4", "-o", "soft.csv")
    header = Path("soft.csv").read_text(encoding="utf-8").split("\n")[0].split(",")
    log = {"name": "soft", "file": "soft.csv", "time": {"column": "t [s]", "unit": "s"},
           "channels": [{"signal": c.split(" ")[0], "column": c, "unit": c[c.index("[") + 1:-1]} for c in header[1:]]}
    settings = {"h": .002, "kappa": 1e-2, "observations": "node"}
    path = write("guess.trammel", project(height=.08, logs=[log], settings=settings,
                                          contacts=[contact(compliance=free(3e-4))]))
    found = json.loads(run("identify", path, "--json", "--no-physical", "--progress", "none").stdout)["parameters"]
    assert [p["id"] for p in found] == ["contact.floor.compliance"], found
    assert abs(found[0]["value"] / 2e-4 - 1) < .02, found
    path = write("auto.trammel", project(height=.08, logs=[log], settings=settings, contacts=[contact()]))
    done = subprocess.run([CLI, "identify", path, "--free", "contact.floor.compliance"], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode != 0 and "contact.floor.compliance" in done.stderr, done.stderr


@test
def findings_tell_what_a_log_cannot_show():
    rows = ["t,x,y,z,w,i,j,k"] + [f"{k * .005},0,0,.2,1,0,0,0" for k in range(60)]
    Path("still.csv").write_text("\n".join(rows), encoding="utf-8")
    names = dict(zip(("p.x", "p.y", "p.z", "q.w", "q.x", "q.y", "q.z"), "xyzwijk"))
    log = {"name": "still", "file": "still.csv", "time": {"column": "t", "unit": "s"},
           "channels": [{"signal": s, "column": c, "unit": "m" if s < "q" else "1"}
                        for s, c in names.items()]}
    path = write("still.trammel", project(logs=[log], contacts=[contact(friction=free(.2))]))
    done = subprocess.run([CLI, "check", path, "--json"], capture_output=True, text=True,
                          timeout=120)
    assert "contact-open" in done.stdout, done.stdout
    twice = [contact(size=[.05, .05, .2]), contact(name="again", size=[.05, .05, .2])]
    path = write("twice.trammel", project(logs=[log], contacts=twice))
    done = subprocess.run([CLI, "check", path, "--json"], capture_output=True, text=True,
                          timeout=120)
    assert "contact-twice" in done.stdout and "contact-no-impact" in done.stdout, done.stdout
    assert "contact-no-sliding" in done.stdout, done.stdout
    assert done.stdout.count('"contact-twice"') == 1, done.stdout


def make_log(name, rows, h=.005):
    """A log of the box from rows of x, y, z and the quaternion, h apart."""
    lines = ["t,x,y,z,w,i,j,k"] + [",".join(map(repr, [k * h, *row])) for k, row in enumerate(rows)]
    Path(f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")
    names = dict(zip(("p.x", "p.y", "p.z", "q.w", "q.x", "q.y", "q.z"), "xyzwijk"))
    return {"name": name, "file": f"{name}.csv", "time": {"column": "t", "unit": "s"},
            "channels": [{"signal": s, "column": c, "unit": "m" if s < "q" else "1"} for s, c in names.items()]}


def check(path, code):
    """The findings of this code."""
    done = subprocess.run([CLI, "check", path, "--json"], capture_output=True, text=True, timeout=120)
    return [f for f in json.loads(done.stdout)["findings"] if f["code"] == code]


@test
def a_rest_that_the_contacts_do_not_balance_is_told():
    """A box that leans by 10 mrad lies on one edge; on a plane that leans with it, or flat, it lies on a face."""
    lean = .01
    leaning = [0, 0, .05 * (math.cos(lean) + math.sin(lean)), math.cos(lean / 2), math.sin(lean / 2), 0, 0]
    log, flat = make_log("leaning", [leaning] * 60), make_log("flat", [[0, 0, .05, 1, 0, 0, 0]] * 60)
    sensors = {"settings": {"h": .005}}
    told = check(write("lean.trammel", project(logs=[log], **sensors)), "contact-rest-torque")
    assert len(told) == 1 and told[0]["log"] == "leaning" and "'box' carry it on 2 of their 8" in told[0]["text"], told
    torque = float(told[0]["text"].split("torque of ")[1].split(" ")[0])
    assert abs(torque / (9.81 * .05) - 1) < .05, told
    assert not check(write("flat.trammel", project(logs=[flat], **sensors)), "contact-rest-torque")
    # turned about the edge that stays on the plane z = 0
    tilted = contact(tilt=[lean, 0], height=.05 * math.sin(lean))
    assert not check(write("tilted.trammel", project(logs=[log], contacts=[tilted], **sensors)),
                     "contact-rest-torque")
    short = make_log("short", [leaning] * 15)
    assert not check(write("short.trammel", project(logs=[short], **sensors)), "contact-rest-torque")


@test
def a_flat_landing_does_not_show_size_and_radius_apart():
    both = {"radius": free(.002), "size": [free(.048)] + [{"value": .048, "tie": "contact.floor.size.x"}] * 2}
    corner = [math.cos(.3), math.sin(.3) * .6, math.sin(.3) * .64, math.sin(.3) * .48]
    for turn, changes, count in (([1, 0, 0, 0], both, 1), (corner, both, 0),
                                 ([1, 0, 0, 0], {**both, "radius": .002}, 0)):
        fall = [[0, 0, max(.15 - 9.81 / 2 * (k * .005) ** 2, .05), *turn] for k in range(60)]
        if turn is corner:
            fall = [[x, y, z + .03, *q] for x, y, z, *q in fall]
        path = write("fall.trammel", project(logs=[make_log("fall", fall)], contacts=[contact(**changes)],
                                             settings={"h": .005}))
        told = check(path, "contact-no-corner")
        assert len(told) == count, (turn, changes, told)
        assert all("'floor'" in f["text"] and "'fall'" in f["text"] for f in told), told
    # a capsule that lies, stands, and leans about each of its two other axes
    capsule = {"shape": "capsule", "radius": free(.002), "size": [0, 0, free(.048)]}
    for angle, axis, count in ((math.pi / 2, 0, 1), (0, 0, 1), (.3, 0, 0), (.3, 1, 0)):
        turn = [math.cos(angle / 2), *(math.sin(angle / 2) * (i == axis) for i in range(3))]
        least = .048 * abs(math.cos(angle)) + .002
        fall = [[0, 0, max(.15 - 9.81 / 2 * (k * .005) ** 2, least), *turn] for k in range(60)]
        path = write("capsule.trammel", project(logs=[make_log("fall", fall)], contacts=[contact(**capsule)],
                                                settings={"h": .005}))
        told = check(path, "contact-no-corner")
        assert len(told) == count, (angle, axis, told)


@test
def a_body_that_rests_off_the_surface_is_told():
    for height, count in ((.052, 1), (.05, 0), (.0505, 0)):
        path = write("rest.trammel", project(logs=[make_log("rest", [[0, 0, height, 1, 0, 0, 0]] * 60)],
                                             settings={"h": .005}))
        told = check(path, "contact-rest-gap")
        assert len(told) == count, (height, told)
        assert all("'floor' stands 2 mm off" in f["text"] and f["log"] == "rest" for f in told), told


@test
def a_compliance_that_the_step_resolves_is_told():
    """h = 5 ms goes over the oscillation of 1 kg below 1 um/N, and does so with the automatic compliance."""
    log = make_log("rest", [[0, 0, .05, 1, 0, 0, 0]] * 60)
    for compliance, count in ((1e-4, 1), (9e-7, 0), ("auto", 0)):
        path = write("soft.trammel", project(logs=[log], contacts=[contact(compliance=compliance)],
                                             settings={"h": .005}))
        told = check(path, "contact-soft")
        assert len(told) == count, (compliance, told)
        assert all("make it 1e-06 m/N or less" in f["text"] for f in told), told


@test
def a_body_that_turns_far_in_a_step_of_an_impact_is_told():
    for rate, count in ((30, 1), (10, 0)):
        fall = [[0, 0, max(.15 - 9.81 / 2 * (k * .005) ** 2, .05),
                 math.cos(rate * k * .0025), 0, 0, math.sin(rate * k * .0025)] for k in range(60)]
        path = write("spin.trammel", project(logs=[make_log("spin", fall)], settings={"h": .005}))
        told = check(path, "contact-fast-turn")
        assert len(told) == count, (rate, told)
        assert all("turns by 0.15 rad" in f["text"] for f in told), told


@test
def a_body_that_falls_far_in_a_step_of_an_impact_is_told():
    """From 1.5 m a cube of 5 cm half width comes with 5.3 m/s: 27 mm in 5 ms, 5 mm in 1 ms."""
    for step, count in ((.005, 1), (.001, 0)):
        n = int(.7 / step)
        fall = [[0, 0, max(1.45 - 9.81 / 2 * (k * step) ** 2, .05), 1, 0, 0, 0] for k in range(n)]
        path = write("fall.trammel", project(logs=[make_log("fall", fall, step)], settings={"h": step}))
        told = check(path, "contact-fast-fall")
        assert len(told) == count, (step, told)
        assert all("half width of 50 mm" in f["text"] for f in told), told


@test
def steps_of_the_fallback_are_counted():
    """A very stiff contact needs it in some steps, but not in all after the first; the automatic one in none."""
    turn = (math.cos(.3), math.sin(.3) * .6, math.sin(.3) * .64, math.sin(.3) * .48)
    counts = []
    for compliance, steps in ((1e-12, 100), (1e-12, 200), ("auto", 200)):
        path = write("stiff.trammel", project(turn=turn, contacts=[contact(compliance=compliance, tilt=[.35, 0])]))
        done = run("simulate", path, "--h", "0.005", "--duration", .005 * steps, "-o", "stiff.csv", "--json")
        counts.append(json.loads(done.stdout)["contact_fallbacks"])
        told = [line for line in done.stderr.split("\n") if "did not settle by Newton" in line]
        assert len(told) == (counts[-1] > 0), done.stderr
        assert not told or (f"Simulation: in {counts[-1]} of {steps} steps" in told[0] and "'floor'" in told[0]), told
    assert 0 < counts[0] < counts[1] < counts[0] + 100 and counts[2] == 0, counts


@test
def two_contacts_that_say_the_same_are_told_once():
    """However many logs; also where they differ a little, but not a floor and a wall through one point, or two times."""
    rows = ["t,x,y,z,w,i,j,k"] + [f"{k * .005},0,0,{.2 - 9.81 / 2 * (k * .005)**2},1,0,0,0" for k in range(30)]
    Path("fall.csv").write_text("\n".join(rows), encoding="utf-8")
    names = dict(zip(("p.x", "p.y", "p.z", "q.w", "q.x", "q.y", "q.z"), "xyzwijk"))
    logs = [{"name": f"fall {i}", "file": "fall.csv", "time": {"column": "t", "unit": "s"},
             "channels": [{"signal": s, "column": c, "unit": "m" if s < "q" else "1"} for s, c in names.items()]}
            for i in range(3)]
    wall = {"plane": {"quat_wxyz": [math.sqrt(.5), 0, math.sqrt(.5), 0]}}
    for changes, count in (({}, 1), ({"size": [.0504, .05, .05]}, 1), ({"tilt": [.02, 0]}, 1), (wall, 0),
                           ({"size": [.03, .05, .05]}, 0), ({"shape": "sphere", "size": None}, 0)):
        other = {k: v for k, v in contact(name="again", **changes).items() if v is not None}
        path = write("same.trammel", project(logs=logs, contacts=[contact(), other]))
        for command in ("check", "identify"):
            extra = () if command == "check" else ("--no-physical", "--progress", "none", "--free", "contact.floor.friction")
            done = subprocess.run([CLI, command, path, "--json", *extra], capture_output=True, text=True, timeout=120)
            assert done.stdout.count('"contact-twice"') == count, (changes, command, done.stdout, done.stderr)
    in_turn = [contact(active=[[0, .05]]), contact(name="again", active=[[.05, .1]])]
    path = write("turn.trammel", project(logs=logs, contacts=in_turn))
    assert "contact-twice" not in run("check", path, "--json").stdout


@test
def a_stop_that_no_log_touches_is_told():
    shutil.copy(ROOT / "data/examples/pendulum-stop.csv", ".")
    stop = json.loads((ROOT / "data/examples/pendulum-stop.trammel").read_text(encoding="utf-8"))
    stop["logs"][0]["trim"] = [0, 3]
    joint = stop["model"]["joints"][0]
    for lower, count in ((-2.8, 0), ({"value": -2.8, "free": True, "prior": {"mean": -2.8, "sigma": .01}}, 1)):
        joint["limits"][0] = lower
        found = run("identify", write("stop.trammel", stop), "--json", "--no-physical", "--progress", "none")
        told = [f["text"] for f in json.loads(found.stdout)["findings"] if f["code"] == "stop-not-touched"]
        assert len(told) == count and all("'pivot' stays" in t and "from its lower stop" in t for t in told), told


@test
def a_floor_that_changes_makes_both_passes_differ():
    """Smooth where the box lands and rough where it slides; one friction describes a floor that is smooth throughout."""
    logs = {}
    for kind in ("both", "one"):
        logs[kind] = []
        for k in range(3):
            turn = [math.cos(.3 + .1 * k), *(math.sin(.3 + .1 * k) * x for x in (.6, .64, .48))]
            smooth = contact(friction=.1, tilt=[.35, 0])
            floor = [smooth] if kind == "one" else [
                dict(smooth, active=[[0, .3]]),
                dict(smooth, name="rough", friction=.3, active=[[.3, 2]])]
            run("simulate", write("floor.trammel", project(turn=turn, contacts=floor)), "--h", "0.005", "--duration",
                "1", "-o", "floor.csv")
            rows = [[float(x) for x in line.split(",")]
                    for line in Path("floor.csv").read_text(encoding="utf-8").split("\n")[1:] if line]
            logs[kind].append(make_log(f"{kind} {k}", [row[1:8] for row in rows]))
        guess = contact(friction=free(.2), tilt=[.35, 0])
        path = write("floor.trammel", project(contacts=[guess], logs=logs[kind],
                                              settings={"h": .005, "observations": "node"}))
        done = subprocess.run([CLI, "identify", path, "--json", "--no-physical", "--progress", "none"],
                              capture_output=True, text=True, timeout=120)
        told = [f for f in json.loads(done.stdout)["findings"] if f["code"] == "friction-of-passes-apart"]
        assert len(told) == (kind == "both"), (kind, done.stderr)
        assert all("'floor'" in f["text"] for f in told), told


@test
def samples_too_far_apart_for_impacts_are_told():
    for every, count in ((20, 1), (4, 0)):
        logs = []
        for k in range(3):
            turn = [math.cos(.3 + .1 * k), *(math.sin(.3 + .1 * k) * x for x in (.6, .64, .48))]
            run("simulate", write("floor.trammel", project(turn=turn, contacts=[contact(tilt=[.35, 0])])), "--h", "0.001",
                "--duration", "0.6", "-o", "floor.csv")
            rows = [[float(x) for x in line.split(",")]
                    for line in Path("floor.csv").read_text(encoding="utf-8").split("\n")[1:] if line]
            logs.append(make_log(f"fall {k}", [row[1:8] for row in rows[::every]], .001 * every))
        guess = contact(friction=free(.2), restitution=free(.2), tilt=[.35, 0])
        path = write("coarse.trammel", project(contacts=[guess], logs=logs,
                                               settings={"h": .001 * every, "observations": "node"}))
        result = json.loads(run("identify", path, "--json", "--progress", "none").stdout)
        told = [f["text"] for f in result["findings"] if f["code"] == "impacts-coarse"]
        assert len(told) == count and all("contact.floor.restitution" in t for t in told), (every, result["findings"])
        for p in result["parameters"]:
            assert abs(p["value"] - TRUTH[p["id"].removeprefix("contact.floor.")]) < 2 * p["sigma"], (every, p)


@test
def the_formulation_follows_from_the_model():
    """Projects that leave the formulation open, or ask for one without contacts and stops."""
    shutil.copy(ROOT / "data/examples/pendulum-stop.csv", ".")
    stop = json.loads((ROOT / "data/examples/pendulum-stop.trammel").read_text(encoding="utf-8"))
    stop["logs"][0]["trim"] = [0, 3]
    for wanted, words in ((None, "which has them"), ("auto", "which has them"),
                          ("second-order", "in its place"), ("predicted", None)):
        stop["settings"].pop("formulation", None)
        if wanted:
            stop["settings"]["formulation"] = wanted
        path = write("stop.trammel", stop)
        told = [f["text"] for f in json.loads(run("check", path, "--json").stdout)["findings"]
                if f["code"] == "impacts-predicted"]
        assert len(told) == (words is not None) and all(words in t for t in told), told
        done = run("identify", path, "--json", "--progress", "none")
        result = json.loads(done.stdout)
        assert result["settings"]["formulation"] == "predicted"
        assert "Formulation predicted" in done.stderr, done.stderr
        assert not [f for f in result["findings"] if f["code"] == "energy-left-over"], done.stderr


@test
def mistakes_are_named():
    for changes, words in (({"body": "cube"}, "there is no body called 'cube'"),
                           ({"against": "box"}, "with itself"),
                           ({"size": [1]}, "expected 3 numbers"),
                           ({"restitution": 2}, "within 0 and 1"),
                           ({"friction": -1}, "must not be negative"),
                           ({"shape": "cone"}, "cone")):
        path = write("wrong.trammel", project(contacts=[contact(**changes)]))
        done = subprocess.run([CLI, "simulate", path, "--duration", "1", "-o", "-"],
                              capture_output=True, text=True, timeout=60)
        assert done.returncode != 0 and words in done.stderr, (changes, done.stderr)
    path = write("sized.trammel", project(contacts=[{"name": "c", "body": "box", "shape": "box"}]))
    done = subprocess.run([CLI, "simulate", path, "--duration", "1", "-o", "-"],
                          capture_output=True, text=True, timeout=60)
    assert "half sizes" in done.stderr, done.stderr
    done = subprocess.run([CLI, "simulate", write("drop.trammel", project()), "--solver",
                           "second-order", "--duration", "1", "-o", "-"], capture_output=True,
                          text=True, timeout=60)
    assert "second-order" in done.stderr and "spook" in done.stderr, done.stderr


def main():
    failed = 0
    print(f"1..{len(TESTS)}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number, function in enumerate(TESTS, 1):
            try:
                function()
                print(f"ok {number} {function.__name__}", flush=True)
            except Exception:
                failed += 1
                print(f"not ok {number} {function.__name__}", flush=True)
                for line in traceback.format_exc().splitlines():
                    print(f"# {line}", flush=True)
        os.chdir("/")
    return 1 if failed else 0


sys.exit(main())
