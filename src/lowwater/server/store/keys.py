"""Keys: the table of analysts' API keys, each as a hash."""

from lowwater.server.store.connection import Connection
from lowwater.server.store.records import ApiKey, read


class Keys:
    """The table `api_key`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, digest: str, name: str, made: float) -> None:
        """Insert a key."""
        self._connection.run("add_key", hash=digest, name=name, made=made)

    def valid(self, digest: str) -> bool:
        """Whether there is such a key that was not revoked."""
        return bool(self._connection.all("key", hash=digest))

    def all(self) -> list[ApiKey]:
        """Fetch every key, the oldest first."""
        return read(ApiKey, self._connection.all("keys"))

    def revoke(self, name: str, now: float) -> bool:
        """Revoke the keys of this name; return whether there were any."""
        return bool(self._connection.run("revoke_key", name=name, now=now))
