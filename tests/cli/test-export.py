#!/usr/bin/python3
"""MAT files, exports and progress from outside; output in TAP.

usage: test-export.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

from support import CLI, PATIENCE, ROOT, Skip, main, pendulum, refuse, run, succeed, table, test, write

MODELS = ROOT / "tests/data/models"


def load_mat(path, **options):
    try:
        import scipy.io
    except ImportError:
        raise Skip("python3-scipy is not installed")
    return scipy.io.loadmat(path, **options)


def identify(*options):
    write(pendulum())
    succeed("identify", "p.trammel", "-o", "r.json", "--progress", "none", *options)
    return json.loads(Path("r.json").read_text())


def same(number, other):
    """The same bits; null in the JSON is NaN in the MAT file."""
    return math.isnan(other) if number is None else number == other


def check_schema(summary):
    try:
        import jsonschema
    except ImportError:
        raise Skip("python3-jsonschema is not installed")
    schema = json.loads((ROOT / "data/schema/export.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(summary)


# ---- MAT files --------------------------------------------------------------------------------


def check_result(mat, result):
    """A MAT struct has the keys and the numbers of the JSON."""
    top = mat["result"][0, 0]
    assert set(top.dtype.names) == set(result) | {"ids"}
    assert top["format"][0] == "trammel-result/2" and top["status"][0] == result["status"]
    parameters, ids = top["parameters"], top["ids"]
    assert parameters.shape == (1, len(result["parameters"])) and ids.shape == (len(result["parameters"]), 1)
    for i, expected in enumerate(result["parameters"]):
        found = parameters[0, i]
        assert set(parameters.dtype.names) == set(expected)
        assert found["id"][0] == ids[i, 0][0] == expected["id"]
        for key in ("value", "sigma", "noise", "step", "smoothing", "start", "min", "max"):
            assert same(expected[key], found[key][0, 0]), (expected["id"], key)
        assert found["identifiable"].dtype.kind in "bu" and bool(found["identifiable"][0, 0]) == expected["identifiable"]
        assert [flag[0] for flag in found["flags"].ravel()] == expected["flags"]
        assert bool(found["physical"][0, 0]) == expected["physical"]
        assert (found["missing"].size == 0) == (expected["missing"] is None)
        for key in ("value", "sigma", "sigma_linear"):
            assert same(expected["stepper"][key], found["stepper"][0, 0][key][0, 0]), (expected["id"], key)
    n = len(result["parameters"])
    assert top["covariance"].shape == (n, n)
    assert all(same(result["covariance"][i][j], top["covariance"][i, j]) for i in range(n) for j in range(n))
    assert top["history"].shape == (1, len(result["history"]))
    assert top["history"][0, -1]["parameters"].ravel().tolist() == result["history"][-1]["parameters"]
    assert top["logs"][0, 0]["sensors"][0, 0]["name"][0] == result["logs"][0]["sensors"][0]["name"]
    provenance = top["provenance"][0, 0]
    assert [name[0] for name in provenance["log_sha256_names"].ravel()] == list(result["provenance"]["log_sha256"])


@test
def result_as_mat():
    result = identify("--free", "body.pendulum.inertia.xx")
    succeed("identify", "p.trammel", "-o", "r.mat", "--progress", "none", "--free", "body.pendulum.inertia.xx")
    mat = load_mat("r.mat")
    # the time that it took is another one
    result["seconds"] = mat["result"][0, 0]["seconds"][0, 0]
    check_result(mat, result)
    directions = mat["result"][0, 0]["unidentifiable_directions"][0, 0]
    names = [name[0] for name in directions["loadings_names"].ravel()]
    assert names == list(result["unidentifiable_directions"][0]["loadings"]), names
    assert "body_pendulum_inertia_xx" in directions["loadings"].dtype.names
    succeed("export", "r.json", "--to", "again.mat")
    check_result(load_mat("again.mat"), json.loads(Path("r.json").read_text()))


@test
def mat_is_read_by_the_program():
    result = identify()
    succeed("export", "r.json", "--to", "r.mat")
    channels = {c["name"]: c for c in json.loads(succeed("info", "--json", "r.mat").stdout)["channels"]}
    for i, parameter in enumerate(result["parameters"], 1):
        channel = channels[f"result.parameters({i}).value"]
        assert channel["min"] == channel["max"] == parameter["value"]
    assert channels["result.ids{1}"]["name"]


@test
def states_as_mat():
    identify("--states", "s.csv")
    succeed("identify", "p.trammel", "--states", "s.mat", "--progress", "none")
    rows = list(csv.reader(Path("s.csv").open()))
    states = load_mat("s.mat")["states"][0, 0]
    names = [name[0] for name in states["names"].ravel()]
    units = [unit[0] for unit in states["units"].ravel()]
    assert [f"{name} [{unit}]" for name, unit in zip(names, units)] == rows[0]
    fields = ["t", "pivot_position", "pivot_velocity", "angle",
              *(f"pivot_{row}" for row in ("force_x", "force_y", "force_z", "torque_1", "torque_2"))]
    assert list(states.dtype.names) == fields + ["names", "units"], states.dtype.names
    for k, field in enumerate(fields):
        assert states[field].shape == (len(rows) - 1, 1)
        for value, row in zip(states[field].ravel().tolist(), rows[1:], strict=True):
            assert value == float(row[k]) if row[k] else math.isnan(value), (field, value, row[k])


@test
def a_simulated_mat_is_a_log():
    identify("--kappa", "0.5")
    succeed("simulate", "p.trammel", "--result", "r.json", "--h", "0.002", "--duration", "4", "-o", "sim.mat")
    project = pendulum()
    log = project["logs"][0]
    log.update(file="sim.mat", time={"column": "states.t"})
    log.pop("import", None)
    log["channels"] = [{"signal": "angle", "column": "states.angle", "unit": "rad"}]
    write(project, "again.trammel")
    found = table(succeed("identify", "again.trammel", "--kappa", "0.5", "--h", "0.002",
                          "--progress", "none").stdout)
    truth = table(succeed("identify", "p.trammel", "--kappa", "0.5", "--progress", "none").stdout)
    for identifier, row in truth.items():
        distance = abs(float(found[identifier]["value"]) - float(row["value"]))
        assert distance < 0.3 * float(row["sigma"]), (identifier, found, truth)
        assert float(found[identifier]["sigma"]) < float(row["sigma"]), "a log without noise"


@test
def interrupt_writes_mat():
    write(pendulum())
    process = subprocess.Popen([CLI, "identify", "p.trammel", "--h", "0.0002", "-o", "r.mat", "--states", "s.mat"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # without a terminal there is a JSON line an iteration
    for line in process.stderr:
        if line.startswith("{"):
            assert json.loads(line)["iteration"] == 0
            process.send_signal(signal.SIGINT)
            break
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, process.returncode
    assert load_mat("r.mat")["result"][0, 0]["status"][0] == "cancelled"
    assert load_mat("s.mat")["states"][0, 0]["t"].size > 1000


# ---- progress ---------------------------------------------------------------------------------


@test
def progress_is_a_bar_on_a_terminal_and_lines_elsewhere():
    write(pendulum())
    lines = [line for line in succeed("identify", "p.trammel").stderr.splitlines() if line.startswith("{")]
    assert len(lines) > 1 and json.loads(lines[-1])["cost"] < json.loads(lines[0])["cost"]
    assert not any(line.startswith("{") for line in succeed("identify", "p.trammel", "--progress", "none").stderr.splitlines())
    ours, theirs = pty.openpty()
    process = subprocess.Popen([CLI, "identify", "p.trammel"], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert process.returncode == 0
    assert b"\r[" in shown and b"iteration 1 of at most" in shown and b"{" not in shown, shown


# ---- export -----------------------------------------------------------------------------------


@test
def json_and_csv():
    identify()
    succeed("export", "r.json", "--to", "again.json")
    assert Path("again.json").read_bytes() == Path("r.json").read_bytes(), "written as the program itself writes it"
    Path("dense.json").write_text(json.dumps(json.loads(Path("r.json").read_text())))
    succeed("export", "dense.json", "--to", "again.json")
    assert Path("again.json").read_bytes() == Path("r.json").read_bytes()
    succeed("identify", "p.trammel", "-o", "direct.csv", "--progress", "none")
    succeed("export", "r.json", "--to", "r.csv")
    assert Path("r.csv").read_text() == Path("direct.csv").read_text()
    assert Path("r.csv").read_text().splitlines()[0] == (
        "id,unit,value,sigma,noise,model,timing,step,smoothing,physical,missing,stepper_value,stepper_sigma,sigma_linear,start,"
        "min,max,identifiable,at_bound,flags")


@test
def figures():
    """The figures that a project keeps are behind the rest of its report."""
    import base64
    import gzip
    identify()
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle r="30"/></svg>'
    project = pendulum()
    project["figures"] = [{"caption": "A circle", "svgz": base64.b64encode(gzip.compress(svg)).decode()}]
    write(project)
    succeed("export", "r.json", "--to", "r.html", "--figures", "p.trammel")
    html = Path("r.html").read_text()
    assert "<figcaption>A circle</figcaption>" in html and base64.b64encode(svg).decode() in html
    refuse(2, "export", "r.json", "--to", "r.csv", "--figures", "p.trammel", words=["--figures"])


@test
def c_header():
    """A compiler reads the result's numbers from the header."""
    result = identify()
    succeed("export", "r.json", "--to", "found.h")
    ids = [p["id"] for p in result["parameters"] if p["identifiable"]]
    names = [id.upper().replace(".", "_") for id in ids]
    lines = "".join(f'printf("%.17g %.17g\\n", {n}, {n}_SIGMA);' for n in names)
    Path("c.c").write_text(f'#include <stdio.h>\n#include "found.h"\n#include "found.h"\n'
                           f"int main(void) {{ {lines} return 0; }}\n")
    subprocess.run(["cc", "-std=c89", "-Wall", "-Werror", "-o", "c", "c.c"], check=True)
    said = subprocess.run(["./c"], check=True, capture_output=True, text=True).stdout.split()
    expected = [number for p in result["parameters"] if p["identifiable"] for number in (p["value"], p["sigma"])]
    assert [float(word) for word in said] == expected and expected


