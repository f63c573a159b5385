"""The shipped lexicon is what its build script makes of its sources."""

import gzip
from pathlib import Path

import pytest

from ingest import build_geochemistry
from ingest.build_lexicon import main
from ingest.mesh_types import mesh_type, straightened

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
SHIPPED = Path(__file__).parents[2] / "ingest" / "lexicons"


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="shared data is not there")
def test_the_shipped_files_are_built_from_the_sources(tmp_path: Path) -> None:
    main(SHARED, tmp_path)
    for name in ("concepts.tsv.gz", "guards.tsv.gz"):
        built, shipped = (tmp_path / name).read_bytes(), (SHIPPED / name).read_bytes()
        # Not the raw bytes: another zlib packs the same lines otherwise.
        assert gzip.decompress(built) == gzip.decompress(shipped)
        assert shipped[4:8] == bytes(4)  # no time stamp
        assert (tmp_path / name).stat().st_size < 3_000_000


@pytest.mark.skipif(not SHARED.is_dir(), reason="shared data is not there")
def test_the_lexicon_of_geochemistry_is_built_from_phreeqcs_databases(tmp_path: Path) -> None:
    name = "aqueous_geochemistry.tsv.gz"
    build_geochemistry.main(SHARED / "phreeqc_examples" / "database", tmp_path)
    built, shipped = (tmp_path / name).read_bytes(), (SHIPPED / name).read_bytes()
    assert gzip.decompress(built) == gzip.decompress(shipped)
    lines = [line.split("\t") for line in gzip.decompress(shipped).decode().splitlines()]
    names = {(kind, name) for _, kind, name, _, _ in lines}
    assert {("Mineral", "Calcite"), ("Gas", "CO2(g)"), ("AqueousSpecies", "Cl(1-)")} <= names
    formulas = [formula for *_, found in lines for formula in found.split("|") if formula]
    assert len(formulas) == len(set(formulas))
    assert not {"CaCO3", "Cl", "As"} & set(formulas)


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Carcinoma, Squamous Cell", "Squamous Cell Carcinoma"),
        ("Diabetes Mellitus, Type 2", "Diabetes Mellitus Type 2"),
        ("Asthma", "Asthma"),
    ],
)
def test_an_inverted_heading_is_read_backwards(heading: str, expected: str) -> None:
    assert straightened(heading) == expected


@pytest.mark.parametrize(
    ("name", "trees", "expected"),
    [
        ("Asthma", ["C08.127.108"], "Disease"),
        ("HeLa Cells", ["A11.251.210.190.400"], "CellLine"),
        ("Insulin", ["D06.472", "D12.644.548"], "Protein"),
        ("Thyroxine", ["D12.125.072"], "MolecularEntity"),
        ("Mortality", ["E05.318.308.985.550", "N01.224"], "ClinicalEndpoint"),
        ("Humans", ["B01.050"], "-"),
        ("Logistic Models", ["E05.318.740.500.525"], "-"),
        ("RNA, Messenger", ["D13.444.735.544"], "RNA"),
        ("Aerosols", ["D20.280.055", "D26.255.165.055"], "Other"),
        ("Mutation", ["G05.365.590"], "Other"),
        (
            "Immunohistochemistry",
            ["E01.370.225.750", "E05.200.750.551.512"],
            "StainingMethod",
        ),
        ("Self-Sustained Sequence Replication", ["E05.393.620.500"], "Other"),
        ("Prognosis", ["E01.789"], "ClinicalEndpoint"),
    ],
)
def test_the_tree_decides_the_type(name: str, trees: list[str], expected: str) -> None:
    assert mesh_type(name, trees) == expected
