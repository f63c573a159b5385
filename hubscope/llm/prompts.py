"""Prompts: text files with `$names`, known by hash; untrusted text between random words."""

import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from hubscope.keys import digest

# Control and format characters, private ones, halves of pairs.
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs"})


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's template; what is filled in is never read as a template again."""

    name: str
    text: str

    @property
    def fingerprint(self) -> str:
        """Hash of the text."""
        return digest(["prompt", self.text])

    def filled(self, **values: str) -> str:
        """The text with every name filled in.

        Raises:
            KeyError: a name of the template is not given.
        """
        return Template(self.text).substitute(values)


@cache
def load_prompt(package: str, name: str) -> Prompt:
    """The prompt `name`.txt of a package's folder `prompts`."""
    text = files(package).joinpath("prompts", f"{name}.txt").read_text("utf-8")
    return Prompt(name, text)


def nonce_for(texts: Iterable[str]) -> str:
    """A random word that none of the texts holds, to quote them between.

    Who writes a text cannot know it, so no text can end its own quotation.
    """
    together = "\n".join(texts)
    while (word := secrets.token_hex(8)) in together:
        pass
    return word


def quoted(text: str) -> str:
    r"""Text from outside as a prompt quotes it: on one line, without what nobody can see.

    >>> quoted("Zinc\u200b\u202e inhibits\nACE.")
    'Zinc inhibits ACE.'
    """
    spaced = on_one_line(text)
    return "".join(char for char in spaced if unicodedata.category(char) not in _INVISIBLE)


def on_one_line(text: str) -> str:
    r"""Text whose line breaks cannot begin a line of the prompt.

    >>> on_one_line("It fell.\n[2] It rose.")
    'It fell. [2] It rose.'
    """
    return " ".join(text.split())
