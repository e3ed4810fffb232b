#!/usr/bin/python3
"""The generator of the examples' logs: its equations and its integration; output in TAP.

usage: test-generator.py ROOT
"""
import csv
import importlib.util
import math
import random
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
sys.dont_write_bytecode = True

# Angles, rates and accelerations of the Furuta pendulum with other inertias, tilt and 0.5 V, from
# equations of motion that were derived independently.
ACCELERATIONS = [
    ([0.0012301533574825742, 0.5974910750169398], [-0.8224135660866527, -4.452959193786371],
     [14.08218099712249, -42.22505689141123]),
    ([-0.45467078517172255, -1.9832931099929247], [0.18043080779231546, 6.701076227772668],
     [-4.830276849682235, 43.7877511139509]),
    ([-1.344214547285082, -0.9152315220804363], [-5.703668219402532, -6.44768869892488],
     [-5.407262916237636, 28.213656602856016]),
]


def load_generator(name="generate-examples"):
    spec = importlib.util.spec_from_file_location("generator", ROOT / f"tools/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generator = load_generator()
impacts = load_generator("generate-contact-examples")


def quantities(name, **truth):
    project = generator.read_project(name)
    return generator.Quantities(project, generator.TRUTH[name] | truth)


def furuta_equations():
    known = quantities("furuta", **{
        "gravity.tilt.x": 0.02, "gravity.tilt.z": -0.03, "body.arm.inertia.zz": 0.003,
        "body.pendulum.inertia.yy": 0.004, "body.pendulum.inertia.zz": 0.004,
        "joint.shaft.viscous": 1e-3, "joint.elbow.viscous": 1e-4, "motor.drive.gain": 0.1})
    furuta = generator.Furuta(known)
    for angle, rate, expected in ACCELERATIONS:
        found = generator.solve(*furuta.system(angle, rate, 0.5))
        assert all(math.isclose(f, e, rel_tol=1e-12) for f, e in zip(found, expected)), found


def linkages_follow_their_crank():
    """Second derivatives are those of the first, all round."""
    step = 1e-5
    for name, kind in (("four-bar", generator.FourBar), ("slider-crank", generator.SliderCrank)):
        linkage = kind(quantities(name))
        for k in range(24):
            t = 0.27 * k
            before, now, after = (list(linkage.parts(x)) for x in (t - step, t, t + step))
            for b, n, a in zip(before, now, after):
                for i in range(2):
                    slope = (a[2][i] - b[2][i]) / (2 * step)
                    assert math.isclose(slope, n[3][i], abs_tol=1e-8), (name, t, slope, n)
                assert math.isclose((a[4] - b[4]) / (2 * step), n[5], abs_tol=1e-8), (name, t, n)


def double_pendulum_keeps_its_energy():
    truth = {f"joint.{joint}.{kind}": 0.0 for joint in ("shoulder", "elbow")
             for kind in ("viscous", "coulomb")}
    pendulum = generator.DoublePendulum(quantities("double-pendulum", **truth))
    motion = generator.Motion(pendulum, [1.5, -0.7])

    def energy():
        a, b, wa, wb = motion.state
        (aa, ab), (_, bb) = pendulum.system((a, b), (wa, wb), 0.0)[0]
        height = -pendulum.moments[0] * math.cos(a) - pendulum.moments[1] * math.cos(a + b)
        return 0.5 * (aa * wa * wa + 2 * ab * wa * wb + bb * wb * wb) + 9.82 * height

    before = energy()
    for _ in range(500):
        motion.advance(0.0, 0.01)
    assert abs(energy() - before) < 1e-7, energy() - before


def arm_keeps_energy_and_spin():
    """Without friction and motors; the weight has no torque about the waist."""
    truth = {f"joint.{joint}.{kind}": 0.0 for joint in ("waist", "shoulder", "elbow")
             for kind in ("viscous", "coulomb")}
    arm = generator.ThreeJointArm(quantities("three-joint-arm", **truth))
    motion = generator.Motion(arm, [0.2, -0.9, 1.1])
    motion.state = (0.2, -0.9, 1.1, 2.5, -1.0, 2.0)

    def invariants():
        _, b, c, *rate = motion.state
        matrix = arm.system((0.0, b, c), rate, (0.0, 0.0, 0.0))[0]
        impulse = [sum(m * w for m, w in zip(row, rate)) for row in matrix]
        height = ((arm.upper * arm.centres[0] + arm.forearm * arm.reach) * math.sin(b) +
                  arm.forearm * arm.centres[1] * math.sin(b + c))
        return 0.5 * sum(i * w for i, w in zip(impulse, rate)) + 9.82 * height, impulse[0]

    before = invariants()
    for _ in range(300):
        motion.advance((0.0, 0.0, 0.0), 0.01)
    drift = [abs(b - a) for a, b in zip(before, invariants())]
    assert max(drift) < 1e-7, drift


def energy_is_kept():
    """Without friction the pendulum comes back to its height after ten seconds."""
    pendulum = generator.Pendulum(quantities(
        "pendulum", **{"joint.pivot.viscous": 0.0, "joint.pivot.coulomb": 0.0}))
    motion = generator.Motion(pendulum, [2.5])

    def energy():
        angle, rate = motion.state
        return 0.5 * pendulum.inertia * rate * rate - pendulum.moment * 9.82 * math.cos(angle)

    before = energy()
    for _ in range(1000):
        motion.advance(0.0, 0.01)
    assert abs(energy() - before) < 1e-7, energy() - before


def friction_sticks_and_breaks_away():
    """At rest the lever holds any torque below its friction, and moves off above it."""
    servo = generator.Servo(quantities("servo", **{"motor.drive.bias": 0.0}))
    motion = generator.Motion(servo, [0.0])
    balance = servo.moment * 9.82 / (servo.gear * servo.gain)
    edge = servo.dry[0] / (servo.gear * servo.gain)
    for u in (balance, balance + 0.999 * edge, balance - 0.999 * edge):
        motion.advance(u, 0.5)
        assert motion.state == (0.0, 0.0), motion.state
    motion.advance(balance + 1.01 * edge, 0.01)
    expected = 0.5 * 0.01 * servo.dry[0] / servo.inertia * 0.01 ** 2
    assert math.isclose(motion.state[0], expected, rel_tol=0.01), motion.state


def sliding_stops_where_it_should():
    """Plain dry friction alone: the way to rest is w^2/(2 a), with the stop inside a step."""
    pendulum = generator.Pendulum(quantities("pendulum", **{"joint.pivot.viscous": 0.0}))
    pendulum.g = (0.0, 0.0, 0.0)
    motion = generator.Motion(pendulum, [0.0])
    motion.state = (0.0, 3.0)
    motion.advance(0.0, 10.0)
    expected = 0.5 * 9.0 * pendulum.inertia / pendulum.dry[0]
    assert motion.state[1] == 0.0 and math.isclose(motion.state[0], expected, rel_tol=1e-9)


def logs_are_its_own():
    """The first second of every log is made again; libraries may differ by one count in places."""
    for name, example in generator.EXAMPLES.items():
        with open(ROOT / f"data/examples/{name}.csv", encoding="ascii") as file:
            rows = list(csv.reader(file))
        assert tuple(rows[0]) == example.header
        assert len(rows) == round(example.duration * example.rate) + 2
        made = generator.simulate(name, quantities(name))
        differing = 0
        for row, values in zip(rows[1:example.rate + 1], made):
            texts = [generator.shortest(x) for x in values]
            differing += texts != row
        assert differing <= example.rate // 100, f"{name}: {differing} rows differ"


def a_stop_gives_back_its_share():
    """A pendulum without friction falls on its stop and comes back with restitution times its rate."""
    name = "pendulum-stop"
    truth = impacts.TRUTH[name] | {"joint.pivot.viscous": 0.0}
    pendulum = impacts.StopPendulum(impacts.read_project(name), truth)
    pendulum.state = [-0.5, 0.0]
    fall = 2 * pendulum.moment * (math.cos(pendulum.stop) - math.cos(0.5)) / pendulum.inertia
    while not pendulum.impacts:
        pendulum.step(pendulum.STEP)
    assert math.isclose(pendulum.impacts[0], math.sqrt(fall), rel_tol=1e-9), pendulum.impacts
    energy = 0.5 * pendulum.inertia * pendulum.state[1]**2 - pendulum.moment * math.cos(pendulum.state[0])
    left = (pendulum.restitution**2 * fall * pendulum.inertia / 2 - pendulum.moment * math.cos(pendulum.stop))
    assert math.isclose(energy, left, rel_tol=1e-9), (energy, left)


def a_cube_rebounds_and_slides():
    """A cube that falls flat comes back with restitution times its rate; one that slides loses mu g t."""
    name = "thrown-cube"
    cube = impacts.ThrownCube(impacts.read_project(name), impacts.TRUTH[name], random.Random(1))
    half = impacts.TRUTH[name]["contact.table.size.x"]
    cube.q, cube.w, cube.v, cube.r = [1.0, 0.0, 0.0, 0.0], [0.0] * 3, [0.0] * 3, [0.0, 0.0, half + 0.05]
    while cube.v[2] <= 0:
        before = cube.v[2]
        cube.step()
    assert math.isclose(cube.v[2], -cube.restitution * before, rel_tol=1e-6), (cube.v, before)
    cube.v, cube.r, steps = [0.5, 0.0, 0.0], [0.0, 0.0, half - 1e-9], 1000
    cube.q, cube.w = [1.0, 0.0, 0.0, 0.0], [0.0] * 3
    for _ in range(steps):
        cube.step()
    slowed = 0.5 - cube.friction * 9.81 * steps * cube.STEP
    assert math.isclose(cube.v[0], slowed, rel_tol=0.01) and abs(cube.r[2] - half) < 1e-4, (cube.v, slowed)


def a_ball_rolls_down_with_its_inertia():
    """On a beam that is held, a ball accelerates by g sin a/(1 + J/m r^2); a free beam keeps the energy."""
    name = "ball-and-beam"
    truth = impacts.TRUTH[name] | {"joint.pivot.viscous": 0.0}
    plant = impacts.BallAndBeam(impacts.read_project(name), truth)
    plant.beam, plant.viscous, plant.stiffness = 1e9, 0.0, 0.0
    down = plant.slope(0.0, [0.1, 0.0, 0.0, 0.0])[1:][2]
    assert math.isclose(down, -plant.g * math.sin(0.1) / (1 + plant.inertia / (plant.mass * plant.radius**2)),
                        rel_tol=1e-6), down
    plant = impacts.BallAndBeam(impacts.read_project(name), truth)

    def energy():
        angle, s, rate, speed = plant.state
        m, h, r = plant.mass, plant.height, plant.radius
        moving = (plant.beam * rate**2 + m * ((speed - rate * h)**2 + (rate * s)**2)
                  + plant.inertia * (rate - speed / r)**2) / 2
        lifted = plant.g * (m * (s * math.sin(angle) + h * math.cos(angle)) + plant.beam_mass
                            * (plant.com[0] * math.sin(angle) + plant.com[1] * math.cos(angle)))
        return moving + lifted + plant.stiffness * angle**2 / 2

    before = energy()
    for _ in range(5000):
        plant.step(plant.STEP)
    assert math.isclose(energy(), before, rel_tol=1e-8), (energy(), before)


def a_latch_holds_what_it_catches():
    """The latch stops the pendulum at its place, and lets it fall from rest."""
    name = "pendulum-latch"
    pendulum = impacts.LatchPendulum(impacts.read_project(name), impacts.TRUTH[name])
    pendulum.state, pendulum.armed = [-1.2, 0.0], True
    while not pendulum.caught:
        pendulum.step(pendulum.STEP)
    for _ in range(100):
        pendulum.step(pendulum.STEP)
    assert math.isclose(pendulum.place, math.atan2(0.12, 0.16)) and pendulum.caught[0][1] > 1
    assert pendulum.state == [pendulum.place, 0.0], pendulum.state
    pendulum.release()
    pendulum.step(pendulum.STEP)
    fall = -pendulum.moment * math.sin(pendulum.place) / pendulum.inertia
    assert math.isclose(pendulum.state[1], fall * pendulum.STEP, rel_tol=1e-3), pendulum.state


def main():
    tests = [furuta_equations, linkages_follow_their_crank, double_pendulum_keeps_its_energy,
             arm_keeps_energy_and_spin, energy_is_kept, friction_sticks_and_breaks_away,
             sliding_stops_where_it_should, a_stop_gives_back_its_share, a_cube_rebounds_and_slides,
             a_ball_rolls_down_with_its_inertia, a_latch_holds_what_it_catches, logs_are_its_own]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        name = test.__name__.replace("_", " ")
        try:
            test()
            print(f"ok {number} {name}")
        except AssertionError as error:
            failed += 1
            print(f"not ok {number} {name}\n# {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