@test
def reports():
    result = identify()
    said = json.loads(succeed("export", "r.json", "--to", "r.html", "--json").stdout)
    assert said == {"file": "r.html", "notes": []}
    html = Path("r.html").read_text()
    for parameter in result["parameters"]:
        assert parameter["id"] in html
    assert result["message"].replace("'", "&apos;").replace("e-", "e\u2212") in html
    assert result["state_sigmas"] and "State error in a step" in html
    for state in result["state_sigmas"]:
        assert state["joint"] in html
    succeed("export", "r.json", "--to", "r.pdf")
    assert Path("r.pdf").read_bytes().startswith(b"%PDF-") and b"%%EOF" in Path("r.pdf").read_bytes()[-32:]


@test
def scripts():
    """The same values as in the result, as Python reads them; the others have the same numbers."""
    result = identify("--free", "body.pendulum.mass")
    texts = {}
    for ending in "py", "yaml", "m":
        succeed("export", "r.json", "--to", f"r.{ending}")
        texts[ending] = Path(f"r.{ending}").read_text()
    module = {}
    exec(texts["py"], module)
    assert set(module["parameters"]) == {p["id"] for p in result["parameters"]}
    for p in result["parameters"]:
        read = module["parameters"][p["id"]]
        assert read["value"] == p["value"] and read["unit"] == p["unit"] and read["flags"] == p["flags"]
        assert read["sigma"] == (None if "not-identifiable" in p["flags"] else p["sigma"])
        assert f"  - id: \"{p['id']}\"\n    value: {read['value']!r}\n" in texts["yaml"]
        assert f"'id', '{p['id']}', 'value', {read['value']!r}" in texts["m"]
    assert any(p["sigma"] is None for p in module["parameters"].values())
    assert "parameters.joint_pivot_viscous = struct(" in texts["m"]
    assert "'sigma', NaN" in texts["m"] and "sigma: null" in texts["yaml"]
    for text in texts.values():
        assert "SHA-256" in text.split("parameters", 1)[0]


