"""Identifications by the command line, edited projects and tables, for the studies of this folder."""
import hashlib
import importlib.util
import json
import os
import resource
import subprocess
import tempfile
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "data/examples"
NORMAL = 1.96  # half width of a 95 % interval in sigmas
APART = ("systematic",)  # parts of a half width that a result may have beside sigma
LIMIT = 1800  # processor time of an identification at most [s]
GRAVE = ("warning", "error")  # severities of findings


def processor_time():
    """Of all children that have ended [s]."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Run:
    """An identification: its result, None without one; the reason; and its processor time [s], which is right where
    the process has one child at a time."""

    def __init__(self, cli, project, *words, limit=LIMIT):
        command = [cli, "identify", project, "--json", "--threads", "1", "--progress", "none", *words]
        begin = processor_time()
        done = subprocess.run(command, capture_output=True, text=True, env=find_helper(cli),
                              preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit)))
        self.seconds, self.code = processor_time() - begin, done.returncode
        self.result = json.loads(done.stdout) if done.stdout.strip() else None
        self.reason = f"killed, of {limit} s allowed" if self.code < 0 else done.stderr.strip()[-200:] or "no output"
        self.status = self.result["status"] if self.result else "no result"

    def find(self, name):
        return next(q for q in self.result["parameters"] if q["id"] == name)

    def parameters(self):
        """By id."""
        return {q["id"]: q for q in self.result["parameters"]} if self.result else {}

    def more_iterations(self):
        """Those of the two fits for the value at h = 0; None where these failed or were left out."""
        extrapolation = self.result["extrapolation"]
        return sum(extrapolation["iterations"]) if extrapolation and extrapolation["status"] == "converged" else None

    def codes(self, severities=GRAVE):
        """Codes of the findings of these severities, each once."""
        found = self.result["findings"] if self.result else ()
        return sorted({finding["code"] for finding in found if finding["severity"] in severities})


def find_helper(cli):
    """Environment in which the program of a build folder finds its reader of MAT files."""
    path = Path(cli).resolve().parent.parent / "io/trammel-mat-helper"
    return {"TRAMMEL_MAT_HELPER": str(path), **os.environ} if path.exists() else None


def identify_tree(cli, tree, *words):
    """The run of a project that is written into a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="trammel-measure-") as folder:
        project = Path(folder) / "project.trammel"
        project.write_text(json.dumps(tree))
        return Run(cli, project, *words)


def read_tree(path):
    """A project with absolute paths of its logs."""
    tree = json.loads(path.read_text())
    for log in tree["logs"]:
        log["file"] = str((path.parent / log["file"]).resolve())
    return tree


def load_tool(name):
    """A program of this folder as a module."""
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_truth(name):
    """True values of an embedded example by id."""
    return json.loads((EXAMPLES / f"{name}.reference.json").read_text())


def pick(elements, name):
    """The element of a list of the project with this name."""
    return next(element for element in elements if element["name"] == name)


def set_values(values):
    return [word for name, value in values for word in ("--set", f"{name}={value:.6g}")]


def half_width(q):
    """Of the 95 % interval of a parameter of a result; None without sigma."""
    return None if q["sigma"] is None else NORMAL * q["sigma"] + sum(q.get(part) or 0 for part in APART)


def contains(q, truth):
    return abs(q["value"] - truth) <= half_width(q)


def figure(value, truth):
    return "-" if value is None else f"{100 * value / abs(truth):.2g} %" if truth else f"{value:.2g}"


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "0 of 0"


def print_table(head, rows, n_words=0):
    """Rows of text; the first column and the last n_words ones are aligned on the left."""
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    left = {0, *range(len(head) - n_words, len(head))}
    for row in (head, *rows):
        cells = (f"{cell:<{w}}" if i in left else f"{cell:>{w}}" for i, (cell, w) in enumerate(zip(row, widths)))
        print("  ".join(cells).rstrip())
    print(flush=True)


def add_options(parser):
    built = ROOT / os.environ.get("TRAMMEL_BUILD", "build") / "src/cli/trammel-cli"
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time (default: processors)")
    parser.add_argument("--cli", type=lambda path: str(Path(path).resolve()), default=str(built), metavar="FILE",
                        help="the program (default: that of the build)")


def add_shared(parser):
    """The option of the folder with the logs of real machines."""
    parser.add_argument("--shared", type=lambda path: Path(path).resolve(), metavar="FOLDER",
                        default=os.environ.get("TRAMMEL_SHARED", str(ROOT.parent / "shared")),
                        help="folder with the logs in data (default: beside that of the program)")


def add_cache(parser, *files):
    """The option of the folder for simulated logs; its default changes with the generator, with what that reads of
    the projects and with further files."""
    inputs = [ROOT / "tools/generate-examples.py", *sorted(EXAMPLES.glob("*.trammel")), *files]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "trammel/examples" / digest[:12]
    parser.add_argument("--cache", type=make_folder, default=str(folder), help="folder of the simulated logs")


def make_folder(path):
    folder = Path(path).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep_file(path, write):
    """The path of a file, which write() makes where it is not there; several processes may ask for it at once."""
    if not path.exists():
        part = path.with_suffix(f".{os.getpid()}")
        write(part)
        part.replace(path)
    return path
