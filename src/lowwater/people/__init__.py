"""People: whom a search asks, known by how many of them are at or below a threshold."""
