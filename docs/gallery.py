"""Render the examples as pages: what each prints, its picture and its time.

python docs/gallery.py   # all of them; a build of the site renders what has changed
"""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
MARK = "<!-- of "  # what a page was rendered from
INDEX = """# Gallery

Whole programs, each of which runs as it stands: `python examples/NAME.py`, with
`--plot PATH` for its picture. They are tested with the library. Times are those of a whole
run, from the start of Python, on the machine that rendered this page.

<div class="gallery" markdown>

{cards}

</div>
"""
PAGE = """{mark}
# {title}

{text}

{picture}

It prints, in {seconds:.1f} s:

```text
{printed}
```

The program, [`examples/{name}.py`](https://github.com/functrace/functrace/blob/main/examples/{name}.py):

```python
{code}
```
"""


class Example(NamedTuple):
    """A script, and what its docstring says."""

    name: str
    title: str
    text: str
    code: str
    draws: bool

    @property
    def mark(self) -> str:
        """What changes if the script does."""
        all_of_it = f"{self.title}\n{self.text}\n{self.code}"
        return f"{MARK}{hashlib.sha256(all_of_it.encode()).hexdigest()[:16]} -->"


def examples() -> Iterator[Example]:
    """All scripts, in the order of their names."""
    for path in sorted(EXAMPLES.glob("*.py")):
        code = path.read_text()
        script = ast.parse(code)
        title, _, text = (ast.get_docstring(script) or path.stem).partition("\n")
        yield Example(
            path.stem,
            title.rstrip("."),
            text.strip(),
            "".join(code.splitlines(keepends=True)[script.body[0].end_lineno :]),
            "savefig" in code,
        )


def render(folder: Path, *, anew: bool = False) -> list[Path]:
    """Write a page for each example that has changed, and their index."""
    folder.mkdir(exist_ok=True)
    pages, cards = [], []
    for example in examples():
        page = folder / f"{example.name}.md"
        known = page.read_text() if page.exists() and not anew else ""
        if not known.startswith(example.mark):
            page.write_text(_page(example, folder))
        pages.append(page)
        cards.append(_card(example))
    (folder / "index.md").write_text(INDEX.format(cards="\n\n".join(cards)))
    for gone in {*folder.glob("*.md")} - {*pages, folder / "index.md"}:
        gone.unlink()
    return pages


def _page(example: Example, folder: Path) -> str:
    """Run the script, and show what came of it."""
    picture = folder / f"{example.name}.png"
    command = [sys.executable, str(EXAMPLES / f"{example.name}.py")]
    if example.draws:
        command += ["--plot", str(picture)]
    path = os.pathsep.join(filter(None, [str(HERE.parent), os.getenv("PYTHONPATH")]))
    environment = os.environ | {"MPLBACKEND": "Agg", "PYTHONPATH": path}
    start = time.perf_counter()
    done = subprocess.run(  # noqa: S603 - our own scripts
        command, env=environment, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"{example.name} failed:\n{done.stderr}")
    return PAGE.format(
        picture=f"![{example.title}]({picture.name})" if example.draws else "",
        seconds=seconds,
        printed=done.stdout.rstrip(),
        **example._replace(code=example.code.strip())._asdict(),
        mark=example.mark,
    )


def _card(example: Example) -> str:
    image = f"![]({example.name}.png) "
    return f"[{image * example.draws}{example.title}]({example.name}.md)"


if __name__ == "__main__":
    render(HERE / "pages" / "gallery", anew=True)
