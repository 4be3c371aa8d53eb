"""Why the floor could not start, in one sentence a streamer can act on."""

from __future__ import annotations

import errno
import socket

from bot.lock import AlreadyRunning
from bot.settings import Settings, SettingsError
from bot.texts import Language, text

# Windows' own numbers stand beside the portable ones: which of them arrives depends on who raised it.
_IN_USE = {errno.EADDRINUSE, 10048}
_DENIED = {errno.EACCES, errno.EPERM, 10013}
_NO_SUCH_ADDRESS = {errno.EADDRNOTAVAIL, 10049}
_READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}
_NOT_A_FOLDER = {errno.ENOTDIR, errno.EEXIST}
_DISK_FULL = {errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}


def explain(error: Exception, language: Language, settings: Settings | None = None) -> str | None:
    """The sentence for ``error``; ``None`` if it is none of the known ones, but a fault of the program.

    Args:
        error: what ended the start.
        language: of the sentence.
        settings: those in force, unless they are what failed.
    """
    match error:
        case SettingsError():
            return error.sentence(language)
        case AlreadyRunning():
            code = "already_running_at" if error.url else "already_running"
            return text(f"startup.{code}", language, folder=error.data_dir, url=error.url)
        case socket.gaierror() if settings is not None:
            return text("startup.host_unknown", language, host=settings.host)
        case OSError() if settings is not None:
            return (
                _of_folder(error, language, settings)
                if error.filename
                else _of_port(error, language, settings)
            )
    return _of_data(error, language)


def _of_port(error: OSError, language: Language, settings: Settings) -> str | None:
    codes = {error.errno, getattr(error, "winerror", None)}
    for reason, numbers in (
        ("port_in_use", _IN_USE),
        ("port_denied", _DENIED),
        ("host_unknown", _NO_SUCH_ADDRESS),
        ("disk_full", _DISK_FULL),
    ):
        if codes & numbers:
            return text(
                f"startup.{reason}",
                language,
                port=settings.port,
                host=settings.host,
                folder=settings.data_dir,
            )
    return None


def _of_folder(error: OSError, language: Language, settings: Settings) -> str:
    reasons = (("read_only", _READ_ONLY), ("not_a_folder", _NOT_A_FOLDER), ("disk_full", _DISK_FULL))
    reason = next((name for name, numbers in reasons if error.errno in numbers), "folder_unusable")
    return text(
        f"startup.{reason}",
        language,
        folder=settings.data_dir,
        file=error.filename,
        reason=error.strerror or error,
    )


def _of_data(error: Exception, language: Language) -> str | None:
    # Asked last and loaded only then: naming a wrong setting needs no database.
    from bot.games.sheet import SheetError
    from bot.points import StoreError

    if isinstance(error, SheetError):
        return text("startup.sheet_wrong", language, reason=error)
    if isinstance(error, StoreError):
        return text(f"startup.database_{error.code}", language, file=error.path)
    return None
