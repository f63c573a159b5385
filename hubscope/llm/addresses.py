"""Where providers are reached: the environment variables that their own packages read."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from hubscope.errors import InputError

_ADDRESSES = {
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    "anthropic": ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL"),
    "ollama": ("OLLAMA_HOST",),
    "azure_openai": ("AZURE_OPENAI_ENDPOINT", "OPENAI_API_BASE"),
    "mistralai": ("MISTRAL_BASE_URL",),
    "groq": ("GROQ_API_BASE",),
}


def address_of(provider: str, environment: Mapping[str, str]) -> str:
    """Where a provider is reached, "" for its own address.

    Raises:
        InputError: it holds a login, which would be printed and stored with it.
    """
    names = _ADDRESSES.get(provider, ())
    name = next((name for name in names if environment.get(name)), None)
    if name is None:
        return ""
    given = environment[name].strip()
    # OLLAMA_HOST is often a host and a port alone.
    parts = urlsplit(given if "://" in given else f"//{given}")
    if "@" in given or parts.query:
        raise InputError(
            f"{name}: the address holds a login or a query: put keys into the variable for keys.",
            reason="login_in_address",
        )
    return f"{parts.netloc}{parts.path}".rstrip("/")
