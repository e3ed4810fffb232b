#!/usr/bin/python3
"""Servos from outside: simulated, checked and identified; from MJCF and back; output in TAP.

usage: test-servo.py TRAMMEL-CLI ROOT
"""
import json
import sys
from pathlib import Path

from support import main, refuse, run, succeed, table, test, write

TRUTH = {"motor.m.kp": 9, "motor.m.kd": 0.6, "body.arm.inertia.zz": 0.02}
SET = "0.6*sin(2.1*t+0.3*t*t)+0.2*sin(9*t)"


def arm(**servo):
    """An arm on a hinge across gravity, whose motor has a servo."""
    servo = {"command": "position", "kp": 9, "kd": 0.6, "delay": 0.004, "sample_time": 0.005} | servo
    return {
        "format": "trammel/1",
        "model": {
            "gravity": {"magnitude": 9.81, "direction": [0, -1, 0]},
            "bodies": [{"name": "arm", "mass": 0.8, "com": [0.1, 0, 0],
                        "inertia": {"xx": 0.001, "yy": 0.02, "zz": 0.02}}],
            "joints": [{"name": "j", "type": "hinge", "parent": "world", "child": "arm",
                        "friction": {"model": "viscous", "viscous": 0.02}}],
            "motors": [{"name": "m", "joint": "j", "gain": 0.5, "servo": servo}],
            "sensors": [{"name": "q", "type": "joint-position", "joint": "j", "sigma": 1e-4}],
        },
        "settings": {"h": 0.002},
    }


def log(project, name="log.csv", duration=6):
    """Simulates the project and maps the readings."""
    succeed("simulate", write(project, "truth.trammel"), "--h", 0.0005, "--duration", duration, "--log-file", name,
            "--noise", 0.0005, "--input", f"m={SET}", "-o", "states.csv")
    header = Path(name).read_text().splitlines()[0].split(",")
    column = {c.split(" ")[0]: c for c in header}
    return project | {"logs": [{"name": "run", "file": name, "time": {"column": header[0]}, "channels": [
        {"signal": "q", "column": column["q"], "unit": "rad"},
        {"signal": "m", "column": column["m"], "unit": "rad", "between": "linear"}]}]}


def free(project, *ids, factor=1.3):
    for name in ids:
        kind, owner, rest = name.split(".", 2)
        place = next(x for x in project["model"][{"motor": "motors", "body": "bodies"}[kind]] if x["name"] == owner)
        place = place["servo"] if rest in ("kp", "ki", "kd") else place
        *way, last = rest.split(".")
        for step in way:
            place = place[step]
        place[last] = {"value": factor * place[last], "free": True}
    return project


def found(project):
    return [f for f in json.loads(run("check", write(project), "--json").stdout)["findings"]]


@test
def gains_are_found():
    project = free(log(arm()), *TRUTH)
    codes = {f["code"] for f in found(project)}
    assert not codes & {"servo-scale", "servo-unseen", "gain-size", "input-delay", "input-sign"}, codes
    succeed("identify", write(project), "--progress", "none", "-o", "r.json")
    estimates = {p["id"]: p for p in json.loads(Path("r.json").read_text())["parameters"]}
    for name, truth in TRUTH.items():
        e = estimates[name]
        assert abs(e["value"] - truth) < max(0.02 * truth, 4 * e["sigma"]), (name, e)


@test
def kp_and_the_torque_constant_are_not_separable():
    project = free(log(arm()), "motor.m.kp", "motor.m.kd", "motor.m.gain")
    texts = [f for f in found(project) if f["code"] == "servo-scale"]
    assert len(texts) == 1 and "cannot be separated" in texts[0]["text"], texts
    assert texts[0]["fix"]["path"] == "model.motors[0].gain.free", texts
    fixed = free(log(arm()), "motor.m.kp", "motor.m.kd")
    assert not [f for f in found(fixed) if f["code"] == "servo-scale"]
    # where the effort reaches its limit, the log shows the torque itself
    limited = arm()
    limited["model"]["motors"][0]["limit"] = 2.5
    limited = free(log(limited), "motor.m.kp", "motor.m.kd", "motor.m.gain")
    assert not [f for f in found(limited) if f["code"] == "servo-scale"]


