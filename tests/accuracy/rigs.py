"""Rigs whose logs the figures are made on: measurements, published parameters, and free runs to
compare with both."""
import csv
import io
import json
import math
import os

from support import run, set_values

SIM_STEP = 1e-3  # s, of the free runs

# published parameters of the servo drive: value, limit, whether the limit is relative
EMPS = {
    "body.carriage.mass": (95.1089, 0.007, True),
    "joint.rail.viscous": (203.5034, 0.02, True),
    "joint.rail.coulomb": (20.3935, 0.02, True),
    "motor.drive.bias": (3.1648, 0.05, False),
}

# published ratios of the Furuta pendulum, and the limit of their relative error
FURUTA = {"m2 L1 l2/J": .833, "m2 g l2/J": 87.38}
FURUTA_LIMIT = 0.02


def find_furuta_ratios(project, values):
    """Returns the ratios that a swing determines of the Furuta pendulum, by the names of FURUTA."""
    with open(project, encoding="utf-8") as file:
        model = json.load(file)["model"]
    mass, arm = model["bodies"][1]["mass"], model["bodies"][0]["shapes"][0]["to"][0]
    reach = -model["bodies"][1]["com"][1]
    inertia = values["body.pendulum.inertia.xx"] + mass * reach * reach
    return {"m2 L1 l2/J": mass * arm * reach / inertia,
            "m2 g l2/J": mass * model["gravity"]["magnitude"] * reach / inertia}


def simulate(cli, project, log, *options):
    """Returns times and columns by name of a free run from the first sample."""
    text = run(cli, "simulate", project, "--log", log, "--start", "first-sample",
               "--h", str(SIM_STEP), "-o", "-", *options)
    rows = list(csv.reader(io.StringIO(text)))
    columns = list(zip(*[[float(cell) for cell in row] for row in rows[1:]]))
    return {name.split(" [")[0]: column for name, column in zip(rows[0], columns)}


def rms(values):
    return (sum(float(v) ** 2 for v in values) / len(values)) ** 0.5


class Rig:
    """A file of the multi-arm rig: its published parameters as quantities of the project and as
    equations of motion, and the measured angles of its arms from hanging, absolute, by log."""

    def __init__(self, folder, name, joints, quantities, equations):
        from scipy.io import loadmat

        self.name, self.joints = name.lower(), joints
        data = loadmat(os.path.join(folder, f"{name}PendulumDataForParameterEstimation.mat"))
        self.segments = {
            kind: {f"{log}-{i + 1}": [y[k] - math.pi for k in range(len(joints))]
                   for i, y in enumerate(data[cells].ravel())}
            for kind, log, cells in (("identification", "swing", "Y_id"),
                                     ("validation", "check", "Y_vad"))}
        published = loadmat(os.path.join(
            folder, f"EstimatedParameters_{name}Pendulum.mat"))["EstimatedParameters"].ravel()
        self.published, self.rates = set_values(quantities(published)), equations(published)

    def simulate(self, cli, project, kind, *options):
        """Returns free runs of the logs of a kind."""
        return {log: simulate(cli, project, log, *options) for log in self.segments[kind]}

    def angles(self, motion):
        """Returns absolute angles of a motion: joint coordinates add up from the ground."""
        found, total = [], None
        for joint in self.joints:
            own = motion[f"{joint}.position"]
            total = own if total is None else [a + b for a, b in zip(total, own)]
            found.append(total)
        return found

    def errors(self, kind, motions):
        """Returns the RMSE of each angle over all segments of a kind."""
        pooled = [[] for _ in self.joints]
        for log, segment in self.segments[kind].items():
            for i, (measured, found) in enumerate(zip(segment, self.angles(motions[log]))):
                pooled[i] += [f - m for f, m in zip(found, measured)]
        return [rms(differences) for differences in pooled]

    def check_free_run(self, tap, kind, ours, theirs, limit):
        """Returns the error of each arm over that with the published parameters."""
        for joint, own, other in zip(self.joints, self.errors(kind, ours),
                                     self.errors(kind, theirs)):
            tap.point(own <= limit * other,
                      f"{self.name}: arm on {joint}, free run of {len(ours)} segments for {kind} "
                      f"{own:.5f} rad, with the published parameters {other:.5f} rad: "
                      f"{own / other:.2f} times (limit {limit})")


def published_single(p):
    """Returns quantities of multiarm-single from [a1 m1 I1 k1 g]."""
    return {"body.arm.mass": p[1], "body.arm.com.x": 0, "body.arm.com.y": -p[0],
            "body.arm.inertia.zz": p[2], "joint.pivot.viscous": p[3], "joint.pivot.coulomb": 0,
            "gravity.magnitude": p[4]}


def published_double(p):
    """Returns quantities of multiarm-double from [m1 m2 a1 a2 L1 I1 I2 k1 k2 g]."""
    return {"body.upper.mass": p[0], "body.upper.com.x": 0, "body.upper.com.y": -p[2],
            "body.upper.inertia.zz": p[5], "body.lower.mass": p[1], "body.lower.com.x": 0,
            "body.lower.com.y": -p[3], "body.lower.inertia.zz": p[6],
            "joint.pivot.viscous": p[7], "joint.pivot.coulomb": 0, "joint.elbow.viscous": p[8],
            "joint.elbow.coulomb": 0, "gravity.magnitude": p[9]}


def single_ode(p):
    a, m, inertia, k, g = p

    def rates(_, x):
        return [x[1], -(m * g * a * math.sin(x[0]) + k * x[1]) / (inertia + m * a * a)]

    return rates


def double_ode(p):
    """Absolute angles q1, q2 and their rates."""
    m1, m2, a1, a2, length, i1, i2, k1, k2, g = p
    j1, j2, couple = i1 + m1 * a1 * a1 + m2 * length * length, i2 + m2 * a2 * a2, m2 * length * a2

    def rates(_, x):
        q1, q2, w1, w2 = x
        sine, cosine = math.sin(q1 - q2), math.cos(q1 - q2)
        b1 = (-couple * sine * w2 * w2 - (m1 * a1 + m2 * length) * g * math.sin(q1)
              - k1 * w1 - k2 * (w1 - w2))
        b2 = couple * sine * w1 * w1 - m2 * a2 * g * math.sin(q2) - k2 * (w2 - w1)
        det = j1 * j2 - (couple * cosine) ** 2
        return [w1, w2, (j2 * b1 - couple * cosine * b2) / det,
                (j1 * b2 - couple * cosine * b1) / det]

    return rates


def open_single(folder):
    return Rig(folder, "Single", ["pivot"], published_single, single_ode)


def open_double(folder):
    return Rig(folder, "Double", ["pivot", "elbow"], published_double, double_ode)
