#!/usr/bin/python3
"""Test of building a model with real clicks and keys: a new project from a template, a mass typed
as an expression with units, a parameter freed with its bounds, undo, a body added and one deleted,
a click in 3D; saved, and read again by another start of the program."""

import json
import pathlib
import sys
import tempfile
import time

import drive


def find_row(program, words):
    """Returns the row of the tree whose name begins with `words`, once it has its position."""
    for node in drive.walk(program.root):
        if node.get_role_name() == "list item" and node.get_name().startswith(words):
            place = node.get_extents(drive.Atspi.CoordType.WINDOW)
            return node if place.x > 0 and place.width > 0 else None
    return None


def select(program, words, title):
    program.until(
        lambda: program.click(drive.wait(lambda: find_row(program, words), f"the row “{words}”")),
        lambda: program.find("label", title), f"“{title}”")


def text_of(entry):
    return entry.get_text(0, entry.get_character_count())


def has_focus(node):
    return any(part.get_state_set().contains(drive.Atspi.StateType.FOCUSED)
               for part in drive.walk(node))


def type_into(program, name, text):
    """Replaces the text of an entry and presses Enter."""
    program.wait_for("text", name)

    def click():
        entry = program.find("text", name)
        program.click(entry)
        time.sleep(0.3)
        return has_focus(entry)

    drive.wait(click, f"the focus in “{name}”")
    program.until(lambda: program.type(text), lambda: text_of(program.find("text", name)) == text,
                  f"“{text}” in “{name}”")
    program.press("Return")


def expect_text(program, name, text):
    drive.wait(lambda: text_of(program.find("text", name)) == text,
               f"“{text}” in “{name}”")


def undo(program, name, text):
    program.until(lambda: program.press("ctrl+z"),
                  lambda: text_of(program.find("text", name)) == text, f"“{text}” in “{name}”")


def save(program, path):
    def is_new():
        return path.exists() and path.stat().st_mtime_ns != before

    before = path.stat().st_mtime_ns if path.exists() else None
    if before is None:
        program.choose_file(lambda: program.press("ctrl+s"), path)
        drive.wait(is_new, f"the file {path} to be written")
    else:
        program.until(lambda: program.press("ctrl+s"), is_new, f"the file {path}")


def create_from(program, title):
    windows = program.open_dialog(lambda: program.press("ctrl+n"), "the templates")

    def choose():
        program.click(drive.wait(lambda: program.find("list item", title), f"“{title}”"))
        program.click(program.wait_for("push button", "Create"))

    program.leave_dialog(windows, choose, "the templates")


def create(program):
    """Ctrl+N, a template, Create."""
    program.wait_for("push button", "New from template…")
    create_from(program, "Pendulum with dry friction")
    program.wait_for("label", "Body pendulum")


def change_mass(program):
    type_into(program, "Mass", "1/4*2 kg + 120 g")
    expect_text(program, "Mass", "0.62")
    type_into(program, "Mass", "500 g + 0.2 kg")
    expect_text(program, "Mass", "0.7")


def refuse(program):
    """An invalid text is reported at the field and changes nothing."""
    type_into(program, "Mass", "2 m")
    drive.wait(lambda: any(node.get_role_name() == "label" and "Write the value in kg" in
                           node.get_name() for node in drive.walk(program.root)),
               "what is wrong with the mass")
    program.press("Escape")
    expect_text(program, "Mass", "0.7")


def free_mass(program):
    program.click_button("Free Mass", lambda: program.find("text", "Min, Mass"), "the bounds")
    mass = program.find("text", "Mass").get_extents(drive.Atspi.CoordType.WINDOW)
    drive.wait(lambda: program.find("text", "Min, Mass").get_extents(
        drive.Atspi.CoordType.WINDOW).y > mass.y, "the bounds below the mass")
    type_into(program, "Min, Mass", "100 g")
    expect_text(program, "Min, Mass", "0.1")
    type_into(program, "Max, Mass", "2")
    expect_text(program, "Max, Mass", "2")


def pick(program):
    """A click on the mechanism selects the element there."""
    select(program, "gravity World", "Gravity")
    view = program.wait_for("image", "Mechanism in 3D")
    for height in (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65):
        program.click(view, 0.5, height)
        time.sleep(0.4)
        for title in ("Body pendulum", "Joint pivot"):
            if program.find("label", title):
                return
    raise drive.Failure("no click in 3D selected anything")


def add_and_delete(program):
    select(program, "body pendulum", "Body pendulum")
    program.click_button("Add body", lambda: program.find("label", "Body body1"), "the body")
    type_into(program, "Name", "tip")
    program.wait_for("label", "Body tip")
    program.click_button("Duplicate", lambda: program.find("label", "Body tip2"), "the copy")

    def delete():
        select(program, "body tip2", "Body tip2")
        program.press("Delete")

    # its joint is deleted, too, after a question
    program.until(delete, lambda: program.find("push button", "Delete All"), "the question")

    program.until(lambda: program.press("Tab"),
                  lambda: has_focus(program.find("push button", "Delete All")), "the focus")
    program.until(lambda: program.press("Return"),
                  lambda: find_row(program, "body tip2") is None, "the end of the copy")


def check_file(path):
    saved = json.loads(path.read_text(encoding="utf-8"))
    bodies = {body["name"]: body for body in saved["model"]["bodies"]}
    assert set(bodies) == {"pendulum", "tip"}, bodies
    assert bodies["pendulum"]["mass"] == {"value": 0.7, "free": True, "min": 0.1}, bodies
    joints = {joint["child"]: joint for joint in saved["model"]["joints"]}
    assert joints["tip"]["parent"] == "pendulum", joints
    assert len(joints) == 2, joints
    assert saved.get("logs", []) == [], saved["logs"]


def main():
    command = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "own.trammel"
        program = drive.Program([command])
        try:
            create(program)
            change_mass(program)
            refuse(program)
            free_mass(program)
            undo(program, "Max, Mass", "")
            pick(program)
            add_and_delete(program)
            save(program, path)
            check_file(path)
        finally:
            program.quit()
        written = path.read_bytes()
        program = drive.Program([command, str(path)])
        try:
            program.wait_for("label", "Body pendulum")
            expect_text(program, "Mass", "0.7")
            type_into(program, "Mass", "0.8")
            save(program, path)
            undo(program, "Mass", "0.7")
            save(program, path)
            assert path.read_bytes() == written, "the file is another one when it is saved again"
        finally:
            program.quit()


if __name__ == "__main__":
    try:
        main()
    except (drive.Failure, AssertionError) as failure:
        print(f"not as expected: {failure}", file=sys.stderr)
        sys.exit(1)
