#!/usr/bin/python3
"""Checks of the sweeps in docs/paper-figures.md, on small grids: one line per figure as TAP.

usage: sweeps.py TRAMMEL-CLI
"""
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
sys.dont_write_bytecode = True

import sweep_study as study  # noqa: E402
from support import Tap  # noqa: E402

RELEASE = ("body.A.inertia.zz", "body.B.inertia.yy")
SWING = ("body.arm.inertia.zz", "body.pendulum.inertia.yy", "body.pendulum.inertia.zz")
SOFT = ("--set", "settings.compliance_scale=100")


def study_release(cli, folder):
    setting = study.make_release(cli, folder)
    over = ("--over", "compliance=1e-3,1e-4,1e-6,1e-9,1e-12")
    claims = study.claim_compliance("release", setting.sweep("predicted", *over),
                                    setting.sweep("explicit", "--over", "compliance=1e-6,1e-9"), RELEASE)
    kappa = setting.sweep("predicted", "--over", "kappa=1e-1:1e4:11", *SOFT)
    claims += study.claim_kappa("release", kappa, RELEASE, 2)
    held = setting.sweep("held", "--over", "kappa=1e-3:1e2:11", *SOFT)
    claims += study.claim_held("release", kappa, held, RELEASE, 2)
    claims += study.claim_step("release", setting.sweep("predicted", "--over", "h=0.02,0.01,0.005", *SOFT), RELEASE[0])
    gentle = setting.sweep("explicit", "--over", "compliance=1e-3,1e-4")
    claims.append(study.Claim("release: `explicit` converges where joints are soft", f"{gentle.states}",
                              gentle.states == ["converged"] * 2))
    ours = setting.sweep("predicted", "--over", "compliance=1e-3,1e-4")
    off = max(abs(a / b - 1) for p in RELEASE for a, b in zip(ours.column(p), gentle.column(p)))
    claims.append(study.Claim("release: there both formulations agree within 2 %", f"{100 * off:.2g} %", off < 0.02))
    return claims


def study_swing(cli, folder):
    setting = study.make_swing(cli, folder)
    ours = setting.sweep("predicted", "--over", "compliance=1e-4,1e-6,1e-9,1e-12")
    return study.claim_compliance("swing", ours, setting.sweep("explicit", "--over", "compliance=1e-6"), SWING)


def main():
    cli = str(Path(sys.argv[1]).resolve())
    tap = Tap()
    for work in (study_release, study_swing):
        with tempfile.TemporaryDirectory(prefix="trammel-sweeps-") as folder:
            for claim in work(cli, Path(folder)):
                tap.point(claim.holds is not False, f"{claim.text}: {claim.value}")
    return tap.finish()


sys.exit(main())
