"""Every file of the data folder is a source's or left out for a reason; kills are drawn."""

from pathlib import Path

import pytest

from ingest.readers import guess
from perf.all_data import Victim, drawn_strikes
from perf.data_folder import BY_NAME, DATA, SOURCES, files, left_out

with_data = pytest.mark.skipif(not DATA.is_dir(), reason="shared data is not there")


@with_data
def test_every_file_is_used_or_left_out_for_a_reason() -> None:
    assert [path for path, why in left_out(DATA) if not why] == []


@with_data
@pytest.mark.slow
def test_every_source_has_files_of_a_format_of_its_own(tmp_path: Path) -> None:
    for source in SOURCES:
        found = files(DATA, source.patterns, tmp_path)
        assert found, source.name
        assert not {"text", "table"} & {guess(found[0]), guess(found[-1])}, source.name


def test_client_server_and_both_are_killed_each_in_another_source() -> None:
    for seed in range(20):
        strikes = drawn_strikes(seed)
        assert {strike.victim for strike in strikes.values()} == set(Victim)
        assert len(strikes) == len(Victim)
        assert strikes.keys() <= BY_NAME.keys()
    assert drawn_strikes(1) == drawn_strikes(1) != drawn_strikes(2)
