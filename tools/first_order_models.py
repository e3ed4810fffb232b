"""Models of the experiments with the solver `first-order`, and what the paper prints for them.

The experiments are those of Drumwright's article on a first-order constraint solver; each is a
model of a project without logs, or with a log of forces.
"""
import csv
import json
import math
import subprocess
import time

GRAVITY = 9.81


class Simulator:
    """Runs trammel-cli; a run is its columns by name and its seconds."""

    def __init__(self, cli, folder):
        self.cli, self.folder = cli, folder

    def run(self, model, h, duration, solver="first-order", log=None):
        """Columns by name and the seconds that the run took."""
        path = self.folder / "experiment.trammel"
        project = {"format": "trammel/1", "name": "experiment", "logs": [log] if log else [],
                   "settings": {}, "model": model}
        path.write_text(json.dumps(project), encoding="utf-8")
        begin = time.monotonic()
        done = subprocess.run([self.cli, "simulate", path, "--solver", solver, "--h", repr(h), "--duration",
                               repr(duration), "--start", "model", "-o", "-"],
                              capture_output=True, text=True, check=False)
        seconds = time.monotonic() - begin
        if done.returncode:
            raise RuntimeError(f"h = {h:g} s, {duration:g} s: {done.stderr.strip()}")
        head, *rows = csv.reader(done.stdout.splitlines())
        columns = zip(*([float(x) for x in row] for row in rows))
        return {name.split(" [")[0]: list(column) for name, column in zip(head, columns)}, seconds


def body(mass=1.0, moment=0.1, **more):
    return {"name": "b", "mass": mass, "inertia": {"xx": moment, "yy": moment, "zz": moment}, **more}


def weight(*direction):
    return {"magnitude": GRAVITY, "direction": list(direction)}


TRACKER = {"name": "p", "type": "point-position", "body": "b"}


def oscillator(stiffness, damping):
    """A mass that is let go on a spring and damper: all six rows of a fixed joint."""
    joint = {"name": "j", "type": "fixed", "parent": "world", "child": "b",
             "compliance": {"linear": 1 / stiffness}, "damping_time": damping / stiffness}
    return {"gravity": weight(0, 0, -1), "bodies": [body()], "joints": [joint], "sensors": [TRACKER]}


def oscillator_at(stiffness, damping, t):
    """Height of the mass in closed form."""
    decay, rate = damping / 2, math.sqrt(stiffness - damping**2 / 4)
    swing = math.cos(rate * t) + decay / rate * math.sin(rate * t)
    return -GRAVITY / stiffness * (1 - math.exp(-decay * t) * swing)


def pendulum(stiffness=1e15):
    """A bob of 1 kg, 1 m from its hinge, let go beside it."""
    joint = {"name": "j", "type": "hinge", "parent": "world", "child": "b", "damping_time": 1 / stiffness,
             "compliance": {"linear": 1 / stiffness, "angular": 1 / stiffness}}
    return {"gravity": weight(0, -1, 0), "bodies": [body(1.0, 1e-4, com=[1, 0, 0])], "joints": [joint],
            "sensors": [TRACKER]}


def printed_pendulum(h, duration, has_term=True):
    """The pendulum with the row as printed, with the term -Mhat G' v: the largest rate [rad/s] and
    deviation of the joint [m].  A point with a massless arm; the constraint is x + R(angle) u."""
    x, y, angle, vx, vy, rate = 1.0, 0.0, 0.0, 0.0, 0.0, 0.0
    moment, fastest, farthest = 1e-4, 0.0, 0.0
    for _ in range(round(duration / h)):
        c, s = math.cos(angle), math.sin(angle)
        gap = (x - c, y - s)                           # of the joint, u = (-1, 0)
        arm = (s, -c)                                  # d gap/d angle
        moved = (c * rate, s * rate)                   # G' v: the rate of the arm, times the rate
        m = [[(i == k) + arm[i] * arm[k] / moment for k in range(2)] for i in range(2)]
        now = [vx + arm[0] * rate, vy - h * GRAVITY + arm[1] * rate]
        extra = moved[0] * rate, moved[1] * rate
        right = [-now[i] - gap[i] / h - (h * extra[i] if has_term else 0) for i in range(2)]
        det = m[0][0] * m[1][1] - m[0][1] * m[1][0]
        push = ((m[1][1] * right[0] - m[0][1] * right[1]) / det, (m[0][0] * right[1] - m[1][0] * right[0]) / det)
        vx, vy = vx + push[0], vy - h * GRAVITY + push[1]
        rate += (arm[0] * push[0] + arm[1] * push[1]) / moment
        x, y, angle = x + h * vx, y + h * vy, angle + h * rate
        fastest = max(fastest, abs(rate))
        farthest = max(farthest, math.hypot(x - math.cos(angle), y - math.sin(angle)))
        if not math.isfinite(rate) or fastest > 1e6:
            return math.inf, math.inf
    return fastest, farthest


def stopped_pendulum():
    """The bob lets go at a right angle and meets a stop at the bottom."""
    joint = {"name": "j", "type": "hinge", "parent": "world", "child": "b", "start": math.pi / 2,
             "limits": [0, 3], "compliance": {"linear": 1e-12, "angular": 1e-12}}
    return {"gravity": weight(0, -1, 0), "bodies": [body(1.0, 1e-4, com=[0, -1, 0])], "joints": [joint]}


