#!/usr/bin/env python3
"""Fills in what kustomize prints: record.py KUBECTL CASE...

A case is one text file. Its first line says how it was obtained; `-- NAME --` begins a file. The kustomization to build is the directory `app`. The last two
sections, `stdout` and `stderr`, are written by this program from `KUBECTL kustomize app`; the directory of the case is shown as /case, and addresses
in memory, which differ from run to run, as 0x0; log lines lose their
time, process and place.
"""
import pathlib, re, subprocess, sys, tempfile

SOURCE = "SOURCE kubectl 1.37.1 with kustomize 5.8.1: kubectl kustomize {args}app"


LOG_HEAD = re.compile(r"^[IWE]\d{4} [\d:.]+ +\d+ \w+\.go:\d+\] ", re.M)


def sections(text):
    parts = re.split(r"^-- (\S+) --\n", text, flags=re.M)
    return parts[0], list(zip(parts[1::2], parts[2::2]))


def record(kubectl, path):
    head, files = sections(path.read_text(encoding="utf-8", errors="surrogateescape"))
    files = [(name, body) for name, body in files if name not in ("stdout", "stderr")]
    args = re.search(r".*kubectl kustomize (.*)app$", head.strip())
    args = args.group(1) if args else ""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory).resolve()
        for name, body in files:
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(body, encoding="utf-8", errors="surrogateescape")
        run = subprocess.run([kubectl, "kustomize", *args.split(), str(root / "app")], cwd=root, capture_output=True)
        text = lambda out: out.decode("utf-8", "surrogateescape").replace(str(root), "/case")
        clean = lambda out: LOG_HEAD.sub("", re.sub(r"0x[0-9a-f]{6,}", "0x0", text(out)))
        files += [("stdout", clean(run.stdout)), ("stderr", clean(run.stderr))]
    text = SOURCE.format(args=args) + "\n"
    for name, body in files:
        text += f"-- {name} --\n{body}" + ("" if body.endswith("\n") or not body else "\n")
    path.write_text(text, encoding="utf-8", errors="surrogateescape")


for case in sys.argv[2:]:
    record(sys.argv[1], pathlib.Path(case))
