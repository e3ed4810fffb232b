"""Drives the program like a person: finds widgets by their accessible names, clicks and types with
xdotool.  Needs a display with a window manager and a session bus (run.sh)."""

import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


class Failure(Exception):
    """What was expected and did not happen."""


def xdotool(*words):
    done = subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def wait(condition, what, seconds=30.0):
    """The first true value of condition(), polled; Failure after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            value = condition()
        except Exception as error:  # a widget that went away while it was looked at
            value, last = None, error
        else:
            last = None
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(f"{what} did not happen within {seconds:g} s ({last})")
        time.sleep(0.05)


def walk(node):
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield from walk(child)


class Program:
    def __init__(self, command, name):
        self.process = subprocess.Popen(command)
        self.name = name
        self.root = wait(self._find_root, f"the start of {command[0]}")

    def _find_root(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child is not None and child.get_process_id() == self.process.pid:
                if child.get_child_count() > 0:
                    return child
        if self.process.poll() is not None:
            raise Failure(f"the program ended with status {self.process.returncode}")
        return None

    def find(self, role, name):
        for node in walk(self.root):
            if node.get_role_name() == role and node.get_name() == name:
                return node
        return None

    def wait_for(self, role, name, seconds=30.0):
        return wait(lambda: self.find(role, name), f"{role} “{name}”", seconds)

    def window(self):
        """X window of the program's main window."""
        ids = xdotool("search", "--onlyvisible", "--pid", self.process.pid).split()
        if not ids:
            raise Failure("the program shows no window")
        return ids[0]

    def click(self, node):
        """Presses the left button in the middle of `node` of the main window."""
        frame = node
        while frame.get_role_name() != "frame":
            frame = frame.get_parent()
        outer = frame.get_extents(Atspi.CoordType.WINDOW)
        inner = node.get_extents(Atspi.CoordType.WINDOW)
        window = self.window()
        size = dict(line.split("=") for line in
                    xdotool("getwindowgeometry", "--shell", window).splitlines() if "=" in line)
        # a frame that the toolkit draws itself is as wide on the left as on the right
        border_x = (int(size["WIDTH"]) - outer.width) // 2
        border_y = (int(size["HEIGHT"]) - outer.height) // 2
        x = border_x + inner.x + inner.width // 2
        y = border_y + inner.y + inner.height // 2
        xdotool("mousemove", "--window", window, x, y)
        time.sleep(0.1)
        xdotool("click", 1)

    def quit(self):
        self.process.terminate()
        self.process.wait(10)
