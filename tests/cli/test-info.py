#!/usr/bin/python3
"""trammel-cli info on logs from outside: text, JSON after its schema, refusals; output in TAP.

usage: test-info.py TRAMMEL-CLI ROOT
"""
import json
import os
import resource
import sys
from pathlib import Path

import jsonschema

from support import IS_SANITIZED, ROOT, Skip, main, pendulum, refuse, run, succeed, test, write

LOGS = ROOT / "tests/data/logs"


def describe(*files):
    tree = json.loads(succeed("info", "--json", *files).stdout)
    schema = json.loads((ROOT / "data/schema/info.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    for one in tree if isinstance(tree, list) else [tree]:
        check.validate(one)
    return tree


@test
def csv_channels():
    tree = describe(LOGS / "csv/units-suffix.csv")
    assert tree["kind"] == "csv" and tree["problems"] == [] and "shapes" not in tree, tree
    assert [(c["name"], c["unit"]) for c in tree["channels"]][:3] == [
        ("time_ms", "ms"), ("q1_deg", "deg"), ("w_rad_s", "rad/s")], tree
    assert abs(tree["channels"][1]["rate"] - 1000) < 1e-9, tree


@test
def every_dialect_follows_the_schema():
    refused = {"binary", "controls", "empty", "gzip", "header-only", "nul", "prose", "remarks-only", "spreadsheet"}
    files = sorted(f for f in (LOGS / "csv").glob("*.csv") if f.stem not in refused)
    assert len(files) > 50, files
    for file, tree in zip(files, describe(*files)):
        assert tree["file"] == str(file) and tree["channels"], tree


@test
def stamps_have_a_rate():
    date, time, q = describe(LOGS / "csv/date-and-time.csv")["channels"]
    assert date["text"] and date["time"] == "iso8601" and date["missing"] == 1, date
    assert time["text"] and "time" not in time, time
    assert abs(q["rate"] / (2 / 50399.5) - 1) < 1e-9, q
    assert "no time zone" in describe(LOGS / "csv/iso-mixed-zones.csv")["problems"][0]


@test
def mat_shapes():
    tree = describe(LOGS / "shapes.mat")
    shapes = {shape["variable"]: shape for shape in tree["shapes"]}
    assert shapes["arm"]["kind"] == "time-struct" and shapes["arm"]["time"] == "arm.time", shapes["arm"]
    assert shapes["ans"]["time"] == "ans(1,:)", shapes["ans"]
    assert [c["column"] for c in shapes["across"]["channels"]][-1] == "across(4,:)", shapes["across"]
    rates = {c["name"]: c["rate"] for c in tree["channels"]}
    assert abs(rates["ans"] - 10) < 1e-9 and abs(rates["run.angle"] - 1) < 1e-9, rates


@test
def text_says_what_it_looks_like():
    lines = succeed("info", LOGS / "shapes.mat").stdout.splitlines()
    assert "tout looks like: time vector, 120 samples, step 0.02 s" in lines, lines
    assert any(line.startswith("yout looks like: array beside a time vector, 4 channels") and
               line.endswith("time 'tout'") for line in lines), lines


@test
def refusals_name_the_reason():
    refuse(3, "info", LOGS / "csv/prose.csv", words=["prose.csv", "no column holds a number"])
    refuse(3, "info", LOGS / "csv/spreadsheet.csv", words=["spreadsheet", "save the sheet as CSV"])


@test
def damaged_mat_files_end_soon():
    """Each is read or refused within 2 s of CPU, with all processes that read it."""
    files = sorted(Path(os.environ["TRAMMEL_SHARED"], "data/hostile-mat").glob("*.mat"))
    if not files:
        raise Skip("no damaged MAT files beside the source")
    for file in files:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = run("info", file)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert done.returncode in (0, 3), (file, done)
        assert spent < (20 if IS_SANITIZED else 2), (file.name, spent)


@test
def pipes_and_devices():
    """They are refused at once, also as the log of a project."""
    os.mkfifo("f.csv")
    for path in ("f.csv", "/dev/zero", "/dev/tty"):
        refuse(3, "info", path, words=[path, "pipe or a device"], timeout=20)
    project = pendulum()
    project["logs"][0]["file"] = "f.csv"
    write(project)
    done = run("check", "p.trammel", timeout=20)
    assert done.returncode == 3 and "f.csv" in done.stderr and "pipe or a device" in done.stderr, done


def has_control(text):
    return any((ord(c) < 32 and c not in "\t\n") or 127 <= ord(c) < 160 for c in text)


@test
def control_characters():
    """Texts of files reach the terminal without control characters, in messages and in tables."""
    escapes = "a\x1b[31mb\x07c\x7fd\x9b0me"
    shown = "a\\x1b[31mb\\x07c\\x7fd\\x9b0me"
    Path("l.csv").write_text(f"t [s],{escapes},u [{escapes}]\n" + "".join(f"{k / 100},{k},{k}\n" for k in range(99)) + f"1,1,{escapes}\n")
    done = succeed("info", "l.csv")
    assert shown in done.stdout and not has_control(done.stdout), done.stdout
    assert [c["name"] for c in describe("l.csv")["channels"]].count(escapes) == 1
    project = pendulum(name=escapes)
    project["logs"][0]["file"] = f"gone{escapes}\ntrammel-cli: all is well.csv"
    write(project)
    done = succeed("info", "p.trammel")
    assert f"name: {shown}" in done.stdout and not has_control(done.stdout), done.stdout
    for verb in ("check", "identify"):
        done = run(verb, "p.trammel")
        assert done.returncode == 3 and shown in done.stderr, done
        assert not has_control(done.stderr + done.stdout) and "\ntrammel-cli: all is well" not in done.stderr, done
    json.loads(run("check", "--json", "p.trammel").stdout)


@test
def the_format_of_a_file_may_be_of_any_kind():
    for value in (5, None, True, [], {}, ""):
        path = write({"format": value, "model": {}})
        refuse(4, "info", path, words=["p.trammel", "format"])


sys.exit(main())
