"""Numbers that stay in their files: read and counted by DuckDB, in bounded memory."""
