#!/usr/bin/python3
"""trammel-cli pack and unpack, packed projects in the other verbs, and zip files that nobody should send.

usage: test-pack.py TRAMMEL-CLI ROOT    (TAP)
"""
import json
import os
import stat
import sys
import zipfile
from pathlib import Path

from support import main, pendulum, refuse, run, succeed, test, write

FAST = ("--no-physical", "--progress", "none")


def pack(name="p.trammelz", **changes):
    write(pendulum(**changes))
    assert succeed("pack", "p.trammel", "-o", name).stdout == name + "\n"
    return name


def entry(name, kind=stat.S_IFREG):
    info = zipfile.ZipInfo(name)
    info.create_system = 3  # a Unix, so that the mode counts
    info.external_attr = (kind | 0o644) << 16
    return info


def make_zip(*entries, name="bad.trammelz"):
    """The pendulum's project with entries: names, or ZipInfo, with their contents."""
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("p.trammel", json.dumps(pendulum()))
        for info, content in entries:
            archive.writestr(info, content)
    return name


def refuse_zip(path, *words):
    """Nothing is printed but the reason, and nothing is left among the temporary files."""
    Path("tmp").mkdir(exist_ok=True)
    refuse(3, "identify", path, words=(path, *words), env=os.environ | {"TMPDIR": str(Path("tmp").resolve())})
    assert not list(Path("tmp").iterdir())


@test
def a_packed_project_is_a_project():
    packed = pack()
    expected = succeed("identify", "p.trammel", *FAST).stdout
    Path("pendulum.csv").rename("away.csv")
    assert succeed("identify", packed, *FAST).stdout == expected
    info = json.loads(succeed("info", "--json", packed).stdout)
    assert info["kind"] == "project" and info["problems"] == []
    assert info["logs"][0]["file"].endswith("p.trammelz/pendulum.csv")
    succeed("check", packed)
    succeed("simulate", packed, "-o", "motion.csv", "--duration", "0.5")
    succeed("identify", packed, *FAST, "-o", "r.json")
    succeed("validate", packed, "--result", "r.json")


@test
def what_is_packed_comes_out():
    packed = pack()
    project, log = Path("p.trammel").read_text(), Path("pendulum.csv").read_text()
    assert succeed("unpack", packed, "-o", "out").stdout == "out/p.trammel\n"
    assert Path("out/pendulum.csv").read_text() == log
    assert json.loads(Path("out/p.trammel").read_text()) == json.loads(project)
    report = json.loads(succeed("unpack", packed, "-o", "out", "--json").stdout)
    assert report == {"project": "out/p.trammel", "files": ["out/pendulum.csv"]}
    Path("out/pendulum.csv").write_text("mine")
    refuse(2, "unpack", packed, "-o", "out", words=("out/pendulum.csv", "another file"))
    assert Path("out/pendulum.csv").read_text() == "mine"


@test
def a_name_that_is_not_utf8():
    write(pendulum())
    before = set(os.listdir())
    refuse(2, "pack", "p.trammel", "-o", os.fsdecode(b"x\xff.trammelz"), words=("UTF-8", "another name"))
    assert set(os.listdir()) == before


@test
def names_that_are_not_ascii():
    project = pendulum()
    Path("pendulum.csv").rename("größe 1.csv")
    project["logs"][0]["file"] = "größe 1.csv"
    write(project)
    for locale in ("C", "C.UTF-8"):
        surroundings = os.environ | {"LC_ALL": locale}
        succeed("pack", "p.trammel", "-o", "p.trammelz", env=surroundings)
        succeed("identify", "p.trammelz", *FAST, env=surroundings)
        with zipfile.ZipFile("p.trammelz") as archive:
            assert archive.namelist() == ["p.trammel", "größe 1.csv"]


@test
def packing_says_what_it_needs():
    write(pendulum())
    refuse(2, "pack", "p.trammel", words=("-o FILE.trammelz",))
    refuse(2, "pack", "p.trammel", "-o", "p.zip", words=("-o FILE.trammelz",))
    refuse(2, "pack", "-o", "p.trammelz", words=("one project",))
    refuse(2, "pack", "p.trammel", "-o", "none/p.trammelz", words=("none",))
    Path("pendulum.csv").unlink()
    refuse(3, "pack", "p.trammel", "-o", "p.trammelz", words=("pendulum.csv", "remove the log"))
    assert not Path("p.trammelz").exists()
    refuse(3, "unpack", "p.trammel", words=("p.trammel",))


@test
def friction_writes_a_packed_project():
    pack(logs=[pendulum()["logs"][0] | {"trim": [0, 1]}])
    succeed("friction", "p.trammelz", "--apply", "coulomb", "-o", "chosen.trammelz", "--progress", "none")
    succeed("check", "chosen.trammelz")


@test
def entries_that_lead_out():
    for name in ("../evil.csv", "a/../../evil.csv", "/tmp/evil.csv", "a//b.csv", "./a.csv", "a\nb.csv"):
        refuse_zip(make_zip((entry(name), "x")), "entry")
    assert not Path("../evil.csv").exists()


