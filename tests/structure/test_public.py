"""Every public name is documented, with an example that the doctests run."""

import inspect

import pytest

import functrace as ft


def _names(module):
    """Public names; a module's own, not those of what it imports, if it says so."""
    names = getattr(module, "__all__", None) or dir(module)
    found = [name for name in names if not name.startswith("_")]
    return [name for name in found if not inspect.ismodule(getattr(module, name))]


PUBLIC = {
    name: getattr(module, name.rpartition(".")[2])
    for prefix, module in (("", ft), ("debug.", ft.debug), ("tree.", ft.tree))
    for name in (f"{prefix}{each}" for each in _names(module))
}


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_public_names_are_documented(name):
    assert inspect.getdoc(PUBLIC[name])


@pytest.mark.parametrize(
    "name", sorted(n for n, v in PUBLIC.items() if inspect.isfunction(v))
)
def test_public_functions_have_an_example(name):
    text = inspect.getdoc(PUBLIC[name])
    assert ">>> " in text
    assert "Parameters\n" in text or not inspect.signature(PUBLIC[name]).parameters
