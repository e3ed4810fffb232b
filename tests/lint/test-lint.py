#!/usr/bin/python3
"""Tests of the lint programs: a clean tree passes, every kind of fault is flagged.

usage: test-lint.py ROOT    (TAP)
"""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
PLAIN = "int\nanswer(void)\n{\n  return 42;\n}\n"


def load(path):
    name = path.stem.replace("-", "_")
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LAYERS = load(ROOT / "tests/lint/check-layers.py")
NAME_CHECK = load(ROOT / "tests/lint/check-names.py")
CITATIONS = load(ROOT / "tests/lint/check-citations.py")
WORDS = load(ROOT / "tests/lint/check-words.py")
PARAMETERS = load(ROOT / "tests/lint/check-parameters.py")
FORMAT = load(ROOT / "tests/lint/check-format.py")
MARKDOWN = load(ROOT / "tests/lint/check-markdown.py")
WRAP = load(ROOT / "tools/wrap_markdown.py")
COUNT = load(ROOT / "tools/count-tests.py")
COMPARE = load(ROOT / "tools/compare-builds")
INSTRUCTIONS = load(ROOT / "bench/check-count.py")
FLATPAK = load(ROOT / "tests/lint/check-flatpak.py")

# a tree of every layer with includes that are allowed
GOOD = {
    "src/engine/base/base.h": "#pragma once\n",
    "src/engine/linalg/quat.h": '#pragma once\n#include "engine/base/base.h"\n',
    "src/engine/signal/log.h": '#pragma once\n#include "engine/base/base.h"\n',
    "src/engine/mbs/model/model.h": '#pragma once\n#include <math.h>\n#include "engine/signal/log.h"\n',
    "src/engine/sim/simulate.h": '#pragma once\n#include "engine/mbs/model/model.h"\n',
    "src/engine/est/task/task.h": '#pragma once\n#include "engine/sim/simulate.h"\n',
    "src/engine/est/identify/identify.h": '#pragma once\n#include "engine/est/task/task.h"\n',
    "src/plot/figure/axis.h": "#pragma once\n#include <glib.h>\n",
    "src/io/project/project.h": '#pragma once\n#include <gio/gio.h>\n#include "engine/est/identify/identify.h"\n',
    "src/io/export/report.h": '#pragma once\n#include "io/project/project.h"\n#include "plot/figure/axis.h"\n',
    "src/cli/main.c": '#include "io/export/report.h"\n' + PLAIN,
    "src/ui/desktop/popup.h": "#pragma once\n#include <gtk/gtk.h>\n",
    "src/ui/session/run/run.h": '#pragma once\n#include <gio/gio.h>\n#include "io/project/project.h"\n',
    "src/ui/plot/plot-view.h": '#pragma once\n#include <gtk/gtk.h>\n#include "plot/figure/axis.h"\n'
                               '#include "ui/desktop/popup.h"\n',
    "src/ui/scene/geometry/camera.h": "#pragma once\n",
    "src/ui/pages/parts/page.h": '#pragma once\n#include "ui/plot/plot-view.h"\n',
    "src/ui/pages/data/data-page.h": '#pragma once\n#include "ui/pages/parts/page.h"\n',
    "src/ui/pages/model/model-page.h": '#pragma once\n#include "ui/pages/parts/page.h"\n',
    "src/ui/window/window.c": '#include "ui/pages/data/data-page.h"\n#include "resources.h"\n' + PLAIN,
    "README.md": "Examples are written into the folder you are in.\n",
}

SEVEN = "int a, int b, int c, int d, int e, int f, int g"
# functions with six parameters, or with more that are dictated
GOOD_PARAMETERS = f"""
#define CALL(x) sum(x, 1, 2, 3, 4, 5, 6)
#define COMPLETE(name, {SEVEN}) \\
  name(a, b, c, d, e, f, g)
/* Once int sum({SEVEN}) {{ }}. */
static const char *const text = "int sum({SEVEN}) {{";
int sum(int a, int b, int (*c)(int, int, int), int d[2], int e, int f);
int
sum(int a, int b, int (*c)(int, int, int), int d[2], int e, int f)
{{
  return call(a, b, 1, 2, 3, 4, 5) ? CALL(1) : (g)(1, 2, 3, 4, 5, 6, 7);
}}
static void
on_sum_moved_cb({SEVEN})
{{
}}
static void
measure({SEVEN})
{{
}}
static void
order({SEVEN})
{{
}}
static void
sum_class_init(Class *klass)
{{
  WidgetClass *widget_class = WIDGET_CLASS(klass);
  widget_class->measure = measure;
  WIDGET_CLASS(klass)->order = order;
}}
"""

