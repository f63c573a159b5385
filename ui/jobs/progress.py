"""How far a job is, as a page shows it: share, rate, time left, cost so far."""

import math

import streamlit as st

from hubscope.progress import Progress
from ui.jobs.job import Job
from ui.output import dollars
from ui.passages import literal


def how_far(at: Progress | None, job: Job) -> None:
    """Draw how far a job is; None before it said so."""
    if at is None:
        st.progress(0.0, "starting …")
        return
    of = "" if at.total is None else f" of {at.total:,}"
    if at.share is not None:
        st.progress(at.share, f"{at.phase}: {at.share:.0%}")
    figures = {at.phase.capitalize(): f"{at.done:,}{of}", "Rate": rate_text(at.rate)}
    if at.total is not None:
        figures["Time left"] = duration_text(at.left_s)
    if job.pays:
        figures["Cost so far"] = dollars(at.cost, "not known")
        figures["Cap"] = "none" if at.cap is None else f"${at.cap:g}"
    for column, (name, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(name, literal(value))


def rate_text(rate: float | None) -> str:
    """A rate in the unit in which it is more than one.

    >>> rate_text(2.5), rate_text(0.1), rate_text(0.001), rate_text(None)
    ('2.5 / s', '6.0 / min', '3.6 / h', '–')
    """
    if rate is None:
        return "–"
    for unit, seconds in (("s", 1), ("min", 60)):
        if rate * seconds >= 1:
            return f"{rate * seconds:,.1f} / {unit}"
    return f"{rate * 3600:,.1f} / h"


def duration_text(seconds: float | None) -> str:
    """About how long, as people say it.

    >>> duration_text(12.3), duration_text(150.0), duration_text(9000.0), duration_text(None)
    ('12 s', '3 min', '2 h 30 min', '–')
    """
    if seconds is None:
        return "–"
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
