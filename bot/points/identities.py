"""Who is whom: platform accounts that act as one viewer, those that are not heard, those that are forgotten.

A link moves the second account's whole balance to the first by one transfer, and from then on the second
platform account acts as the first. Nothing of the ledger is ever changed: a forgotten viewer's account stays,
under a name that tells nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from bot.points.memory import ViewerKey
from bot.points.names import displayable, name_key, word
from bot.points.posting import Posting
from bot.points.statements import Write
from bot.points.values import AccountId, Alias, Silenced, Transfer

MERGE = "merge"
"""The reason of a transfer that moves a linked account's balance."""
FORGOTTEN = "forgotten-"
"""How the user id of a forgotten viewer begins."""


class Identities(Posting):
    """The half of a :class:`~bot.points.tx.Tx` that knows who is whom."""

    __slots__ = ()

    def alias(self, economy: str, platform: str, user_id: str) -> Alias | None:
        """The link in force of a platform account that acts as another's viewer."""
        found = self._memory.aliases.get((economy, platform, user_id))
        return found if found is not None and not found.unlinked_at else None

    def aliases_of(self, account: AccountId) -> list[Alias]:
        """The platform accounts that act as that viewer."""
        held = self._memory.aliases.values()
        return [one for one in held if one.account == account and not one.unlinked_at]

    async def account_of(self, economy: str, platform: str, user_id: str) -> AccountId | None:
        """The account of its own that a platform account has, linked or not."""
        known = await self._memory.viewer((economy, platform, user_id))
        return None if known is None else known.account

    async def link(
        self, economy: str, platform: str, user_id: str, name: str, to: AccountId, by: str
    ) -> Alias:
        """Lets a platform account act as the viewer of ``to``; its balance goes over.

        Those that acted as it act as ``to``, too.

        Args:
            by: who approved it.

        Raises:
            KeyError: ``to`` is not a viewer's account.
            ValueError: it would act as itself, or acts as somebody already.
        """
        key = (economy, word(platform), word(user_id))
        own = await self.account_of(*key)
        if await self._memory.viewer_of(to) is None:
            raise KeyError(to)
        if self.alias(*key) is not None or own == to or self.alias(*self._memory.keys[to]) is not None:
            raise ValueError(f"{key} cannot act as account {to}")
        moved = None
        if own is not None:
            await self.load([own, to])
            if balance := self.balance(own):
                (moved,) = await self.post([Transfer(own, to, balance, MERGE, actor=by)])
            for other in self.aliases_of(own):
                self._keep_alias(replace(other, account=to))
        made = Alias(economy, platform, user_id, to, own, moved, displayable(name), self.now)
        self._keep_alias(made)
        return made

    async def unlink(self, alias: Alias, by: str, *, back: bool = False) -> None:
        """Lets a platform account act as itself again; with ``back`` the points it brought go back, what of
        them is spent covered by the corrections account.

        Raises:
            BadReversal: the points have gone back already.
        """
        if back and alias.transfer is not None:
            await self.reverse([alias.transfer], by, reason="unlink")
        self._keep_alias(replace(alias, unlinked_at=self.now))

    def _keep_alias(self, alias: Alias) -> None:
        key: ViewerKey = (alias.economy, alias.platform, alias.user_id)
        values = {
            "account_id": alias.account,
            "own_id": alias.own,
            "transfer_id": alias.transfer,
            "name": alias.name,
            "linked_at": alias.linked_at,
            "unlinked_at": alias.unlinked_at,
        }
        if key in self._memory.aliases:
            of = {"of_economy": key[0], "of_platform": key[1], "of_user": key[2]}
            self._add(Write.ALIAS_CHANGE, **of, **values)
        else:
            self._need_economy(alias.economy)
            self._add(Write.ALIAS, economy=key[0], platform=key[1], user_id=key[2], **values)
        self._changes.put(self._memory.aliases, key, alias)

    # --- who is not heard -----------------------------------------------------------------------------------

    def silence(self, silenced: Silenced) -> None:
        """Stores that a platform account is not heard, or (``lifted_at``) is again."""
        key: ViewerKey = (silenced.economy, word(silenced.platform), word(silenced.user_id))
        values = {
            "name": displayable(silenced.name),
            "since": silenced.since,
            "until": silenced.until,
            "lifted_at": silenced.lifted_at,
        }
        if (key, silenced.why) in self._memory.silenced:
            of = {"of_economy": key[0], "of_platform": key[1], "of_user": key[2], "of_why": silenced.why}
            self._add(Write.SILENCED_CHANGE, **of, **values)
        else:
            self._need_economy(silenced.economy)
            self._add(
                Write.SILENCED, economy=key[0], platform=key[1], user_id=key[2], why=silenced.why, **values
            )
        self._changes.put(self._memory.silenced, (key, silenced.why), silenced)

    # --- who is forgotten -----------------------------------------------------------------------------------

    async def forget(self, account: AccountId, called: str) -> str:
        """Puts a pseudonym in the place of a viewer's name and user id, in the final rankings too; former
        names and links are gone, the ledger stays. Whoever it was is a stranger from now on,
        also where they came by a link.

        Args:
            called: how a forgotten viewer is called; a number is put behind it.

        Returns:
            The new name.

        Raises:
            KeyError: not a viewer's account.
        """
        known = await self._memory.viewer_of(account)
        if known is None:
            raise KeyError(account)
        linked = [one.own for one in self.aliases_of(account) if one.own is not None]
        economy, platform, _ = old = self._memory.keys[account]
        pseudonym = FORGOTTEN + secrets.token_hex(8)
        name = f"{called}{account}"
        self._changes.drop(self._memory.viewers, old)
        self._changes.put(self._memory.keys, account, (economy, platform, pseudonym))
        known = replace(known, name=name, former=())
        self._changes.put(self._memory.viewers, (economy, platform, pseudonym), known)
        self._add(Write.ACCOUNT_OWNER, of=account, user_id=pseudonym)
        self._add(
            Write.VIEWER_CHANGE,
            of=account,
            name=name,
            name_key=name_key(name),
            former_names="",
            rank=known.rank,
        )
        self._add(Write.FORGET_NAMES, of=account, name=name)
        self._add(Write.FORGET_ALIASES, of=account)
        for key, alias in list(self._memory.aliases.items()):
            if account in (alias.account, alias.own):
                self._changes.drop(self._memory.aliases, key)
        for own in linked:
            await self.forget(own, called)
        return name