# what is wrong, and a definition
BAD_PARAMETERS = [
    ("seven parameters", f"int\nsum({SEVEN})\n{{\n}}\n"),
    ("a static helper", f"static inline int sum({SEVEN}) {{ return a; }}\n"),
    ("a callback that is not static", f"void\nsum_cb({SEVEN})\n{{\n}}\n"),
    ("a slot of no class", f"static void\nsum({SEVEN})\n{{\n}}\nvoid f(T *t)\n{{\n  t->measure = sum;\n}}\n"),
    ("comments between", f"int\nsum(int z, /* (a, */ {SEVEN[7:]}) // {{\n{{\n}}\n"),
    ("pointers to functions", "int\nsum(int (*a)(int, int), int b, int c, int d, int e, int f, int *(*g)(void))\n{\n}\n"),
    ("an attribute", f"__attribute__((noinline)) int\nsum({SEVEN})\n{{\n}}\n"),
    ("a name by a macro", f"int\nTR_CPU_NAME(sum)({SEVEN})\n{{\n}}\n"),
]

# a tree whose files say what they are
PLAIN_WORDS = {
    "src/io/sweep.h": "/* Sweep of one quantity. */\n#pragma once\nint sweep(void);\n",
    "src/io/late.h": '#pragma once\n\n#include "io/sweep.h"\n#define A \\\n  1\n\n/* Delay. */\nint late(void);\n',
    "src/io/sweep.c": '#include "io/sweep.h"\n\n/* Whether it moves. */\nstatic const char *const text = "/* what is odd about";\n',
    "src/io/main.c": '/* Entry of the program. */\n#include "io/sweep.h"\n' + PLAIN,
    "src/io/alone.c": "/* A function without includes. */\n" + PLAIN,
    "README.md": "What it does at a first look.\n",
    "NEWS.md": "- The check reports loops.\n",
    "docs/user/data.md": "Let the slider stand.\n",
    "data/ui/page.ui": "<interface/>\n",
}

# what is wrong, file, its text, and a word of the complaint
BAD_WORDS = [
    *[(f"header begins with {word}", "src/io/sweep.h", f"/* {word} a sweep is. */\n#pragma once\n", "begin with the noun")
      for word in ["What", "how", "Where", "Whether", "Who", "Which", "When", "That", "Those"]],
    ("header begins with a riddle in its second line", "src/io/sweep.h",
     "/*\n * What a sweep is. */\n#pragma once\n", "begin with the noun"),
    ("header without a comment", "src/io/sweep.h", "#pragma once\nint sweep(void);\n", "before the first declaration"),
    ("header with a late comment", "src/io/sweep.h",
     "#pragma once\nint sweep(void);\n\n/* Another sweep. */\nint other(void);\n", "before the first declaration"),
    ("source without a header", "src/io/main.c", '#include "io/sweep.h"\n' + PLAIN, "what the file is"),
    ("source whose comment is late", "src/io/main.c", '#include "io/sweep.h"\n/* Entry. */\n' + PLAIN, "what the file is"),
    ("header in another folder", "src/cli/sweep.c", '#include "io/sweep.h"\n' + PLAIN, "what the file is"),
    *[(f"riddle {phrase}", "src/io/alone.c", f"/* Text; {phrase} it. */\n" + PLAIN, "say plainly")
      for phrase in WORDS.RIDDLES],
    ("riddle over two lines", "src/io/alone.c", "/* Text of what is\n * odd about it. */\n" + PLAIN, "findings in"),
    ("riddle in a line comment", "src/io/alone.c", "// NULL, which shows at a look\n" + PLAIN, "at a glance"),
    ("riddle in the readme", "README.md", "It says What is\nodd about a log.\n", "README.md:1"),
    ("riddle in the news", "NEWS.md", "\n- Let the slider go.\n", "NEWS.md:2"),
    ("riddle in a document", "docs/user/data.md", "The look before the run.\n", "predicted information"),
    ("riddle in the window", "data/ui/page.ui", "<label>Nothing is ever given up</label>\n", "page.ui"),
]

