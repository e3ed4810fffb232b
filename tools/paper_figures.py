#!/usr/bin/python3
"""Makes docs/paper-figures.md and its figures: every number on the page comes from trammel-cli.

usage: paper_figures.py TRAMMEL-CLI [--output FOLDER]

tools/paper-figures builds the program first.  The logs are made anew, with noise of a fixed seed.
"""
import argparse
import csv
import json
import math
import tempfile
from pathlib import Path

import linkage_study as linkage
import sweep_study as study
from svg_figure import COLOURS, INK, Axis, Figure, Panel
from wrap_markdown import wrap

WIDTH, HEIGHT = 460, 225
SIDES = ("predicted", "explicit")
KAPPA_SIDES = ("predicted", "held", "explicit")  # of sweeps over kappa; `held` is `predicted` with its weight held
NAMES = {
    "body.A.inertia.zz": "J_A,zz", "body.B.inertia.yy": "J_B,yy", "joint.h1.viscous": "b_1", "joint.h2.viscous": "b_2",
    "body.arm.inertia.zz": "J_A,zz", "body.pendulum.inertia.yy": "J_B,yy", "body.pendulum.inertia.zz": "J_B,zz",
    "motor.drive.gain": "K", "joint.shaft.viscous": "b_1", "joint.elbow.viscous": "b_2",
}
RELEASE_INERTIAS = ("body.A.inertia.zz", "body.B.inertia.yy")
RELEASE_FRICTIONS = ("joint.h1.viscous", "joint.h2.viscous")
SWING_INERTIAS = ("body.arm.inertia.zz", "body.pendulum.inertia.yy", "body.pendulum.inertia.zz")
KAPPAS = (1, 10, 1000, 10000)  # of the simulations in figure 5


# --- figures -------------------------------------------------------------------------------------

def positive(values):
    return [v for v in values if v is not None and v > 0]


def choose_decades(*columns):
    values = [v for column in columns for v in positive(column)]
    low, high = min(values), max(values)
    return Axis(10 ** math.floor(math.log10(low)), 10 ** math.ceil(math.log10(high)), True)


def sweep_axis(sweep):
    low, high = min(sweep.at), max(sweep.at)
    if sweep.name == "h":
        return Axis(low / 1.15, high * 1.15, True, [0.001, 0.002, 0.005, 0.01, 0.02, 0.04])
    return Axis(low / 1.6, high * 1.6, True)


def mark_failures(panel, sweep):
    for x, state in zip(sweep.at, sweep.states):
        if state == "failed":
            panel.add_cross(x)


def draw_ratios(figure, box, sweep, parameters, limits, title, x_label):
    panel = figure.add(Panel(box, sweep_axis(sweep), Axis(*limits), title, x_label, "estimate / true value"))
    panel.add_level(1)
    for parameter, colour in zip(parameters, COLOURS):
        values, bars = sweep.ratios(parameter)
        panel.add_series(sweep.at, values, colour, NAMES[parameter], bars, sweep.states)
    mark_failures(panel, sweep)


def usable_errors(sweep, key):
    return [e if s != "failed" else None for e, s in zip(sweep.nested("cost", key), sweep.states)]


def draw_errors(figure, box, sweep, both, title, x_label):
    keys = (("observation_mse", "observation [rad²]"), ("state_mse", "state [(N s)², (N m s)²]"))
    # a fit that ran away would push the others into one corner
    shown = [v for s in both for key, _ in keys for v in usable_errors(s, key) if v is not None and v < 1]
    axis = choose_decades(shown)
    panel = figure.add(Panel(box, sweep_axis(sweep), axis, title, x_label, "mean squared error"))
    for (key, name), colour in zip(keys, COLOURS):
        panel.add_series(sweep.at, usable_errors(sweep, key), colour, name, states=sweep.states)
    mark_failures(panel, sweep)


