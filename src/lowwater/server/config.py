"""Configuration: a TOML file, then environment variables, then command-line options; unknown settings are refused."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from lowwater.errors import YourFault
from lowwater.server.store.sqlite import Sqlite
from lowwater.server.store.store import Store
from lowwater.wire.address import Address

PREFIX = "LOWWATER_"
_DATABASES = ("postgresql://", "postgres://")
_OF_OTHERS = ("LOWWATER_SERVER", "LOWWATER_KEY")  # read by other commands
_OF_BENCHMARKS = "LOWWATER_BENCH_"
_KINDS = {int: "a whole number", str: "text"}


@dataclass(frozen=True)
class Config:
    """The settings of a server."""

    database: str = "lowwater.db"
    host: str = "127.0.0.1"
    port: int = 8770
    log: str = "info"
    public_url: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.port < 2**16:
            raise YourFault(f"port={self.port!r}; it lies between 0 (any free one) and 65535")
        if self.log not in ("debug", "info", "warning", "error"):
            raise YourFault(f"log={self.log!r}; it is debug, info, warning or error")
        if self.public_url:
            object.__setattr__(self, "public_url", _public_url(self.public_url))


def _public_url(text: str) -> str:
    """The one spelling of a public URL."""
    try:
        return str(Address.of(text))
    except YourFault as error:
        reason = str(error).partition(" is no address: ")[2]
        raise YourFault(f"public_url={text!r} is where people reach this server: {reason}") from None


def configured(file: Path | None, environment: Mapping[str, str] = os.environ, **options: Any) -> Config:
    """The configuration from `file`, then `environment`, then `options`; the later override the earlier."""
    known = {field.name: type(field.default) for field in fields(Config)}
    settings = _from_file(file, known) if file else {}
    _refuse_unknown(environment, [PREFIX + name.upper() for name in known])
    for name, kind in known.items():
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            settings[name] = _converted(name, text, kind)
    return Config(**(settings | {name: value for name, value in options.items() if value is not None}))


def _refuse_unknown(environment: Mapping[str, str], known: list[str]) -> None:
    """Refuse unknown variables with our prefix: a misspelt one would be a setting that somebody relies on."""
    for name in sorted(environment):
        ours = name.startswith(PREFIX) and not name.startswith(_OF_BENCHMARKS)
        if ours and name not in known and name not in _OF_OTHERS:
            raise YourFault(f"{name} is set, and means nothing here; the variables are {', '.join(known)}")


def _from_file(file: Path, known: dict[str, type]) -> dict[str, Any]:
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise YourFault(f"{file}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise YourFault(f"{file} is not TOML: {error}") from None
    for name, value in settings.items():
        if name not in known:
            raise YourFault(f"{file}: unknown key {name!r}; the keys are {', '.join(known)}")
        if type(value) is not known[name]:
            raise YourFault(f"{file}: {name}={value!r} is not of the right type; it is {_KINDS[known[name]]}")
    return settings


def _converted(name: str, text: str, kind: type) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise YourFault(f"{PREFIX}{name.upper()}={text!r}; it is {_KINDS[kind]}") from None


def connect(database: str, *, alone: bool = True, reading: bool = False) -> Store:
    """Open the store that `database` names, a file or postgresql://...; with `reading`, a read-only one."""
    if database.startswith(_DATABASES):
        try:
            from lowwater.server.store.postgres import Postgres  # noqa: PLC0415 (an extra of its own)
        except ModuleNotFoundError:
            raise YourFault("PostgreSQL needs its extra: pip install 'lowwater[postgres]'") from None
        return Store(Postgres(database, reading=reading))
    if "://" in database:
        scheme = database.partition("://")[0]
        raise YourFault(f"a database of {scheme}:// is none that Lowwater knows; name a file, or postgresql://...")
    return Store(Sqlite(database, alone=alone and not reading, reading=reading))
