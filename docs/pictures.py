"""Draw the pictures of the pages, by the code that stands above them.

python docs/pictures.py           # all pages
python docs/pictures.py start     # those whose path contains a word
"""

from __future__ import annotations

import doctest
import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import matplotlib as mpl

PAGES = Path(__file__).parent / "pages"
PICTURE = re.compile(r"^!\[[^]]*\]\(([\w-]+\.svg)\)$", re.MULTILINE)  # beside the page
STYLE = {"svg.hashsalt": "functrace", "axes.grid": True, "grid.alpha": 0.3}


def main() -> None:
    """Draw what the arguments ask for."""
    words = sys.argv[1:]
    for page in sorted(PAGES.rglob("*.md")):
        name = page.relative_to(PAGES).as_posix()
        if not words or any(word in name for word in words):
            for picture in draw(page):
                print(picture)


def draw(page: Path) -> list[Path]:
    """Run a page down to each of its pictures, and keep the figure that is current."""
    mpl.use("Agg")
    import matplotlib.pyplot as plt  # noqa: PLC0415 - after the choice of what draws

    text = page.read_text()
    pictures = list(PICTURE.finditer(text))
    names: dict[str, Any] = {"__name__": "__main__"}
    done, start = [], 0
    with mpl.rc_context(STYLE):
        for picture in pictures:
            run(text[start : picture.start()], names)
            start = picture.end()
            done.append(page.with_name(picture[1]))
            plt.savefig(done[-1], metadata={"Date": None}, bbox_inches="tight")
            plt.close("all")
    return done


def run(text: str, names: dict[str, Any]) -> None:
    """Run the examples of a text; what they print is the doctests' affair."""
    for example in doctest.DocTestParser().get_examples(text):
        if example.exc_msg is None:  # else it raises
            code = compile(example.source, "<page>", "single")
            with redirect_stdout(io.StringIO()):
                exec(code, names)  # noqa: S102


if __name__ == "__main__":
    main()
