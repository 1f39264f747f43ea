"""Links: where people answer a survey, and where it is watched. The part behind # is sent to no server.

`https://survey.example.org/answer/SURVEY#HASH`, and for the invited `#HASH.INVITATION`.
"""

PAGE = "/answer/{survey}"
"""The path of the page on which a survey is answered."""


DASHBOARD = "/survey/{survey}"
"""The path of the page on which a survey is watched."""


def watch_link(server: str, survey: str, key: str) -> str:
    """The link to the dashboard of a survey, with a `key` that should read this survey and nothing else."""
    return f"{server}{DASHBOARD.format(survey=survey)}#{key}"


def answer_link(server: str, survey: str, terms: str, invitation: str | None = None) -> str:
    """The link to a survey at `server` whose terms have the hash `terms`."""
    fragment = terms if invitation is None else f"{terms}.{invitation}"
    return f"{server}{PAGE.format(survey=survey)}#{fragment}"
