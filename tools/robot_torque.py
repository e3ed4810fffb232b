#!/usr/bin/python3
"""Torques of a seven-joint robot: do the identified parameters explain them as well as least squares?

usage: robot_torque.py [--option WORD]... [--shared FOLDER] [--cli FILE]

The project ../shared/data/panda_gaz/panda.trammel is identified.  The torques that the log's motion needs are
computed by inverse dynamics (Newton and Euler, independent of the program) along angles that pass a zero-phase
Butterworth filter of 10 Hz, like the measured torques.  The table has the root mean square of the difference for
every joint, in the part of the log that was fitted and in the rest, of the start values, of the identified
ones and of plain least squares on the regressor of the same model, which is the best that the model can do.
`--option=--kappa --option=1e-3` passes words to the identification.
"""
import argparse
import sys

sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

from measure import Run, add_options, add_shared, print_table, read_tree  # noqa: E402

CUTOFF, ORDER = 10, 4  # Hz
GRID, EVERY = 1e-3, 10  # s, grid steps between two rows
SMOOTHING = 0.05  # rad/s over which dry friction changes sign
ROUNDS, RANK = 5, 1e-8  # of the weights; least singular value that counts
EDGE = 0.2  # s left out at either end of the log
MOMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
FRICTION = ("viscous", "coulomb", "offset")
NOTED = {"least squares, noted": ((.180, .226, .195, .171, .079, .037, .053),  # beside the log
                                  (.205, .267, .227, .186, .078, .043, .046))}


def plain(quantity):
    return quantity["value"] if isinstance(quantity, dict) else quantity


def rotation(quaternion):
    w, x, y, z = quaternion
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


class Chain:
    """Hinges one after the other along a motion: for every joint the rotation from its link to the link before,
    the place of its origin there, and rate and acceleration of the link in its own axes."""

    def __init__(self, model, q, v, a):
        joints = model["joints"]
        self.places = [np.array(joint["parent_frame"]["position"], float) for joint in joints]
        self.turns = [rotation(joint["parent_frame"]["quat_wxyz"]) @ turn_z(q[:, j]) for j, joint in enumerate(joints)]
        gravity = model["gravity"]
        self.lift = -gravity["magnitude"] * np.array(gravity["direction"], float)
        self.motions = list(self.follow(v, a))

    def follow(self, v, a):
        """Angular rate, angular acceleration and acceleration of the origin less gravity, link by link."""
        w = dw = np.zeros((len(v), 3))
        ddp = np.broadcast_to(self.lift, (len(v), 3))
        axis = np.array([0, 0, 1.0])
        for j, (turn, place) in enumerate(zip(self.turns, self.places)):
            ddp = carry(turn, ddp + np.cross(dw, place) + np.cross(w, np.cross(w, place)))
            w_before = carry(turn, w)
            dw = carry(turn, dw) + np.cross(w_before, axis) * v[:, j:j + 1] + axis * a[:, j:j + 1]
            w = w_before + axis * v[:, j:j + 1]
            yield w, dw, ddp

    def torques(self, links):
        """About each joint, of links that have mass, first moments and second moments about their origins."""
        force = torque = np.zeros_like(self.motions[0][0])
        found = []
        for j in reversed(range(len(self.turns))):
            (w, dw, ddp), (mass, first, second) = self.motions[j], links[j]
            own = mass * ddp + np.cross(dw, first) + np.cross(w, np.cross(w, first))
            spin = dw @ second + np.cross(w, w @ second) + np.cross(first, ddp)
            force, torque = force + own, torque + spin
            found.append(torque[:, 2])
            force = np.einsum("nij,nj->ni", self.turns[j], force)
            torque = np.einsum("nij,nj->ni", self.turns[j], torque) + np.cross(self.places[j], force)
        return np.array(found[::-1]).T


def turn_z(angle):
    c, s, zero = np.cos(angle), np.sin(angle), np.zeros_like(angle)
    return np.array([[c, -s, zero], [s, c, zero], [zero, zero, zero + 1]]).transpose(2, 0, 1)


def carry(turn, x):
    """A vector of the link before in the axes of the link."""
    return np.einsum("nji,nj->ni", turn, x)


def symmetric(xx, yy, zz, xy, xz, yz):
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def link_of(body, values):
    """Mass, first moments and second moments about the origin, of the values by id or of the project."""
    def find(key, stated):
        return values.get(f"body.{body['name']}.{key}", plain(stated))

    mass = find("mass", body["mass"])
    com = np.array([find(f"com.{axis}", stated) for axis, stated in zip("xyz", body["com"])])
    inertia = symmetric(*(find(f"inertia.{key}", body["inertia"].get(key, 0)) for key in MOMENTS))
    return mass, mass * com, inertia + mass * (com @ com * np.eye(3) - np.outer(com, com))


def unit_links(n, link, k):
    """Links without mass but for one number of one of them: mass, a first or a second moment."""
    links = [(0.0, np.zeros(3), np.zeros((3, 3))) for _ in range(n)]
    numbers = np.zeros(10)
    numbers[k] = 1
    links[link] = numbers[0], numbers[1:4], symmetric(*numbers[4:])
    return links