# fault, file, appended line, and a word of the complaint
BAD_LAYERS = [
    ("upwards in the engine", "src/engine/base/base.h", '#include "engine/mbs/gears.h"', "engine/base must not"),
    ("sideways in the engine", "src/engine/signal/log.h", '#include "engine/mbs/model/gears.h"', "engine/signal must not"),
    ("upwards in the estimator", "src/engine/est/task/task.h", '#include "engine/est/identify/survey.h"',
     "engine/est/task must not"),
    ("io from the engine", "src/engine/est/identify/identify.h", '#include "io/project/save.h"', "engine/est/identify must not"),
    ("glib in the engine", "src/engine/mbs/model/model.h", "#include <glib.h>", "glib.h"),
    ("matio in the engine", "src/engine/mbs/model/model.h", "#include <matio.h>", "matio"),
    ("gtk in io", "src/io/project/project.h", "#include <gtk/gtk.h>", "gtk"),
    ("cairo in io", "src/io/project/project.h", "#include <cairo.h>", "cairo"),
    ("upwards in io", "src/io/project/project.h", '#include "io/export/pdf.h"', "io/project must not"),
    ("plot in io", "src/io/project/project.h", '#include "plot/figure/series.h"', "io/project must not"),
    ("ui from io", "src/io/project/project.h", '#include "ui/session/run/job.h"', "io/project must not"),
    ("cli from io", "src/io/project/project.h", '#include "cli/report.h"', "io/project must not"),
    ("ui from cli", "src/cli/main.c", '#include "ui/session/run/run.h"', "cli must not"),
    ("gtk in plot", "src/plot/figure/axis.h", "#include <gtk/gtk.h>", "gtk"),
    ("gtk in the session", "src/ui/session/run/run.h", "#include <gtk/gtk.h>", "gtk"),
    ("plot from the session", "src/ui/session/run/run.h", '#include "plot/figure/series.h"', "ui/session/run must not"),
    ("upwards in the session", "src/ui/session/run/run.h", '#include "ui/session/document/undo.h"',
     "ui/session/run must not"),
    ("page from plot", "src/ui/plot/plot-view.h", '#include "ui/pages/parts/form.h"', "ui/plot must not"),
    ("gtk in the camera", "src/ui/scene/geometry/camera.h", "#include <gtk/gtk.h>", "gtk"),
    ("a page from a page", "src/ui/pages/data/data-page.h", '#include "ui/pages/model/model-page.h"',
     "ui/pages/data must not"),
    ("window from a page", "src/ui/pages/data/data-page.h", '#include "ui/window/private.h"', "ui/pages/data must not"),
    ("a short include", "src/ui/plot/plot-view.h", '#include "axis-window.h"', "from src/"),
    ("a file outside the rooms", "src/other/thing.c", '#include "engine/base/base.h"', "no room"),
    ("a left-over", "src/cli/main.c", "/* TO" "DO: later */", "left-over"),
    ("a dead block", "src/cli/main.c", "#if " "0", "left-over"),
    ("a path of a machine", "README.md", "see /ho" "me/someone/file", "path of one machine"),
    ("a long file", "src/cli/main.c", "\n" * 600, "at most 600"),
]


