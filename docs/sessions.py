"""A Griffe extension: sessions in docstrings are blocks of code, wherever they stand.

Of numpydoc's sections only *Examples* is looked into for them.
"""

import re
from typing import Any

import griffe

SESSION = re.compile(r"^( *)>>> .*\n(?:(?!\n)\1.*\n?)*", re.MULTILINE)
SECTION = re.compile(r"^Examples\n-+\n", re.MULTILINE)


class Sessions(griffe.Extension):
    """Fences around sessions."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite an object's docstring."""
        if obj.docstring is not None:
            text = obj.docstring.value
            examples = SECTION.search(text)
            end = examples.start() if examples else len(text)
            obj.docstring.value = SESSION.sub(_fenced, text[:end]) + text[end:]


def _fenced(session: re.Match[str]) -> str:
    indent, text = session[1], session[0].rstrip("\n")
    return f"{indent}```pycon\n{text}\n{indent}```\n"
