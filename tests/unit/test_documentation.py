"""What makes pages: the gallery of examples, and the pictures of pages."""

import importlib.util
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = '''"""Add one and one.

So that it is known.
"""

import sys


def main():
    """Print, and save what stands for a picture."""
    print("it is", 1 + 1)
    if "--plot" in sys.argv:
        open(sys.argv[-1], "w").write("savefig")


main()
'''
PAGE = """
>>> import matplotlib.pyplot as plt
>>> raise ValueError
Traceback (most recent call last):
ValueError
>>> axes = plt.figure(figsize=(1, 1)).subplots()
>>> line = axes.plot([0, 1])

![a line](line.svg)

>>> import gone
"""


def module(name):
    """A script of the documentation, which is no package."""
    spec = importlib.util.spec_from_file_location(f"_{name}", DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def gallery(tmp_path, monkeypatch):
    found = module("gallery")
    scripts = tmp_path / "examples"
    scripts.mkdir()
    monkeypatch.setattr(found, "EXAMPLES", scripts)
    return found


def test_an_example_becomes_a_page(gallery, tmp_path):
    (gallery.EXAMPLES / "sum.py").write_text(SCRIPT)
    folder = tmp_path / "gallery"
    assert gallery.render(folder) == [folder / "sum.md"]
    page = (folder / "sum.md").read_text()
    for part in (
        "\n# Add one and one\n",
        "\nSo that it is known.\n",
        "![Add one and one](sum.png)",
        "It prints, in ",
        "```text\nit is 2\n```",
        "```python\nimport sys\n",
    ):
        assert part in page
    assert page.count("So that") == 1
    assert (folder / "sum.png").read_text() == "savefig"
    assert "[![](sum.png) Add one and one](sum.md)" in (folder / "index.md").read_text()


def test_only_what_has_changed_is_run_again(gallery, tmp_path):
    script, folder = gallery.EXAMPLES / "sum.py", tmp_path / "gallery"
    script.write_text(SCRIPT)
    (page,) = gallery.render(folder)
    page.write_text(page.read_text() + "as it was")
    gallery.render(folder)
    assert page.read_text().endswith("as it was")
    script.write_text(SCRIPT.replace("1 + 1", "1 + 2"))
    gallery.render(folder)
    assert "it is 3" in page.read_text()
    script.unlink()
    assert gallery.render(folder) == []
    assert not page.exists()


def test_an_example_that_fails_says_why(gallery, tmp_path):
    (gallery.EXAMPLES / "sum.py").write_text('"""A."""\n\n1 / 0\n')
    with pytest.raises(RuntimeError, match=r"sum failed:[\s\S]*ZeroDivisionError"):
        gallery.render(tmp_path / "gallery")


def test_every_example_has_a_title():
    for example in module("gallery").examples():
        assert 10 < len(example.title) < 95, example.name


@pytest.mark.slow
def test_pictures_are_drawn_by_the_code_above_them(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason="of the examples' extra")
    monkeypatch.setattr(sys, "argv", ["pictures.py"])
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    assert module("pictures").draw(page) == [tmp_path / "line.svg"]
    assert (tmp_path / "line.svg").read_text().startswith("<?xml")


@pytest.mark.slow
def test_messages_are_read_from_the_source():
    found = list(module("messages").messages())
    assert len({error for error, _, _ in found}) >= 8
    assert len(found) > 100
    said = "…: the function must return a real scalar."
    assert ("DtypeError", said) in {(error, text) for error, text, _ in found}
    refused = "functrace: … of a traced value would drop its gradient."
    ((cure,),) = {(c,) for _, text, c in found if text == refused}
    assert "functrace.stop_gradient(x)" in cure