def write_tree(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def complaints_of(extra=None, name=None):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        files = {**{f"src/{path}": "#pragma once\n" for path in INCLUDED}, **GOOD}
        if name:
            files[name] = files.get(name, "") + extra + "\n"
        write_tree(root, files)
        return LAYERS.check_tree(root)


def test_layers_good():
    assert complaints_of() == [], complaints_of()


# files that the bad includes name
INCLUDED = ["engine/mbs/gears.h", "engine/mbs/model/gears.h", "engine/est/identify/survey.h", "io/project/save.h",
            "io/export/pdf.h", "plot/figure/series.h", "ui/session/run/job.h", "cli/report.h",
            "ui/session/document/undo.h", "ui/pages/parts/form.h", "ui/window/private.h", "ui/plot/axis-window.h"]


def make_test_bad(name, line, word):
    def test():
        found = complaints_of(line, name)
        assert any(word in complaint for complaint in found), found
        assert len(found) == 1, found
    return test


# pages and code that cite each other rightly
CITED = {
    "docs/theory/stepper.md": "# 3 The stepper\n\n## 3.2 Rows\n\nAs Björck 1996 has it, see (3.2a):\n\n"
                              "```math\nx = 1 \\tag{3.2a}\n```\n\nCode: `src/a.c`.\n",
    "docs/theory/sources.md": "# Sources\n\n- **Björck 1996**: a book.\n- **Blanco-Claraco and O'Leary 2021**: "
                              "a paper.\n",
    "docs/plain.md": "The stepper is `src/a.c`.\n",
    "src/a.c": "/* Rows of a step (theory 3, 3.2 and\n * 3.2a; Blanco-Claraco and\n * O'Leary 2021); see "
               "docs/plain.md. */\n",
}

# what is wrong, file, text appended, and a word of the complaint
BAD_CITATIONS = [
    ("no such chapter", "src/a.c", "/* theory 4 */", "theory 4 is no label"),
    ("no such section", "src/a.c", "/* (theory 3.2, 3.3) */", "theory 3.3"),
    ("no such equation", "tests/b.c", "/* (theory\n * 3.2b) */", "theory 3.2b"),
    ("no such label on a page", "docs/theory/stepper.md", "as in (3.2a, 3.7b).", "(3.7b)"),
    ("a chapter twice", "docs/theory/other.md", "# 3 Again", "already"),
    ("a section twice", "docs/theory/stepper.md", "## 3.2 Again", "already"),
    ("an equation twice", "docs/theory/stepper.md", "\\tag{3.2a}", "already"),
    ("a section elsewhere", "docs/theory/stepper.md", "## 4.1 Forces", "stands in chapter 3"),
    ("an equation elsewhere", "docs/theory/stepper.md", "\\tag{3.4a}", "stands in section 3.2"),
    ("a file that moved", "docs/theory/stepper.md", "Code: `src/b.c`.", "src/b.c does not exist"),
    ("a file that moved in docs", "docs/plain.md", "It is in src/b/c.h.", "src/b/c.h does not exist"),
    ("a page that moved", "src/a.c", "/* docs/gone.md */", "docs/gone.md does not exist"),
    ("a link to nowhere", "docs/theory/stepper.md", "[this](gone.md)", "gone.md"),
    ("a source of a page", "docs/theory/stepper.md", "Huber 1964 has it.", "Huber 1964"),
    ("a source of the code", "src/a.c", "/* Levenberg and\n * Marquardt 1963 */", "Levenberg and Marquardt 1963"),
    ("a source for nothing", "docs/theory/sources.md", "- **Blom 1958**: a book.", "nothing cites Blom 1958"),
    ("a section of notes", "src/a.c", "/* MET" "HOD §" "3 */", "not in the repository"),
    ("a paper by number", "bench/c.h", "/* see pap" "er 1, eq. 88 */", "not in the repository"),
    ("a page of notes", "src/a.c", "/* U" "X: the page Data */", "not in the repository"),
    ("notes by name", "src/a.c", "/* a column of FORM" "ATS */", "not in the repository"),
    ("notes in a page", "docs/plain.md", "See DES" "IGN.md.", "not in the repository"),
]


def wrong_citations(extra="", name=None):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        files = dict(CITED)
        if name:
            files[name] = files.get(name, "") + extra + "\n"
        write_tree(root, files)
        return CITATIONS.check_tree(root)


def parameters_of(text):
    with tempfile.TemporaryDirectory() as folder:
        write_tree(Path(folder), {"src/io/sum.c": text})
        return PARAMETERS.check_tree(Path(folder))


def test_parameters_good():
    assert parameters_of(GOOD_PARAMETERS) == [], parameters_of(GOOD_PARAMETERS)


def make_test_parameters(text):
    def test():
        for before in ("", GOOD_PARAMETERS):
            found = parameters_of(before + text)
            assert len(found) == 1 and " sum" in found[0] and "has 7 parameters" in found[0], found
    return test


def test_citations():
    assert wrong_citations() == [], wrong_citations()
    for what, name, text, word in BAD_CITATIONS:
        found = wrong_citations(text, name)
        assert len(found) == 1 and word in found[0], (what, found)


def words_of(name=None, text=None):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write_tree(root, {**PLAIN_WORDS, name: text} if name else PLAIN_WORDS)
        return WORDS.check_tree(root)


def test_words_good():
    assert words_of() == [], words_of()


def make_test_words(name, text, word):
    def test():
        found = words_of(name, text)
        assert len(found) == 1 and word in found[0], found
    return test


def test_circle():
    files = {"src/io/project/a.c": '#include "io/project/a.h"\n', "src/io/project/a.h": "#pragma once\n",
             "src/io/check/b.h": '#pragma once\n#include "io/project/a.h"\n'}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write_tree(root, files)
        assert list(LAYERS.check_circles(root / "src")) == []
        write_tree(root, {"src/io/project/a.c": '#include "io/check/b.h"\n'})
        found = list(LAYERS.check_circles(root / "src"))
        assert len(found) == 1 and "a circle" in found[0], found


def test_full_folder():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write_tree(root, {f"src/io/log/part{i}.c": PLAIN for i in range(46)})
        found = list(LAYERS.check_folders(root / "src"))
        assert len(found) == 1 and "46 sources" in found[0], found


# a definition beside `typedef enum { TR_ONE, TR_TWO } TrCount;` and `#define TRAMMEL_SIZE 3`
NAMES = {
    "a type": "typedef struct {\n  int a;\n} TrCount;\n",
    "a named type": "typedef struct TrCount {\n  int a;\n} TrCount;\n",
    "a plain type": "typedef double TrCount;\n",
    "a function type": "typedef void (*TrCount)(void);\n",
    "a class": "G_DECLARE_FINAL_TYPE(TrCount, tr_count, TR, COUNT, GObject)\n",
    "an enumerator": "typedef enum {\n  TR_TWO = 2, /* two */\n} TrOther;\n",
    "a short enumerator": "enum { TR_TWO = 2 };\n",
    "a macro": "#define TRAMMEL_SIZE 4\n",
}


def test_names():
    first = "typedef enum {\n  TR_ONE,\n  TR_TWO\n} TrCount;\n\n#define TRAMMEL_SIZE 3\n"
    for what, second in NAMES.items():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            write_tree(root, {"src/a.h": first, "src/b.h": "typedef struct TrCount TrCount;\n/* TrCount, TR_TWO */\n"})
            assert NAME_CHECK.check_tree(root) == [], what
            write_tree(root, {"src/c.h": second})
            found = NAME_CHECK.check_tree(root)
            assert len(found) == 1 and "src/c.h" in found[0], (what, found)


def test_compare_builds():
    result = {"seconds": 1.0, "message": "Converged.", "parameters": [{"value": 0.1, "sigma": None}]}
    later = {"seconds": 2.0, "message": "Done.", "parameters": [{"value": 0.1, "sigma": None}]}
    assert COMPARE.first_difference(result, later) is None
    later["parameters"][0]["value"] = 0.1 + 2**-56
    assert COMPARE.first_difference(result, later)[0] == "parameters[0].value"
    later["parameters"] = []
    assert COMPARE.first_difference(result, later)[0] == "parameters[]"
    assert COMPARE.first_difference({}, {"kappa": 1})[0] == "kappa"
    assert COMPARE.first_difference({"n": 1}, {"n": 1.0})[0] == "n"


def test_long_function():
    if not shutil.which("ctags"):
        return "ctags is not installed"
    body = "void\nlong_one(void)\n{\n" + "  answer();\n" * 100 + "}\n"
    found = complaints_of(body, "src/cli/main.c")
    assert len(found) == 1 and "long_one" in found[0], found
    return None


def test_format():
    if not FORMAT.find_formatter():
        return "clang-format is not installed"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, {"src/good.c": PLAIN})
        shutil.copy(ROOT / ".clang-format", root)
        with contextlib.redirect_stdout(io.StringIO()) as output:
            assert FORMAT.main(root) == 0
            write_tree(root, {"src/bad.c": "int bad( void ) {return 1;}\n"})
            assert FORMAT.main(root) == 1
        assert "src/bad.c:1" in output.getvalue()
    return None


