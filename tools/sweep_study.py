"""The two settings of the study of sweeps, their sweeps through trammel-cli, and what is measured.

`release` is a simulated release of a Furuta pendulum from near upright: SPOOK at h = 1e-4 s and
compliance 1e-6, noise of 1e-3 rad, sampled at 1 kHz.  `swing` is the embedded example `furuta`, a
swing-up from equations of motion at tight tolerance, with encoders and noise.
"""
import csv
import json
import math
import random
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOISE, SEED, RATE, DURATION = 1e-3, 20, 1000, 10
SWING_SIGMA = 7e-4  # its noise of 0.03 degrees and 4000 counts a turn, in rad

# as compared: the program's own formulation with the published cost, the same with the weight of the state error
# held (what `"kappa": "auto"` does), and the published formulation with its damping of all unknowns
FORMULATIONS = {
    "predicted": ["--formulation", "predicted", "--set", "settings.weighting=joint"],
    "held": ["--formulation", "predicted", "--set", "settings.weighting=held"],
    "explicit": ["--formulation", "explicit", "--set", "settings.damping=all", "--set", "settings.weighting=joint",
                 "--max-iterations", "20"],
}


class Setting:
    """A project with its log in a folder, and the true values of its free quantities."""

    def __init__(self, cli, project, truth):
        self.cli, self.project, self.truth = cli, project, truth

    def run(self, *arguments, codes=(0,)):
        done = subprocess.run([self.cli, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode not in codes:
            raise SystemExit(f"{' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    def sweep(self, formulation, *options):
        text = self.run("sweep", self.project, *FORMULATIONS[formulation], *options, "--json", "--progress", "none",
                        codes=(0, 5))
        return Sweep(json.loads(text), self.truth)

    def identify(self, formulation, result, *options):
        self.run("identify", self.project, *FORMULATIONS[formulation], *options, "--no-physical", "-o", result,
                 "--progress", "none", codes=(0, 5))
        return json.loads(Path(result).read_text())


def make_release(cli, folder, duration=DURATION):
    truth = {"body.A.inertia.zz": 0.003, "body.B.inertia.yy": 0.004, "joint.h1.viscous": 1e-3,
             "joint.h2.viscous": 1e-4}
    tree = json.loads((ROOT / "docs/paper-figures/release.trammel").read_text())
    project, log = folder / "release.trammel", folder / "release.csv"
    project.write_text(json.dumps(tree))
    upright = math.pi - 0.03
    log.write_text("t,theta1,theta2\n" + "".join(f"{k / 10},0,{upright!r}\n" for k in range(10 * duration + 1)))
    setting = Setting(cli, project, truth)
    values = [word for name, value in truth.items() for word in ("--set", f"{name}={value!r}")]
    setting.run("simulate", project, "--h", "1e-4", "--start", "first-sample", "--duration", duration, *values,
                "-o", folder / "clean.csv")
    noise = random.Random(SEED)
    with open(folder / "clean.csv", newline="") as clean, open(log, "w", newline="") as out:
        rows = csv.reader(clean)
        header = next(rows)
        columns = [header.index(name) for name in ("theta1 [rad]", "theta2 [rad]")]
        out.write("t,theta1,theta2\n")
        for k, row in enumerate(rows):
            if k % (10000 // RATE) == 0:
                noisy = (f"{float(row[c]) + noise.gauss(0, NOISE):.9f}" for c in columns)
                out.write(f"{k / 10000:.3f},{','.join(noisy)}\n")
    return setting


def make_swing(cli, folder):
    subprocess.run([cli, "example", "furuta"], cwd=folder, check=True, capture_output=True)
    tree = json.loads((folder / "furuta.trammel").read_text())
    for sensor in tree["model"]["sensors"]:
        sensor["sigma"] = SWING_SIGMA
    for joint in tree["model"]["joints"]:
        joint["compliance"] = {"linear": 1e-6, "angular": 1e-6}
        joint["damping_time"] = 0.02
    tree["settings"] = {"formulation": "predicted", "kappa": 1000, "h": 0.01, "observations": "node"}
    project = folder / "swing.trammel"
    project.write_text(json.dumps(tree))
    return Setting(cli, project, json.loads((ROOT / "data/examples/furuta.reference.json").read_text()))


class Sweep:
    """The answer of `trammel-cli sweep`, by columns."""

    def __init__(self, tree, truth):
        self.tree, self.truth = tree, truth
        self.points = tree["points"]
        self.name = list(tree["over"])[-1]
        self.states = [p["status"] for p in self.points]
        self.at = [p["settings"][self.name] for p in self.points]

    def line(self, **settings):
        """The part with these settings of the other axis."""
        points = [p for p in self.points if all(p["settings"][k] == v for k, v in settings.items())]
        corners = [c for c in self.tree.get("corners", []) if c["settings"] == settings]
        return Sweep({"over": {self.name: None}, "points": points, "corners": corners}, self.truth)

    def column(self, parameter, key="value"):
        return [next((q[key] for q in p["parameters"] if q["id"] == parameter), None) for p in self.points]

    def nested(self, *keys):
        values = []
        for value in self.points:
            for key in keys:
                value = value[key]
            values.append(value)
        return values

    def ratios(self, parameter):
        true = self.truth[parameter]
        values = [None if v is None else v / true for v in self.column(parameter)]
        bars = [2 * s / abs(true) if s else 0 for s in self.column(parameter, "sigma")]
        return values, bars

    def converged(self):
        return [x for x, state in zip(self.at, self.states) if state == "converged"]

    def drift(self, parameter, low, high):
        """(max - min) / mean over the points from low to high; None where one did not converge."""
        chosen = [(v, s) for x, v, s in zip(self.at, self.column(parameter), self.states)
                  if low * (1 - 1e-9) <= x <= high * (1 + 1e-9)]
        if not chosen or any(s != "converged" for _, s in chosen):
            return None
        values = [v for v, _ in chosen]
        return (max(values) - min(values)) / abs(sum(values) / len(values))

    def plateau(self, parameter, share):
        """Ends of the widest range of neighbours that all converged, within `share` from least to
        largest value over their mean, at no bound."""
        best = None
        values, bound = self.column(parameter), self.column(parameter, "at_bound")
        for i in range(len(self.at)):
            for j in range(i, len(self.at)):
                inside = values[i:j + 1]
                if any(s != "converged" for s in self.states[i:j + 1]) or any(bound[i:j + 1]):
                    break
                if max(inside) - min(inside) > share * abs(sum(inside) / len(inside)):
                    break
                if not best or self.at[j] / self.at[i] > best[1] / best[0]:
                    best = (self.at[i], self.at[j])
        return best

    def agreement(self, parameter):
        """Ends of the widest range of neighbours that all converged, at no bound, and whose values
        +- 2 sigma have a value in common."""
        best = None
        values, sigmas = self.column(parameter), self.column(parameter, "sigma")
        bound = self.column(parameter, "at_bound")
        for i in range(len(self.at)):
            low, high = -math.inf, math.inf
            for j in range(i, len(self.at)):
                if self.states[j] != "converged" or bound[j] or not sigmas[j]:
                    break
                low, high = max(low, values[j] - 2 * sigmas[j]), min(high, values[j] + 2 * sigmas[j])
                if low > high:
                    break
                if not best or self.at[j] / self.at[i] > best[1] / best[0]:
                    best = (self.at[i], self.at[j])
        return best

    def corner(self):
        return self.tree["corners"][0]


def decades(ends):
    return math.log10(ends[1] / ends[0]) if ends else 0.0


class Claim:
    """A figure with its limit."""

    def __init__(self, text, value, holds):
        self.text, self.value, self.holds = text, value, holds


def claim_compliance(name, predicted, explicit, parameters):
    """Claims on sweeps over compliance: ours converges everywhere and settles, the published one breaks."""
    claims = []
    n, good = len(predicted.points), len(predicted.converged())
    claims.append(Claim(f"{name}: `predicted` converges at every compliance from {predicted.at[0]:g} to "
                        f"{predicted.at[-1]:g}", f"{good} of {n} points", good == n))
    for high, limit in ((1e-3, None), (1e-4, 0.06), (1e-6, 0.001)):
        if high > predicted.at[0] * 1.001:
            continue
        drifts = [predicted.drift(p, predicted.at[-1], high) for p in parameters]
        worst = None if None in drifts else max(drifts)
        told = "not all converged" if worst is None else f"{100 * worst:.3g} %"
        claims.append(Claim(f"{name}: largest drift of an inertia of `predicted` from {high:g} to "
                            f"{predicted.at[-1]:g}" + (f" is below {100 * limit:g} %" if limit else ""), told,
                            None if limit is None else worst is not None and worst < limit))
    stiff = [x for x in explicit.converged() if x <= 1.001e-6]
    n_stiff = sum(x <= 1.001e-6 for x in explicit.at)
    claims.append(Claim(f"{name}: `explicit` converges nowhere at 1e-6 and below", f"{len(stiff)} of {n_stiff} points",
                        not stiff))
    return claims


def claim_kappa(name, predicted, parameters, least):
    claims = []
    for parameter in parameters:
        ends = predicted.plateau(parameter, 0.1)
        told = f"{decades(ends):.2g} decades, {ends[0]:.3g} to {ends[1]:.3g}" if ends else "none"
        claims.append(Claim(f"{name}: plateau of {parameter} in kappa within 10 % is at least {least:g} decades wide",
                            told, decades(ends) >= least))
    return claims


def claim_held(name, joint, held, parameters, least):
    """Claims on sweeps over kappa: values that agree within their intervals, over more of kappa than those
    of the joint cost."""
    claims = []
    for parameter in parameters:
        wide, narrow = held.agreement(parameter), joint.agreement(parameter)
        told = f"{decades(wide):.2g} decades, {wide[0]:.3g} to {wide[1]:.3g}" if wide else "none"
        claims.append(Claim(f"{name}: with the weight held, {parameter} agrees within 2 sigma over at least {least:g} "
                            "decades of kappa, and over no fewer than without",
                            f"{told}; without {decades(narrow):.2g}",
                            decades(wide) >= least and decades(wide) > decades(narrow) - 1e-9))
    return claims


def claim_step(name, predicted, parameter):
    """The distance to the truth shrinks with h, in the order of the sweep from large to small."""
    truth = predicted.truth[parameter]
    off = [abs(v / truth - 1) for v in predicted.column(parameter)]
    falls = all(b < a for a, b in zip(off, off[1:]))
    told = ", ".join(f"{100 * o:.2g} % at {x:g} s" for x, o in zip(predicted.at, off))
    return [Claim(f"{name}: {parameter} approaches its true value as h shrinks", told, falls)]
