"""Driver of the program for end-to-end tests: finds widgets by their accessible names, clicks and
types with xdotool.  Needs a display with a window manager and a session bus (run.sh).

Actions of a person are counted: a click, a typed text, a shortcut is one each, so that a test can
limit their number.  Looking, waiting and D-Bus do not count."""

import pathlib
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


PATIENCE = 60.0  # [s] for what must happen at all, generous for busy machines
TRIES, TRY_WAIT = 5, 15.0  # of an action that may be lost; [s] until the next one


class Failure(Exception):
    """An expected event did not happen."""


def xdotool(*words):
    done = subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def wait(condition, what, seconds=PATIENCE):
    """Polls condition() and returns its first true value; raises Failure after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            value = condition()
        except Exception as error:  # a widget that was destroyed meanwhile
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
    def __init__(self, command):
        self.process = subprocess.Popen(command)
        self.actions = []  # the actions so far, in words
        self.root = wait(self._find_root, f"the start of {command[0]}")
        self._main = wait(self._x_windows, "the main window")[0]

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

    # ---- looking ----

    def find(self, role, name, below=None):
        for node in walk(below or self.root):
            if node.get_role_name() == role and node.get_name() == name:
                return node
        return None

    def wait_for(self, role, name, seconds=PATIENCE):
        return wait(lambda: self.find(role, name), f"{role} “{name}”", seconds)

    def find_button(self, name):
        """Returns a sensitive button."""
        node = self.find("push button", name)
        return node if node and node.get_state_set().contains(Atspi.StateType.SENSITIVE) else None

    def wait_for_button(self, name, seconds=PATIENCE):
        return wait(lambda: self.find_button(name), f"a sensitive button “{name}”", seconds)

    def windows(self):
        """Returns the titles of the program's windows."""
        return [self.root.get_child_at_index(i).get_name() for i in range(self.root.get_child_count())]

    def texts(self):
        """Returns texts of visible labels and buttons, with (grey) behind insensitive ones."""
        found = []
        for node in walk(self.root):
            role, name, states = node.get_role_name(), node.get_name(), node.get_state_set()
            if role in ("label", "push button") and name and not name.startswith("Gtk") and \
                    node.get_extents(Atspi.CoordType.WINDOW).width > 0:
                grey = "" if states.contains(Atspi.StateType.SENSITIVE) else " (grey)"
                found.append(name + grey)
        return found

    def _x_windows(self):
        """Returns the program's visible X windows; xdotool fails if there is none."""
        done = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid",
                               str(self.process.pid)], capture_output=True, text=True)
        return done.stdout.split()

    def _x_window(self, frame):
        """Returns the visible X window of a frame or dialog, by its title or its size."""
        outer = frame.get_extents(Atspi.CoordType.WINDOW)
        found = []
        for window in self._x_windows():
            size = dict(line.split("=") for line in
                        xdotool("getwindowgeometry", "--shell", window).splitlines() if "=" in line)
            width, height = int(size["WIDTH"]), int(size["HEIGHT"])
            off = abs(width - outer.width) + abs(height - outer.height)
            title = xdotool("getwindowname", window)
            found.append((title != frame.get_name(), off, window, width, height))
        if not found:
            raise Failure("the program shows no window")
        _, _, window, width, height = min(found)
        # a frame drawn by the toolkit has the same width on the left and the right
        return window, (width - outer.width) // 2, (height - outer.height) // 2

    # ---- actions: each counts as one ----

    def _place(self, node, across, down):
        """Returns the X window of `node`, and a point in it at a share of the node's size."""
        frame = node
        while frame.get_role_name() not in ("frame", "dialog"):
            frame = frame.get_parent()
        window, border_x, border_y = self._x_window(frame)
        inner = node.get_extents(Atspi.CoordType.WINDOW)
        return (window, border_x + inner.x + int(inner.width * across),
                border_y + inner.y + int(inner.height * down))

    def click(self, node, across=0.5, down=0.5):
        """Clicks at a share of the width and height of `node`, by default its middle, once its
        position is stable."""
        name = node.get_name()  # it may be destroyed or renamed afterwards
        place = None
        for _ in range(50):
            before = place
            place = wait(lambda: self._place(node, across, down), f"a place for “{name}”")
            if place == before:
                break
            xdotool("mousemove", "--window", *place)
            time.sleep(0.1)
        else:
            raise Failure(f"“{name}” does not stay in its place")
        xdotool("click", 1)
        self.actions.append(f"click “{name}”")

    def until(self, action, came, what):
        """Repeats action() until came() is true, and returns that value.  A click or a key may be
        lost while a window is created or redrawn; a person would press again, so repetitions
        count once."""
        n = len(self.actions)
        for _ in range(TRIES):
            del self.actions[n:]
            action()
            try:
                return wait(came, what, TRY_WAIT)
            except Failure:
                print(f"not within {TRY_WAIT:g} s: {what}", file=sys.stderr)
        raise Failure(f"{what} did not come")

    def click_button(self, name, came, what):
        """Clicks a button until came()."""
        return self.until(lambda: self.click(self.wait_for_button(name)), came, what)

    def has_dialog(self):
        return self.root.get_child_count() > 1

    def press(self, keys):
        xdotool("key", keys)
        self.actions.append(f"press {keys}")

    def type(self, text):
        """Types a text that replaces the present one."""
        xdotool("key", "ctrl+a")
        xdotool("type", "--delay", "15", str(text))
        self.actions.append(f"type “{text}”")

    def open_dialog(self, opening, what):
        """Opens a dialog by opening(), and returns its X windows."""
        before = self.windows_above()
        self.until(opening, self.has_dialog, what)
        return wait(lambda: self.windows_above() - before, f"the window of {what}")

    def windows_above(self):
        """Returns the X windows of dialogs and popovers."""
        return set(self._x_windows()) - {self._main}

    def leave_dialog(self, windows, leaving, what):
        """Closes a dialog with these X windows by leaving().  Only the X server is asked whether it
        has gone: GTK 4.8 does not survive accessibility requests on a window that is being
        destroyed."""
        self.until(leaving, lambda: not windows & self.windows_above(), f"the end of {what}")

    def import_log(self, opening, path):
        """Opens a log, accepts what the import dialog proposes, and returns at the mapping."""
        self.choose_file(opening, path)
        self.click_button("Import", lambda: self.find_button("Apply"), "the mapping")

    def apply_mapping(self):
        self.leave_dialog(self.windows_above(),
                          lambda: self.click(self.wait_for_button("Apply")), "the mapping")

    def has_text(self, text):
        """Returns True if an entry has this text."""
        return any(node.get_role_name() == "text" and
                   node.get_text(0, node.get_character_count()) == text for node in walk(self.root))

    def choose_file(self, opening, path):
        """Opens the file chooser by opening(), types an absolute path and Return: two more."""
        windows = self.open_dialog(opening, "the file chooser")
        self.until(lambda: self.type(path), lambda: self.has_text(str(path)), f"the text “{path}”")
        self.leave_dialog(windows, lambda: self.press("Return"), "the file chooser")

    def export(self, path):
        """Exports the result, by the shortcut and the file chooser: three actions."""
        self.choose_file(lambda: self.press("ctrl+e"), path)
        wait(path.exists, f"the file {path}")

    def identify(self, seconds=300.0):
        """Clicks Identify: one action."""
        def begun():
            return self.find("label", "Converged") or not self.find("label", "Ready")

        self.until(lambda: self.click(self.wait_for_button("Identify")), begun, "the fit")
        self.wait_for("label", "Converged", seconds)

    def identify_example(self, title):
        """Clicks the card of an example, then Identify: two actions."""
        self.until(lambda: self.click(self.wait_for("push button", title)),
                   lambda: self.find_button("Identify"), f"the example “{title}”")
        self.identify()

    # ---- the end ----

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def quit(self):
        """Ends the program; raises Failure if it has ended by itself, e.g. after a crash."""
        status = self.process.poll()
        if status is not None:
            raise Failure(f"the program ended by itself with status {status}")
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure(f"the program did not end within {PATIENCE:g} s")


def check_count(program, most, exactly=False):
    """Prints the actions and checks their number."""
    n = len(program.actions)
    print(f"{n} actions: " + "; ".join(program.actions))
    if n > most or (exactly and n != most):
        raise Failure(f"{n} actions; {'expected' if exactly else 'at most'} {most}")


def run(test, command, *arguments):
    """Runs test(program, folder, *arguments) on a new program and exits with its status.  The
    folder is deleted after the program has ended, since it may write there until then."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            program = Program(command)
            try:
                test(program, pathlib.Path(folder), *arguments)
            except (Failure, AssertionError):
                print("after " + ("; ".join(program.actions) or "the start"), file=sys.stderr)
                print("shown: " + "; ".join(program.texts()), file=sys.stderr)
                raise
            finally:
                program.quit()
    except (Failure, AssertionError) as failure:
        print(f"not as expected: {failure}", file=sys.stderr)
        sys.exit(1)
