"""Why the floor could not start, in one sentence a streamer can act on."""

from __future__ import annotations

import errno

from bot.lock import AlreadyRunning
from bot.settings import Settings, SettingsError
from bot.texts import Language, text

_READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}
_NOT_A_FOLDER = {errno.ENOTDIR, errno.EEXIST}
_DISK_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


def explain(error: Exception, language: Language, settings: Settings | None = None) -> str | None:
    """The sentence for ``error``; ``None`` if it is none of the known ones, but a fault of the program.

    Args:
        error: what ended the start.
        language: of the sentence.
        settings: those in force, unless they are what failed.
    """
    if isinstance(error, SettingsError):
        return error.sentence(language)
    if isinstance(error, AlreadyRunning):
        code = "already_running_at" if error.url else "already_running"
        return text(f"startup.{code}", language, folder=error.data_dir, url=error.url)
    if isinstance(error, OSError):
        return _of_folder(error, language, settings) if settings else None
    return _of_parts(error, language, settings)


def _of_folder(error: OSError, language: Language, settings: Settings) -> str | None:
    reasons = (("disk_full", _DISK_FULL), ("read_only", _READ_ONLY), ("not_a_folder", _NOT_A_FOLDER))
    reason = next((name for name, numbers in reasons if error.errno in numbers), "folder_unusable")
    if not error.filename and reason != "disk_full":
        return None  # no file, so not the folder's fault
    return text(
        f"startup.{reason}",
        language,
        folder=settings.data_dir,
        file=error.filename,
        reason=error.strerror or error,
    )


def _of_parts(error: Exception, language: Language, settings: Settings | None) -> str | None:
    # Asked last and loaded only then: naming a wrong setting needs neither a database nor a web server.
    from bot.games.sheet import SheetError
    from bot.pit.replies import say
    from bot.points import SeasonRefused, StoreError
    from bot.web import CannotListen, PortDenied, PortInUse
    from bot.web.lobby import ExportRefused

    match error:
        case ExportRefused():
            return text(f"startup.{error.code}", language, folder=error.folder, reason=error.reason)
        case SheetError():
            return text("startup.sheet_wrong", language, reason=error.sentence(language))
        case SeasonRefused():
            return say(f"reply.{error.code}", error.params, language) + ("。" if language == "ja" else ".")
        case StoreError():
            return text(f"startup.database_{error.code}", language, file=error.path)
        case PortInUse():
            return text("startup.port_in_use", language, port=error.port, setting=error.setting)
        case PortDenied():
            return text("startup.port_denied", language, port=error.port, setting=error.setting)
        case CannotListen() if settings:
            return text("startup.host_unknown", language, host=settings.host)
    return None