def draw_scores(figure, box, sweep, title, x_label):
    panel = figure.add(Panel(box, sweep_axis(sweep), Axis(0, 400), title, x_label, "open-loop error [%]"))
    panel.add_level(100)
    panel.add_series(sweep.at, sweep.nested("score", "nrmse_percent"), COLOURS[0], states=sweep.states)


def draw_sweep(results, x_label, inertias, frictions=(), score=False):
    """Columns: the formulations; rows: inertias, frictions, misfits, open-loop error."""
    rows = ["inertias", *(["frictions"] if frictions else []), "errors", *(["scores"] if score else [])]
    figure = Figure(len(results) * WIDTH, len(rows) * HEIGHT,
                    f"Sweep over {x_label}; from left to right: {', '.join(results)}")
    for column, (side, sweep) in enumerate(results.items()):
        for row, kind in enumerate(rows):
            box = (column * WIDTH, row * HEIGHT, WIDTH, HEIGHT)
            title = side if row == 0 else ""
            label = x_label if row == len(rows) - 1 else ""
            if kind == "inertias":
                draw_ratios(figure, box, sweep, inertias, (0, 2), title, label)
            elif kind == "frictions":
                draw_ratios(figure, box, sweep, frictions, (0, 4), title, label)
            elif kind == "errors":
                draw_errors(figure, box, sweep, results.values(), title, label)
            else:
                draw_scores(figure, box, sweep, title, label)
    return figure


def read_columns(path, names):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return [[float(row[name]) for row in rows] for name in names]


def simulate_fits(setting, folder):
    """For both formulations and each kappa: the result, the open loop from the first sample, its errors."""
    fits = {}
    for side in SIDES:
        for kappa in KAPPAS:
            result, motion = folder / f"{side}-{kappa}.json", folder / f"{side}-{kappa}.csv"
            tree = setting.identify(side, result, "--kappa", kappa, "--compliance-scale", 100)
            setting.run("simulate", setting.project, "--result", result, "--start", "first-sample", "--h", "0.01",
                        "--compliance-scale", 100, "-o", motion)
            told = setting.run("validate", setting.project, "--result", result, "--start", "first-sample", "--json",
                               "--progress", "none")
            fits[side, kappa] = (tree, read_columns(motion, ("t [s]", "arm [rad]", "pendulum [rad]")),
                                 json.loads(told)["logs"][0]["open_loop"])
    return fits


def draw_motions(figure, side, column, fits, measured):
    for row, (name, limits) in enumerate((("arm [rad]", (-3, 3)), ("pendulum [rad]", (-4, 4)))):
        panel = figure.add(Panel((column * WIDTH, row * HEIGHT, WIDTH, HEIGHT), Axis(0, study.DURATION), Axis(*limits),
                                 side if row == 0 else "", "time [s]" if row else "", name))
        panel.add_line(measured[0][::40], measured[row + 1][::40], "#bbbbbb", 3)
        for kappa, colour in zip(KAPPAS, COLOURS):
            t, *angles = fits[side, kappa][1]
            panel.add_line(t[::4], angles[row][::4], colour, 1.1)
            panel.legend.append((f"kappa = {kappa}", colour))


def draw_histories(figure, side, column, fits, truth):
    limits = Axis(0, 12), Axis(0, 2)
    panels = [figure.add(Panel((column * WIDTH, (2 + row) * HEIGHT, WIDTH, HEIGHT), limits[0], limits[1], "", "",
                               f"{NAMES[p]} / true value")) for row, p in enumerate(SWING_INERTIAS[:2])]
    costs = figure.add(Panel((column * WIDTH, 4 * HEIGHT, WIDTH, HEIGHT), limits[0], Axis(1e2, 1e12, True), "",
                             "iteration", "cost"))
    for kappa, colour in zip(KAPPAS, COLOURS):
        history = fits[side, kappa][0]["history"]
        order = [p["id"] for p in fits[side, kappa][0]["parameters"]]
        steps = [entry["iteration"] for entry in history]
        for panel, parameter in zip(panels, SWING_INERTIAS):
            values = [entry["parameters"][order.index(parameter)] / truth[parameter] for entry in history]
            panel.add_line([s for s in steps if s <= 12], values, colour)
        costs.add_line([s for s in steps if s <= 12], [entry["cost"] for entry in history], colour)


