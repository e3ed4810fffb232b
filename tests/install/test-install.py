"""Test of `meson install`: every file is installed, valid, and refers to existing things.

usage: test-install.py ROOT BUILD

Installs the build folder below a separate folder ($DESTDIR).  Missing validators are skipped with a
message.
"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
APP = "io.github.trammel.Trammel"
TESTS = []


class Skip(Exception):
    pass


def test(function):
    TESTS.append(function)
    return function


def meson_option(name):
    options = json.loads((BUILD / "meson-info/intro-buildoptions.json").read_text())
    return next(option["value"] for option in options if option["name"] == name)


class Tree:
    """Returns the installed files, by folders of the prefix."""

    def __init__(self, top):
        self.prefix = top / meson_option("prefix").lstrip("/")
        self.bin = self.prefix / meson_option("bindir")
        self.libexec = self.prefix / meson_option("libexecdir") / "trammel"
        self.data = self.prefix / meson_option("datadir")
        self.man = self.prefix / meson_option("mandir")


def command(*words, **options):
    if not shutil.which(str(words[0])):
        raise Skip(f"{words[0]} is not installed")
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60, **options)
    assert done.returncode == 0, f"{words}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    return done


@test
def every_file_is_there(tree):
    expected = [tree.bin / "trammel", tree.bin / "trammel-cli", tree.libexec / "trammel-mat-helper", tree.libexec / "trammel-mesh-helper",
                tree.libexec / "trammel-figures", tree.data / f"applications/{APP}.desktop",
                tree.data / f"metainfo/{APP}.metainfo.xml", tree.data / f"mime/packages/{APP}.xml",
                tree.data / f"glib-2.0/schemas/{APP}.gschema.xml", tree.data / "bash-completion/completions/trammel-cli",
                tree.data / "zsh/site-functions/_trammel-cli", tree.data / "fish/vendor_completions.d/trammel-cli.fish",
                tree.man / "man1/trammel.1", tree.man / "man1/trammel-cli.1"]
    expected += [tree.data / f"trammel/schema/{file.name}" for file in (ROOT / "data/schema").glob("*.json")]
    expected += [tree.data / f"locale/{language}/LC_MESSAGES/trammel.mo"
                 for language in languages()]
    missing = [str(path) for path in expected if not path.is_file()]
    assert not missing, f"not installed: {missing}"
    for program in expected[:4]:
        assert os.access(program, os.X_OK), f"{program} cannot be executed"


def languages():
    lines = (ROOT / "po/LINGUAS").read_text().splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@test
def nothing_names_the_place_it_was_built_at(tree):
    texts = [path for path in tree.data.rglob("*") if path.is_file() and path.suffix != ".mo"]
    assert len(texts) > 15
    for path in texts:
        assert str(BUILD).encode() not in path.read_bytes(), f"{path} names the build folder"


@test
def desktop_entry(tree):
    file = tree.data / f"applications/{APP}.desktop"
    command("desktop-file-validate", file)
    entry = dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)
    assert (tree.bin / entry["Exec"].split()[0]).is_file(), entry["Exec"]
    assert list(tree.data.glob(f"icons/hicolor/*/apps/{entry['Icon']}.*")), "the icon is not installed"
    types = ElementTree.parse(tree.data / f"mime/packages/{APP}.xml").getroot()
    own = [node.attrib["type"] for node in types]
    assert own and all(name in entry["MimeType"].split(";") for name in own), (own, entry["MimeType"])


def size_of(png):
    return struct.unpack(">II", png.read_bytes()[16:24])


@test
def metainfo(tree):
    file = tree.data / f"metainfo/{APP}.metainfo.xml"
    command("appstreamcli", "validate", "--no-net", "--explain", file)
    root = ElementTree.parse(file).getroot()
    assert root.findtext("id") == APP
    assert (tree.data / "applications" / root.findtext("launchable")).is_file()
    pictures = {Path(image.text).name: (int(image.get("width")), int(image.get("height")))
                for image in root.iterfind("screenshots/screenshot/image")}
    assert pictures == {file.name: size_of(file) for file in (ROOT / "docs/images").glob("*.png")}, pictures
    for program in root.iterfind("provides/binary"):
        assert (tree.bin / program.text).is_file(), program.text


@test
def settings_schema(tree):
    command("glib-compile-schemas", "--strict", "--dry-run", tree.data / "glib-2.0/schemas")


@test
def mime_type(tree):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(tree.data / "mime", Path(folder) / "mime")
        command("update-mime-database", Path(folder) / "mime")
        assert "*.trammel" in (Path(folder) / "mime/globs").read_text()


@test
def icons(tree):
    files = list((tree.data / "icons").rglob("*.svg"))
    assert len(files) >= 2
    for file in files:
        root = ElementTree.parse(file).getroot()
        assert root.tag.endswith("svg") and (root.get("viewBox") or root.get("width")), file


@test
def manual_pages(tree):
    if not shutil.which("man"):
        raise Skip("man is not installed")
    for page in sorted((tree.man / "man1").iterdir()):
        done = command("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page,
                       env=dict(os.environ, LC_ALL="C.UTF-8", MANROFFSEQ="", MANWIDTH="80"))
        assert done.stderr == "", f"{page}: {done.stderr}"
        command("lexgrog", page)


@test
def guide_shows_pictures_and_pages_that_are_there(tree):
    missing = []
    for page in (*(ROOT / "docs/user").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text()):
            if not (page.parent / target).exists():
                missing.append(f"{page.name}: {target}")
    assert not missing, missing
    for name in ("data", "model", "identify", "inspect", "validate"):
        assert f"images/{name}.png" in (ROOT / f"docs/user/{name}.md").read_text(), name


@test
def completion(tree):
    for shell, file in (("bash", "bash-completion/completions/trammel-cli"), ("zsh", "zsh/site-functions/_trammel-cli"),
                        ("fish", "fish/vendor_completions.d/trammel-cli.fish")):
        if shell == "bash" or shutil.which(shell):
            command(shell, "-n", tree.data / file)


@test
def json_schemas(tree):
    try:
        import jsonschema
    except ImportError:
        raise Skip("jsonschema for Python is not installed")
    for file in (tree.data / "trammel/schema").iterdir():
        schema = json.loads(file.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema.get("title") or schema.get("description"), f"{file.name} does not say what it is of"


@test
def program_runs_from_there(tree):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TRAMMEL_")}
    program = tree.bin / "trammel-cli"
    assert command(program, "--version", env=environment).stdout.startswith("trammel ")
    with tempfile.TemporaryDirectory() as folder:
        command(program, "example", "pendulum", env=environment, cwd=folder)
        done = command(program, "identify", "pendulum.trammel", "--json", env=environment, cwd=folder)
        assert json.loads(done.stdout)["status"] == "converged"


@test
def window_without_a_display(tree):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([tree.bin / "trammel"], capture_output=True, text=True, timeout=60,
                          env=environment | {"LANGUAGE": "C", "DBUS_SESSION_BUS_ADDRESS": "disabled:"})
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done
    assert "there is no display" in done.stderr and "trammel-cli" in done.stderr, done.stderr


def install(top):
    plan = json.loads((BUILD / "meson-info/intro-installed.json").read_text())
    unbuilt = [path for path in plan if path.startswith(str(BUILD)) and not Path(path).exists()]
    if unbuilt:
        print(f"1..0 # SKIP not all is built: {unbuilt[0]}")
        sys.exit(0)
    command("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", top)
    return Tree(top)


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix="trammel-install-") as folder:
        tree = install(Path(folder))
        print(f"1..{len(TESTS)}")
        for number, function in enumerate(TESTS, 1):
            name = function.__name__.replace("_", "-")
            try:
                function(tree)
                print(f"ok {number} {name}", flush=True)
            except Skip as reason:
                print(f"ok {number} {name} # SKIP {reason}", flush=True)
            except Exception as fault:
                failed += 1
                lines = "".join(f"# {line}\n" for line in f"{type(fault).__name__}: {fault}".splitlines())
                print(f"not ok {number} {name}\n{lines}", end="", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
