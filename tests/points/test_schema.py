"""Start-up: one schema however it came about, a backup before any change to it, plain words for bad files."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.points import Store, StoreError, schema
from bot.points import sqlite as half
from bot.points.schema import KEPT_BACKUPS, MIGRATIONS, backups_of, prepare
from bot.points.tables import HEAD
from tests.patience import PATIENCE
from tests.points.helpers import FIRST, do, raw, seen

_LATER = """
import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{head}"


def upgrade():
    with op.batch_alter_table("viewers") as viewers:
        viewers.add_column(sa.Column("colour", sa.Text, nullable=False, server_default="red"))
        viewers.alter_column("rank", new_column_name="level")
    {more}
"""


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The migrations of a version yet to come."""
    folder = tmp_path / "100% later"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "9999_later.py").write_text(_LATER.format(head=HEAD, more=""), encoding="utf-8")
    return folder


def _schema(connection: sqlite3.Connection) -> dict[str, str]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s*([(),]|\s)\s*", r"\1", sql) for name, sql in rows}


def _content(connection: sqlite3.Connection, *tables: str) -> list[object]:
    return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def test_a_database_in_memory_has_the_migrated_schema(path: Path) -> None:
    """In memory the tables are made from the classes, in a file by the migrations: one schema, though."""
    prepare(path)
    with closing(raw(path)) as migrated, closing(sqlite3.connect(":memory:")) as made:
        made.executescript(half.schema_script())
        assert _schema(made) == _schema(migrated)
        same = ("economies", "channels", "alembic_version")
        assert _content(made, *same) == _content(migrated, *same)


def test_head_is_the_newest_migration() -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == HEAD


def test_alembic_finds_nothing_to_add(path: Path) -> None:
    """The classes and the migrations agree in Alembic's eyes, too."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import URL, create_engine

    from bot.points.tables import METADATA

    prepare(path)
    engine = create_engine(URL.create("sqlite", database=str(path)))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_schema_is_portable() -> None:
    """Every table, index and statement of the store also makes sense to PostgreSQL."""
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateIndex, CreateTable

    from bot.points.statements import STATEMENTS
    from bot.points.tables import METADATA

    dialect = postgresql.dialect()
    for table in METADATA.sorted_tables:
        assert str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=dialect))
    assert "balance BIGINT" in str(CreateTable(METADATA.tables["accounts"]).compile(dialect=dialect))
    for statement in STATEMENTS.values():
        assert str(statement.compile(dialect=dialect))


class TestBackups:
    async def test_a_new_file_has_none(self, path: Path) -> None:
        async with await Store.open(path) as store:
            assert store.backup is None
        assert not (path.parent / "backups").exists()

    async def test_a_current_file_has_none(self, path: Path) -> None:
        async with await Store.open(path) as store:
            await seen(store)
        async with await Store.open(path) as store:
            assert store.backup is None
        assert not (path.parent / "backups").exists()

    async def test_an_older_file_is_copied_before_it_is_changed(self, path: Path, later: Path) -> None:
        async with await Store.open(path) as store:
            viewer = await seen(store, "u1", "綾")
        backup = prepare(path, migrations=later, head="later")
        assert backup is not None
        assert backup.parent == path.parent / "backups"
        with closing(raw(path)) as now, closing(sqlite3.connect(backup)) as then:
            assert now.execute("SELECT name, level, colour FROM viewers").fetchall() == [
                ("綾", "plain", "red")
            ]
            assert now.execute("SELECT version_num FROM alembic_version").fetchall() == [("later",)]
            assert now.execute("SELECT balance FROM accounts WHERE id = ?", [viewer.account]).fetchone() == (
                FIRST,
            )
            assert then.execute("SELECT name, rank FROM viewers").fetchall() == [("綾", "plain")]
            assert then.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
            assert _schema(then)["transfers"] == _schema(now)["transfers"]
        assert prepare(path, migrations=later, head="later") is None, "the second start finds nothing to do"

    async def test_a_backup_opens_like_any_database(self, path: Path) -> None:
        async with await Store.open(path) as store:
            await seen(store)
            copy = await store.make_backup()
        async with await Store.open(copy) as store:
            assert (await seen(store)).balance == FIRST
            assert (await store.audit()).clean

    async def test_a_backup_holds_what_is_still_in_the_wal(self, path: Path) -> None:
        async with await Store.open(path) as store:
            await seen(store)
            assert path.with_name(path.name + "-wal").stat().st_size > 0
            copy = await store.make_backup()
        with closing(sqlite3.connect(copy)) as file:
            assert file.execute("SELECT count(*) FROM viewers").fetchone() == (1,)

    async def test_the_newest_five_are_kept(self, path: Path) -> None:
        async with await Store.open(path) as store:
            made = [await store.make_backup() for _ in range(KEPT_BACKUPS + 2)]
        assert backups_of(path, path.parent / "backups") == made[-KEPT_BACKUPS:]

    async def test_other_files_in_the_folder_are_left_alone(self, path: Path) -> None:
        folder = path.parent / "backups"
        async with await Store.open(path) as store:
            for number in range(KEPT_BACKUPS):
                await store.make_backup()
                (folder / f"{path.stem}-my copy {number}.db").write_text("mine")
                (folder / f"{path.stem}-other-20250101-000000-000000-manual.db").write_text("another's")
            await store.make_backup()
        assert len(list(folder.iterdir())) == KEPT_BACKUPS * 2 + 1

    async def test_a_damaged_database_pushes_no_good_backup_out(self, path: Path) -> None:
        async with await Store.open(path) as store:
            for number in range(300):
                await do(store, lambda tx, i=number: tx.remember("p", "c", f"message {i}"))
            good = [await store.make_backup() for _ in range(KEPT_BACKUPS)]
        _spoil(path)
        for _ in range(3):
            with pytest.raises(StoreError) as failed:
                schema.back_up(path, path.parent / "backups", "manual")
            assert failed.value.code == "damaged"
        assert sorted((path.parent / "backups").iterdir()) == good

    def test_a_copy_that_came_out_damaged_is_no_backup(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A disk may write something else than it was given."""
        prepare(path)
        good = schema.back_up(path, path.parent / "backups", "manual")

        class BadDisk:
            def execute(self, _sql: str, target: tuple[str]) -> None:
                shutil.copy(path, target[0])
                _spoil(Path(target[0]))

            def close(self) -> None:
                pass

        monkeypatch.setattr(half, "connect", lambda _: BadDisk())
        for _ in range(KEPT_BACKUPS):
            with pytest.raises(StoreError):
                schema.back_up(path, path.parent / "backups", "manual")
        assert list((path.parent / "backups").iterdir()) == [good]

    async def test_in_memory_there_is_nothing_to_copy(self, store: Store) -> None:
        with pytest.raises(ValueError, match="memory"):
            await store.make_backup()

    async def test_a_folder_of_choice(self, path: Path, tmp_path: Path, later: Path) -> None:
        prepare(path)
        backup = prepare(path, tmp_path / "別の場所", migrations=later, head="later")
        assert backup is not None
        assert backup.parent == tmp_path / "別の場所"


