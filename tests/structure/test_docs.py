"""The pages are whole: every name, every error, every link."""

from __future__ import annotations

import importlib
import inspect
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

import functrace as ft

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "pages"
RENDERED = "gallery"  # by a build of the site, from the examples
TEXTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(p for p in PAGES.rglob("*.md") if PAGES / RENDERED not in p.parents),
]
FENCE = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()]*\))?)\)")
SITES = (
    "docs.scipy.org",
    "github.com/data-apis",
    "github.com/functrace/functrace",
    "github.com/gradbench",
    "numpy.org",
    "optree.readthedocs.io",
    "semver.org",
    "tqdm.github.io",
    "ui.perfetto.dev",
    "www.itl.nist.gov",
)
OUTSIDE = re.compile(
    rf"https://({'|'.join(map(re.escape, SITES))})(/[\w.~/-]*)?(#[\w.-]+)?[.,;:]?"
)
NAMESPACE = "http://www.w3.org/"  # a name, which nobody follows
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


def prose(path):
    """A page without its blocks of code."""
    return FENCE.sub("", path.read_text())


def anchors(path):
    """As Python-Markdown makes them of headings."""
    found = set()
    for heading in HEADING.findall(prose(path)):
        text = re.sub(r"\]\([^)]*\)|[`*\[\]]", "", heading)
        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
        text = re.sub(r"[^\w\s-]", "", text).strip().lower()
        found.add(re.sub(r"[-\s]+", "-", text))
    return found


# -- links -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path):
    lost = []
    for target in LINK.findall(CODE.sub("", prose(path))):
        place, _, anchor = target.partition("#")
        if re.match(r"\w+:", target) or place.startswith("functrace."):
            continue  # elsewhere; or a name of the API
        there = (path.parent / place).resolve() if place else path
        if there.parent == PAGES / RENDERED:
            continue
        if not there.exists() or (anchor and anchor not in anchors(there)):
            lost.append(target)
    assert not lost


def test_links_to_other_sites_have_a_known_form():
    """The sites themselves are not asked: tests need no network."""
    files = [*TEXTS, ROOT / "CHANGELOG.md", ROOT / "CITATION.cff"]
    files += [ROOT / "pyproject.toml", ROOT / "docs/mkdocs.yml"]
    files += [*(ROOT / "functrace").rglob("*.py"), *(ROOT / "examples").glob("*.py")]
    files += (ROOT / ".github").rglob("*.yml")
    found = {
        (path.name, target)
        for path in files
        for target in re.findall(r"\bhttps?://[^\s)>\"'`\]]+", path.read_text())
        if path.suffix != ".py" or not target.startswith(NAMESPACE)
    }
    assert len({target for _, target in found}) > 8
    assert [each for each in sorted(found) if not OUTSIDE.fullmatch(each[1])] == []


def test_every_page_is_in_the_navigation_once():
    found = re.findall(r"[\w/]+\.md", (ROOT / "docs/mkdocs.yml").read_text())
    listed = set(found)
    pages = {p.relative_to(PAGES).as_posix() for p in TEXTS if PAGES in p.parents}
    assert [page for page, count in Counter(found).items() if count > 1] == []
    assert {p for p in pages if not p.startswith("design/")} - listed == set()
    assert {p for p in listed if not p.startswith(RENDERED)} - pages == set()


def test_every_picture_of_a_page_is_there():
    pictures = {
        (path.parent / target).resolve()
        for path in TEXTS
        for target in LINK.findall(prose(path))
        if target.endswith((".svg", ".png"))
    }
    drawn = {p for kind in ("svg", "png") for p in PAGES.rglob(f"*.{kind}")}
    assert {p for p in drawn if PAGES / RENDERED not in p.parents} == pictures


# -- the API ---------------------------------------------------------------------------


def public_names():
    """Every public name that is no module, as the API names it."""
    for name in ("", ".debug", ".tree", ".testing", ".extend", ".distributed", ".mpi"):
        module = importlib.import_module(f"functrace{name}")
        for each in getattr(module, "__all__", None) or dir(module):
            if not each.startswith("_") and not inspect.ismodule(getattr(module, each)):
                yield f"functrace{name}.{each}"


def is_error(name):
    value = getattr(ft, name.removeprefix("functrace."), None)
    return inspect.isclass(value) and issubclass(value, ft.FunctraceError)


def test_every_public_name_is_in_the_api():
    text = "\n".join(p.read_text() for p in (PAGES / "api").glob("*.md"))
    entries = re.findall(r"^(?:::: |      heading: )(\S+)$", text, re.MULTILINE)
    assert len(entries) == len(set(entries))
    missing = {name for name in public_names() if not is_error(name)} - set(entries)
    assert not missing


# -- errors ----------------------------------------------------------------------------


def test_every_error_has_its_place_with_causes_and_cures():
    text = (PAGES / "errors.md").read_text()
    sections = dict(
        re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    )
    errors = {n.removeprefix("functrace.") for n in public_names() if is_error(n)}
    assert set(sections) == errors
    for name in errors - {"FunctraceError"}:
        base = next(b for b in getattr(ft, name).__mro__ if b.__module__ == "builtins")
        assert f"`{base.__name__}`" in sections[name]
        assert "| message | cause | cure |" in sections[name]
        assert f"errors.{name}: " in sections[name]  # an example that raises it


# -- contributing ----------------------------------------------------------------------


def added_lines():
    """Lines that the worked changes add, and the files that they are in."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for block in re.findall(r"^```diff\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for part in block.split("+++ b/")[1:]:
            name, *lines = part.splitlines()
            yield from ((name, line.removeprefix("+")) for line in lines)


def test_worked_changes_are_what_the_library_has():
    added = list(added_lines())
    assert len(added) > 50
    for name, line in added:
        assert line in (ROOT / name).read_text().splitlines(), name