def friction_columns(v):
    return np.array([v, np.tanh(v / SMOOTHING), np.ones_like(v)])


class Motion:
    """Rows of the log where its torques are compared."""

    def __init__(self, model, path):
        table = np.genfromtxt(path, delimiter=",", names=True)
        n, t = len(model["joints"]), table["t"]
        grid = np.arange(t[0], t[-1], GRID)
        q, u = (np.array([smooth(np.interp(grid, t, table[f"{letter}{j + 1}"])) for j in range(n)]) for letter in "qu")
        v = np.gradient(q, GRID, axis=1)
        a = np.gradient(v, GRID, axis=1)
        keep = np.flatnonzero((grid > t[0] + EDGE) & (grid < t[-1] - EDGE))[::EVERY]
        self.time, self.n = grid[keep] - t[0], n
        self.q, self.v, self.a, self.u = (x[:, keep].T for x in (q, v, a, u))
        self.model, self.chain = model, Chain(model, self.q, self.v, self.a)

    def need(self, values):
        """Torques with the values of parameters by id; the others are those of the project."""
        torques = self.chain.torques([link_of(body, values) for body in self.model["bodies"]])
        for j, joint in enumerate(self.model["joints"]):
            numbers = [values.get(f"joint.{joint['name']}.{key}", plain(joint["friction"][key])) for key in FRICTION]
            torques[:, j] += numbers @ friction_columns(self.v[:, j])
        return torques

    def regressor(self):
        """Columns by link and number and by joint and friction; rows by joint and time."""
        columns = [self.chain.torques(unit_links(self.n, link, k)).T.ravel()
                   for link in range(self.n) for k in range(10)]
        for j in range(self.n):
            for column in friction_columns(self.v[:, j]):
                columns.append(np.concatenate([column * (i == j) for i in range(self.n)]))
        return np.array(columns).T

    def least_squares(self, rows):
        """Torques by the regression on these times, every joint weighted by what it leaves over."""
        regressor, chosen = self.regressor(), np.tile(rows, self.n)
        regressor = regressor / np.maximum(np.abs(regressor).max(axis=0), 1e-12)
        left = np.ones(self.n)
        for _ in range(ROUNDS):
            weight = np.repeat(1 / left, rows.sum())
            right = self.u[rows].T.ravel() * weight
            numbers = np.linalg.lstsq(regressor[chosen] * weight[:, None], right, rcond=RANK)[0]
            torques = (regressor @ numbers).reshape(self.n, -1).T
            left = self.errors(torques, rows)
        return torques

    def errors(self, torques, rows):
        return np.sqrt(((torques - self.u)[rows] ** 2).mean(axis=0))


def smooth(x):
    """Passes a Butterworth filter forwards and backwards; the signal goes on mirrored beyond its ends."""
    pad = min(len(x) - 1, 2000)
    long = np.concatenate([2 * x[0] - x[pad:0:-1], x, 2 * x[-1] - x[-2:-pad - 2:-1]])
    frequency = np.fft.rfftfreq(len(long), GRID)
    slope = np.linspace(long[0], long[-1], len(long))  # so that both ends agree
    filtered = np.fft.irfft(np.fft.rfft(long - slope) / (1 + (frequency / CUTOFF) ** (2 * ORDER)), len(long))
    return (filtered + slope)[pad:-pad]


def tell_run(run):
    unmoved = [q for q in run.parameters().values()
               if abs(q["value"] - q["start"]) <= 1e-3 * (abs(q["start"]) or 1e-2)]
    print(f"{run.status} (exit {run.code}) in {run.seconds:.0f} s: {run.result['message']}")
    print(f"{len(unmoved)} of {len(run.parameters())} parameters within 0.1 % of their start; "
          f"said: {', '.join(run.codes()) or 'nothing'}")


def tell(motion, end, values):
    parts = {"fitted": motion.time < end, "rest": motion.time >= end}
    torques = {"start values": motion.need({}), "identified": motion.need(values),
               "least squares": motion.least_squares(parts["fitted"])}
    for i, (part, rows) in enumerate(parts.items()):
        errors = {name: motion.errors(x, rows) for name, x in torques.items()}
        errors.update({name: np.array(pair[i]) for name, pair in NOTED.items()})
        table = [(name, *(f"{e:.3f}" for e in row)) for name, row in errors.items()]
        ratio = errors["identified"] / errors["least squares"]
        table.append(("identified / least squares", *(f"{r:.2f}" for r in ratio)))
        print_table((f"{part}: torque RMSE [N m]", *(j["name"] for j in motion.model["joints"])), table)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--option", action="append", default=[], metavar="WORD", help="a word for `identify`")
    add_shared(parser)
    add_options(parser)
    return parser.parse_args()


def main():
    options = parse()
    project = options.shared / "data/panda_gaz/panda.trammel"
    if not project.exists():
        print(f"there is nothing to measure: {project} is not there")
        return 0
    tree = read_tree(project)
    run = Run(options.cli, project, *options.option)
    if not run.result:
        print(f"no result: {run.reason}")
        return 1
    tell_run(run)
    motion = Motion(tree["model"], tree["logs"][0]["file"])
    tell(motion, tree["logs"][0]["trim"][1], {name: q["value"] for name, q in run.parameters().items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
