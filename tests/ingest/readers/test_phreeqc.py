"""PHREEQC files: what is stated, what is left out, the databases and examples of the USGS."""

from collections import Counter
from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.items import Paper
from ingest.readers import guess, read_source
from ingest.readers.phreeqc import READER

Statement = tuple[str, str, str]
MODEL = """TITLE Two phases
    in one water
SOLUTION 1
    pH 7; temp 25
EQUILIBRIUM_PHASES 1
    Calcite 0 10
    co2(g) -3.5
    CO2(g) -3.5 10
    Fix_pH -5 HCl 10
GAS_PHASE 1
    -pressure 1.1
    pressure 1.1
    CH4(g) 0
EXCHANGE 1
    X 0.1
    -equilibrate 1
SURFACE 1
    Hfo_wOH 0.2 600 88
KINETICS 1
Pyrite
    -m0 1
    parms 1 2
END
"""


def stated(path: Path) -> list[Statement]:
    return [
        (one.head, one.relation, one.tail)
        for record in READER.read(path, {})
        if isinstance(record, Paper)
        for one in record.relations
    ]


def file_of(folder: Path, text: str, name: str = "model") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_simulation_has_its_phases_gases_sites_and_rate_laws(tmp_path: Path) -> None:
    name = "Two phases in one water"
    assert stated(file_of(tmp_path, MODEL)) == [
        (name, "simulates", "Calcite"),
        (name, "simulates", "co2(g)"),
        (name, "simulates", "CO2(g)"),
        (name, "simulates", "CH4(g)"),
        (name, "simulates", "X"),
        (name, "simulates", "Hfo_w"),
        (name, "simulates", "Pyrite"),
    ]


def test_a_simulation_of_solutions_alone_is_still_a_document(tmp_path: Path) -> None:
    path = file_of(tmp_path, "TITLE Mixing of halite brines\nSOLUTION 1\n    pH 7\nEND\n")
    (paper,) = read_source([path])
    assert isinstance(paper, Paper)
    assert paper.sections[0].text == "Mixing of halite brines"


def test_an_output_says_what_database_it_used_and_no_more(tmp_path: Path) -> None:
    repeated = "".join(f"\t{line}\n" for line in MODEL.splitlines())
    text = f"""   Input file: ../x
  Output file: x.out
Database file: ../database/own.dat

Reading input data for simulation 1.
------------------------------------

{repeated}-----
TITLE
-----

 Two phases
\tCalcite 3
"""
    path = file_of(tmp_path, text)
    assert stated(path) == [("Two phases in one water", "uses", "own.dat")]
    assert guess(path) == "phreeqc"


@pytest.mark.parametrize(
    ("reaction", "expected"),
    [
        ("Fe+2 = Fe+3 + e-", [("Fe+2", "oxidizes_to", "Fe+3")]),
        ("SO4-2 + 9H+ + 8e- = HS- + 4H2O", [("SO4-2", "reduces_to", "HS-")]),
        ("2 H2O = O2 + 4 H+ + 4 e-", [("H2O", "oxidizes_to", "O2")]),
        ("2 H3O+ + 2 e- = H2 + 2 H2O", [("H3O+", "reduces_to", "H2")]),
        ("CO3-2 + H+ = HCO3-", [("CO3-2", "forms", "HCO3-"), ("H+", "forms", "HCO3-")]),
        ("Al+3 + H2O = AlOH+2 + H+", [("Al+3", "forms", "AlOH+2")]),
        ("Cu+2 + e- = Cu+1", [("Cu+2", "reduces_to", "Cu+")]),
        ("Ca+2 = Ca+2", []),
    ],
)
def test_species_are_made_of_what_a_geochemist_would_say(
    tmp_path: Path, reaction: str, expected: list[Statement]
) -> None:
    path = file_of(tmp_path, f"SOLUTION_SPECIES\n{reaction}\n    log_k 1\nPHASES\n")
    assert [one for one in stated(path) if one[1] != "contains_element"] == expected