async def test_a_migration_that_fails_changes_nothing(path: Path, later: Path) -> None:
    async with await Store.open(path) as store:
        await seen(store)
    broken = _LATER.format(head=HEAD, more='op.execute("INSERT INTO nowhere VALUES (1)")')
    (later / "versions" / "9999_later.py").write_text(broken, encoding="utf-8")
    with closing(raw(path)) as file:
        before = _schema(file)
    with pytest.raises(Exception, match="nowhere"):
        prepare(path, migrations=later, head="later")
    with closing(raw(path)) as file:
        assert _schema(file) == before
    async with await Store.open(path) as store:
        assert (await seen(store)).balance == FIRST


async def test_a_migration_that_leaves_dangling_rows_changes_nothing(path: Path, later: Path) -> None:
    async with await Store.open(path) as store:
        await seen(store)
    broken = _LATER.format(head=HEAD, more='op.execute("DELETE FROM accounts")')
    (later / "versions" / "9999_later.py").write_text(broken, encoding="utf-8")
    with pytest.raises(StoreError):
        prepare(path, migrations=later, head="later")
    async with await Store.open(path) as store:
        assert (await seen(store)).balance == FIRST


class TestTrouble:
    """Each code of :class:`StoreError`, from the real thing."""

    async def _code(self, path: Path) -> str:
        with pytest.raises(StoreError) as failed:
            await Store.open(path)
        assert failed.value.path == path
        return failed.value.code

    async def test_not_a_database(self, path: Path) -> None:
        prose = b"points, points, points " * 100
        _fill(path, prose)
        assert await self._code(path) == "damaged"
        assert _read(path) == prose

    async def test_a_spoilt_page(self, path: Path) -> None:
        async with await Store.open(path) as store:
            for number in range(300):
                await do(store, lambda tx, i=number: tx.remember("p", "c", f"message {i}"))
        _spoil(path)
        assert await self._code(path) == "damaged"

    async def test_a_file_cut_short(self, path: Path) -> None:
        async with await Store.open(path) as store:
            await seen(store)
        _fill(path, _read(path)[: 4096 * 20])
        assert await self._code(path) == "damaged"

    async def test_a_database_of_something_else(self, path: Path) -> None:
        path.parent.mkdir()
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE cookies (host TEXT)")
        assert await self._code(path) == "foreign"
        with closing(sqlite3.connect(path)) as other:
            assert set(_schema(other)) == {"cookies"}

    async def test_another_programs_alembic_database(self, path: Path) -> None:
        path.parent.mkdir()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
            other.execute("INSERT INTO alembic_version VALUES ('0001')")
        assert await self._code(path) == "foreign"

    async def test_a_newer_versions_database(self, path: Path, later: Path) -> None:
        prepare(path)
        prepare(path, migrations=later, head="later")
        assert await self._code(path) == "newer_schema"
        with closing(raw(path)) as file:
            assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("later",)]

    async def test_a_lock_held_by_another_program(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        prepare(path)
        monkeypatch.setattr(half, "BUSY_MS", 20)
        with closing(raw(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await self._code(path) == "locked"
        async with await Store.open(path) as store:
            assert (await seen(store)).balance == FIRST

    async def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        _fill(tmp_path / "file", b"")
        assert await self._code(tmp_path / "file" / "x.db") == "read_only"

    async def test_a_folder_in_the_files_place(self, path: Path) -> None:
        _fill(path / "file", b"")
        assert await self._code(path) == "read_only"

    @pytest.mark.skipif(sys.platform == "win32", reason="folders have other permissions there")
    @pytest.mark.parametrize("existing", [False, True])
    async def test_a_folder_that_cannot_be_written(self, path: Path, existing: bool) -> None:
        if existing:
            async with await Store.open(path) as store:
                await seen(store)
        else:
            path.parent.mkdir()
        if os.geteuid() == 0:
            assert _as_nobody(path) == "read_only"
            return
        path.parent.chmod(0o555)
        try:
            assert await self._code(path) == "read_only"
        finally:
            path.parent.chmod(0o755)


def _as_nobody(path: Path) -> str:
    """Opens the file as a user without any rights: nothing is read-only to the administrator."""
    for folder in (path.parent, *path.parent.parents):
        if folder.stat().st_uid == 0 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    script = (
        "import asyncio, os, sys\n"
        "from pathlib import Path\n"
        "from bot.points import Store, StoreError\n"
        "from bot.points.schema import prepare\n"
        # Whoever has no rights may not read Python's own files either: load them all first.
        "prepare(Path(sys.argv[2]))\n"
        "asyncio.run(Store.open(Path(sys.argv[2])))\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try: asyncio.run(Store.open(Path(sys.argv[1])))\n"
        "except StoreError as error: print(error.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path), str(path.parent.parent / "warm.db")],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _fill(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _read(path: Path) -> bytes:
    return path.read_bytes()


def _spoil(path: Path) -> None:
    """Overwrites one page in the middle of a table."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        for page in range(4, size // 4096):
            file.seek(page * 4096)
            file.write(b"\xa5" * 2048)


async def test_every_connection_is_set_up_alike(filed: Store) -> None:
    from sqlalchemy import text

    asked = {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "busy_timeout": half.BUSY_MS,
        "trusted_schema": 0,
    }
    for pragma, value in asked.items():
        assert await filed._session.read(text(f"PRAGMA {pragma}"), {}) == [(value,)]
    async with filed._readers.snapshot() as connection:
        for pragma, value in {**asked, "query_only": 1}.items():
            if pragma != "synchronous":  # of no meaning to a connection that cannot write
                assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one() == value


async def test_a_read_is_one_snapshot(filed: Store) -> None:
    """What commits meanwhile is not half seen."""
    from sqlalchemy import text

    await seen(filed, "aya")
    count = text("SELECT count(*) FROM viewers")
    async with filed._readers.snapshot() as connection:
        assert (await connection.execute(count)).scalar_one() == 1
        await seen(filed, "ben")
        assert (await connection.execute(count)).scalar_one() == 1
    async with filed._readers.snapshot() as connection:
        assert (await connection.execute(count)).scalar_one() == 2


async def test_in_memory_readers_and_the_writer_take_turns(store: Store) -> None:
    async def read() -> int:
        return len(await store.ranking("main"))

    work = [seen(store, f"u{i}") if i % 2 else read() for i in range(200)]
    await asyncio.gather(*work)
    assert await read() == 100


async def test_two_stores_in_memory_share_nothing() -> None:
    async with await Store.open(None) as one, await Store.open(None) as two:
        await seen(one)
        assert await two.ranking("main") == []


@pytest.mark.parametrize("times", [1, 2])
async def test_close_may_come_twice(path: Path, times: int) -> None:
    store = await Store.open(path)
    for _ in range(times):
        await store.close()
    assert sorted(it.name for it in path.parent.iterdir()) == [path.name], "no WAL is left behind"


def test_a_store_that_was_never_closed_does_not_keep_the_process_alive(path: Path) -> None:
    script = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom bot.points import Store\n"
        "async def main():\n"
        "    store = await Store.open(Path(sys.argv[1]))\n"
        "    await store.ranking('main')\n"
        "asyncio.run(main())\nprint('end')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout.strip() == "end"
    assert done.returncode == 0


async def test_a_relative_path_is_kept_whatever_the_folder_becomes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with await Store.open(Path("here.db")) as store:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        await seen(store)
        assert len(await store.ranking("main")) == 1
    assert (tmp_path / "here.db").exists()
