"""MkDocs hooks: what the pages list is read from the project, never written by hand."""

import inspect
from pathlib import Path

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
    "debugging.md",
    "foreign_code.md",
    "kernels.md",
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
    names = [name for name in vars(functrace) if not name.startswith("_")]
    names = [n for n in names if not inspect.ismodule(getattr(functrace, n))]
    looking = (name for name in vars(functrace.debug) if not name.startswith("_"))
    names += [f"debug.{name}" for name in looking]
    entries = "\n\n".join(f"::: functrace.{name}" for name in names)
    return f"{markdown}\n\n{entries}\n"
