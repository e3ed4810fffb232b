#!/usr/bin/python3
"""Writes the MAT files beside this script, as SciPy does: versions 4, 5 and 7 (compressed).

The same 200 samples of q = 0.5 cos(3 t) and its derivative at 100 Hz are in each; the newer
versions also have every kind of container and class that a log may use.
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

savemat(os.path.join(folder, "v4.mat"), plain, format="4")
savemat(os.path.join(folder, "v5.mat"), rich, format="5")
savemat(os.path.join(folder, "v7.mat"), rich, format="5", do_compression=True)
