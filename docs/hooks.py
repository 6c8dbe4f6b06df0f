"""MkDocs hooks: what the project knows by itself is not written by hand."""

import html
import re
import sys
from pathlib import Path

from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import gallery
import messages

FORMULA = re.compile(
    r'<(?:span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</(?:span|div)>', re.DOTALL
)
SESSION = re.compile(r"^( *```)python\n(?= *>>> )", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Render the gallery, and list its pages, and the design decisions by number."""
    pages = Path(config.docs_dir)
    shown = [f"gallery/{path.name}" for path in gallery.render(pages / "gallery")]
    decisions = sorted(f"design/{path.name}" for path in pages.glob("design/*.md"))
    more = {"Gallery": shown, "Design notes": decisions}
    for section in config.nav or ():
        for title, entries in section.items():
            if title in more:
                entries.extend(more[title])
    return config


def on_page_markdown(
    markdown: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Fill in messages, and colour sessions as such: prompts and output apart."""
    if page.file.src_uri == messages.PAGE:
        markdown += f"\n{messages.tables()}"
    return SESSION.sub(r"\1pycon\n", markdown)


def on_page_content(
    content: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Draw formulas as MathML, for which a browser needs no script."""
    return FORMULA.sub(_drawn, content)


def _drawn(formula: re.Match[str]) -> str:
    display = "inline" if formula[1] == "(" else "block"
    text = html.unescape(formula[2]).replace(r"\top", "T")  # fonts put it too high
    return convert(text, display=display)
