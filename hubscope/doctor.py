"""Doctor: what one check of one part found, and how to mend it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One part looked at: `detail` says what was found, `fix` what to do where it is not well."""

    name: str
    ok: bool
    detail: str
    fix: str = ""