def draw_figure_5(setting, fits, folder):
    degrees = math.pi / 180
    t, arm, pendulum = read_columns(folder / "furuta.csv", ("time [s]", "arm [deg]", "pendulum [deg]"))
    measured = t, [a * degrees for a in arm], [p * degrees for p in pendulum]
    figure = Figure(2 * WIDTH, 5 * HEIGHT, "Simulations with fits at four kappas beside the measurement (grey), "
                    "parameters and cost by iteration; predicted on the left, explicit on the right")
    for column, side in enumerate(SIDES):
        draw_motions(figure, side, column, fits, measured)
        draw_histories(figure, side, column, fits, setting.truth)
    return figure


def draw_relaxation(grids):
    figure = Figure(2 * WIDTH, 2 * HEIGHT, "Inertias over kappa at five relaxation times; predicted on the left, "
                    "explicit on the right")
    for column, side in enumerate(SIDES):
        for row, parameter in enumerate(RELEASE_INERTIAS):
            panel = None
            for scale, colour in zip(grids[side].tree["over"]["damping_scale"], COLOURS):
                line = grids[side].line(damping_scale=scale)
                panel = panel or figure.add(Panel((column * WIDTH, row * HEIGHT, WIDTH, HEIGHT), sweep_axis(line),
                                                  Axis(0.6, 1.6), side if row == 0 else "", "kappa" if row else "",
                                                  f"{NAMES[parameter]} / true value"))
                values, bars = line.ratios(parameter)
                panel.add_series(line.at, values, colour, f"tau = {0.02 * scale:g} s", bars, line.states)
            panel.add_level(1)
    return figure


def draw_l_curves(curves):
    figure = Figure(len(KAPPA_SIDES) * WIDTH, len(curves) * 320,
                    f"L-curves: state misfit over observation misfit; from left to right: {', '.join(KAPPA_SIDES)}")
    for row, (name, results) in enumerate(curves.items()):
        both = [[s.nested("l_curve", key) for s in results.values()] for key in ("observation", "state")]
        for column, (side, sweep) in enumerate(results.items()):
            panel = figure.add(Panel((column * WIDTH, row * 320, WIDTH, 320), choose_decades(*both[0]),
                                     choose_decades(*both[1]), f"{name}, {side}",
                                     "rms observation misfit [sigma]", "rms state misfit [N s, N m s]"))
            xs, ys = sweep.nested("l_curve", "observation"), sweep.nested("l_curve", "state")
            panel.add_series(xs, ys, COLOURS[0], states=sweep.states)
            for kappa, x, y in zip(sweep.at, xs, ys):
                if abs(math.log10(kappa) % 1) < 1e-6:
                    panel.add_text(panel.across(x) + 6, panel.up(y) - 4, f"{kappa:g}", 9, "start")
            corner = sweep.corner()["kappa"]
            if corner is not None:
                i = sweep.at.index(corner)
                panel.add_point(xs[i], ys[i], COLOURS[1])
                panel.legend.append((f"corner at kappa = {corner:g}", COLOURS[1]))
            else:
                panel.legend.append(("no corner", INK))
    return figure


# --- the page ------------------------------------------------------------------------------------

def cell(sweep, i, parameter):
    value, sigma = sweep.column(parameter)[i], sweep.column(parameter, "sigma")[i]
    if value is None or sweep.states[i] == "failed":
        return "–"
    flag = " (bound)" if sweep.column(parameter, "at_bound")[i] else ""
    return f"{value:.4g}" + (f" ± {2 * sigma:.1g}" if sigma and not flag else "") + flag


