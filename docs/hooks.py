"""MkDocs hooks: what the pages list is read from the project, never written by hand."""

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

import functrace

ORDER = (
    "index.md",
    "jit.md",
    "vmap.md",
    "control_flow.md",
    "implicit.md",
    "sparse_derivatives.md",
    "looking_inside.md",
    "debugging.md",
    "foreign_code.md",
    "kernels.md",
    "distributed.md",
    "scipy.md",
    "coverage.md",
    "math.md",
    "accuracy.md",
    "array_api.md",
    "foreign.md",
    "benchmarks.md",
    "plans.md",
    "architecture.md",
    "changing.md",
    "api.md",
)

REPORTS = ("debug._report.Profile", "debug.explain_gradient.GradientReport")
NAMESPACES = (
    "tree",
    "debug",
    "testing",
    "extend",
    "distributed",
    "mpi",
)  # of functrace; that of NumPy is NumPy's


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Order the pages; design decisions come last, by their numbers."""
    pages = Path(config.docs_dir)
    decisions = sorted(path.name for path in pages.glob("design/*.md"))
    config.nav = [name for name in ORDER if (pages / name).exists()]
    if decisions:
        config.nav.append({"Design": [f"design/{name}" for name in decisions]})
    return config


def on_page_markdown(
    markdown: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Fill the API page with every public name, in the order of its import."""
    if page.file.src_uri != "api.md":
        return markdown
    entries = [f"::: functrace.{name}" for name in (*_names(functrace), *REPORTS)]
    for name in NAMESPACES:
        module = import_module(f"functrace.{name}")
        entries.append(f"## `functrace.{name}`\n\n{inspect.getdoc(module)}")
        entries += [f"::: functrace.{name}.{each}" for each in _names(module)]
    return "\n\n".join((markdown, *entries, ""))


def _names(module: ModuleType) -> list[str]:
    """Public names of a module, in the order of its import."""
    later = getattr(module, "_LATER", ())
    names = getattr(module, "__all__", None) or [*vars(module), *later]
    public = [name for name in names if not name.startswith("_")]
    return [n for n in public if not inspect.ismodule(getattr(module, n))]