LONG = "word " * 21
GOOD_PAGES = {
    "README.md": "# Read\n\nSee [the two\nsets](docs/page.md#two-sets-of-values), [below](#read) and\n"
                 "[the web](https://example.org/no-such-page).\n\n`[no](link.md)`\n\n"
                 f"| {LONG} |\n|---|\n\n```\n{LONG} [no](link.md)\n```\n",
    "docs/page.md": "# Page\n\n## Two sets: of *values*\n\n[up](../README.md)\n\n"
                    f"![{LONG}](../picture.png)\n",
    "picture.png": "",
    "build/made.md": LONG,
}

# what is wrong, text appended to docs/page.md, and a word of the complaint
BAD_PAGES = [
    ("a long line", LONG, "docs/page.md:8: 105 columns"),
    ("a long item", "- " + LONG, "columns"),
    ("a link to no file", "[up](README.md)", "there is no file README.md"),
    ("a picture that is missing", "![up](no.png)", "there is no file no.png"),
    ("a link to no heading", "[up](../README.md#three-sets)", "no heading #three-sets"),
    ("a link to no heading of its page", "[up](#three-sets)", "this page has no heading"),
]


def test_markdown():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, GOOD_PAGES)
        assert MARKDOWN.check_tree(root) == [], MARKDOWN.check_tree(root)
        for what, text, word in BAD_PAGES:
            write_tree(root, {"docs/page.md": GOOD_PAGES["docs/page.md"] + text + "\n"})
            found = MARKDOWN.check_tree(root)
            assert len(found) == 1 and word in found[0], (what, found)


def test_wrapped():
    text = f"# {LONG}\n\n{LONG}\nend 1. - `a\nb`\n\n- {LONG}\n- short\n\n```\n{LONG}\n```\n| {LONG} |\n"
    wrapped = WRAP.wrap(text)
    assert wrapped.split() == text.split() and WRAP.wrap(wrapped) == wrapped, wrapped
    lines = wrapped.splitlines()
    assert [len(line) > 100 for line in lines] == [i in (0, 10, 12) for i in range(len(lines))], wrapped
    assert lines[6] == "  word word" and lines[7] == "- short", wrapped


