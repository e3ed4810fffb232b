#!/usr/bin/python3
"""Numbers of base parameters against an independent count; output in TAP.

usage: test-base-rank.py TRAMMEL-CLI ROOT

The count needs no dynamics: kinetic and potential energy are linear in mass, first moment and inertia of each body,
and a combination of these can be known exactly if some motion changes the energy by it.  So the number of base
parameters is the rank of the energies at random motions, each less that of a motion before it, by singular values.
Poses come from the joint frames of the project, rates from differences of poses.
"""
import json
import math

try:
    import numpy as np
except ImportError:
    np = None

from support import ROOT, Skip, main, run, succeed, test

MODELS = ROOT / "../shared/models"
STEP, GAP = 1e-4, 1e-6  # of the differences; singular values below this share count as zero


def rotation(quat):
    w, x, y, z = np.asarray(quat) / np.linalg.norm(quat)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def frame(entry):
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = rotation(entry.get("quat_wxyz", [1, 0, 0, 0])), entry.get("position", [0, 0, 0])
    return place


def motion(joint, s):
    """Of the child's frame against the parent's."""
    place = np.eye(4)
    if joint["type"] == "hinge":
        c, d = math.cos(s), math.sin(s)
        place[:2, :2] = [[c, -d], [d, c]]
    elif joint["type"] == "slide":
        place[2, 3] = s
    else:
        assert joint["type"] == "fixed", joint
    return place


def place_tree(joints, s):
    """Poses of the bodies of a tree from the coordinates of its joints."""
    places, left = {"world": np.eye(4)}, list(zip(joints, s))
    while left:
        joint, value = next((j, v) for j, v in left if j["parent"] in places)
        left = [(j, v) for j, v in left if j is not joint]
        places[joint["child"]] = (places[joint["parent"]] @ frame(joint["parent_frame"]) @ motion(joint, value) @
                                  np.linalg.inv(frame(joint["child_frame"])))
    return places


def close(joints, last, crank, s):
    """The other coordinates of a planar loop, by Newton's method on the gap at its last joint."""
    for _ in range(50):
        def gap(x):
            places = place_tree(joints, [crank, *x])
            ends = [places[last[side]] @ frame(last[f"{side}_frame"])[:, 3] for side in ("parent", "child")]
            return (ends[1] - ends[0])[:2]
        now = gap(s)
        slope = np.column_stack([(gap(s + d) - gap(s - d)) / 2e-6 for d in 1e-6 * np.eye(2)])
        s = s - np.linalg.solve(slope, now)
        if np.abs(now).max() < 1e-14:
            return s
    raise AssertionError("the loop does not close")


def couple(model, joints, s):
    """Coordinates in which the second joint of each gear follows the first."""
    names = [j["name"] for j in joints]
    for gear in (j for j in model["joints"] if j["type"] == "gear"):
        first, second = (names.index(name) for name in gear["joints"])
        s[second] = gear["ratio"] * s[first] + gear.get("offset", 0)
    return s


def energy_row(before, now, after, gravity, moving):
    """Kinetic and potential energy per unit of (m, m c, I) of each body, about its origin."""
    row = []
    for name in moving:
        turn, back = now[name][:3, :3], before[name][:3, :3]
        v = (after[name][:3, 3] - before[name][:3, 3]) / (2 * STEP)
        skew = turn.T @ (after[name][:3, :3] - back) / (2 * STEP)
        w = np.array([skew[2, 1] - skew[1, 2], skew[0, 2] - skew[2, 0], skew[1, 0] - skew[0, 1]]) / 2
        own = turn.T @ v
        row += [v @ v / 2 - gravity @ now[name][:3, 3], *(np.cross(own, w) - turn.T @ gravity)]
        row += [w[0] ** 2 / 2, w[1] ** 2 / 2, w[2] ** 2 / 2, w[0] * w[1], w[0] * w[2], w[1] * w[2]]
    return row


def count(model):
    """Number of base parameters of a tree, or of the four-bar linkage."""
    draw = np.random.default_rng(1)
    joints = [j for j in model["joints"] if "parent" in j]
    gravity = model["gravity"]["magnitude"] * np.array(model["gravity"]["direction"])
    children = [j["child"] for j in joints]
    is_loop = len(set(children)) < len(children)
    moving = list(dict.fromkeys(children))

    def places(s):
        return place_tree(joints[:-1] if is_loop else joints, s)

    rows = []
    for _ in range(40 * len(moving)):
        if is_loop:
            crank = draw.uniform(-0.4, 0.4)
            rate, start = draw.uniform(-3, 3), np.array([j.get("start", 0) for j in joints[1:3]])
            s = [np.array([c, *close(joints[:-1], joints[-1], c, start)])
                 for c in (crank - STEP * rate, crank, crank + STEP * rate)]
        else:
            q, rate = draw.uniform(-3, 3, len(joints)), draw.uniform(-2, 2, len(joints))
            s = [couple(model, joints, x) for x in (q - STEP * rate, q, q + STEP * rate)]
        rows.append(energy_row(*(places(x) for x in s), gravity, moving))
    rows = np.diff(np.array(rows), axis=0)
    size = np.linalg.norm(rows, axis=0)
    values = np.linalg.svd(rows / np.where(size > 1e-9 * size.max(), size, np.inf), compute_uv=False)
    return int((values > GAP * values[0]).sum())


def check(project, published=None):
    if np is None:
        raise Skip("without numpy")
    done = run("base", project, "--set", "settings.cutoff=10", "--json", "--progress", "none")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    with open(project, encoding="utf-8") as file:
        own = count(json.load(file)["model"])
    assert report["inertial_rank"] == own, (project, report["inertial_rank"], own)
    assert published is None or own == published, (project, own)
    return report


@test
def examples():
    """A linkage with one freedom, the Furuta pendulum, chains in a plane and in space.  Single joints in a vertical
    plane have three: an inertia and the two components of the moment."""
    for name, known in (("pendulum", 3), ("furuta", 8), ("four-bar", 8), ("three-joint-arm", None),
                        ("double-pendulum", None)):
        succeed("example", name)
        check(f"{name}.trammel", known)


@test
def robots():
    """Seven hinges of an arm have 43 (Gautier and Khalil 1990); the Panda's fingers, coupled, add five."""
    if not MODELS.exists():
        raise Skip("without ../shared")
    for file, published in (("mjcf/iiwa14.xml", 43), ("urdf/panda.urdf", 48), ("mjcf/panda.xml", 48),
                            ("urdf/kinova.urdf", 36), ("urdf/two_dof.urdf", 4)):
        succeed("import", str(MODELS / file), "-o", "robot.trammel")
        report = check("robot.trammel", published)
        assert "sought" not in report and all(c["value"] is not None for c in report["combinations"]), file


if __name__ == "__main__":
    main()
