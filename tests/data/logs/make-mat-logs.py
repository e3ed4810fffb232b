#!/usr/bin/python3
"""Writes the MAT files beside this script, as SciPy does: versions 4, 5 and 7 (compressed).

The same 200 samples of q = 0.5 cos(3 t) and its derivative at 100 Hz are in each; the newer
versions also have every kind of container and class that a log may use.  shapes.mat has the ways in
which MATLAB, Simulink and robots' loggers lay out logs.
"""
import os

import numpy as np
from scipy.io import savemat
from scipy.sparse import csc_matrix

folder = os.path.dirname(os.path.abspath(__file__))
t = np.arange(200) / 100
q = 0.5 * np.cos(3 * t)
dq = -1.5 * np.sin(3 * t)

plain = {"t": t[:, None], "q": q[None, :], "both": np.column_stack([q, dq])}

arm = np.zeros((1, 2), dtype=[("side", object), ("q", object)])
arm[0, 0] = ("left", q[:, None])
arm[0, 1] = ("right", -q[:, None])
cell = np.empty((1, 3), dtype=object)
cell[0, :] = [np.array([[1.0, 2.0, 3.0]]), "words", np.arange(6.0).reshape(2, 3)]
grid = np.empty((2, 2), dtype=object)
grid[:, :] = [[np.array([[11.0]]), np.array([[12.0]])], [np.array([[21.0]]), np.array([[22.0]])]]

rich = dict(plain)
rich.update({
    "log": {"time": t[:, None], "signals": {"values": q[:, None], "label": "q [rad]"}},
    "arm": arm,
    "cell": cell,
    "grid": grid,
    "i16": np.array([[-300, 300]], dtype=np.int16),
    "u64": np.array([[1, 2**53]], dtype=np.uint64),
    "f32": np.array([[0.5, -0.25]], dtype=np.float32),
    "on": np.array([[True, False, True]]),
    "space": np.arange(200.0).reshape(1, 1, 200),
    "cube": np.arange(24.0).reshape(2, 3, 4, order="F"),
    "gaps": np.array([[1.0, np.nan, np.inf]]),
    "z": np.array([[1 + 2j, 3 - 4j]]),
    "sparse": csc_matrix(np.eye(3)),
    "label": "J1 [°]",
    "lines": np.array(["ab", "cd"]),
    "none": np.zeros((0, 0)),
})



def struct_array(*elements):
    """A 1 x n struct array of dictionaries with the same keys."""
    array = np.zeros((1, len(elements)), dtype=[(key, object) for key in elements[0]])
    for k, element in enumerate(elements):
        array[0, k] = tuple(element.values())
    return array


def cells(*elements):
    array = np.empty((1, len(elements)), dtype=object)
    array[0, :] = elements
    return array


# as many samples as rows nowhere, so that lengths tell what belongs together
t1, t2, t3 = np.arange(120) / 50, np.arange(90) / 50, np.sort(np.linspace(0, 2, 70) ** 2)
stamps = 1700000000 + np.arange(60) / 25


def wave(times, n):
    return np.column_stack([np.cos(3 * times + k) for k in range(n)])


shapes = {
    # Simulink: structure with time, of one signal of two channels and one of one
    "arm": {"time": t1[:, None], "blockName": "rig/scope", "signals": struct_array(
        {"values": wave(t1, 2), "dimensions": 2.0, "label": "q [rad]"},
        {"values": wave(t1, 1), "dimensions": 1.0, "label": ""})},
    # timeseries exported as structs, nested as loggers of robots do
    "robot": {"joints": {"data": wave(t2, 3), "time": t2[:, None]},
              "imu": {"data": wave(stamps, 2).T, "timestamps": stamps[None, :]}},
    # fields of equal length with a time that has no name, and one that has
    "run": {"k": np.arange(1.0, 41.0)[:, None], "angle": wave(np.arange(40.0), 1),
            "effort": -wave(np.arange(40.0), 1)},
    "rig": {"Time": t3[None, :], "q": wave(t3, 1).T, "both": wave(t3, 2), "gain": 2.5,
            "note": "left"},
    # matrices beside a time vector, either way round, and in cells
    "tout": t1[:, None],
    "yout": wave(t1, 4),
    "across": wave(t1, 4).T,
    "tail": cells(t2[None, :], t3[None, :]),
    "Time_tail": cells(t2[:, None], t3[:, None]),
    # To File: row 1 is the time; and the same upright
    "ans": np.vstack([np.arange(55) / 10, wave(np.arange(55) / 10, 3).T]),
    "sheet": np.column_stack([np.arange(35) / 10, wave(np.arange(35) / 10, 2)]),
    # constants and what has no time
    "g": 9.81, "n": np.int32(7), "on": np.bool_(True),
    "counts": np.array([[3, 1, 2]], dtype=np.int16),
    "words": cells("a", "b"),
    "none": np.zeros((0, 3)),
}


def save(name, variables, **options):
    """Writes a file with a header that does not tell when and where."""
    path = os.path.join(folder, name)
    savemat(path, variables, **options)
    if options.get("format") == "5":
        with open(path, "r+b") as file:
            file.write(b"MATLAB 5.0 MAT-file".ljust(116))


save("shapes.mat", shapes, format="5", do_compression=True)
save("v4.mat", plain, format="4")
save("v5.mat", rich, format="5")
save("v7.mat", rich, format="5", do_compression=True)