def foundation(n, modulus):
    """A cube of 1 m and 888 kg on a bed of n x n springs 1 m deep, with the force of a log."""
    compliance = 1 / (modulus / n**2)
    places = [(i + 0.5) / n - 0.5 for i in range(n)]
    contacts = [{"name": f"c{i}_{k}", "body": "b", "point": [x, y, -0.5], "compliance": compliance}
                for i, x in enumerate(places) for k, y in enumerate(places)]
    turns = {"x": [math.sqrt(0.5), 0, math.sqrt(0.5), 0], "y": [math.sqrt(0.5), -math.sqrt(0.5), 0, 0]}
    joints = [{"name": "air", "type": "free", "parent": "world", "child": "b",
               "parent_frame": {"position": [0, 0, 0.5]}},
              {"name": "z", "type": "along", "parent": "world", "child": "b"}]
    joints += [{"name": axis, "type": "about", "parent": "world", "child": "b",
                "parent_frame": {"quat_wxyz": quat}, "child_frame": {"quat_wxyz": quat}}
               for axis, quat in turns.items()]
    motors = [{"name": f"f{axis}", "joint": axis, "gain": 1} for axis in "xyz"]
    return {"gravity": weight(0, 0, -1), "bodies": [body(888.0, 888 / 6)], "joints": joints,
            "motors": motors, "sensors": [{**TRACKER, "point": [0.5, 0, 0.5]}], "contacts": contacts}


def foundation_log(folder, force):
    """The log of the force that goes round on top of the cube: downwards at (cos 10 t, sin 10 t, 1)/2."""
    rows = [(t, force / 2 * -math.sin(10 * t), force / 2 * math.cos(10 * t), -force)
            for t in (k * 1e-3 for k in range(1101))]
    with open(folder / "force.csv", "w", encoding="ascii") as file:
        file.write("t,x,y,z\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))
    channels = [{"signal": f"f{axis}", "column": axis} for axis in "xyz"]
    return {"name": "force", "file": "force.csv", "time": {"column": "t", "unit": "s"}, "channels": channels}


def ramp(friction, slope=math.radians(15)):
    """A block of 0.1 x 0.1 x 0.1 m at rest on a ramp, which gravity is tilted against."""
    contact = {"name": "c", "body": "b", "shape": "box", "size": [0.05] * 3, "compliance": 1e-8,
               "friction": friction}
    joint = {"name": "air", "type": "free", "parent": "world", "child": "b",
             "parent_frame": {"position": [0, 0, 0.05]}}
    return {"gravity": weight(math.sin(slope), 0, -math.cos(slope)), "bodies": [body(1.0, 1 / 600)],
            "joints": [joint], "sensors": [TRACKER], "contacts": [contact]}


def printed_ramp(friction, h=0.01, slope=math.radians(15), duration=1.0, stiffness=1e8):
    """A point on the ramp by the printed programme, whose cost adds the normal force times 1/h to
    that of friction: way and largest height [m]."""
    x = z = vx = vz = highest = 0.0
    damping = 1e6 / h
    along, down = GRAVITY * math.sin(slope), -GRAVITY * math.cos(slope)

    def cost(normal):
        """Least cost of friction at a normal force."""
        best = -damping * (vx + h * along) / (1 + h * damping)
        force = max(-friction * normal, min(friction * normal, best))
        slack = -damping * (vx + h * along) - (1 + h * damping) * force
        return 0.5 * (normal**2 / h + force**2 + slack**2), force

    for _ in range(round(duration / h)):
        least = max(0.0, (-stiffness * z - h * stiffness * (vz + h * down)) / (1 + h * h * stiffness))
        low, high = least, least + 1e6
        for _ in range(200):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, b) if cost(a)[0] < cost(b)[0] else (a, high)
        normal = low
        force = cost(normal)[1]
        vx, vz = vx + h * (along + force), vz + h * (down + normal)
        x, z = x + h * vx, z + h * vz
        highest = max(highest, z)
    return x, highest


def stack(n, compliance, radius=0.5):
    """n spheres of 1 kg above one another, 0.1 m apart."""
    bodies = [dict(body(1.0, 0.4 * radius**2), name=f"s{i}") for i in range(n)]
    joints = [{"name": f"air{i}", "type": "free", "parent": "world", "child": f"s{i}",
               "parent_frame": {"position": [0, 0, radius + 0.1 + i * (2 * radius + 0.1)]}} for i in range(n)]
    contacts = [{"name": f"c{i}", "body": f"s{i}", "radius": radius, "friction": 0.3, "compliance": compliance,
                 **({"against": f"s{i - 1}", "other_shape": "sphere", "other_radius": radius} if i else {})}
                for i in range(n)]
    sensors = [{"name": f"p{i}", "type": "point-position", "body": f"s{i}"} for i in range(n)]
    return {"gravity": weight(0, 0, -1), "bodies": bodies, "joints": joints, "contacts": contacts,
            "sensors": sensors}
