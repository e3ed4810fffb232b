#!/usr/bin/python3
"""trammel-cli identify --recipe from outside; output in TAP.

usage: test-recipe.py TRAMMEL-CLI ROOT
"""
import json

from support import main, pendulum, refuse, succeed, test, write

STEPS = [{"name": "friction", "free": ["joint.pivot.vis*", "joint.pivot.coul*"]},
         {"free": ["body.pendulum.inertia.zz", "joint.pivot.viscous", "joint.pivot.coulomb"]}]


def identify(project, *options):
    done = succeed("identify", project, "--json", "--no-physical", "--progress", "none", *options)
    return json.loads(done.stdout), done.stderr


@test
def steps_follow_one_another():
    """The last step has the whole result; its starts are the values of the first step."""
    project = pendulum()
    project["recipe"] = STEPS
    result, words = identify(write(project), "--recipe")
    assert "Step 1 (friction)" in words
    ids = [p["id"] for p in result["parameters"]]
    assert ids == ["body.pendulum.inertia.zz", "joint.pivot.viscous", "joint.pivot.coulomb"], ids
    plain, _ = identify(write(pendulum()))
    starts = {p["id"]: p["start"] for p in plain["parameters"]}
    assert all(p["start"] != starts[p["id"]] for p in result["parameters"][1:]), "values of step 1"
    for a, b in zip(result["parameters"], plain["parameters"]):
        assert abs(a["value"] - b["value"]) < b["sigma"], (a["id"], a["value"], b["value"])


@test
def steps_have_settings_and_origins():
    """A step with "from": "start" begins where the recipe began, and has the settings of then."""
    project = pendulum()
    steps = [STEPS[0] | {"settings": {"h": 0.008}}, STEPS[1] | {"from": "start"}]
    project["recipe"] = steps
    result, _ = identify(write(project), "--recipe")
    plain, _ = identify(write(pendulum()))
    assert [p["value"] for p in result["parameters"]] == [p["value"] for p in plain["parameters"]]
    assert result["settings"]["h"] == 0.004
    # without it, the settings of the first step hold
    project["recipe"] = [steps[0], STEPS[1]]
    result, _ = identify(write(project), "--recipe")
    assert result["settings"]["h"] == 0.008


@test
def recipes_that_cannot_run():
    refuse(2, "identify", write(pendulum()), "--recipe", words=["no recipe"])
    for steps, words in (([{"free": ["joint.nobody"]}], ["recipe[0].free[0]", "joint.nobody"]),
                         ([{"free": []}], ["recipe[0].free"]), ([{"free": [3]}], ["recipe[0].free[0]"]),
                         ([{"free": ["*"], "settings": {"h": "long"}}], ["recipe[0].settings.h"]),
                         ([{"free": ["*"], "from": "there"}], ["recipe[0].from"]),
                         ([7], ["recipe[0]"])):
        project = pendulum()
        project["recipe"] = steps
        refuse(4, "identify", write(project), "--recipe", words=words)
    project["recipe"] = STEPS
    refuse(2, "identify", write(project), "--recipe", "--starts", "4", words=["--recipe"])


main()