def test_imports():
    program = ROOT / "tests/lint/check-imports.py"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, {"tools/measure.py": "import json\nLIMIT = 3\n\n\ndef read():\n    return json\n",
                          "tools/study.py": "import math\nfrom measure import LIMIT, read\n"})
        command = ["/usr/bin/python3", program, root]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
        write_tree(root, {"tools/later.py": "from pathlib import Path\nfrom measure import load\n"})
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 1 and "later.py:2: 'load' is not defined in measure.py" in run.stdout


def test_packages():
    program = ROOT / "tests/lint/check-packages.py"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, {"meson.build": "dependency('gtk4', version: '>= 4.8')\n",
                          "tools/packages": "build libgtk-4-dev pc:gtk4>=4.8 GTK 4.8\n"})
        command = ["/usr/bin/python3", program, root]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
        write_tree(root, {"src/meson.build": "dependency('fftw3')\n"})
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 1 and "fftw3" in run.stdout


def run_bash(script, folder):
    """Runs `script` after tools/common.sh; programs in `folder` go before those of the system."""
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    return subprocess.run(["bash", "-c", f'. "{ROOT}/tools/common.sh"\n{script}'],
                          env=environment, capture_output=True, text=True, check=False)


def write_programs(folder, programs):
    for name, text in programs.items():
        path = Path(folder) / name
        path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        path.chmod(0o755)


def test_missing_refused():
    with tempfile.TemporaryDirectory() as folder:
        write_programs(folder, {"dpkg-query": "echo meson installed\n",
                                "apt-get": "echo called >&2\n"})
        run = run_bash("ensure_packages no build", folder)
    assert run.returncode == 1 and "called" not in run.stderr, run
    assert " libmatio-dev " in run.stderr and " meson " not in run.stderr, run.stderr
    assert "xvfb" not in run.stderr, run.stderr


def test_missing_installed():
    with tempfile.TemporaryDirectory() as folder:
        write_programs(folder, {"dpkg-query": "echo meson installed\n", "id": "echo 1000\n",
                                "sudo": 'echo "sudo: $*" >&2\n', "apt-get": "exit 1\n"})
        run = run_bash("ensure_packages yes test", folder)
    assert run.returncode == 0, run
    assert "apt-get update" in run.stderr, run.stderr
    assert "apt-get install -y" in run.stderr and " xdotool " in run.stderr, run.stderr


def test_other_distribution():
    with tempfile.TemporaryDirectory() as folder:
        write_programs(folder, {"pkg-config": '[ "$2" != "gtk4 >= 4.8" ]\n'})
        run = run_bash("on_debian() { false; }\nensure_packages yes build", folder)
    assert run.returncode == 1, run
    assert "GTK 4.8 or newer" in run.stderr and "Matio" not in run.stderr, run.stderr


def test_translations():
    program = ROOT / "tests/lint/check-translations.py"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, {"src/a.c": 'f(_("Open"));\n', "src/b.c": "plain_(1);\n",
                          "data/c.ui": '<x translatable="yes">a</x>', "po/POTFILES.in": ""})
        command = ["/usr/bin/python3", program, root]
        assert subprocess.run([*command, "--write"], check=False).returncode == 0
        assert (root / "po/POTFILES.in").read_text("utf-8") == "data/c.ui\nsrc/a.c\n"
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
        write_tree(root, {"src/b.c": 'f(ngettext("a", "b", n));\n'})
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 1 and "src/b.c" in run.stdout


