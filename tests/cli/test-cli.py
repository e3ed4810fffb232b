#!/usr/bin/python3
"""trammel-cli from outside: results, exit codes and messages; output in TAP.

usage: test-cli.py TRAMMEL-CLI ROOT
"""
import csv
import io
import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

from support import CLI, PATIENCE, ROOT, Skip, main, pendulum, refuse, run, succeed, table, test, write


# ---- what it does -----------------------------------------------------------------------------


@test
def version_and_help():
    assert succeed("--version").stdout.startswith("trammel ")
    text = succeed("--help").stdout
    for verb in ("info", "identify", "simulate", "example"):
        assert verb in text
        assert "Usage" in succeed(verb, "--help").stdout


@test
def example_lists_and_writes():
    names = [line.split("\t")[0] for line in succeed("example").stdout.splitlines()[1:]]
    assert sorted(names) == ["ball-and-beam", "cart-pole", "double-pendulum", "four-bar", "furuta", "pendulum",
                             "pendulum-latch", "pendulum-stop",
                             "servo", "slider-crank", "three-joint-arm", "thrown-cube"], names
    assert [e["name"] for e in json.loads(succeed("example", "--json").stdout)] == names
    for name in names:
        done = succeed("example", name, "--folder", "made/for it")
        assert Path(done.stdout.strip()) == Path(f"made/for it/{name}.trammel")
        assert Path(f"made/for it/{name}.csv").stat().st_size > 1000
    succeed("example", "furuta", "--folder", "made/for it")
    Path("made/for it/furuta.trammel").write_text("mine")
    refuse(2, "example", "furuta", "--folder", "made/for it", words=["furuta.trammel", "differs"])
    assert Path("made/for it/furuta.trammel").read_text() == "mine"


@test
def identify_finds_the_truth():
    write(pendulum())
    done = succeed("identify", "p.trammel", "-o", "r.json", "--states", "s.csv", "--progress", "jsonl")
    found = table(done.stdout)
    truth = json.loads((ROOT / "data/examples/pendulum.reference.json").read_text())
    assert set(found) == set(truth)
    for identifier, value in truth.items():
        assert abs(float(found[identifier]["value"]) / value - 1) < 0.1, (identifier, found[identifier])
        assert 0 < float(found[identifier]["sigma"]) < value
    events = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert events[-1]["cost"] < events[0]["cost"] and len(events[0]["parameters"]) == len(truth)
    result = json.loads(Path("r.json").read_text())
    for p in result["parameters"]:
        assert float(found[p["id"]]["value"]) == p["value"], "table and file give the same digits"
    states = list(csv.reader(Path("s.csv").open()))
    forces = [f"pivot.{row}" for row in ("force.x [N]", "force.y [N]", "force.z [N]", "torque.1 [N m]", "torque.2 [N m]")]
    assert states[0] == ["t [s]", "pivot.position [rad]", "pivot.velocity [rad/s]", "angle [rad]", *forces], states[0]
    assert len(states) - 1 == result["logs"][0]["nodes"]
    assert abs(float(states[1][1]) - math.radians(170)) < 0.01


@test
def identify_writes_json_and_csv():
    write(pendulum())
    whole = json.loads(succeed("identify", "p.trammel", "--json").stdout)
    dashed = json.loads(succeed("identify", "p.trammel", "-o", "-").stdout)
    succeed("identify", "p.trammel", "-o", "r.csv", "--threads", "2")
    rows = list(csv.DictReader(Path("r.csv").open()))
    for result in (whole, dashed):
        assert [p["value"] for p in result["parameters"]] == [float(row["value"]) for row in rows]
    assert whole["status"] == "converged" and whole["iterations"] >= len(whole["history"]) - 1


