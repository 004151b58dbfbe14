"""Keys of models: in the keyring of the system or in the environment, never in a file or in the log."""

from __future__ import annotations

from collections.abc import Mapping

from memdesk.errors import StorageError
from memdesk.llm.settings import ModelSettings, Provider

OWN_VARIABLE = "MEMDESK_MODEL_KEY"
"""The variable that holds a key for whichever model is asked."""

_VARIABLES = {Provider.OPENAI: "OPENAI_API_KEY", Provider.ANTHROPIC: "ANTHROPIC_API_KEY"}
_SERVICE = "memdesk"


def variables_for(provider: Provider) -> tuple[str, ...]:
    """Return the variables of the environment in which a key is looked for, the first one first."""
    return tuple(filter(None, (OWN_VARIABLE, _VARIABLES.get(provider))))


def key_for(settings: ModelSettings, environment: Mapping[str, str]) -> str | None:
    """Return a model's key, None where there is none. Raises StorageError where the keyring fails.

    The keyring has it by the address too, so that no other address ever gets it.
    """
    for name in variables_for(settings.provider):
        if key := environment.get(name, "").strip():
            return key
    if not settings.key_kept:
        return None
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(_SERVICE, _name(settings))
    except (KeyringError, OSError) as error:
        raise _failed("read", settings, error) from error


def keep_key(settings: ModelSettings, key: str | None) -> None:
    """Keep a model's key in the keyring, or remove it. Raises StorageError where there is no keyring."""
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        if key is not None:
            keyring.set_password(_SERVICE, _name(settings), key)
            return
        try:
            keyring.delete_password(_SERVICE, _name(settings))
        except PasswordDeleteError:
            return  # there was none
    except (KeyringError, OSError) as error:
        raise _failed("written", settings, error) from error


def _name(settings: ModelSettings) -> str:
    return f"{settings.provider.value} {settings.address}".strip()


def _failed(done: str, settings: ModelSettings, error: Exception) -> StorageError:
    names = " or ".join(variables_for(settings.provider))
    return StorageError(
        f"the keyring of the system cannot be {done} ({type(error).__name__}); set {names} in the environment"
    )
