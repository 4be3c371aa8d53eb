"""Makes the connectors that only read, as far as they are set up; what is not is not even loaded."""

from __future__ import annotations

from collections.abc import Callable

from bot.chat.connector import Connector
from bot.chat.intake import Intake
from bot.chat.nair import NAir
from bot.chat.niconico.address import watch_page


def readers(
    onecomme: str, niconico: str, intake: Callable[[str], Intake], *, nair: bool
) -> tuple[list[Connector], NAir | None]:
    """The connectors in the order in which they start, and N Air's link, which the web server serves.

    Args:
        onecomme: OneComme's ``host:port``; empty is without.
        niconico: the broadcast, or whose; empty is without.
        intake: makes one for a source.
        nair: whether N Air's link is open.
    """
    made: list[Connector] = []
    link: NAir | None = None
    page = watch_page(niconico) if niconico else None
    if page is not None:
        from bot.chat.niconico.connector import Niconico

        made.append(Niconico(page, intake(Niconico.name)))
    if nair:
        link = NAir(intake(NAir.name))
        made.append(link)
    if onecomme:
        from bot.chat.onecomme import OneComme

        made.append(OneComme(onecomme, intake(OneComme.name)))
    return made, link