@test
def result_matches_its_schema():
    try:
        import jsonschema
    except ImportError:
        raise Skip("python3-jsonschema is not installed")
    schema = json.loads((ROOT / "data/schema/result.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    write(pendulum())
    result = json.loads(succeed("identify", "p.trammel", "--json").stdout)
    check.validate(result)
    alone = json.loads(run("identify", "p.trammel", "--json", "--max-iterations", "1").stdout)
    check.validate(alone)
    result["parameters"][0].update(identifiable=False, physical=False, sigma=0.1)
    assert not check.is_valid(result), "a sigma where nothing is determined"
    del alone["status"]
    assert not check.is_valid(alone)


@test
def options_change_the_run():
    write(pendulum())
    fixed = ["--fix", "joint.pivot.viscous", "--set", "joint.pivot.viscous=0.004", "--set", "settings.observations=node"]
    result = json.loads(succeed("identify", "p.trammel", "--json", *fixed, "--h", "0.02", "--kappa", "1e3",
                                "--compliance-scale", "2", "--log", "release").stdout)
    ids = [p["id"] for p in result["parameters"]]
    assert "joint.pivot.viscous" not in ids and len(ids) == 2
    settings = result["settings"]
    assert (settings["h"], settings["kappa"], settings["compliance_scale"]) == (0.02, 1000, 2)
    assert settings["observations"] == "node"
    plain = json.loads(succeed("identify", "p.trammel", "--json").stdout)
    assert plain["provenance"]["project_sha256"] != result["provenance"]["project_sha256"]
    freed = json.loads(succeed("identify", "p.trammel", "--json", "--free", "body.pendulum.com.y").stdout)
    assert "body.pendulum.com.y" in [p["id"] for p in freed["parameters"]]


@test
def nothing_free_estimates_the_motion():
    project = pendulum()
    ids = list(json.loads((ROOT / "data/examples/pendulum.reference.json").read_text()))
    write(project)
    done = succeed("identify", "p.trammel", "--states", "s.csv", *[a for i in ids for a in ("--fix", i)])
    assert done.stdout == "id\tvalue\tsigma\tunit\tflags\n" and Path("s.csv").exists()
    assert "free" in done.stderr


@test
def few_iterations_stop_without_convergence():
    write(pendulum())
    done = run("identify", "p.trammel", "--max-iterations", "1", "-o", "r.json")
    assert done.returncode == 5, done.stderr
    result = json.loads(Path("r.json").read_text())
    assert result["status"] == "stopped" and all("stopped" in p["flags"] for p in result["parameters"])
    assert len(table(done.stdout)) == 3


@test
def undetermined_parameters_are_said_and_strict_fails():
    write(pendulum())
    # a planar swing says nothing about the inertia across it
    options = ["--free", "body.pendulum.inertia.xx"]
    done = succeed("identify", "p.trammel", *options)
    row = table(done.stdout)["body.pendulum.inertia.xx"]
    assert row["flags"] == "not-identifiable,stepper-value" and row["sigma"] == ""
    assert "do not determine body.pendulum.inertia.xx" in done.stderr, done.stderr
    assert run("identify", "p.trammel", "--strict", *options).returncode == 6
    assert run("identify", "p.trammel", "--strict").returncode == 0


@test
def interrupt_keeps_the_best_iterate():
    write(pendulum())
    # steps this short make a run of seconds
    process = subprocess.Popen([CLI, "identify", "p.trammel", "--h", "0.0002", "--progress", "jsonl", "-o", "r.json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if line.startswith("{"):
            process.send_signal(signal.SIGINT)
            break
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, (process.returncode, err)
    assert json.loads(Path("r.json").read_text())["status"] == "cancelled"
    assert len(table(out)) == 3


@test
def simulate_follows_the_log():
    write(pendulum())
    succeed("identify", "p.trammel", "-o", "r.json")
    log = {float(r["time [s]"]): float(r["angle [deg]"]) for r in csv.DictReader(Path("pendulum.csv").open())}

    def worst(path):
        rows = [(round(float(r["t [s]"]), 6), math.degrees(float(r["pivot.position [rad]"])))
                for r in csv.DictReader(Path(path).open())]
        return max(abs(angle - log[t]) for t, angle in rows if t in log)

    common = ["--result", "r.json", "--duration", "1", "--h", "0.001", "--json"]
    summary = json.loads(succeed("simulate", "p.trammel", *common, "-o", "sim.csv").stdout)
    assert summary["nodes"] == len(Path("sim.csv").read_text().splitlines()) - 1 == 1001
    # it starts near the top, where a small error of the start grows fast
    assert worst("sim.csv") < 8, worst("sim.csv")
    # --set takes precedence over the result
    succeed("simulate", "p.trammel", *common, "--set", "body.pendulum.inertia.zz=0.03", "-o", "other.csv")
    assert worst("other.csv") > 4 * worst("sim.csv"), (worst("other.csv"), worst("sim.csv"))


@test
def simulate_starts_where_it_is_told():
    write(pendulum())
    first = {}
    for start in ("first-sample", "estimated", "model"):
        done = succeed("simulate", "p.trammel", "--start", start, "--duration", "0.1", "-o", "-")
        first[start] = float(next(csv.DictReader(io.StringIO(done.stdout)))["pivot.position [rad]"])
    assert abs(first["first-sample"] - math.radians(170)) < 0.01
    assert abs(first["estimated"] - math.radians(170)) < 0.01
    assert first["model"] == 0
    bare = pendulum(logs=[])
    write(bare, "bare.trammel")
    refuse(2, "simulate", "bare.trammel", "-o", "x.csv", words=["--duration"])
    succeed("simulate", "bare.trammel", "--duration", "0.1", "-o", "x.csv")
    refuse(2, "simulate", "bare.trammel", "--duration", "1", "--start", "estimated", "-o", "x.csv", words=["--start"])


@test
def simulate_without_a_log():
    """A constant torque on a pendulum without gravity, from a start that is stated."""
    still = ["--set", "gravity.magnitude=0", "--set", "joint.pivot.viscous=0", "--set", "joint.pivot.coulomb=0"]
    project = pendulum(logs=[])
    project["model"]["motors"] = [{"name": "m", "joint": "pivot"}]
    write(project)
    succeed("simulate", "p.trammel", *still, "--h", "0.001", "--duration", "2", "--input", "m=0.05*step(t - 1)",
            "--position", "pivot=90 deg", "--rate", "pivot=-1", "--log-file", "l.csv", "-o", "m.csv")
    rows = list(csv.DictReader(Path("m.csv").open()))
    angle = [float(r["pivot.position [rad]"]) for r in rows]
    body, joint = project["model"]["bodies"][0], project["model"]["joints"][0]
    anchor = joint.get("child_frame", {}).get("position", [0, 0, 0])
    value = lambda quantity: quantity["value"] if isinstance(quantity, dict) else quantity
    arm = sum((value(a) - value(b)) ** 2 for a, b in zip(body["com"], anchor))
    about_pivot = value(body["inertia"]["zz"]) + value(body["mass"]) * arm
    assert abs(angle[0] - math.pi / 2) < 1e-9 and abs(angle[1000] - (math.pi / 2 - 1)) < 2e-3, angle[::500]
    turn = math.pi / 2 - 2 + 0.05 / about_pivot / 2
    assert abs(math.remainder(angle[2000] - turn, 2 * math.pi)) < 0.01, (angle[2000], turn)
    log = list(csv.DictReader(Path("l.csv").open()))
    assert len(log) == len(rows) and list(log[0]) == ["t [s]", "angle [rad]", "m"], list(log[0])
    assert all(float(a["angle [rad]"]) == b for a, b in zip(log, angle))
    # what a project states is the default
    project["simulation"] = {"duration": 0.5, "start": [{"joint": "pivot", "position": 0.25}]}
    write(project)
    stated = succeed("simulate", "p.trammel", "-o", "-").stdout.splitlines()
    assert float(stated[1].split(",")[1]) == 0.25 and float(stated[-1].split(",")[0]) == 0.5
    for option, words in ((["--input", "n=1"], ["'n'"]), (["--input", "m=2*x"], ["sin(2*pi*t)"]),
                          (["--position", "pivot"], ["NAME=VALUE"]), (["--position", "pivot=1 m"], ["rad"]),
                          (["--rate", "nobody=1"], ["'nobody'"]), (["--noise", "-1"], ["--noise"]),
                          (["--input", "m=1", "--log", "x"], ["--log"])):
        refuse(2, "simulate", "p.trammel", "--duration", "1", *option, "-o", "x.csv", words=words)


@test
def info_tells_kinds_apart():
    write(pendulum())
    succeed("identify", "p.trammel", "-o", "r.json")
    log, project, result = json.loads(succeed("info", "--json", "pendulum.csv", "p.trammel", "r.json").stdout)
    assert log["kind"] == "csv" and project["kind"] == "project" and result["kind"] == "result"
    angle = log["channels"][1]
    samples = len(Path("pendulum.csv").read_text().splitlines()) - 1
    assert (angle["name"], angle["unit"], angle["samples"], angle["missing"]) == ("angle", "deg", samples, 0), angle
    assert abs(angle["rate"] - 500) < 1e-6 and angle["min"] < angle["max"]
    assert result["status"] == "converged" and len(result["parameters"]) == 3
    assert all(d["problems"] == [] for d in (log, project, result))
    assert json.loads(succeed("info", "--json", "p.trammel").stdout) == project
    text = succeed("info", "pendulum.csv", "p.trammel").stdout
    assert "angle" in text and "joint.pivot.viscous" in text
    broken = pendulum()
    broken["logs"][0]["file"] = "gone.csv"
    assert "gone.csv" in json.loads(succeed("info", "--json", write(broken, "b.trammel")).stdout)["problems"][0]


# ---- what it refuses --------------------------------------------------------------------------


@test
def usage_errors():
    refuse(2, words=["verb"])
    refuse(2, "identfy", words=["'identfy'", "'identify'"])
    refuse(2, "identify", words=["project"])
    refuse(2, "identify", "a", "b", words=["found 2"])
    refuse(2, "identify", "--unknown", words=["--unknown"])
    refuse(2, "info", words=["file"])
    refuse(2, "example", "furata", words=["'furata'", "'furuta'"])
    refuse(2, "simulate", "p.trammel", words=["-o"])
    refuse(2, "simulate", "p.trammel", "-o", "x.xls", words=["x.xls", ".csv", ".mat"])
    refuse(2, "simulate", "p.trammel", "-o", "x.csv", "--start", "there", words=["'there'", "estimated"])
    refuse(2, "simulate", "p.trammel", "-o", "x.csv", "--duration", "long", words=["'long'"])
    refuse(2, "identify", "p.trammel", "-o", "x.xml", words=["x.xml", ".json"])
    refuse(2, "identify", "p.trammel", "-o", "gone/x.json", words=["gone/x.json", "no folder gone"])
    refuse(2, "identify", "p.trammel", "--progress", "dots", words=["'dots'", "jsonl"])
    refuse(2, "identify", "p.trammel", "--threads", "some", words=["'some'"])


@test
def unknown_ids_and_values():
    write(pendulum())
    refuse(2, "identify", "p.trammel", "--set", "body.pendulum.mas=1",
           words=["'body.pendulum.mas'", "'body.pendulum.mass'"])
    refuse(2, "identify", "p.trammel", "--free", "joint.pivot.viscos", words=["--free", "'joint.pivot.viscous'"])
    refuse(2, "identify", "p.trammel", "--fix", "nothing", words=["--fix", "'nothing'"])
    refuse(2, "identify", "p.trammel", "--set", "body.pendulum.mass", words=["ID=VALUE"])
    refuse(2, "identify", "p.trammel", "--set", "body.pendulum.mass=1,5", words=["'1,5'", "not a number"])
    refuse(2, "identify", "p.trammel", "--set", "settings.kapa=1", words=["'kapa'", "'kappa'"])
    refuse(2, "identify", "p.trammel", "--h", "quick", words=["--h", "'quick'"])
    refuse(2, "identify", "p.trammel", "--log", "relase", words=["'relase'", "'release'"])
    refuse(4, "identify", "p.trammel", "--set", "body.pendulum.mass=-1", words=["body.pendulum.mass", "above zero"])
    refuse(4, "identify", "p.trammel", "--h", "-0.01", words=["--h", "above zero"])
    refuse(4, "identify", "p.trammel", "--formulation", "published", words=["'published'", "'predicted'"])
    refuse(4, "identify", "p.trammel", "--free", "joint.pivot.rate", words=["joint.pivot.rate"])


@test
def missing_files():
    refuse(3, "identify", "gone.trammel", words=["gone.trammel"])
    refuse(3, "info", "gone.csv", words=["gone.csv"])
    project = pendulum()
    project["logs"][0]["file"] = "gone.csv"
    refuse(3, "identify", write(project), words=["release", "gone.csv"])
    write(pendulum())
    refuse(3, "simulate", "p.trammel", "--result", "gone.json", "-o", "x.csv", words=["gone.json"])
    refuse(3, "simulate", "p.trammel", "--result", "p.trammel", "-o", "x.csv", words=["p.trammel", "trammel-result/2"])


@test
def damaged_projects():
    Path("p.trammel").write_text('{ "format": "trammel/1",\n  "model": { ')
    refuse(3, "identify", "p.trammel", words=["p.trammel:2:"])
    Path("p.trammel").write_text("[" * 100000)
    refuse(3, "identify", "p.trammel", words=["p.trammel"])
    Path("p.trammel").write_bytes(b'{ "format": "\xff" }')
    refuse(3, "identify", "p.trammel", words=["p.trammel"])
    refuse(4, "identify", write(pendulum(format="other/1")), words=["format"])


@test
def newer_projects():
    # known members are used, with a warning; unknown ones are named
    done = succeed("identify", write(pendulum(format="trammel/9", future={"a": 1})))
    assert "warning: The project has the format trammel/9, newer than" in done.stderr, done.stderr
    project = pendulum(format="trammel/9")
    project["model"]["joints"][0]["type"] = "knee"
    refuse(4, "identify", write(project), words=["'knee' is not supported", "trammel/9", "newer"])


@test
def quantities_of_channels():
    signal = pendulum()["logs"][0]["channels"][0]["signal"]
    id = f"log.{pendulum()['logs'][0]['name']}.{signal}.offset"
    write(pendulum())
    done = json.loads(succeed("identify", "p.trammel", "--json", "--free", id, "--set", f"{id}=0.01").stdout)
    row = {p["id"]: p for p in done["parameters"]}[id]
    assert row["unit"] == "rad" and row["start"] == 0.01, row
    assert abs(row["value"]) < 0.01, row
    refuse(2, "identify", "p.trammel", "--free", id + "s", words=[f"nearest: '{id}'"])
    refuse(4, "identify", "p.trammel", "--set", id.replace("offset", "delay") + "=-1", words=["must not be negative"])
    # a mass that follows cannot be set
    project = pendulum()
    project["model"]["gravity"]["magnitude"] = {"value": 1, "tie": "2*body.pendulum.mass"}
    write(project)
    refuse(4, "identify", "p.trammel", "--set", "gravity.magnitude=3", words=["it follows body.pendulum.mass"])


@test
def logs_without_a_sensor():
    # motors alone drive a simulation, as long as their samples or the clock of the log
    project = pendulum()
    motors = [m["name"] for m in project["model"]["motors"]]
    channels = project["logs"][0]["channels"]
    project["logs"][0]["channels"] = [c for c in channels if c["signal"] in motors]
    write(project)
    done = succeed("simulate", "p.trammel", "-o", "-")
    last = done.stdout.splitlines()[-1].split(",")
    assert abs(float(last[0]) - 4) < 0.02, last
    refuse(4, "identify", "p.trammel", words=["has no sensor mapped"])
    project["logs"][0]["channels"] = [{"signal": name, "constant": 0.01} for name in motors]
    write(project)
    assert succeed("simulate", "p.trammel", "-o", "-").stdout.splitlines()[-1].split(",")[0] == last[0]


@test
def invalid_models():
    def changed(words, change):
        project = pendulum()
        change(project["model"])
        refuse(4, "identify", write(project), words=["p.trammel", *words])

    changed(["model.bodies[0].mass", "'pendulum'"], lambda m: m["bodies"][0].pop("mass"))
    changed(["'pendulum'", "mass", "0 kg"], lambda m: m["bodies"][0].update(mass=0))
    changed(["model.joints[0].child", "'pendulm'", "'pendulum'"], lambda m: m["joints"][0].update(child="pendulm"))
    changed(["model.joints[0].parent", "'floor'"], lambda m: m["joints"][0].update(parent="floor"))
    changed(["model.joints[0].type", "'sphere'", "not supported"], lambda m: m["joints"][0].update(type="sphere"))
    changed(["model.sensors[0].joint", "'elbow'"], lambda m: m["sensors"][0].update(joint="elbow"))
    changed(["model.bodies[0].name"], lambda m: m["bodies"][0].update(name="a.b"))
    changed(["model.bodies[0].com"], lambda m: m["bodies"][0].update(com=[0, 0]))
    changed(["tie"], lambda m: m["bodies"][0].update(mass={"value": 1, "tie": "body.x.mass"}))


def with_log(change):
    """The pendulum with its log's rows changed; returns the project's path."""
    project = pendulum()
    rows = list(csv.reader(Path("pendulum.csv").open()))[:2001]
    change(rows)
    Path("changed.csv").write_text("\n".join(",".join(row) for row in rows) + "\n")
    project["logs"][0]["file"] = "changed.csv"
    return write(project)


@test
def logs_that_do_not_fit():
    project = pendulum()
    project["logs"][0]["channels"][0]["column"] = "angel"
    refuse(4, "identify", write(project), words=["release", "'angel'", "angle"])
    project = pendulum()
    project["logs"][0]["channels"][0]["signal"] = "angel"
    refuse(4, "identify", write(project), words=["logs[0].channels[0].signal", "'angel'", "'angle'"])
    project = pendulum()
    project["logs"][0]["channels"][0]["unit"] = "mm"
    refuse(4, "identify", write(project), words=["release", "'mm'", "angle"])
    refuse(4, "identify", with_log(lambda rows: rows.insert(50, rows[30])), words=["release", "time", "increase"])
    refuse(4, "identify", write(pendulum(logs=[])), words=["log"])


@test
def text_in_numbers():
    def spoil(rows):
        rows[20][1] = "hello"

    refuse(3, "identify", with_log(spoil), words=["changed.csv", "line 21", "angle", "'hello'", "not a number"])
    # a word that the project calls missing is no error
    project = json.loads(Path(with_log(spoil)).read_text())
    project["logs"][0]["import"] = {"missing": ["hello"]}
    succeed("identify", write(project))
    # nor is text in a column that nobody uses
    project = json.loads(Path(with_log(lambda rows: [row.append("word") for row in rows])).read_text())
    succeed("identify", write(project))


@test
def hostile_mat_files():
    folder = Path(os.environ.get("TRAMMEL_SHARED", "/nonexistent")) / "data/hostile-mat"
    whole = Path(os.environ.get("TRAMMEL_SHARED", "/nonexistent")) / "data/emps/DATA_EMPS.mat"
    if not folder.is_dir() or not whole.is_file():
        raise Skip("no reference data")
    Path("cut.mat").write_bytes(whole.read_bytes()[:3000])
    refuse(3, "info", "cut.mat", words=["cut.mat"])
    project = pendulum()
    project["logs"][0]["file"] = "cut.mat"
    refuse(3, "identify", write(project), words=["cut.mat"])
    crashing = sorted(folder.glob("*Segmentation_fault.mat"))[:3]
    assert crashing
    for path in crashing:
        done = run("info", path)
        assert done.returncode in (0, 3), (path, done.returncode, done.stderr)
        assert done.returncode == 0 or path.name in done.stderr


sys.exit(main())
