"""Every public name is documented, with an example that the doctests run."""

import inspect

import pytest

import functrace as ft

PUBLIC = {
    name: getattr(ft, name)
    for name in dir(ft)
    if not name.startswith("_") and not inspect.ismodule(getattr(ft, name))
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
