"""Cell limits: the limits of a minimum and its likely error by a posterior, and when the limits are withheld."""

from lowwater.search.cells.posterior import EXPONENTS, CellPosterior

CONFIDENCE = 0.95
"""The confidence of the limits."""

_MISFIT = 2.0  # the largest chi-square for each cell fitted
_BELIEVED = 0.1  # the least share that the power law must be believed up to
_STEEP = 4.5  # the largest likely exponent
_LIKELY = 0.95  # the posterior quantile of the exponent that counts as likely
_NEAR, _FAR = 0.005, 0.975  # posterior quantiles that the limits start from
_REACH = 0.6  # by how much more the near limit reaches, for each unit of the likely exponent
_BACK, _AHEAD = 0.2, 0.3  # the far limit moves towards the upper limit by .3 for each unit of the exponent beyond 2/3
_MODEL = 0.1  # the error of the model, in distances between the value and the upper limit
_WIDEN = 1.5  # how many times further the cell reaches than the near quantile


def cell(posterior: CellPosterior) -> tuple[float, float]:
    """The interval that the search has narrowed to: its near end and the upper limit."""
    return max(-1.0, posterior.upper - _WIDEN * (posterior.upper - posterior.quantile(_NEAR))), posterior.upper


def limits(posterior: CellPosterior) -> tuple[float, float]:
    """The near and the far limit: the steeper the tail may be, the less it tells about its start."""
    exponent, upper = posterior.exponent(_LIKELY), posterior.upper
    near = upper - (1 + _REACH * exponent) * (upper - posterior.quantile(_NEAR))
    far, part = posterior.quantile(_FAR), min(max(_AHEAD * exponent - _BACK, 0.0), 1.0)
    return near, far + part * (upper - far)


def withheld(posterior: CellPosterior, level: float) -> str:
    """The reason why the limits are withheld; empty where there is none."""
    if level >= 1:
        return "these answers could not tell everyone from nobody"
    if posterior.best.misfit.min() > _MISFIT * max(posterior.best.used, 1):
        return "the answers do not follow a power law (misfit)"
    if posterior.best.believed < _BELIEVED:
        return "a power law fits only a small part of the people near the end"
    if posterior.exponent(_LIKELY) > _STEEP:
        return "the tail may be steeper than any that is fitted, and then nothing tells where it starts"
    return ""


def likely_error(posterior: CellPosterior) -> float:
    """The posterior's expected absolute error and that of the model, added in squares."""
    value = posterior.quantile(0.5)
    return float((posterior.error(value) ** 2 + (_MODEL * (posterior.upper - value)) ** 2) ** 0.5)


def assumes(posterior: CellPosterior) -> str:
    """What the limits assume, in words that complete "if"."""
    share = 100 * posterior.best.believed
    return f"the {share:.2g} % of people nearest to it follow a power law of an exponent up to {EXPONENTS[-1]:g}"