def write_table(results, parameters):
    head = [results["predicted"].name]
    for side in results:
        head += [f"`{side}`", "iterations", *(NAMES[p] for p in parameters)]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for i, x in enumerate(results["predicted"].at):
        row = [f"{x:.3g}"]
        for sweep in results.values():
            row += [sweep.states[i], str(sweep.points[i]["iterations"]), *(cell(sweep, i, p) for p in parameters)]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def tell_converged(results):
    parts = []
    for side, sweep in results.items():
        at = ", ".join(f"{x:.3g}" for x in sweep.converged())
        all_of_them = len(sweep.converged()) == len(sweep.points)
        parts.append(f"`{side}` {len(sweep.converged())} of {len(sweep.points)} points" +
                     ("" if all_of_them or not at else f" ({at})"))
    return "Converged: " + "; ".join(parts) + "."


def tell_drift(results, parameters, ranges):
    lines = []
    for low, high in ranges:
        for side in SIDES:
            told = []
            for p in parameters:
                drift = results[side].drift(p, low, high)
                told.append(f"{NAMES[p]} " + ("not all converged" if drift is None else f"{100 * drift:.2g} %"))
            lines.append(f"- {low:g} to {high:g}, `{side}`: " + ", ".join(told))
    return "Drift (largest minus smallest value over the mean):\n\n" + "\n".join(lines)


def tell_width(ends):
    return f"{study.decades(ends):.2g} decades" if ends else "none"


def tell_plateaus(results, parameters):
    lines = []
    for side in results:
        told = []
        for p in parameters:
            ends = results[side].plateau(p, 0.1)
            told.append(f"{NAMES[p]} {tell_width(ends)}" + (f" ({ends[0]:.3g} to {ends[1]:.3g})" if ends else ""))
        lines.append(f"- `{side}`: " + ", ".join(told))
        lines.append(f"- `{side}`, {results[side].corner()['text']}")
    return ("Plateaus (widest range in which the largest minus the smallest value is within 10 % of the mean):\n\n" +
            "\n".join(lines))


def tell_agreement(results, parameters):
    lines = []
    for side, sweep in results.items():
        told = []
        for p in parameters:
            ends = sweep.agreement(p)
            told.append(f"{NAMES[p]} {tell_width(ends)}" + (f" ({ends[0]:.3g} to {ends[1]:.3g})" if ends else ""))
        lines.append(f"- `{side}`: " + ", ".join(told))
    return "Widest range in which the intervals of ± 2 sigma have a value in common:\n\n" + "\n".join(lines)


def tell_best(results):
    lines = []
    for side in results:
        best = results[side].tree["scored"]["best"]
        lines.append(f"- `{side}`: {best['nrmse_percent']:.3g} % at kappa = {best['settings']['kappa']:.3g}")
    return "Smallest open-loop error (100 % is as good as a constant):\n\n" + "\n".join(lines)


def tell_relaxation(grids):
    a, b = (NAMES[p] for p in RELEASE_INERTIAS)
    lines = ["| tau [s] | " + " | ".join(f"`{side}` {a} plateau | {b} plateau | {a} over its true value at kappa = 1000"
                                         for side in SIDES) + " |", "|---|" + "---|" * 6]
    for scale in grids["predicted"].tree["over"]["damping_scale"]:
        row = [f"{0.02 * scale:g}"]
        for side in SIDES:
            line = grids[side].line(damping_scale=scale)
            i = line.at.index(1000)
            row += [tell_width(line.plateau(p, 0.1)) for p in RELEASE_INERTIAS]
            row.append(f"{line.ratios(RELEASE_INERTIAS[0])[0][i]:.3g}" + ("" if line.states[i] == "converged" else
                                                                          f" ({line.states[i]})"))
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def tell_insistence(sweep):
    lines = [f"| {sweep.name} | status | iterations | " + " | ".join(NAMES[p] for p in RELEASE_INERTIAS) + " |",
             "|---|---|---|---|---|"]
    for i, x in enumerate(sweep.at):
        lines.append(f"| {x:.3g} | {sweep.states[i]} | {sweep.points[i]['iterations']} | " +
                     " | ".join(cell(sweep, i, p) for p in RELEASE_INERTIAS) + " |")
    return "\n".join(lines)