@test
def values_go_into_models():
    result = identify()
    values = {p["id"]: p["value"] for p in result["parameters"]}
    Path("in.urdf").write_text('<robot name="p"><link name="pendulum"><inertial><mass value="1"/><inertia ixx="0" '
                               'ixy="0" ixz="0" iyy="0" iyz="0" izz="9"/></inertial></link>\n'
                               '<joint name="pivot"><dynamics damping="7"/></joint></robot>\n')
    done = succeed("export", "r.json", "--to", "out.urdf", "--model", "in.urdf")
    text = Path("out.urdf").read_text()
    assert text.startswith("<!-- trammel ") and text.endswith("</robot>\n")
    assert f'izz="{values["body.pendulum.inertia.zz"]!r}"' in text, (values, text)
    assert f'damping="{values["joint.pivot.viscous"]!r}"' in text
    assert '<mass value="1"/>' in text, "what was not identified stays"
    assert done.stdout == ""
    Path("in.urdf").write_text(Path("in.urdf").read_text().replace('"pivot"', '"pivto"'))
    done = succeed("export", "r.json", "--to", "out.urdf", "--model", "in.urdf", "--json")
    assert "joint.pivot.viscous" in done.stderr and "'pivto'" in done.stderr, done.stderr
    check_schema(json.loads(done.stdout))
    notes = json.loads(done.stdout)["notes"]
    assert any(note.startswith("joint.pivot.") for note in notes)


