"""The command line as scripts use it: files in a folder, and a command's output."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.commandline import run_suzerain


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)


class Shell:
    """Runs the program on files in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: str) -> Ran:
        ended = run_suzerain(self.folder, *arguments)
        return Ran(ended.status, ended.out, ended.err)

    def file(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    def replay(self, *lines: str, json: bool = True) -> Ran:
        path = self.file("pod.jsonl", "\n".join(lines) + "\n")
        return self.run("replay", path, *(["--json"] if json else []))

    def judge(self, case: object, json: bool = True) -> Ran:
        text = case if isinstance(case, str) else encode(case)
        return self.run("judge", self.file("case.json", text), *(["--json"] if json else []))

    def verify(self, **proof: Any) -> Ran:
        return self.run("verify", self.file("draw.json", encode(proof)))


def encode(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