def test_translated():
    if not shutil.which("xgettext"):
        return "gettext is not installed"
    program = ROOT / "tests/lint/check-translations.py"
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    good = head + 'msgid "Open %s"\nmsgstr "Öffne %s"\n'
    command = ["/usr/bin/python3", program]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)

        def judged(po, source='f(_("Open %s"));\n'):
            write_tree(root, {"src/a.c": source, "data/x.c": "", "po/POTFILES.in": "src/a.c\n",
                              "po/LINGUAS": "# all\nde\n", "po/de.po": po})
            done = subprocess.run([*command, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

        assert judged(good) == (0, "\n"), judged(good)
        bad = [(head, "“Open %s” is not translated"),
               (good.replace("Öffne %s", ""), "“Open %s” is not translated"),
               (good.replace('msgid "Open', '#, fuzzy\nmsgid "Open'), "is fuzzy"),
               (good.replace("Öffne %s", "Öffne %d").replace('msgid "Open', '#, c-format\nmsgid "Open'), "format"),
               (good + '\nmsgid "Shut"\nmsgstr "Zu"\n', "is no text of the program")]
        for po, word in bad:
            code, said = judged(po)
            assert code == 1 and word in said, (word, said)
        code, said = judged(good, 'f(_("Open %s"));\ng(_("%" G_GSIZE_FORMAT " rows"));\n')
        assert code == 1 and "macro" in said, said
        code, said = judged(good, 'f(_("Open %s"));\ntr_error_set(e, BAD, "%s; %s", name, n ? "none; left" : "");\n')
        assert code == 1 and "TRAMMEL_WORD()" in said, said
        code, said = judged(good, 'f(_("Open %s"));\ntrammel_findings_add(f, NULL, "info", "odd", "It is odd.");\n')
        assert code == 1 and "N_()" in said, said
        assert subprocess.run([*command, root, "--write"], capture_output=True, check=False).returncode == 1
        judged(head + 'msgid "Shut"\nmsgstr "Zu"\n')
        subprocess.run([*command, root, "--write"], capture_output=True, check=False)
        text = (root / "po/de.po").read_text(encoding="utf-8")
        assert 'msgid "Open %s"\nmsgstr ""' in text and "Shut" not in text, text
    return None


def flatpak_faults(change):
    manifest = json.loads((ROOT / FLATPAK.MANIFEST).read_text(encoding="utf-8"))
    change(manifest)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root, {FLATPAK.MANIFEST: json.dumps(manifest), "data/io.github.trammel.Trammel.desktop.in": "",
                          "meson.build": (ROOT / "meson.build").read_text(encoding="utf-8"),
                          "meson_options.txt": (ROOT / "meson_options.txt").read_text(encoding="utf-8")})
        return list(FLATPAK.find_faults(root))


def test_flatpak():
    assert flatpak_faults(lambda manifest: None) == []
    bad = [
        (lambda m: m["finish-args"].append("--share=network"), "--share=network"),
        (lambda m: m["finish-args"].append("--talk-name=org.freedesktop.Flatpak"), "--talk-name"),
        (lambda m: m["finish-args"].append("--filesystem=host"), "--filesystem=host"),
        (lambda m: m["finish-args"].append("--filesystem=home:ro"), "--filesystem=home"),
        (lambda m: m["finish-args"].remove("--socket=wayland"), "--socket=wayland"),
        (lambda m: m.update(id="io.github.trammel.Other"), "desktop file"),
        (lambda m: m.update(command="sh"), "command"),
        (lambda m: m["modules"].pop(1), "matio"),
        (lambda m: m["modules"].pop(), "last module"),
        (lambda m: m["modules"][-1]["config-opts"].append("-Dspeed=1"), "speed"),
        (lambda m: m["modules"][0]["sources"][0].pop("sha256"), "SHA-256"),
        (lambda m: m["modules"][0]["sources"][0].update(url="http://example.org/a"), "https"),
    ]
    for change, word in bad:
        found = flatpak_faults(change)
        assert any(word in fault for fault in found), (word, found)


def counted(*tests):
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "testlog.json"
        log.write_text("\n".join(json.dumps(test) for test in tests), encoding="utf-8")
        run = subprocess.run(["/usr/bin/python3", ROOT / "tools/count-tests.py", log],
                             capture_output=True, text=True, check=False)
    return run.stdout.strip().split("\n")[-2:], run.returncode


def test_count():
    good = {"name": "a", "result": "OK", "stdout": "1..3\nok 1 /a\nok 2 /b # SKIP no file\nok 3 /c\n"}
    plain = {"name": "b", "result": "OK", "stdout": "chatter\n"}
    bad = {"name": "c", "result": "FAIL", "stdout": "1..2\nok 1 /a\nnot ok 2 /b\n"}
    crash = {"name": "d", "result": "ERROR", "stdout": "1..4\nok 1 /a\nBail out!\n"}
    late = {"name": "e", "result": "TIMEOUT", "stdout": ""}
    after = {"name": "f", "result": "ERROR", "stdout": "1..1\nok 1 /a\n"}
    skip = {"name": "g", "result": "SKIP", "stdout": "not installed\n"}
    empty = {"name": "h", "result": "SKIP", "stdout": "1..0 # SKIP no display\n"}
    assert counted(good, plain) == (["1 skipped", "3 passed, 0 failed"], 0)
    assert counted(good, bad) == (["1 skipped", "3 passed, 1 failed"], 1)
    assert counted(crash) == (["0 skipped", "1 passed, 3 failed"], 1)
    assert counted(late) == (["0 skipped", "0 passed, 1 failed"], 1)
    assert counted(after) == (["0 skipped", "1 passed, 1 failed"], 1)
    assert counted(skip, empty, plain) == (["2 skipped", "1 passed, 0 failed"], 0)
    assert counted() == (["0 skipped", "0 passed, 1 failed"], 1)


def listed(*selection):
    tests = [{"name": "window", "suite": ["trammel:engine"], "depends": ["a"]},
             {"name": "window", "suite": ["trammel:ui"], "depends": ["b"]},
             {"name": "team", "suite": ["trammel:engine"], "depends": ["c"]}]
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder).resolve()
        targets = [{"id": name, "filename": [f"{build}/tests/{name}"]} for name in "abc"]
        write_tree(build, {"meson-info/intro-tests.json": json.dumps(tests),
                           "meson-info/intro-targets.json": json.dumps(targets)})
        run = subprocess.run(["/usr/bin/python3", ROOT / "tools/list-programs.py", build, *selection],
                             capture_output=True, text=True, check=False)
    return run.stdout.split()