def test_a_gas_is_in_equilibrium_and_a_mineral_dissolves(tmp_path: Path) -> None:
    text = """PHASES
H2O(g)
    H2O = H2O
    log_k 1.5
Goethite 110
    FeOOH + 3 H+ = Fe+3 + 2 H2O
    log_k -1
Akermanite
    Ca2MgSi2O7 + 6 H+ = Mg+2 + 2 Ca+2 + 2 H4SiO4 - H2O  # the water is taken up
    log_k 45
SOLUTION_SPECIES
"""
    found = [one for one in stated(file_of(tmp_path, text)) if one[1] != "contains_element"]
    assert found == [
        ("H2O(g)", "equilibrates_with", "H2O"),
        ("Goethite", "dissolves_to", "Fe+3"),
        ("Akermanite", "dissolves_to", "Mg+2"),
        ("Akermanite", "dissolves_to", "Ca+2"),
        ("Akermanite", "dissolves_to", "H4SiO4"),
    ]


def test_hydrogen_and_oxygen_and_invented_elements_are_left_out(tmp_path: Path) -> None:
    text = "SOLUTION_SPECIES\nH2Sg = HSg- + H+\n  log_k -7\nH2S = HS- + H+\n  log_k -7\nPHASES\n"
    found = [one for one in stated(file_of(tmp_path, text)) if one[1] == "contains_element"]
    assert found == [("HS-", "contains_element", "sulfur")]


def test_a_byte_of_latin1_is_read_in_a_comment_and_refused_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "own.dat"
    head = b"SOLUTION_SPECIES\nCa+2 = Ca+2 # at 25\xb0C\n  log_k 0\nPHASES\n"
    path.write_bytes(head + b"Calcite\n  CaCO3 = Ca+2 + CO3-2\n")
    assert guess(path) == "phreeqc"
    assert ("Calcite", "dissolves_to", "Ca+2") in stated(path)
    path.write_bytes(head + b"Calcit\xe9\n  CaCO3 = Ca+2 + CO3-2\n")
    with pytest.raises(InputError) as caught:
        stated(path)
    assert caught.value.reason == "not_utf8"


def test_prose_about_phases_is_not_phreeqc(tmp_path: Path) -> None:
    path = file_of(tmp_path, "Phases of the moon.\nSolution 1 is clear. Kinetics 2 is not.\n")
    with pytest.raises(InputError, match="no reader knows"):
        guess(path)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("phreeqc.dat", {"dissolves_to": 120, "forms": 380, "sorbs_to": 50}),
        ("wateq4f.dat", {"dissolves_to": 600, "forms": 600, "reduces_to": 10}),
        ("pitzer.dat", {"dissolves_to": 140, "equilibrates_with": 6}),
        ("iso.dat", {"dissolves_to": 80, "forms": 8_000}),
    ],
)
def test_databases_of_the_usgs_are_read_whole(
    shared_data: Path, name: str, least: dict[str, int]
) -> None:
    path = shared_data / "data" / "phreeqc_examples" / "database" / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    assert guess(path) == "phreeqc"
    records = list(READER.read(path, {}))
    assert not [record for record in records if isinstance(record, Skipped)]
    counts = Counter(relation for _, relation, _ in stated(path))
    assert all(counts[relation] >= n for relation, n in least.items()), counts
    calcite = {(relation, tail) for head, relation, tail in stated(path) if head == "Calcite"}
    assert {("dissolves_to", "Ca+2"), ("dissolves_to", "CO3-2")} <= calcite


def test_examples_of_the_usgs_are_read_whole(shared_data: Path) -> None:
    folder = shared_data / "data" / "phreeqc_examples" / "examples"
    if not folder.exists():
        pytest.skip(f"{folder} is not there")
    skipped = []
    for path in sorted(folder.glob("ex*")):
        if path.suffix in ("", ".out"):
            assert guess(path) == "phreeqc", path
            records = list(READER.read(path, {}))
            assert records, path
            skipped += [one for one in records if isinstance(one, Skipped)]
    assert [one.reason for one in skipped] == ["pseudo_phase"]
    assert ("Example 2.--Temperature dependence of solubility of gypsum and anhydrite",
            "simulates", "Gypsum") in stated(folder / "ex2")  # fmt: skip
