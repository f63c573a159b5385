"""Tables of a calibration: agreement, confusion, classes, corrected scores."""

import streamlit as st

from benchmarks.calibration import Calibration
from benchmarks.report import AGREEMENT_NAMES
from ui.passages import literal, show

MOST_HIGH = 320


def calibration_tables(found: Calibration) -> None:
    """Draw a calibration with its warnings and the claims on which people and judge part."""
    for warning in found.warnings:
        st.warning(literal(warning))
    show("calibration.html", found=found, measures=AGREEMENT_NAMES)
    st.markdown(f"**{len(found.disagreements)} claims on which people and the judge part**")
    if found.disagreements:
        st.dataframe(
            [
                {
                    "people": one.label,
                    "judge": one.verdict,
                    "claim": one.text,
                    "trajectory": one.trajectory,
                }
                for one in found.disagreements
            ],
            key="disagreements",
            hide_index=True,
            height=min(MOST_HIGH, 38 + 35 * len(found.disagreements)),
            alt="Claims on which people and the judge disagree",
        )
