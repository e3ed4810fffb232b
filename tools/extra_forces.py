"""Examples with one force in the truth that their model lacks: simulated by the equations of motion of
tools/generate-examples.py, with a further force on one driven joint.

Its size is a part of the largest torque of the drive in the log of the example: `hump` 3 % (friction that is
larger at low rates), `cable` 3 % (a torque that depends on the position), `cogging` 2 % (a ripple of so many
periods a turn), `drag` 3 % at the largest rate (v |v|).
"""
import math

import numpy as np

from measure import EXAMPLES, load_tool

JOINTS = {"furuta": 0, "slider-crank": 0, "three-joint-arm": 1, "servo": 0}  # that have the force
NO_FORCE = "none"
PERIODS = 24  # of the cogging in a turn
LARGE, RIPPLE = 0.03, 0.02
SLOW, SIGN = 0.3, 0.03  # widths of the hump and of its change of sign, in root mean square rates


def hump(angle, rate, size):
    return -LARGE * math.tanh(rate / (SIGN * size["rms"])) * math.exp(-(rate / (SLOW * size["rms"])) ** 2)


def cable(angle, rate, size):
    part = angle / size["angle"]
    return -LARGE * (0.7 * part + 0.3 * part ** 2)


def cogging(angle, rate, size):
    return RIPPLE * math.sin(PERIODS * angle)


def drag(angle, rate, size):
    part = rate / size["rate"]
    return -LARGE * part * abs(part)


FORCES = {function.__name__: function for function in (hump, cable, cogging, drag)}


class Disturbed:
    """A mechanism of the generator with force(angle, rate) on one joint as well."""

    def __init__(self, mechanism, joint, force):
        self.mechanism, self.joint, self.force = mechanism, joint, force
        self.n_joints, self.dry = mechanism.n_joints, mechanism.dry

    def system(self, angle, rate, u):
        matrix, forces = self.mechanism.system(angle, rate, u)
        more = self.force(angle[self.joint], rate[self.joint])
        return matrix, tuple(f + more * (j == self.joint) for j, f in enumerate(forces))


def find_drive(model, joint):
    return next(motor for motor in model["motors"] if motor["joint"] == joint["name"])


def measure_sizes(generator, name):
    """Largest torque of the drive, angle and rate, and the root mean square rate of the joint in the log of the
    example."""
    joint, example = JOINTS[name], generator.EXAMPLES[name]
    rows = np.loadtxt(EXAMPLES / f"{name}.csv", delimiter=",", skiprows=1)
    angle, drive = np.radians(rows[:, 1 + joint]), rows[:, 1 + len(example.encoders) + joint]
    rate = np.gradient(angle, rows[:, 0])
    smooth = np.convolve(rate, np.ones(20) / 20, "same")
    model = generator.read_project(name)["model"]
    motor = find_drive(model, model["joints"][joint])
    gain = generator.TRUTH[name][f"motor.{motor['name']}.gain"] * motor["gear"]
    return {"torque": gain * np.abs(drive).max(), "angle": np.abs(angle).max(), "rate": np.abs(smooth).max(),
            "rms": math.sqrt((smooth ** 2).mean())}


def simulate(name, condition, seed, path):
    """Writes the log of an example with the noise of a seed."""
    generator = load_tool("generate-examples")
    example, size = generator.EXAMPLES[name], measure_sizes(generator, name)
    if condition != NO_FORCE:
        mechanism, force = example.mechanism, FORCES[condition]
        example.mechanism = lambda quantities: Disturbed(
            mechanism(quantities), JOINTS[name], lambda angle, rate: size["torque"] * force(angle, rate, size))
    quantities = generator.Quantities(generator.read_project(name), generator.TRUTH[name])
    generator.write_log(path, name, generator.simulate(name, quantities, f" {seed}"))


def belongs(parameter, model, name):
    """Returns whether a parameter is one of the joint with the force: of its friction, its drive or its body."""
    joint = model["joints"][JOINTS[name]]
    drive = find_drive(model, joint)["name"]
    return parameter.startswith((f"joint.{joint['name']}.", f"motor.{drive}.", f"body.{joint['child']}."))