@test
def entries_that_are_no_files():
    refuse_zip(make_zip((entry("pendulum.csv", stat.S_IFLNK), "/etc/passwd")), "pendulum.csv", "neither a file")
    for kind in (stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK):  # plain files, or nothing
        packed = make_zip((entry("pendulum.csv", kind), "/etc/passwd"))
        if run("unpack", packed, "-o", "out").returncode == 0:
            assert Path("out/pendulum.csv").read_text() == "/etc/passwd" and Path("out/pendulum.csv").is_file()


@test
def entries_in_each_other():
    refuse_zip(make_zip((entry("a.csv"), "1"), (entry("a.csv"), "2")), "twice")
    refuse_zip(make_zip((entry("a.csv"), "1"), (entry("a.csv/b.csv"), "2")), "a.csv/b.csv")


@test
def too_many_entries():
    refuse_zip(make_zip(*((entry(f"{i}.csv"), "") for i in range(10000))), "10000 files")


@test
def folders_without_end():
    refuse_zip(make_zip((entry("a/" * 200 + "b.csv"), "x")), "too long")


@test
def one_project():
    refuse_zip(make_zip((entry("q.trammel"), "{}")), "2 projects", "q.trammel")
    with zipfile.ZipFile("none.trammelz", "w") as archive:
        archive.writestr("a.csv", "t,q\n")
    refuse_zip("none.trammelz", "no project")
    with zipfile.ZipFile("empty.trammelz", "w"):
        pass
    refuse_zip("empty.trammelz")


@test
def a_folder_that_was_zipped_by_hand():
    write(pendulum())
    with zipfile.ZipFile("hand.trammelz", "w") as archive:
        archive.mkdir("rig") if hasattr(archive, "mkdir") else archive.writestr(entry("rig/", stat.S_IFDIR), "")
        archive.write("p.trammel", "rig/p.trammel")
        archive.write("pendulum.csv", "rig/pendulum.csv")
        archive.writestr("__MACOSX/rig/._p.trammel", "resource fork")
    succeed("identify", "hand.trammelz", *FAST)


@test
def damaged_files():
    whole = Path(pack()).read_bytes()
    for length in (4, 100, len(whole) // 2, len(whole) - 1):
        Path("cut.trammelz").write_bytes(whole[:length])
        refuse_zip("cut.trammelz", "damaged or cut off")
    for at in (200, len(whole) // 2):  # in the packed project, in the packed log
        Path("bent.trammelz").write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
        refuse_zip("bent.trammelz", "bent.trammelz")


@test
def encrypted_files():
    data = bytearray(Path(pack()).read_bytes())
    # the flag of encryption, in the headers of the entries and in the directory at the end
    for signature, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(signature, at + 4)
    Path("locked.trammelz").write_bytes(data)
    refuse_zip("locked.trammelz", "encrypted", "password")


@test
def logs_elsewhere_are_not_read():
    for file in ("/etc/hostname", "../secret.csv"):
        project = pendulum()
        project["logs"][0]["file"] = file
        with zipfile.ZipFile("out.trammelz", "w") as archive:
            archive.writestr("p.trammel", json.dumps(project))
        refuse(4, "identify", "out.trammelz", words=("out.trammelz: p.trammel: logs[0].file", file))


@test
def faults_of_the_project_name_it():
    with zipfile.ZipFile("broken.trammelz", "w") as archive:
        archive.writestr("p.trammel", '{ "format": "trammel/1",\n "model": nonsense }')
    refuse_zip("broken.trammelz", "p.trammel:2:")


@test
def no_room_for_the_files():
    packed = pack()
    surroundings = os.environ | {"TMPDIR": "/nowhere/at/all"}
    done = run("identify", packed, env=surroundings)
    assert done.returncode != 0 and "/nowhere/at/all" in done.stderr, done


@test
def packing_needs_no_room_elsewhere():
    """A written file is not unpacked again by callers that do not use it further."""
    write(pendulum(logs=[pendulum()["logs"][0] | {"trim": [0, 1]}]))
    surroundings = os.environ | {"TMPDIR": "/nowhere/at/all"}
    assert succeed("pack", "p.trammel", "-o", "p.trammelz", env=surroundings).stdout == "p.trammelz\n"
    succeed("friction", "p.trammel", "--apply", "coulomb", "-o", "q.trammelz", "--progress", "none", env=surroundings)
    succeed("check", "p.trammelz")
    succeed("check", "q.trammelz")


@test
def nothing_stays_among_the_temporary_files():
    packed = pack()
    Path("tmp").mkdir()
    surroundings = os.environ | {"TMPDIR": str(Path("tmp").resolve())}
    for arguments in (("identify", packed, *FAST), ("info", packed), ("unpack", packed, "-o", "out"),
                      ("identify", packed, "--set", "no.such=1"), ("check", packed)):
        run(*arguments, env=surroundings)
        assert not list(Path("tmp").iterdir()), arguments


sys.exit(main())