def tell_patience(sweep):
    return (f"With 100 iterations and damping of the parameters alone, `explicit` converges at "
            f"{len(sweep.converged())} of these {len(sweep.points)} kappas; plateaus: " +
            ", ".join(f"{NAMES[p]} {tell_width(sweep.plateau(p, 0.1))}" for p in RELEASE_INERTIAS) + ".")


def tell_claims(claims):
    lines = ["| what | found | holds |", "|---|---|---|"]
    for claim in claims:
        holds = "–" if claim.holds is None else "yes" if claim.holds else "no"
        lines.append(f"| {claim.text} | {claim.value} | {holds} |")
    return "\n".join(lines)


def run_sides(setting, *options, sides=SIDES):
    return {side: setting.sweep(side, *options) for side in sides}


def run_all(cli, folder):
    """All sweeps of the page by the names that the template uses."""
    release, swing = study.make_release(cli, folder), study.make_swing(cli, folder)
    soft = ["--set", "settings.compliance_scale=100"]  # 1e-4, where `explicit` works
    compliances = ["--over", "compliance=1e-3:1e-12:10"]
    kappas = ["--over", "kappa=1e-2:1e6:17"]
    patient = ["--set", "settings.damping=parameters", "--max-iterations", "100"]
    grid = ["--over", "damping_scale=2,1,0.5,0.25,0.125", "--over", "kappa=1e-1:1e5:7"]
    return {
        "release": release, "swing": swing,
        "f4k": run_sides(swing, "--over", "kappa=1e-1:1e6:15", "--score", "--start", "first-sample", *soft,
                         sides=KAPPA_SIDES),
        "f4c": run_sides(swing, *compliances),
        "f5": simulate_fits(swing, folder),
        "f6h": run_sides(release, "--over", "h=0.04,0.028,0.02,0.014,0.01,0.007,0.005,0.003,0.002,0.001", *soft),
        "f6c": run_sides(release, *compliances),
        "insist": release.sweep("explicit", *compliances, *patient),
        "insist_kappa": release.sweep("explicit", *kappas, *soft, *patient),
        "f7": run_sides(release, *kappas, *soft, sides=KAPPA_SIDES),
        "relaxation": run_sides(release, *grid, *soft),
        "linkage": linkage.measure(cli, folder),
    }


def list_claims(runs):
    fine = runs["f6h"]["predicted"]
    steps = study.Sweep({"over": {"h": None}, "points": [p for p in fine.points if p["settings"]["h"] <= 0.02]},
                        fine.truth)
    return [*study.claim_compliance("release", runs["f6c"]["predicted"], runs["f6c"]["explicit"], RELEASE_INERTIAS),
            *study.claim_compliance("swing", runs["f4c"]["predicted"], runs["f4c"]["explicit"], SWING_INERTIAS),
            *study.claim_kappa("release", runs["f7"]["predicted"], RELEASE_INERTIAS, 2),
            *study.claim_kappa("swing", runs["f4k"]["predicted"], SWING_INERTIAS, 2),
            *study.claim_held("release", runs["f7"]["predicted"], runs["f7"]["held"], RELEASE_INERTIAS, 2),
            *study.claim_held("swing", runs["f4k"]["predicted"], runs["f4k"]["held"], SWING_INERTIAS, 2),
            *study.claim_step("release", steps, "body.A.inertia.zz")]


