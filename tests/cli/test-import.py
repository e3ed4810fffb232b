#!/usr/bin/python3
"""trammel-cli import: a project and its record from URDF, MJCF and SDF.

usage: test-import.py TRAMMEL-CLI ROOT    (TAP)
"""
import json
import math
import sys
from pathlib import Path

from support import main, refuse, run, succeed, test

LINK = """<link name="{0}"><inertial><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
ARM = """<robot name="arm"><link name="base"/>{0}{1}{2}
<joint name="q1" type="revolute"><parent link="base"/><child link="upper"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9"/></joint>
<joint name="q2" type="revolute"><parent link="upper"/><child link="lower"/>
<origin xyz="0 0 0.4"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9"/></joint>
<joint name="grip" type="fixed"><parent link="lower"/><child link="hand"/></joint>
</robot>""".format(*(LINK.format(name) for name in ("upper", "lower", "hand")))


def arm(name="arm.urdf"):
    Path(name).write_text(ARM)
    return name


def write_log():
    """Both joints swing under known torques; what the fit makes of them does not matter here."""
    rows = [f"{0.01 * k},{0.2 * math.sin(0.03 * k)},{0.1 * math.cos(0.02 * k)},{math.sin(0.05 * k)},0.1" for k in range(100)]
    Path("log.csv").write_text("t,p1,p2,t1,t2\n" + "\n".join(rows) + "\n")


@test
def a_project_and_its_record():
    out = succeed("import", arm(), "-o", "arm.trammel").stdout
    assert "changed: <link> 'hand' (line 3): is merged into 'lower'" in out, out
    assert "taken: 2 bodies, 2 joints (2 hinge), 2 motors, 2 sensors" in out, out
    model = json.loads(Path("arm.trammel").read_text())["model"]
    assert [body["name"] for body in model["bodies"]] == ["upper", "lower"]
    assert model["bodies"][1]["mass"] == 2 and model["bodies"][1]["merged"] == ["hand"]
    assert [motor["name"] for motor in model["motors"]] == ["q1_torque", "q2_torque"]
    succeed("simulate", "arm.trammel", "-o", "motion.csv", "--duration", "0.1", "--h", "0.01")


@test
def the_choices():
    kept = json.loads(succeed("import", arm(), "--keep-fixed", "--json").stdout)
    assert kept["format"] == "URDF" and kept["bodies"] == 3 and kept["loops"] == 0
    free = json.loads(succeed("import", arm(), "--base", "free", "--json", "-o", "f.trammel").stdout)
    assert free["bodies"] == 3, free
    assert {entry["kind"] for entry in kept["record"]} == {"taken", "changed"}


@test
def joints_are_locked():
    out = succeed("import", arm(), "--lock", "q*2", "--keep-fixed", "-o", "arm.trammel").stdout
    assert "<joint> 'q2' (line 7): is locked by choice" in out, out
    model = json.loads(Path("arm.trammel").read_text())["model"]
    assert [joint["name"] for joint in model["joints"]] == ["q1", "grip"]
    assert model["bodies"][0]["mass"] == 2 and model["bodies"][0]["merged"] == ["lower"]
    assert [motor["name"] for motor in model["motors"]] == ["q1_torque"]


@test
def logs_are_joined_and_mapped_by_name():
    Path("q.csv").write_text("t,q2,q1\n" + "".join(f"{k / 100},{math.sin(k)},{math.cos(k)}\n" for k in range(50)))
    Path("tau.csv").write_text("tau1,tau2\n" + "".join(f"{k},{-k}\n" for k in range(50)))
    refuse(4, "import", arm(), "--log", "tau.csv", "-o", "arm.trammel", words=("no column of times",))
    refuse(2, "import", arm(), "--log", "q.csv+tau.csv", "--rate", "0", "-o", "arm.trammel", words=("--rate",))
    refuse(2, "import", arm(), "--log", "q.csv+tau.csv", words=("-o PROJECT",))
    out = succeed("import", arm(), "--dry-friction", "--log", "q.csv+tau.csv", "--rate", "100", "-o", "arm.trammel").stdout
    assert "q1 → q1_position, q2 → q2_position, tau1 → q1_torque, tau2 → q2_torque" in out, out
    project = json.loads(Path("arm.trammel").read_text())
    assert project["logs"][0]["file"] == "q+tau.csv", project["logs"]
    assert {joint["friction"]["model"] for joint in project["model"]["joints"]} == {"coulomb"}
    assert Path("q+tau.csv").read_text().splitlines()[1] == "0,0,1,0,0"
    succeed("check", "arm.trammel")
    Path("q+tau.csv").write_text("my own words\n")
    refuse(2, "import", arm(), "--log", "q.csv+tau.csv", "--rate", "100", "-o", "arm.trammel", words=("no joined log",))
    done = succeed("join", "q.csv", "tau.csv", "--rate", "100", "-o", "both.csv", "--json")
    assert json.loads(done.stdout) == {"file": "both.csv", "rows": 50, "columns": 4}, done.stdout
    refuse(2, "join", "q.csv", "tau.csv", "--rate", "100", "-o", "q.csv", words=("one of the files",))
    refuse(2, "join", "q.csv", "-o", "x.csv", words=("two files",))


@test
def logs_are_added_to_a_project():
    """A thrown body, seen by a tracker; the columns of its place and quaternion are found by name."""
    model = {"bodies": [{"name": "cube", "mass": 1}],
             "joints": [{"name": "air", "type": "free", "parent": "world", "child": "cube"}],
             "sensors": [{"name": "tracker", "type": "body-pose", "body": "cube", "sigma": 1e-3,
                          "orientation_sigma": 2e-3}]}
    Path("cube.trammel").write_text(json.dumps({"format": "trammel/1", "name": "cube", "model": model}))
    rows = [(k * .01, .1 * k, .02 * k, -4.905e-4 * k * k, math.cos(.01 * k), *(math.sin(.01 * k) * a for a in (.6, .64, .48)))
            for k in range(40)]
    Path("toss.csv").write_text("t [s],x [m],y [m],z [m],qw,qx,qy,qz\n" +
                                "".join(",".join(f"{x:.9g}" for x in row) + "\n" for row in rows))
    out = succeed("import", "cube.trammel", "--log", "toss.csv", "-o", "tosses.trammel").stdout
    assert "x [m] → tracker.x" in out and "qz → tracker.qz" in out, out
    found = json.loads(Path("tosses.trammel").read_text())
    assert found["model"] == model and found["logs"][0]["file"] == "toss.csv", found
    states = succeed("simulate", "tosses.trammel", "--start", "first-sample", "-o", "-").stdout.split("\n")
    assert states[0].split(",")[1:8] == [f"tracker.{a} [{'m' if len(a) == 1 else '1'}]" for a in
                                         ("x", "y", "z", "qw", "qx", "qy", "qz")], states[0]


@test
def a_new_model():
    succeed("import", arm(), "-o", "arm.trammel")
    done = succeed("export", "--new", "--project", "arm.trammel", "--to", "new.urdf")
    assert done.stderr == "", done.stderr
    for ending in ("urdf", "xml", "sdf"):
        done = run("export", "--new", "--project", "arm.trammel", "--to", f"new.{ending}", "--json")
        assert done.returncode == 0, done.stderr
        assert len(json.loads(done.stdout)["notes"]) == (2 if ending == "sdf" else 0), done.stdout
        succeed("import", f"new.{ending}", "-o", "again.trammel")
        first, again = (json.loads(Path(name).read_text())["model"] for name in ("arm.trammel", "again.trammel"))
        assert [body["mass"] for body in first["bodies"]] == [body["mass"] for body in again["bodies"]]
        assert [joint["limits"] for joint in first["joints"]] == [joint["limits"] for joint in again["joints"]]
    refuse(2, "export", "--new", "--to", "new.urdf", words=("--project",))
    refuse(2, "export", "--new", "--project", "arm.trammel", "--to", "new.pdf", words=(".urdf, .xml (MJCF) or .sdf",))


@test
def groups_of_parameters():
    succeed("import", arm(), "-o", "arm.trammel")
    write_log()
    project = json.loads(Path("arm.trammel").read_text())
    project["logs"] = [{"name": "log", "file": "log.csv", "channels": [
        {"signal": f"q{k}_{what}", "column": f"{what[0]}{k}"} for k in (1, 2) for what in ("position", "torque")]}]
    Path("arm.trammel").write_text(json.dumps(project))
    done = run("identify", "arm.trammel", "--free", "body.*.mass", "--fix", "body.upper.*", "--json", "--progress",
               "none", "--no-physical", "--max-iterations", "2")
    assert [parameter["id"] for parameter in json.loads(done.stdout)["parameters"]] == ["body.lower.mass"], done.stderr
    refuse(2, "identify", "arm.trammel", "--free", "body.*.weight", words=("body.*.weight",))


@test
def refusals():
    refuse(2, "import", words=("expected one file",))
    refuse(2, "import", arm(), "--base", "odd", words=("auto, fixed, free",))
    refuse(3, "import", "absent.urdf", words=("absent.urdf", "no such file"))
    Path("cut.urdf").write_text(ARM[:200])
    refuse(3, "import", "cut.urdf", words=("cut.urdf, line",))
    Path("page.xml").write_text("<html/>")
    refuse(4, "import", "page.xml", words=("its root is <html>", "<mujoco>"))
    assert run("import", "page.xml").stdout == ""


sys.exit(main())
