"""What `hubscope doctor` says about one part; each part brings its own probe."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor: is the part usable, what was seen, and what would repair it."""

    name: str
    ok: bool
    detail: str
    fix: str = ""