def write_figures(runs, work, folder):
    figures = {
        "figure-4-kappa": draw_sweep(runs["f4k"], "kappa", SWING_INERTIAS, score=True),
        "figure-4-compliance": draw_sweep(runs["f4c"], "compliance [m/N, rad/(N m)]", SWING_INERTIAS),
        "figure-5": draw_figure_5(runs["swing"], runs["f5"], work),
        "figure-6-step": draw_sweep(runs["f6h"], "h [s]", RELEASE_INERTIAS, RELEASE_FRICTIONS),
        "figure-6-compliance": draw_sweep(runs["f6c"], "compliance [m/N, rad/(N m)]", RELEASE_INERTIAS,
                                          RELEASE_FRICTIONS),
        "figure-7": draw_sweep(runs["f7"], "kappa", RELEASE_INERTIAS, RELEASE_FRICTIONS),
        "relaxation": draw_relaxation(runs["relaxation"]),
        "linkage": linkage.draw(runs["linkage"]),
        "l-curve": draw_l_curves({"swing": runs["f4k"], "release": runs["f7"]}),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in figures.items():
        (folder / f"{name}.svg").write_text(figure.to_svg())


def tell_fits(fits):
    sensors = ("arm", "pendulum")
    head = [word for side in SIDES for word in (f"`{side}`", "iterations", *(f"{name} rmse [rad]" for name in sensors))]
    lines = ["| kappa | " + " | ".join(head) + " |", "|---|" + "---|" * len(head)]
    for kappa in KAPPAS:
        row = [str(kappa)]
        for side in SIDES:
            tree, _motion, errors = fits[side, kappa]
            rmse = {entry["sensor"]: entry["rmse"] for entry in errors}
            row += [tree["status"], str(tree["iterations"]), *(f"{rmse[name]:.3g}" for name in sensors)]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def write_page(runs, path):
    release = RELEASE_INERTIAS + RELEASE_FRICTIONS
    settled = ((1e-12, 1e-3), (1e-12, 1e-4), (1e-12, 1e-6))
    words = {
        "noise": f"{study.NOISE:g}", "seed": str(study.SEED),
        "f4k": "\n\n".join((tell_converged(runs["f4k"]), tell_plateaus(runs["f4k"], SWING_INERTIAS),
                            tell_agreement(runs["f4k"], SWING_INERTIAS), tell_best(runs["f4k"]),
                            write_table(runs["f4k"], SWING_INERTIAS))),
        "f4c": "\n\n".join((tell_converged(runs["f4c"]), tell_drift(runs["f4c"], SWING_INERTIAS, settled),
                            write_table(runs["f4c"], SWING_INERTIAS))),
        "f5": tell_fits(runs["f5"]),
        "f6h": "\n\n".join((tell_converged(runs["f6h"]), write_table(runs["f6h"], release))),
        "f6c": "\n\n".join((tell_converged(runs["f6c"]), tell_drift(runs["f6c"], RELEASE_INERTIAS, settled),
                            write_table(runs["f6c"], release))),
        "insist": tell_insistence(runs["insist"]),
        "insist_kappa": tell_patience(runs["insist_kappa"]),
        "f7": "\n\n".join((tell_converged(runs["f7"]), tell_plateaus(runs["f7"], RELEASE_INERTIAS),
                           tell_agreement(runs["f7"], RELEASE_INERTIAS), write_table(runs["f7"], release))),
        "relaxation": tell_relaxation(runs["relaxation"]),
        "linkage": linkage.tell(runs["linkage"]),
        "claims": tell_claims(list_claims(runs)),
    }
    text = (study.ROOT / "docs/paper-figures/page.md.in").read_text()
    for name, value in words.items():
        text = text.replace(f"@{name}@", value)
    path.write_text(wrap(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli", help="trammel-cli")
    parser.add_argument("--output", type=Path, default=study.ROOT / "docs", help="folder of the page (default: docs)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="trammel-study-") as work:
        runs = run_all(str(Path(options.cli).resolve()), Path(work))
        write_figures(runs, Path(work), options.output / "paper-figures")
    write_page(runs, options.output / "paper-figures.md")


if __name__ == "__main__":
    main()
