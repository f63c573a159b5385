"""Manifests: what makes two scored runs comparable."""

from dataclasses import fields
from importlib.metadata import version

from benchmarks.manifest import JUDGING, Manifest, code_digest, package_versions
from hubscope import __version__


def test_what_decides_verdicts_is_part_of_the_manifest() -> None:
    assert {*JUDGING} <= {field.name for field in fields(Manifest)}


def test_versions_are_those_that_are_installed() -> None:
    found = package_versions()
    assert found["hubscope"] == __version__
    assert found["numpy"] == version("numpy")


def test_the_code_has_one_hash_of_64_digits() -> None:
    assert code_digest() == code_digest()
    assert len(code_digest()) == 64
