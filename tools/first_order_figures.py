#!/usr/bin/python3
"""Makes docs/first-order.md and its figures: the experiments of the article on a first-order
constraint solver with `trammel-cli simulate --solver first-order`, beside what the article prints.

usage: first_order_figures.py TRAMMEL-CLI [--output FOLDER]

tools/first-order-figures builds the program first.
"""
import argparse
import math
import tempfile
from pathlib import Path

import first_order_models as models
from svg_figure import COLOURS, Axis, Figure, Panel
from wrap_markdown import wrap

WIDTH, HEIGHT = 460, 225
FRICTIONS = (0, 0.125, 0.25, 0.375)
# seconds of table 1: (elements, force [N], modulus [Pa]) -> the article's solver, ode15s
PRINTED = {(100, 5, 1e7): (0.331, 0.302), (100, 50, 1e7): (0.332, 9.55), (900, 5, 1e7): (7.40, 4.75),
           (900, 50, 1e7): (12.98, 27.3), (100, 5, 1e11): (0.286, 0.189), (100, 50, 1e11): (0.396, 5550),
           (900, 5, 1e11): (8.23, 1.10), (900, 50, 1e11): (26.00, 2.31)}


def panel(figure, x, y, title, labels):
    return figure.add(Panel((0, 0, WIDTH, HEIGHT), x, y, title, *labels))


def save(folder, name, figure):
    (folder / "first-order").mkdir(exist_ok=True)
    (folder / "first-order" / f"{name}.svg").write_text(figure.to_svg(), encoding="utf-8")


def table(head, rows):
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows])


def size(*position):
    return math.hypot(*position)


def columns(run, name="p"):
    return list(zip(*(run[f"{name}.{axis}"] for axis in "xyz")))


# --- the five experiments ------------------------------------------------------------------------

