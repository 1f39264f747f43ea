"""Server: live surveys. It counts answers exactly once and moves the search; nobody has to trust it."""
