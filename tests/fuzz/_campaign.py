"""Many random programs, in guarded processes, with counts of what came of them."""

from __future__ import annotations

import json
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.fuzz._compare import compare
from tests.fuzz._guard import Result, guarded
from tests.fuzz._make import make_program

_BATCH = 2000  # programs of one process: then its memory is given back
_BAD = ("mismatch", "crash", "generator")


def run_one(seed: int) -> dict[str, Any]:
    """The report on the program of a seed."""
    with np.errstate(all="ignore"):
        try:
            program = make_program(seed)
        except Exception:  # noqa: BLE001 - a mistake of the generator's
            return {"kind": "generator", "detail": traceback.format_exc()[-2000:]}
        outcome = compare(program)
    return {
        "kind": outcome.kind,
        "detail": outcome.detail[:2000],
        "difference": outcome.difference,
        "tags": program.tags,
        "how": [program.wrap, program.way, "vmap" if program.axes else "plain"],
        "seconds": outcome.seconds,
    }


@dataclass
class Totals:
    """Counts over all programs."""

    kinds: Counter[str] = field(default_factory=Counter)
    tags: Counter[str] = field(default_factory=Counter)
    how: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    next_seed: int = 0

    def add(self, result: Result) -> dict[str, Any]:
        """Count a result; what is to be noted of it."""
        report = result.report or {"kind": "crash", "detail": result.failure}
        self.kinds[report["kind"]] += 1
        self.tags.update(report.get("tags", ()))
        if report.get("how"):
            wrap, way, batch = report["how"]
            self.how.update([f"{wrap} {way}", *["vmap"] * (batch == "vmap")])
        if report["kind"] in ("refused", "raises"):
            self.refusals[report["detail"].split("\n")[0][:160]] += 1
        self.next_seed = result.item + 1
        return {"seed": result.item, **report}

    @property
    def count(self) -> int:
        """Programs so far."""
        return sum(self.kinds.values())

    def save(self, path: Path) -> None:
        """Write all counts."""
        values = {
            k: v if k == "next_seed" else dict(v.most_common())
            for k, v in vars(self).items()
        }
        path.write_text(json.dumps(values, indent=1))

    @classmethod
    def load(cls, path: Path) -> Totals:
        """Counts to go on from; none if there is no such file."""
        if not path.exists():
            return cls()
        values = json.loads(path.read_text())
        seed = values.pop("next_seed")
        return cls(**{k: Counter(v) for k, v in values.items()}, next_seed=seed)


def campaign(
    work: Callable[[int], dict[str, Any]],
    first: int,
    count: int,
    folder: Path,
    seconds: float,
) -> Totals:
    """Work on seeds from `first` on; what is bad is appended to ``bad.jsonl``."""
    folder.mkdir(parents=True, exist_ok=True)
    totals = Totals()
    end = time.monotonic() + seconds
    for start in range(first, first + count, _BATCH):
        seeds = range(start, min(start + _BATCH, first + count))
        for result in guarded(work, seeds, log=str(folder / "stderr.log")):
            noted = totals.add(result)
            if noted["kind"] in _BAD:
                with (folder / "bad.jsonl").open("a") as stream:
                    stream.write(json.dumps(noted) + "\n")
            if totals.count % 100 == 0 or time.monotonic() > end:
                totals.save(folder / f"totals-{first}.json")
            if time.monotonic() > end:
                break
        totals.save(folder / f"totals-{first}.json")
        if time.monotonic() > end:
            break
    return totals


def repeat(
    work: Callable[[int], dict[str, Any]],
    seeds: Sequence[int],
    folder: Path,
    seconds: float,
) -> int:
    """Other work on seeds, each in a process of its own; whether something was bad."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for seed in seeds:
        if time.monotonic() > end:
            break
        (result,) = guarded(work, [seed], log=str(folder / "stderr.log"), limit=120)
        report = result.report or {"kind": result.failure, "detail": ""}
        kinds[report["kind"]] += 1
        counts.update(report.get("counts", {}))
        if report["kind"] != "good":
            print(seed, report["kind"], report["detail"], flush=True)  # noqa: T201
    print(dict(kinds), dict(counts))  # noqa: T201
    return int(set(kinds) - {"good"} != set())