@test
def a_servo_without_a_sensor_of_its_joint_is_named():
    project = arm()
    project["model"]["sensors"].append({"name": "gyro", "type": "gyro", "body": "arm"})
    project = free(log(project), "motor.m.kp")
    header = Path("log.csv").read_text().splitlines()[0].split(",")
    gyro = next(c for c in header if c.startswith("gyro.z"))
    project["logs"][0]["channels"][0] = {"signal": "gyro.z", "column": gyro, "unit": "rad/s"}
    assert "servo-unseen" not in {f["code"] for f in found(project)}
    del project["logs"][0]["channels"][0]
    project["model"]["bodies"].append({"name": "other", "mass": 1, "inertia": {"xx": 1, "yy": 1, "zz": 1}})
    project["model"]["joints"].append({"name": "k", "type": "hinge", "parent": "world", "child": "other"})
    project["model"]["sensors"].append({"name": "p", "type": "joint-position", "joint": "k"})
    column = next(c for c in header if c.split(" ")[0] == "q")
    project["logs"][0]["channels"].append({"signal": "p", "column": column, "unit": "rad"})
    assert "servo-unseen" in {f["code"] for f in found(project)}


@test
def wrong_servos_are_refused():
    for servo, words in (({"command": "torque"}, ["servo.command", "'velocity'"]),
                         ({"kp": -1}, ["'m'", "not negative"]),
                         ({"command": "velocity"}, ["servo.kd", "not kd"]),
                         ({"sample_time": 1e-7}, ["sample_time", "1e-05"]),
                         ({"command_range": [1]}, ["command_range", "expected 2 numbers"]),
                         ({"command_range": [1, -1]}, ["command_range"])):
        refuse(4, "simulate", write(arm(**servo)), "--duration", 1, "--input", "m=0", "-o", "s.csv", words=words)
    both = arm()
    both["model"]["motors"][0]["drive"] = "position"
    refuse(4, "simulate", write(both), "--duration", 1, "--input", "m=0", "-o", "s.csv", words=["'m'", "servo", "drive"])
    project = log(arm())
    project["logs"][0]["channels"][1]["delay"] = {"value": 0.001, "free": True}
    refuse(4, "identify", write(project), "--progress", "none", words=["log.run.m.delay", "set value of a servo"])


MJCF = """<mujoco><worldbody><body name='a'><joint name='j' axis='0 1 0'/><geom size='0.1'/>
<body name='b' pos='0.3 0 0'><joint name='k' axis='0 1 0'/><geom size='0.1'/></body></body></worldbody><actuator>
<position name='p' joint='j' kp='400' kv='30' ctrlrange='-1 2' forcerange='-80 80'/>
<velocity name='v' joint='k' kv='7' forcerange='-12 12'/></actuator></mujoco>"""


@test
def limited_servos_come_from_mjcf_and_go_back():
    Path("r.xml").write_text(MJCF)
    succeed("import", "r.xml", "-o", "r.trammel")
    p, v = json.loads(Path("r.trammel").read_text())["model"]["motors"]
    assert p["limit"] == 80 and p["servo"] == {"command": "position", "kp": 400, "kd": 30, "derivative": "measured",
                                               "command_range": [-1, 2]}, p
    assert v["limit"] == 12 and v["servo"] == {"command": "velocity", "kp": 7}, v
    succeed("export", "--new", "--project", "r.trammel", "--to", "new.xml")
    succeed("import", "new.xml", "-o", "again.trammel")
    assert json.loads(Path("again.trammel").read_text())["model"]["motors"] == [p, v]


if __name__ == "__main__":
    sys.exit(main())
