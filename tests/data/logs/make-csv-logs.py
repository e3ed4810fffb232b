#!/usr/bin/python3
"""Writes the CSV files in csv/ beside this script: one dialect or fault each.

What is expected of each stands in tests/io/test-csv-corpus.c.  The files are kept as bytes
(.gitattributes), since ends of lines and encodings are what they are about.
"""
import os

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "csv")
os.makedirs(folder, exist_ok=True)


def write(name, text, encoding="utf-8"):
    data = text if isinstance(text, bytes) else text.encode(encoding)
    with open(os.path.join(folder, name + ".csv"), "wb") as file:
        file.write(data)


def table(separator, decimal=".", header=("t [s]", "q [deg]", "u [V]")):
    rows = [("0", "1.5", "-2"), ("0.01", "1.25", "-2.5"), ("0.02", "-1e-3", "3")]
    lines = [separator.join(header)]
    lines += [separator.join(cell.replace(".", decimal) for cell in row) for row in rows]
    return "\n".join(lines) + "\n"


# separators and decimal signs
write("comma", table(","))
write("semicolon", table(";"))
write("tab", table("\t"))
write("pipe", table("|"))
write("spaces", "  t     q    u\n  0   1.5   -2\n  0.01  1.25  -2.5\n 0.02 -1e-3    3  \n")
write("comma-and-space", table(", "))
write("decimal-comma-semicolon", table(";", ","))
write("decimal-comma-tab", table("\t", ","))
write("decimal-comma-pipe", table("|", ","))
write("decimal-comma-spaces", table(" ", ",", ("t", "q", "u")))
write("decimal-comma-quoted", 't,q,u\n"0","1,5","-2"\n"0,01","1,25","-2,5"\n"0,02","-0,001","3"\n')
write("decimal-comma-comma", "t,q\n0,00,1,5\n0,01,1,25\n0,02,1,125\n")

# marks between thousands
write("thousands-comma", 't,q\n0,1.5\n1,"1,234.5"\n2,2.5\n')
write("thousands-point", "t;q\n0;1,5\n1;1.234,5\n2;2,5\n")
write("thousands-blank", "t;q\n0;1,5\n1;1 234,5\n2;2\u00a0345,5\n3;2,5\n")
write("thousands-all", 't,q\n0,"1,234.5"\n1,"1,234,567"\n2,"1,250.5"\n')

# headers
write("quoted-header", '"t","q, left [deg]","say ""u"""\n0,1.5,-2\n1,2.5,3\n')
write("quoted-cells", '"t [s]";"q"\n"0";"1.5"\n" 1 ";"2.5"\n')
write("open-quote", 't,q,note\n0,1.5,a\n1,2.5,"b\nc"\n2,3.5,d\n')
write("no-header", "0,1.5\n0.01,2.5\n0.02,3.5\n")
write("short-header", "t,q,\n0,1.5,-2\n1,2.5,3\n")
write("duplicates", "t,q,q,q [m]\n0,1,2,3\n1,4,5,6\n")
write("preamble", "Scope X\nDate: 3 May\n\nt,q,u\nfloat,float,float\n0,1.5,-2\n1,2.5,3\n")

# units
write("units-square", "t [ms],q [deg],w [deg/s],n [furlong]\n0,1.5,2,3\n1,2.5,3,4\n")
write("units-round", "t (ms),q (deg),f(x),left (old)\n0,1.5,2,3\n1,2.5,3,4\n")
write("units-row", "t,q,n\nms,[deg],-\n0,1.5,2\n1,2.5,3\n")
write("units-suffix", "time_ms,q1_deg,w_rad_s,current_A,motor_A,q_min\n0,1.5,2,3,4,5\n1,2.5,3,4,5,6\n")

# comments and lines
write("comments", "# a remark, one of two\n% 1,2\nt,q\n# between, here\n0,1.5\n\n  # 7,7\n1,2.5\n#end\n")
write("comment-header", "# written by numpy\n# t q\n0 1.5\n1 2.5\n")
write("crlf", "t,q\r\n0,1.5\r\n1,2.5\r\n")
write("cr", "t,q\r0,1.5\r1,2.5\r")
write("no-end-of-line", "t,q\n0,1.5\n1,2.5")
write("trailing-separators", "t,q,\n0,1.5,\n1,2.5,\n")
write("trailing-separators-below", "t,q\n0,1.5,\n1,2.5,\n")
write("blank-lines", "\n\nt,q\n\n0,1.5\n   \n1,2.5\n\n\n")
write("rows-short", "t,q,u\n0,1.5,2\n1,2.5\n2,3.5,4\n3\n")
write("rows-long", "t,q\n0,1.5\n1,2.5,9\n2,3.5\n3,4.5,9,9\n")