def oscillate(simulator, folder):
    stiffness, damping, duration = 1e3, 2.0, 1.0
    figure = Figure(WIDTH, HEIGHT, "height of a mass on a spring and damper")
    plot = panel(figure, Axis(0, duration), Axis(-0.02, 0.005), "mass on a spring and damper", ("t [s]", "z [m]"))
    rows = []
    for h, colour in zip((1e-2, 1e-3, 1e-4), COLOURS):
        run, _ = simulator.run(models.oscillator(stiffness, damping), h, duration)
        exact = [models.oscillator_at(stiffness, damping, t) for t in run["t"]]
        rows.append([f"{h:g}", f"{max(abs(a - b) for a, b in zip(run['p.z'], exact)):.1e}"])
        every = max(1, len(exact) // 1000)
        plot.add_line(run["t"][::every], run["p.z"][::every], colour)
        plot.legend.append((f"h = {h:g}", colour))
    stiff, _ = simulator.run(models.oscillator(1e15, 1.0), 0.1, 100.0)
    save(folder, "oscillator", figure)
    return table(["h [s]", "largest error [m]"], rows), f"{max(map(abs, stiff['p.z'])):.0e}"


def swing(simulator, folder):
    figure = Figure(WIDTH, HEIGHT, "deviation of the pendulum's joint")
    plot = panel(figure, Axis(0, 1), Axis(1e-12, 1, True), "pendulum, k = 1e15 N/m", ("t [s]", "deviation [m]"))
    rows = []
    for h, colour in zip((0.1, 0.01, 1e-3, 1e-4), COLOURS):
        run, _ = simulator.run(models.pendulum(), h, 1.0)
        gaps = [size(*p) for p in columns(run)]
        every = max(1, len(gaps) // 500)
        plot.add_line(run["t"][::every], gaps[::every], colour)
        plot.legend.append((f"h = {h:g}", colour))
        rows.append([f"{h:g}", f"{max(gaps):.2g}", f"{models.printed_pendulum(h, 1.0)[1]:.2g}"])
    save(folder, "pendulum", figure)
    return table(["h [s]", "deviation in 1 s [m]", "with the term [m]"], rows)


def swing_on(simulator):
    rows = []
    for h, duration in ((0.1, 1000.0), (0.01, 200.0)):
        run, _ = simulator.run(models.pendulum(), h, duration)
        printed = models.printed_pendulum(h, duration)
        rates = (max(map(abs, run["j.velocity"])), printed[0])
        rows.append([f"{h:g}", f"{duration:g}"] +
                    [f"{rate:.3f}" if math.isfinite(rate) else "grows without end" for rate in rates])
    return table(["h [s]", "duration [s]", "largest rate [rad/s]", "with the term [rad/s]"], rows)


def stop(simulator, folder):
    figure = Figure(WIDTH, HEIGHT, "angle of a pendulum that meets a stop")
    plot = panel(figure, Axis(0, 1.2), Axis(-0.1, 1.6), "pendulum with a stop at 0, k = 1e12 N m/rad",
                 ("t [s]", "angle [rad]"))
    rows = []
    for h, colour in zip((0.1, 1e-4, 1e-5, 2e-6), COLOURS):
        run, _ = simulator.run(models.stopped_pendulum(), h, 1.2)
        angle = run["j.position"]
        first = next(i for i, a in enumerate(angle) if a < 1e-3)
        rows.append([f"{h:g}", f"{min(angle):.1e}", f"{max(angle[first:]):.2g}"])
        every = max(1, len(angle) // 800)
        plot.add_line(run["t"][::every], angle[::every], colour)
        plot.legend.append((f"h = {h:g}", colour))
    save(folder, "stop", figure)
    return table(["h [s]", "least angle [rad]", "height of the rebound [rad]"], rows)


def rest(simulator, scratch):
    rows = []
    for (elements, force, modulus), printed in PRINTED.items():
        model = models.foundation(round(math.sqrt(elements)), modulus)
        log = models.foundation_log(scratch, force)
        run, seconds = simulator.run(model, 0.01, 1.0, log=log)
        error = "-"
        if elements == 100:
            fine, _ = simulator.run(model, 1e-4, 1.0, log=log)
            error = f"{abs(run['p.z'][-1] - fine['p.z'][-1]):.0e}"
        rows.append([elements, f"{force} N", f"{modulus:.0e}", f"{seconds:.2f}", *printed, error])
    return table(["elements", "force", "E [Pa]", "here [s]", "article [s]", "ode15s [s]", "error at h = 0.01 [m]"],
                 rows)


def slide(simulator, folder):
    figure = Figure(WIDTH, HEIGHT, "way of a block on a ramp")
    plot = panel(figure, Axis(0, 1), Axis(0, 1.4), "block on a ramp of 15 degrees", ("t [s]", "way [m]"))
    rows, slope = [], math.radians(15)
    for friction, colour in zip(FRICTIONS, COLOURS):
        run, _ = simulator.run(models.ramp(friction), 0.01, 1.0)
        exact = max(0.0, models.GRAVITY / 2 * (math.sin(slope) - friction * math.cos(slope)))
        _, height = models.printed_ramp(friction)
        lift = max(run["p.z"]) - 0.05
        rows.append([friction, f"{run['p.x'][-1]:.6f}", f"{exact:.6f}", f"{max(lift, 0):.0e}", f"{height:.2g}"])
        plot.add_line(run["t"], run["p.x"], colour)
        plot.legend.append((f"mu = {friction:g}", colour))
    save(folder, "ramp", figure)
    return table(["friction", "way after 1 s [m]", "closed form [m]", "lift [m]",
                  "lift by the printed cost [m]"], rows)


def pile(simulator, folder):
    figure = Figure(WIDTH, HEIGHT, "seconds for 500 steps of a stack of spheres")
    plot = panel(figure, Axis(0, 100), Axis(0.01, 10, True), "stack of spheres, 500 steps of 10 ms",
                 ("spheres", "seconds"))
    rows = []
    for compliance, colour in ((1e-6, COLOURS[0]), (1e-11, COLOURS[1])):
        counts, times = (1, 5, 10, 20, 50, 100), []
        for n in counts:
            run, seconds = simulator.run(models.stack(n, compliance), 0.01, 5.0)
            times.append(seconds)
            height = run[f"p{n - 1}.z"][-1]
            load = sum(range(1, n + 1)) * models.GRAVITY * compliance
            if n in (10, 100):
                rows.append([n, f"{1 / compliance:.0e}", f"{seconds:.2f}", f"{abs(height - (n - 0.5 - load)):.0e}"])
        plot.add_series(list(counts), times, colour, f"K = {1 / compliance:.0e}")
    save(folder, "stack", figure)
    return table(["spheres", "K [N/m]", "here [s]", "error of the top's height [m]"], rows)


PAGE = """# The first-order solver

`trammel-cli simulate --solver first-order` steps constraints as springs and dampers at the end of
the step ([theory](theory/stepper.md)), after Drumwright, *An Unconditionally Stable First-Order
Constraint Solver for Multibody Systems*. This page has the experiments of that article, made by

```
tools/first-order-figures
```

with the article's numbers beside them, and what was found to be wrong in it. Seconds are those of
whole runs of the program, with reading and writing, on the machine that made this page.

## A spring, a mass and a damper

k = 1000 N/m, b = 2 N s/m, let go at the unstretched length. The step is of first order.

{oscillator}

![mass on a spring](first-order/oscillator.svg)

With k = 1e15 N/m and h = 0.1 s the mass hangs still: its largest deviation in 100 s is {stiff} m.

## A stiff pendulum

A bob of 1 kg, 1 m from a hinge of k = 1e15 N/m and b = 1 N s/m, let go beside it.

{pendulum}

![deviation of the joint](first-order/pendulum.svg)

The deviation falls with the square of the step, as the article states. **The term -M G' v of its
equations 15, 23 and 53 is left out here**: with it the energy grows, so "unconditionally stable"
does not hold. The rate that the energy allows is 4.429 rad/s.

{pendulum_on}

## A pendulum with a stop

The bob meets a stop at angle 0 with k = 1e12 N m/rad and no damping.

{stop}

![pendulum with a stop](first-order/stop.svg)

As in figure 6 of the article, the impact is dead until a step resolves the spring. The solver
`spook` has a restitution instead, which does not depend on the step.

## A cube on an elastic foundation

A cube of 1 m and 888 kg on 100 or 900 springs, with a force that goes round on its top, for 1 s.
The errors are those of the height of a point on the top's edge against h = 1e-4 s. The seconds of
the article are its table 1. Here the step solves for the six velocities of the cube, whatever the
number of springs.

{foundation}

The springs of 1e7 Pa give by 0.9 mm, and without a damper the cube swings on them: at h = 1e-4 s it
still does after a second, at h = 0.01 s the step has damped it to rest, which is the error there.

## A block on a ramp

{ramp}

![block on a ramp](first-order/ramp.svg)

The article's programme adds the square of the normal force, times 1/h, to those of friction and of
its slack, B v with B = 1e6/h. The slack is so large that the optimum buys friction with normal
force: **a point that solves the printed programme leaves the ramp** (last column; k = 1e8 N/m).
Normal force comes first, friction second: here both are solved by Newton's method on the velocity,
with the true cone ([theory](theory/contact.md)).

## A stack of spheres

Spheres of 1 kg and 0.5 m radius, 0.1 m apart, fall and rest on each other.

{stack}

![seconds by spheres](first-order/stack.svg)
"""


def main():
    parser = argparse.ArgumentParser(description="Makes docs/first-order.md and its figures.")
    parser.add_argument("cli", type=Path, help="trammel-cli")
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent.parent / "docs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        simulator = models.Simulator(arguments.cli.resolve(), Path(name))
        oscillator, stiff = oscillate(simulator, arguments.output)
        page = PAGE.format(oscillator=oscillator, stiff=stiff, pendulum=swing(simulator, arguments.output),
                           pendulum_on=swing_on(simulator), stop=stop(simulator, arguments.output),
                           foundation=rest(simulator, Path(name)), ramp=slide(simulator, arguments.output),
                           stack=pile(simulator, arguments.output))
    (arguments.output / "first-order.md").write_text(wrap(page), encoding="utf-8")


if __name__ == "__main__":
    main()
