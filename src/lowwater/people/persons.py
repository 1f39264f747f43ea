"""Persons: the rows that are kept of a table in which one person may have several.

A person has one number in a group: the smallest of its rows for a minimum, the largest for a maximum. Of the groups of
a person `cap` are kept, by a hash of the person's name, the group's and a salt drawn for the run: never by a value, so
that who takes part in a group says nothing about anybody's number.
"""

from typing import Any

import duckdb

from lowwater.core.domain import Direction
from lowwater.errors import BadData
from lowwater.files.table import quoted
from lowwater.people.column_type import chosen
from lowwater.people.groups import Grouping, several_rows
from lowwater.people.relation_groups import group_literal

_MEMORY = "1GB"


def kept_rows(table: Any, column: str, grouping: Grouping, keep: Direction | None, salt: str) -> Any:
    """The kept rows of a table that DuckDB reads, in a table of DuckDB's own, which goes to disk where it is large.

    keep: the end whose number is a person's in a group; None, for a quantile, refuses persons with several.
    """
    connection, reader = (duckdb.connect(config={"memory_limit": _MEMORY}) for _ in range(2))
    people: Any = table if isinstance(table, duckdb.DuckDBPyRelation) else reader.from_arrow(table)
    person = chosen(grouping.person, list(people.columns))
    try:
        query = _query(column, grouping, person, keep, salt)
        kept = people.query("people", query).to_arrow_reader()
        connection.execute("CREATE TABLE kept AS SELECT * FROM kept")
        del kept
        _check(connection, grouping, keep)
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise BadData(f"duckdb cannot tell the persons in {person!r} apart: {reason}") from None
    names = ", ".join(quoted(name, chr(34)) for name in (column, grouping.by))
    return connection.sql(f"SELECT {names} FROM kept WHERE place <= {grouping.cap}")


def _query(column: str, grouping: Grouping, person: str, keep: Direction | None, salt: str) -> str:
    """The rows of persons in the listed groups, with the place that the hash gives each of a person's groups."""
    value, by, name = (quoted(each, chr(34)) for each in (column, grouping.by, person))
    group = f"CAST({by} AS VARCHAR)" if all(isinstance(each, str) for each in grouping.groups) else by
    listed = ", ".join(group_literal(each) for each in grouping.groups)
    rows = (
        f"SELECT {name} AS person, {group} AS {by}, {'max' if keep == 'maximum' else 'min'}({value}) AS {value}, "
        f"count(*) AS several FROM people WHERE {group} IN ({listed}) GROUP BY 1, 2"
    )
    hashed = f"md5(concat_ws(chr(31), '{salt}', CAST(person AS VARCHAR), CAST({by} AS VARCHAR)))"
    order = f"row_number() OVER (PARTITION BY person ORDER BY {hashed}, {by})"
    return f"SELECT {value}, {by}, several, person IS NULL AS nameless, {order} AS place FROM ({rows})"


def _check(connection: Any, grouping: Grouping, keep: Direction | None) -> None:
    """Refuse rows without a person, and for a quantile persons with several rows in a group."""
    ((nameless, several),) = connection.execute(
        "SELECT coalesce(sum(several) FILTER (nameless), 0), count(*) FILTER (several > 1) FROM kept"
    ).fetchall()
    if nameless:
        raise BadData(f"{int(nameless):,} rows have no person in the column {grouping.person!r}; name or drop them")
    if several and keep is None:
        raise several_rows(several)