# encodings
write("bom", "\ufefft [s],Größe [°]\n0,1.5\n1,2.5\n")
write("latin-1", "t [s];Größe [°]\n0;1,5\n1;2,5\n", "latin-1")
write("utf-16-le", "\ufefft [s]\tGröße [°]\r\n0\t1,5\r\n1\t2,5\r\n", "utf-16-le")
write("utf-16-be", "\ufefft [s]\tGröße [°]\r\n0\t1,5\r\n1\t2,5\r\n", "utf-16-be")
write("utf-16-unmarked", "t [s]\tq [deg]\r\n0\t1,5\r\n1\t2,5\r\n", "utf-16-le")

# stamps
days = "2026-11-21"
write("iso-t", f"t,q\n{days}T10:00:00Z,1\n{days}T10:00:00.000250Z,2\n{days}T10:00:01,3\n".replace(
    ":01,", ":01Z,"))
write("iso-blank", f"t;q\n{days} 10:00:00,5;1\n{days} 10:00:00,75;2\n;3\n{days} 10:00:02;4\n")
write("iso-offset", "t,q\n2026-10-25T02:59:59+02:00,1\n2026-10-25T02:00:00+01:00,2\n"
      "2026-10-25T02:00:01.5+0100,3\n")
write("iso-basic", "t,q\n20261121T100000Z,1\n20261121T100000.5Z,2\n")
write("iso-days", "t,q\n2024-02-28 24:00,1\n2024-02-29T23:59:60Z,2\n2024-03-01T00:00:01Z,3\n".replace(
    "24:00,", "24:00Z,"))
write("iso-nanoseconds", f"t,q\n{days}T10:00:00.000000001Z,1\n{days}T10:00:00.123456789Z,2\n")
write("date-and-time", f"date,time,q\n{days},10:00:00.5,1\n{days},10:00:01,2\n,,3\n2026-11-22,00:00,4\n")
write("iso-mixed-zones", f"# log\nt,q\n{days}T10:00:00Z,1\n{days}T10:00:01,2\n")
write("iso-bad-day", f"t,q\n{days}T10:00:00Z,1\n2026-02-29T10:00:01Z,2\n")
write("dates-german", "t;q\n21.11.2026 10:00:00;1,5\n21.11.2026 10:00:01;2,5\n")
write("dates-american", "t,q\n11/21/2026 10:00:00,1.5\n11/21/2026 10:00:01,2.5\n")

# numbers and what is not one
write("numbers", "x,y\n1e-3,+5\n.5,1.\n-0,1E+2\n+.25e1,-1e-300\n0.1000000000000000055511151231257827,"
      "123456789012345678901234567890\n")
write("missing", "t,a,b\n0,,NaN\n1,2,null\n2,NA,-\n3,n/a,4\n4,\"\",None\n")
write("missing-words", "t,a\n0,-9999\n1,2\n2,off\n3,4\n")
write("hexadecimal", "t,q\n0,1\n1,0x10\n2,3\n")
write("infinite", "t,q\n0,1\n1,inf\n2,-Infinity\n3,4\n4,1e999\n5,6\n")
write("unit-beside", "t,q\n0,1.5\n1,2.5 deg\n2,3.5\n")
write("words", "t,state,q\n0,idle,1\n1,\"run, \"\"fast\"\"\",2\n2,7,3\n3,,4\n")
write("faults", "t,q\n0,1\n1,abc\n2,3\n3,4x\n4,5\n5,6\n")

# topics in rows of their own, each with its stamp
rows = ["__time,/joint/stamp,/joint/position,/motor/stamp,/motor/data.0"]
for k in range(6):
    stamp = 1700000000 + k / 500
    if k % 2 == 0:
        rows.append(f"{stamp:.6f},{stamp - 1e-4:.9f},{0.1 * k:.9f},,")
    else:
        rows.append(f"{stamp:.6f},,,{stamp - 2e-4:.9f},{-1.5 * k:.1f}")
write("plotjuggler", "\n".join(rows) + "\n")

# no logs
write("empty", "")
write("header-only", "t,q\n")
write("remarks-only", "# nothing\n\n")
write("prose", "Dear reader,\nthis is a letter, not a log.\nYours\n")
write("nul", b"t,q\n0,1\n1,2\n2,\0\0\0\n3,4\n" + b"4,5\n" * 200)
write("binary", bytes((i * 37 + i // 7) % 256 for i in range(600)))
write("controls", bytes(1 + (i * 37 + i // 7) % 25 for i in range(600)))
write("spreadsheet", b"PK\3\4\x14\0\6\0\x08\0" + b"\0" * 40)
write("gzip", b"\x1f\x8b\x08\0\0\0\0\0" + b"\x4b" * 40)
