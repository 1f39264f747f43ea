"""Keys: the table of analysts' API keys, each as a hash."""

from lowwater.server.store.connection import Connection
from lowwater.server.store.records import ApiKey, read


class Keys:
    """The table `api_key`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, digest: str, name: str, made: float, survey: str | None = None, *, reading: bool = False) -> None:
        """Insert a key, for one `survey` or all, and for `reading` alone or not."""
        self._connection.run("add_key", hash=digest, name=name, made=made, survey=survey, reading=int(reading))

    def get(self, digest: str) -> ApiKey | None:
        """Fetch a key that was not revoked."""
        keys = read(ApiKey, self._connection.all("key", hash=digest))
        return keys[0] if keys else None

    def all(self) -> list[ApiKey]:
        """Fetch every key, the oldest first."""
        return read(ApiKey, self._connection.all("keys"))

    def drop(self, survey: str) -> None:
        """Delete the keys that open no other survey than this."""
        self._connection.run("drop_keys", survey=survey)

    def revoke(self, name: str, now: float) -> bool:
        """Revoke the keys of this name; return whether there were any."""
        return bool(self._connection.run("revoke_key", name=name, now=now))
