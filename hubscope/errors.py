"""Every error raised on purpose, sorted by what the caller can do about it."""


class HubscopeError(Exception):
    """Root of every error raised on purpose; `exit_code` is what the command line returns.

    The message is one line: what is wrong, where, and what to do. `reason` is a stable word for
    programs and tests, `where` a file and line or an id.
    """

    exit_code = 1

    def __init__(self, message: str, *, reason: str = "", where: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.where = where


class InputError(HubscopeError):
    """What was given cannot be used. Fix it: trying again will not help."""

    exit_code = 2


class BudgetError(HubscopeError):
    """The cap was reached. What was done is kept; raise the cap and run again."""

    exit_code = 3


class UnavailableError(HubscopeError):
    """A needed service (database, model, sandbox) is not there. Start it and run again."""

    exit_code = 4


class IntegrityError(HubscopeError):
    """What is stored contradicts itself: a graph invariant, an index or a journal is broken."""
