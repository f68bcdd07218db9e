"""GNU Backgammon (Debian package `gnubg`), asked by a script of its own Python."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
"""The path of the program; None if it is not installed. Debian puts it in a folder that is in few people's PATH."""

_READ = """
import gnubg, json
found = []
for file in json.load(open({questions!r})):
    gnubg.command('import mat "' + file + '"')
    found.append(gnubg.match(analysis=0, boards=1))
json.dump(found, open({answers!r}, "w"))
"""


def run(script: str, question: Any) -> str:
    """Runs a script in gnubg and returns its answers. {questions!r} in it is a JSON file, {answers!r} its output."""
    if PROGRAM is None:
        raise SystemExit("gnubg is not installed: apt-get install gnubg")
    with tempfile.TemporaryDirectory() as folder:
        questions, answers, program = (Path(folder) / name for name in ("questions", "answers", "script.py"))
        questions.write_text(json.dumps(question), encoding="utf-8")
        program.write_text(script.format(questions=str(questions), answers=str(answers)), encoding="utf-8")
        subprocess.run([PROGRAM, "-t", "-q", "-r", "-p", str(program)], stdout=subprocess.DEVNULL, check=True)
        return answers.read_text(encoding="utf-8")


def read_matches(texts: list[str]) -> list[Any]:
    """What gnubg has read from each match file: the result of gnubg.match(), None for a file that it refuses."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.mat" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        found: list[Any] = json.loads(run(_READ, [str(file) for file in files]))
        return found
