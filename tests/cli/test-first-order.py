#!/usr/bin/python3
"""The solver first-order by the experiments of docs/first-order.md: a stiff pendulum, a spring, a stop, a ramp, a stack.

usage: test-first-order.py TRAMMEL-CLI ROOT
"""
import math
import sys
from pathlib import Path

from support import CLI, ROOT, main, test

sys.path.insert(0, str(ROOT / "tools"))

import first_order_models as models  # noqa: E402


def simulate(*arguments):
    """The columns of a run by name."""
    return models.Simulator(CLI, Path.cwd()).run(*arguments)[0]


def deviations(run):
    """Distances of the joint of the pendulum from its place [m]."""
    return [math.hypot(*place) for place in zip(run["p.x"], run["p.y"])]


@test
def the_deviation_of_a_stiff_pendulum_falls_with_the_square_of_the_step():
    for h, most in ((.1, .09), (.01, 1e-3), (1e-3, 1e-5)):
        run = simulate(models.pendulum(), h, 1.0)
        assert .8 * most < max(deviations(run)) < most, (h, max(deviations(run)))


@test
def a_stiff_pendulum_gains_no_energy():
    """At k = 1e15 N/m and h = 0.1 s over 1000 s: sqrt(2 g) is what the fall allows."""
    run = simulate(models.pendulum(), .1, 1000.0)
    assert max(map(abs, run["j.velocity"])) <= math.sqrt(2 * models.GRAVITY), max(run["j.velocity"])
    assert max(deviations(run)) <= .09, max(deviations(run))


@test
def a_stop_holds_and_rebounds_where_the_step_resolves_it():
    heights = []
    for h in (.1, 1e-4, 1e-5):
        run = simulate(models.stopped_pendulum(), h, 1.2)
        angle = run["j.position"]
        assert min(angle) > -1e-6, (h, min(angle))
        heights.append(max(angle[next(i for i, a in enumerate(angle) if a < 1e-3):]))
    assert heights[0] < 1e-9 and heights[0] < heights[1] < .01 < heights[2] < .05, heights


@test
def a_block_slides_down_a_ramp_as_in_closed_form():
    slope = math.radians(15)
    for friction in (0, .125, .25, .375):
        run = simulate(models.ramp(friction), .01, 1.0)
        way = max(0, models.GRAVITY / 2 * (math.sin(slope) - friction * math.cos(slope)))
        assert abs(run["p.x"][-1] - way) < 2e-6, (friction, run["p.x"][-1], way)
        assert max(run["p.z"]) <= .05 + 1e-12, (friction, max(run["p.z"]))


@test
def a_stack_rests_on_its_springs():
    run = simulate(models.stack(10, 1e-11), .01, 5.0)
    assert abs(run["p9.z"][-1] - (9.5 - 55 * models.GRAVITY * 1e-11)) < 1e-12, run["p9.z"][-1]


@test
def a_run_that_the_program_refuses_ends_with_its_sentence():
    try:
        simulate(models.pendulum(), 1e-6, 1.2)
    except RuntimeError as error:
        assert "make the duration shorter or the step larger" in str(error), error
    else:
        raise AssertionError("1.2 million steps were made")


sys.exit(main())
