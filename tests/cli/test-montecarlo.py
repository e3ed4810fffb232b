#!/usr/bin/python3
"""trammel-cli montecarlo from outside; output in TAP.

usage: test-montecarlo.py TRAMMEL-CLI ROOT
"""
import csv
import json
import math
import statistics
import sys

import jsonschema

from support import ROOT, main, need_mpi, pendulum, refuse, run, run_shared, succeed, table, test, write

# the formulation of first order: the log that is drawn obeys its residuals exactly, also at a long step
FAST = ("--kappa", "1e4", "--set", "settings.h=0.02", "--formulation", "predicted")


def study(project, *arguments):
    done = succeed("montecarlo", project, *FAST, *arguments, "--json", "--progress", "none")
    result = json.loads(done.stdout)
    schema = json.loads((ROOT / "data/schema/montecarlo.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(result)
    return result


@test
def the_summary_is_that_of_the_draws():
    project = write(pendulum())
    result = study(project, "--draws", 12)
    fit = json.loads(succeed("identify", project, *FAST, "--no-physical", "--json", "--progress", "none").stdout)
    assert result["drawn"] == result["converged"] == len(result["draws"]) == 12, result
    assert result["state_sigma"] > 0 and not result["interrupted"]
    for i, (p, q) in enumerate(zip(result["parameters"], fit["parameters"])):
        values, sigmas = ([draw[key][i] for draw in result["draws"]] for key in ("values", "sigmas"))
        assert (p["id"], p["value"], p["sigma"]) == (q["id"], q["value"], q["noise"]), (p, q)
        assert math.isclose(p["mean"], statistics.mean(values), rel_tol=1e-12)
        assert math.isclose(p["scatter"], statistics.stdev(values), rel_tol=1e-9)
        assert math.isclose(p["rms_sigma"], math.sqrt(statistics.mean(s * s for s in sigmas)), rel_tol=1e-12)
        assert min(values) <= p["low"] < p["high"] <= max(values), p
        held = sum(abs(v - p["value"]) <= 1.959963984540054 * s for v, s in zip(values, sigmas))
        assert p["held"] == held and p["stated"] == 12 and p["coverage"] == held / 12, p
        assert len(set(values)) == 12, values


@test
def values_scatter_as_their_sigmas_say():
    """60 draws give the standard deviation to 9 %, the mean to 13 % of it."""
    result = study(write(pendulum()), "--draws", 60)
    assert result["converged"] == 60, result["converged"]
    for p in result["parameters"]:
        assert 0.65 < p["scatter"] / p["rms_sigma"] < 1.4, p
        assert abs(p["mean"] - p["value"]) < 0.6 * p["rms_sigma"], p
        assert p["held"] >= 51, p


@test
def more_draws_begin_with_the_same_ones():
    project = write(pendulum())
    few, many, other = (study(project, "--draws", n, "--seed", seed)["draws"] for n, seed in ((3, 5), (5, 5), (3, 6)))
    assert few == many[:3] and few != other, (few, many, other)


@test
def without_state_errors_there_is_less_scatter():
    project = write(pendulum())
    quiet, plain = (study(project, "--draws", 12, *more) for more in (["--no-state-errors"], []))
    assert quiet["state_sigma"] == 0
    ratios = [a["scatter"] / b["scatter"] for a, b in zip(quiet["parameters"], plain["parameters"])]
    assert all(ratio < 0.9 for ratio in ratios), ratios


@test
def files_by_their_ending():
    project = write(pendulum())
    result = study(project, "--draws", 4)
    succeed("montecarlo", project, *FAST, "--draws", 4, "-o", "m.json")
    assert json.loads(open("m.json").read()) == result
    succeed("montecarlo", project, *FAST, "--draws", 4, "-o", "M.CSV")
    with open("M.CSV", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, draw in zip(rows, result["draws"], strict=True):
        for p, value, sigma in zip(result["parameters"], draw["values"], draw["sigmas"]):
            assert float(row[f"{p['id']} [{p['unit']}]"]) == value
            assert float(row[f"{p['id']} sigma [{p['unit']}]"]) == sigma
    printed = table(succeed("montecarlo", project, *FAST, "--draws", 4).stdout)
    for p in result["parameters"]:
        assert float(printed[p["id"]]["scatter"]) == p["scatter"] and printed[p["id"]]["unit"] == p["unit"], printed


@test
def any_number_of_threads_and_processes_gives_the_same_bits():
    project = write(pendulum())
    order = ("montecarlo", project, *FAST, "--draws", 7, "--json", "--progress", "none")
    alone = succeed(*order, "--threads", 1).stdout
    for n in (2, 5):
        assert succeed(*order, "--threads", n).stdout == alone
    need_mpi()
    for n in (2, 4):
        done = run_shared(n, *order, "--threads", 1)
        assert done.returncode == 0 and done.stdout == alone, done.stderr
        assert done.stderr.count("7 of 7 draws converged") == 1, done.stderr


@test
def channels_with_offset_and_scale():
    """Offsets and scales of a log's channels are applied to the drawn samples."""
    project = pendulum()
    channel = project["logs"][0]["channels"][0]
    channel.update(offset={"value": 0.02, "free": True}, delay=0.05, scale=1.1)
    result = study(write(project), "--draws", 20)
    assert result["converged"] == 20, result["draws"]
    assert "log.release.angle.offset" in [p["id"] for p in result["parameters"]], result["parameters"]
    for p in (p for p in result["parameters"] if p["sigma"]):  # those at a bound scatter to one side
        assert abs(p["mean"] - p["value"]) < p["rms_sigma"] and 0.5 < p["scatter"] / p["rms_sigma"] < 1.6, p


@test
def what_cannot_be_drawn_from_is_refused():
    project = write(pendulum())
    for option, value in (("--draws", "0"), ("--draws", "1.5"), ("--seed", "-1"), ("--threads", "0")):
        refuse(2, "montecarlo", project, option, value, words=[option])
    refuse(3, "montecarlo", "missing.trammel", words=["missing.trammel"])
    refuse(4, "montecarlo", project, "--set", "settings.max_iterations=1", words=["has not converged"])
    assert run("montecarlo").returncode == 2


sys.exit(main())