def test_listed():
    assert listed("--suite=engine", "--suite=io", "window") == ["tests/a"]
    assert listed("--suite=engine") == ["tests/a", "tests/c"]
    assert listed("window", "team") == ["tests/a", "tests/b", "tests/c"]


def sanitized(result):
    """Output of tools/sanitize when the only test under Valgrind, whose name Meson adds to the log's, ends so."""
    test = json.dumps({"name": "team", "result": result, "stdout": ""})
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder).resolve() / "build"
        write_tree(build, {"build.ninja": "", "meson-info/intro-tests.json": "[]",
                           "meson-info/intro-targets.json": "[]",
                           "meson-info/meson-info.json": json.dumps({"source": str(ROOT)}),
                           "meson-logs/testlog-valgrind.json": "of an earlier run"})
        write_programs(folder, {"ninja": "", "valgrind": "",
                                "meson": f"echo '{test}' >\"$3/meson-logs/testlog-valgrind.json\"\n"})
        run = run_bash(f'TRAMMEL_BUILD="{build}" "{ROOT}/tools/sanitize" valgrind', folder)
    return run.stdout.strip().split("\n")[-1], run.returncode


def test_sanitize():
    assert sanitized("OK") == ("1 passed, 0 failed", 0)
    assert sanitized("FAIL") == ("0 passed, 1 failed", 1)


def test_instructions():
    numbers = {"avx2": {"furuta": 1000}}

    def judged(cpu, found):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            good = INSTRUCTIONS.judge({"furuta": (cpu, found)}, numbers, "keep")
        return good, output.getvalue()

    assert judged("avx2", 1000)[0] and judged("avx2", 1029)[0] and judged("avx2", 500)[0]
    good, text = judged("avx2", 1031)
    assert not good and text.startswith("not ok 1") and "+3.1 % of 1000" in text and "keep" in text
    good, text = judged("base", 9000)
    assert good and "# SKIP" in text


def all_tests():
    yield "layers/good", test_layers_good
    for what, name, line, word in BAD_LAYERS:
        yield f"layers/{what.replace(' ', '-')}", make_test_bad(name, line, word)
    yield "layers/circle", test_circle
    yield "layers/full-folder", test_full_folder
    yield "layers/long-function", test_long_function
    yield "names", test_names
    yield "compare-builds", test_compare_builds
    yield "parameters/good", test_parameters_good
    for what, text in BAD_PARAMETERS:
        yield f"parameters/{what.replace(' ', '-')}", make_test_parameters(text)
    yield "citations", test_citations
    yield "words/good", test_words_good
    for what, name, text, word in BAD_WORDS:
        yield f"words/{what.replace(' ', '-')}", make_test_words(name, text, word)
    yield "format", test_format
    yield "markdown", test_markdown
    yield "wrapped", test_wrapped
    yield "imports", test_imports
    yield "packages", test_packages
    yield "missing/refused", test_missing_refused
    yield "missing/installed", test_missing_installed
    yield "missing/other-distribution", test_other_distribution
    yield "translations", test_translations
    yield "translated", test_translated
    yield "flatpak", test_flatpak
    yield "count", test_count
    yield "listed", test_listed
    yield "sanitize", test_sanitize
    yield "instructions", test_instructions


def main():
    tests = list(all_tests())
    failed = 0
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        try:
            skipped = test()
            print(f"ok {number} /lint/{name}" + (f" # SKIP {skipped}" if skipped else ""))
        except AssertionError:
            failed += 1
            print(f"not ok {number} /lint/{name}")
            print("\n".join("# " + line for line in traceback.format_exc().splitlines()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
