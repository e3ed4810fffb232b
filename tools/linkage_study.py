"""Forward dynamics of a four-bar linkage (docs/paper-figures/linkage.trammel) against its equation of
motion in one coordinate, over the time step and for two damping times of the constraints."""
import csv
import json
import math
import subprocess

import sweep_study as study
from measure import load_tool
from svg_figure import COLOURS, Axis, Figure, Panel

PROJECT = study.ROOT / "docs/paper-figures/linkage.trammel"
STEPS = (0.01, 0.005, 0.0025, 0.001, 0.0005, 0.00025)
DAMPING = {"auto": "tau = h/4", 0.02: "tau = 0.02 s"}
DURATION = 5.0
FINEST = 0.00025
PUBLISHED = 2.3e-3  # [m] at 1 ms


def solve():
    """P1 and P2 every FINEST seconds."""
    generator = load_tool("generate-examples")
    linkage = generator.FourBar(generator.Quantities(json.loads(PROJECT.read_text()), {}))
    motion = generator.Motion(linkage, [0.0])
    places = []
    for _ in range(round(DURATION / FINEST) + 1):
        angle = motion.state[0]
        coupler, _ = linkage.place(angle)
        places.append(locate(angle, coupler))
        motion.advance(0.0, FINEST)
    return places


def locate(crank, coupler):
    x, y = math.cos(crank), math.sin(crank)
    return x, y, x + 2 * math.cos(coupler), y + 2 * math.sin(coupler)


def simulate(cli, folder, step, damping):
    project = json.loads(PROJECT.read_text())
    for joint in project["model"]["joints"]:
        joint["damping_time"] = damping
    (folder / "linkage.trammel").write_text(json.dumps(project))
    subprocess.run([cli, "simulate", folder / "linkage.trammel", "--start", "model", "--duration", str(DURATION),
                    "--h", str(step), "-o", folder / "linkage.csv"], check=True, capture_output=True)
    with open(folder / "linkage.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            crank = float(row["shaft.position [rad]"])
            yield locate(crank, crank + float(row["pin.position [rad]"]))


def measure(cli, folder):
    """Root mean squares over the coordinates of P1 and P2 and over time [m], by damping and step."""
    exact = solve()
    errors = {}
    for damping in DAMPING:
        for step in STEPS:
            every = round(step / FINEST)
            squares = [(a - b) ** 2 for at, true in zip(simulate(cli, folder, step, damping), exact[::every])
                       for a, b in zip(at, true)]
            errors[damping, step] = math.sqrt(sum(squares) / len(squares))
    return errors


def draw(errors):
    figure = Figure(460, 260, "Error of the simulated four-bar linkage over the time step")
    panel = figure.add(Panel((0, 0, 460, 260), Axis(1e-4, 2e-2, True, (1e-4, 1e-3, 1e-2)),
                             Axis(1e-6, 1, True, (1e-6, 1e-4, 1e-2, 1)), "four-bar linkage, 5 s", "h [s]", "RMSE [m]"))
    for (damping, name), colour in zip(DAMPING.items(), COLOURS):
        panel.add_series(STEPS, [errors[damping, step] for step in STEPS], colour, name)
    panel.add_level(PUBLISHED)
    return figure


def tell(errors):
    lines = ["| h [s] | " + " | ".join(f"{name}: RMSE [m]" for name in DAMPING.values()) + " |", "|---|---|---|"]
    for step in STEPS:
        lines.append(f"| {step:g} | " + " | ".join(f"{errors[damping, step]:.2g}" for damping in DAMPING) + " |")
    return "\n".join(lines)
