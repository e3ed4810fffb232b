"""Logs of real machines with the projects that identify them and the values to compare with.

Every folder of ../shared/data has a function that makes its cases from the projects of the tests; its
NOTES.md has the sources of the references.
"""
import copy
import json
import sys
import tempfile
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Callable

from measure import ROOT, pick, read_tree

sys.path.insert(0, str(ROOT / "tests/accuracy"))

import cartpole  # noqa: E402
import doublependulum  # noqa: E402
from rigs import EMPS  # noqa: E402

PROJECTS = ROOT / "tests/data/projects"


@dataclass
class Value:
    """A reference with its sigma, 0 where it counts as exact; find() takes values by id."""
    name: str
    reference: float
    find: Callable
    sigma: float = 0


@dataclass
class Case:
    """A project to identify, its values, and error and half width of the prototype by name of the value [%]."""
    folder: str
    name: str
    tree: dict
    values: list = field(default_factory=list)
    prototype: dict = field(default_factory=dict)
    wrong: str = ""  # what is wrong with the model on purpose


def direct(name, key, reference, sigma=0):
    return Value(name, reference, lambda p: p[key], sigma)


def open_project(folder, name):
    """A project of the tests with the logs of a folder, kappa and formulation left to the program."""
    tree = json.loads((PROJECTS / f"{name}.trammel").read_text())
    for log in tree["logs"]:
        log["file"] = str(folder / Path(log["file"]).name)
    leave_weights(tree)
    return tree


def leave_weights(tree):
    for key in ("kappa", "formulation", "weighting"):
        tree.get("settings", {}).pop(key, None)


def take_logs(tree, names):
    """The project with these logs alone, all of them for the fit."""
    tree = copy.deepcopy(tree)
    tree["logs"] = [{**pick(tree["logs"], name), "role": "estimate"} for name in names]
    return tree


def emps(folder):
    sigmas = (0.1085, 1.146, 0.1012, 0.0444)  # published
    values = [direct(key, key, reference, sigma) for (key, (reference, *_)), sigma in zip(EMPS.items(), sigmas)]
    tree, end = open_project(folder, "emps"), 24.84
    yield Case("emps", "emps whole", tree, values)
    for i in range(5):
        part = copy.deepcopy(tree)
        part["logs"][0]["trim"] = [round(end * i / 5, 3), round(end * (i + 1) / 5, 3)]
        yield Case("emps", f"emps {i + 1}/5", part, values)


CART_LOGS = {"025": (2.5, 0.028), "050": (5, 0.03), "100": (10, 0.034)}  # gain [V/m], first stamp [s]
CART_PROTOTYPE = {  # error, half width [%]
    "025": {"pendulum inertia": (0.1, 4.6)}, "050": {"pendulum inertia": (-0.2, 3.3)},
    "100": {"pendulum inertia": (-0.2, 0.3)},
    "all": {"pendulum inertia": (-0.2, 0.4), "a_c": (-6, 10), "b_c": (-3, 8)}}
HEAVY = 100  # kg or kg m^2: the published models neglect what the pendulum does to the driven part