@test
def limits_and_gears_go_into_models():
    identify()
    project = json.loads(Path("p.trammel").read_text())
    project["model"]["joints"][0]["limits"] = [-0.5, 1.25]
    Path("limits.trammel").write_text(json.dumps(project))
    Path("in.urdf").write_text('<robot name="p"><joint name="pivot" type="revolute"><limit lower="0" upper="0" '
                               'effort="1" velocity="1"/><dynamics damping="7"/></joint></robot>\n')
    succeed("export", "r.json", "--to", "out.urdf", "--model", "in.urdf", "--project", "limits.trammel")
    assert '<limit lower="-0.5" upper="1.25" effort' in Path("out.urdf").read_text()
    done = succeed("export", "r.json", "--to", "out.urdf", "--model", "in.urdf", "--project", "p.trammel")
    assert "neither limits nor gears" in done.stderr
    refuse(2, "export", "r.json", "--to", "x.csv", "--project", "p.trammel", words=["--project"])
    refuse(3, "export", "r.json", "--to", "x.urdf", "--model", "in.urdf", "--project", "gone.trammel",
           words=["gone.trammel"])


@test
def force_writes_what_is_not_determined():
    identify("--free", "body.pendulum.inertia.xx")
    Path("in.urdf").write_text('<robot><link name="pendulum"><inertial><inertia ixx="5" izz="9"/></inertial></link></robot>')
    done = succeed("export", "r.json", "--to", "out.urdf", "--model", "in.urdf")
    assert 'ixx="5"' in Path("out.urdf").read_text() and "--force" in done.stderr
    succeed("export", "r.json", "--to", "out.urdf", "--model", "in.urdf", "--force")
    assert 'ixx="5"' not in Path("out.urdf").read_text()


@test
def refusals():
    identify()
    assert "Usage" in succeed("export", "--help").stdout
    refuse(2, "export", "--to", "x.csv", words=["result file"])
    refuse(2, "export", "r.json", words=["--to"])
    refuse(2, "export", "r.json", "--to", "x.doc", words=["x.doc", ".html"])
    refuse(2, "export", "r.json", "--to", "gone/x.csv", words=["no folder gone"])
    refuse(2, "export", "r.json", "--to", "x.urdf", words=["--model"])
    refuse(2, "export", "r.json", "--to", "x.csv", "--model", "m.urdf", words=["--model"])
    refuse(3, "export", "gone.json", "--to", "x.csv", words=["gone.json"])
    refuse(3, "export", "p.trammel", "--to", "x.csv", words=["p.trammel", "trammel-result/2"])
    refuse(3, "export", "r.json", "--to", "x.urdf", "--model", "gone.urdf", words=["gone.urdf"])
    refuse(4, "export", "r.json", "--to", "x.urdf", "--model", MODELS / "furuta.xml", words=["<mujoco>", ".xml"])
    refuse(4, "export", "r.json", "--to", "x.xml", "--model", MODELS / "furuta.xml", words=["'pendulum'", "nearest"])
    result = json.loads(Path("r.json").read_text())
    result["parameters"][1]["sigma"] = "small"
    Path("bad.json").write_text(json.dumps(result))
    refuse(3, "export", "bad.json", "--to", "x.csv", words=["bad.json", "parameters[1].sigma", "number or null"])
    Path("broken.urdf").write_text("<robot><link></robot>")
    refuse(3, "export", "r.json", "--to", "x.urdf", "--model", "broken.urdf", words=["broken.urdf", "line 1"])
    assert not Path("x.urdf").exists() and not Path("x.csv").exists()


@test
def a_mat_result_is_not_exported_again():
    identify()
    succeed("export", "r.json", "--to", "r.mat")
    done = run("export", "r.mat", "--to", "x.csv")
    assert done.returncode == 3 and "r.mat" in done.stderr


sys.exit(main())
