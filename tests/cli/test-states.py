#!/usr/bin/python3
"""Motions that `identify --states` writes: the forces of the joints against the motion of the bodies that they hold;
output in TAP.

usage: test-states.py TRAMMEL-CLI ROOT
"""
import csv
import math
import sys

from support import main, succeed, test


def motion(name, *words):
    succeed("identify", name, "--no-physical", "--states", "states.csv", "--progress", "none", *words)
    with open("states.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def column(rows, title):
    return [float(row[title]) if row[title] else math.nan for row in rows]


def second_difference(values, h):
    return [(values[k - 1] - 2 * values[k] + values[k + 1]) / h ** 2 for k in range(1, len(values) - 1)]


def rms(values):
    return math.sqrt(sum(value * value for value in values) / len(values))


@test
def forces_of_a_loop_move_its_bodies():
    """The rocker of the four-bar is held by the joint that closes the loop and by one to the world: both forces and its
    weight are its mass times the acceleration of its centre of mass."""
    succeed("example", "four-bar")
    rows = motion("four-bar.trammel")
    times, angle = column(rows, "t [s]"), column(rows, "pivot.position [rad]")
    h = times[1] - times[0]
    for axis, place, weight in (("x", math.cos, 0), ("y", math.sin, -.4 * 9.82)):
        needed = [.4 * a - weight for a in second_difference([.125 * place(q) for q in angle], h)]
        acting = [sum(column(rows, f"{joint}.force.{axis} [N]")[k + 1] for joint in ("knee", "pivot"))
                  for k in range(0, len(needed), 20)]
        differences = [a - b for a, b in zip(acting, needed[::20])]
        assert rms(differences) < .02 * rms(needed), (axis, rms(differences), rms(needed))
    for joint in ("shaft", "pin", "knee", "pivot"):
        assert {f"{joint}.force.z [N]", f"{joint}.torque.1 [N m]", f"{joint}.torque.2 [N m]"} <= set(rows[0]), rows[0]
    assert not rows[0]["knee.force.x [N]"] and not rows[-1]["knee.force.x [N]"], "no step is around the end nodes"


@test
def joints_that_come_and_go_have_no_forces():
    succeed("example", "pendulum-latch")
    rows = motion("pendulum-latch.trammel")
    assert not [title for title in rows[0] if ".force." in title], rows[0]


if __name__ == "__main__":
    sys.exit(main())