def open_cart(folder):
    """The project with the cart's motion prescribed, as the test of the accuracy has it."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "cart.trammel"
        cartpole.write_project(path, str(folder))
        return json.loads(path.read_text())


def drive_cart(folder):
    """The cart under the voltage kP (0.2 m - z) from 1 s on, all of the cart free."""
    tree = open_cart(folder)
    model = tree["model"]
    pick(model["bodies"], "cart")["mass"] = {"value": 1, "free": True, "min": 0}
    pick(model["joints"], "rail")["friction"] = free_friction(1, 0.01)
    pick(model["joints"], "pivot")["friction"] = free_friction(1e-4, 1e-5)
    pick(model["bodies"], "pendulum")["inertia"]["zz"]["min"] = 0
    model["motors"] = [{"name": "motor", "joint": "rail", "gain": {"value": 1, "free": True}}]
    model["sensors"].append({"name": "place", "type": "joint-position", "joint": "rail"})
    tree["logs"] = [drive_log(pick(tree["logs"], name), gain, 1 - first) for name, (gain, first) in CART_LOGS.items()]
    return tree


def drive_log(log, gain, begin):
    angle = next(c for c in log["channels"] if c["signal"] == "angle")
    return {**log, "role": "estimate", "trim": [round(begin, 3), round(begin + 2.9, 3)],
            "channels": [angle, {"signal": "place", "column": "z"},
                         {"signal": "motor", "column": "z", "sign": -1, "scale": gain, "offset": -0.2 * gain}]}


def free_friction(viscous, coulomb):
    return {"model": "coulomb", "load": "none", "viscous": {"value": viscous, "free": True, "min": 0},
            "coulomb": {"value": coulomb, "free": True, "min": 0}}


def hold_inertia(tree, body, joint, number):
    """The project with the driven part so heavy that the pendulum does not move it, and no dry friction on it: its
    viscous friction and gain are then HEAVY times the published numbers."""
    tree = copy.deepcopy(tree)
    part, friction = pick(tree["model"]["bodies"], body), pick(tree["model"]["joints"], joint)["friction"]
    part.update({"mass": HEAVY} if number == "mass" else {"inertia": {**part["inertia"], "zz": HEAVY}})
    viscous, gain = friction["viscous"], tree["model"]["motors"][0]["gain"]
    friction.clear()
    friction.update({"model": "viscous", "viscous": {**viscous, "value": HEAVY}})
    gain["value"] = HEAVY
    return tree


def scaled(name, key, reference):
    return Value(name, reference, lambda p: p[key] / HEAVY)


def cart_pole(folder):
    inertia = Value("pendulum inertia", 1.59e-3 + cartpole.MASS * cartpole.ARM ** 2,
                    lambda p: p["body.pendulum.inertia.zz"] + cartpole.MASS * cartpole.ARM ** 2)
    drive = [scaled("a_c", "joint.rail.viscous", 6.25), scaled("b_c", "motor.motor.gain", 4.36)]
    tree = drive_cart(folder)
    heavy = hold_inertia(tree, "cart", "rail", "mass")
    for name, logs in {**{name: [name] for name in CART_LOGS}, "all": list(CART_LOGS)}.items():
        prototype = CART_PROTOTYPE[name]
        title = "cart_pole all" if name == "all" else f"cart_pole kP {CART_LOGS[name][0]:g}"
        yield Case("cart_pole", title, take_logs(tree, logs), [inertia], prototype)
        yield Case("cart_pole", f"{title}, cart heavy", take_logs(heavy, logs), drive, prototype)
    yield Case("cart_pole", "cart_pole, motion prescribed", open_cart(folder), [inertia])


def kawata_book_ip(folder):
    inertia = direct("pendulum inertia", "body.pendulum.inertia.zz", 9.06e-4)
    drive = [scaled("a_1", "joint.shoulder.viscous", 6.20), scaled("b_1", "motor.motor.gain", 15.8)]
    tree = read_tree(folder / "arm.trammel")
    heavy = hold_inertia(tree, "arm", "shoulder", "inertia")
    names = [log["name"] for log in tree["logs"]]
    together = [name for name in names if name.startswith("kP")]
    errors = dict(zip(together, (-1.3, -0.2, 0.0, -0.2, -0.1)))
    for name, logs in {**{name: [name] for name in names}, "kP all": together}.items():
        prototype = {"pendulum inertia": (errors.get(name, -0.1), None)} if name != "ls" else {}
        yield Case("kawata_book_ip", f"kawata_book_ip {name}", take_logs(tree, logs), [inertia], prototype)
        yield Case("kawata_book_ip", f"kawata_book_ip {name}, arm heavy", take_logs(heavy, logs), drive)
    yield Case("kawata_book_ip", "kawata_book_ip mirrored", read_tree(folder / "mirrored.trammel"),
               wrong="the arm is mounted upside down")


FURUTA_LOGS = ("sine-4V", "sine-2V", "sine-1V", "step-2V")
FURUTA_ERRORS = dict(zip(((name,) for name in FURUTA_LOGS), (0.1, 0.2, -0.8, 1.0)))
FURUTA_THREE = ("sine-4V", "sine-2V", "step-2V")


def open_furuta(folder):
    """The rig without the log of the held arm, and without the body that stands for it."""
    tree = open_project(folder, "furuta-rig")
    model = tree["model"]
    for part, name in (("bodies", "held"), ("joints", "pivot"), ("sensors", "swing")):
        model[part].remove(pick(model[part], name))
    for log in tree["logs"]:
        log["channels"] = [c for c in log["channels"] if c["signal"] != "swing"]
    return tree


def furuta(folder):
    offset = 0.009801 * 0.096608 ** 2
    inertia = Value("pendulum inertia", 1.4790595e-5 + offset, lambda p: p["body.pendulum.inertia.xx"] + offset)
    tree, errors = open_furuta(folder), {**FURUTA_ERRORS, FURUTA_THREE: 0.2}
    sets = [logs for n in (1, 2) for logs in combinations(FURUTA_LOGS, n)]
    for logs in (*sets, FURUTA_THREE, FURUTA_LOGS):
        prototype = {"pendulum inertia": (errors[logs], None)} if logs in errors else {}
        name = "all" if logs == FURUTA_LOGS else " + ".join(logs)
        yield Case("furuta", f"furuta {name}", take_logs(tree, logs), [inertia], prototype)


SINGLE = {"a": 0.147755, "m": 0.147585, "i": 1.0912e-4, "g": 9.81001}  # published
DOUBLE = {"m1": 0.0938440, "m2": 0.1375960, "a1": 0.1085652, "a2": 0.1167790, "l": 0.1727192, "i1": 4.37529e-4,
          "i2": 1.268829e-3, "g": 9.80858}


def hold_arm(body, mass, reach):
    """Fixes what a free swing does not determine, so that the inertia is determined."""
    body["mass"], body["com"][1] = mass, -reach


def estimated(tree):
    return [log["name"] for log in tree["logs"] if log["role"] == "estimate"]


def multiarm_single(folder):
    p, tree = SINGLE, open_project(folder, "multiarm-single")
    hold_arm(pick(tree["model"]["bodies"], "arm"), p["m"], p["a"])
    tree["model"]["gravity"]["magnitude"] = p["g"]
    offset = p["m"] * p["a"] ** 2
    value = Value("inertia", p["i"] + offset, lambda q: q["body.arm.inertia.zz"] + offset)
    names = estimated(tree)
    for title, logs in {**{name: [name] for name in names}, "all": names}.items():
        yield Case("multiarm_pendulum", f"multiarm_pendulum single {title}", take_logs(tree, logs), [value])


def multiarm_double(folder):
    p, tree = DOUBLE, open_project(folder, "multiarm-double")
    for name, k in (("upper", "1"), ("lower", "2")):
        hold_arm(pick(tree["model"]["bodies"], name), p[f"m{k}"], p[f"a{k}"])
    tree["model"]["gravity"]["magnitude"] = p["g"]
    offsets = [p["m1"] * p["a1"] ** 2 + p["m2"] * p["l"] ** 2, p["m2"] * p["a2"] ** 2]
    values = [Value(f"inertia, {name}", p[key] + offset,
                    lambda q, name=name, offset=offset: q[f"body.{name}.inertia.zz"] + offset)
              for name, key, offset in zip(("upper", "lower"), ("i1", "i2"), offsets)]
    names = estimated(tree)
    parts = {"1-9": names[:9], "10-18": names[9:18], "19-26": names[18:], "all": names}
    for title, logs in parts.items():
        yield Case("multiarm_pendulum", f"multiarm_pendulum double {title}", take_logs(tree, logs), values)


def multiarm_pendulum(folder):
    yield from multiarm_single(folder)
    yield from multiarm_double(folder)


SCATTER = 0.05  # of published base parameters: those of single logs differ by 10 %


def double_pendulum_driven(folder):
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "double.trammel"
        files = {name: str(folder / "logs" / f"{file}-PM_measured.csv") for name, file in doublependulum.LOGS.items()}
        doublependulum.write_project(path, files)
        tree = json.loads(path.read_text())
    tree["settings"] = {}
    names, published = [log["name"] for log in tree["logs"]], doublependulum.PUBLISHED["base"]
    values = [Value(name.partition(" [")[0], reference,
                    lambda p, i=i: doublependulum.take_parameters(p)["base"][i], SCATTER * reference)
              for i, (name, reference) in enumerate(zip(doublependulum.BASE, published))]
    for title, logs in {**{name: [name] for name in names}, "all": names}.items():
        yield Case("double_pendulum_driven", f"double_pendulum_driven {title}", take_logs(tree, logs), values)


FOLDERS = {function.__name__: function for function in
           (emps, cart_pole, kawata_book_ip, furuta, multiarm_pendulum, double_pendulum_driven)}
