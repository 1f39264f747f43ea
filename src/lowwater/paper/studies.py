"""Every study there is, by name, in the order of the report."""

from lowwater.paper import appendix, comparison, large, movielens, purchases, synthetic
from lowwater.paper.study import Study

STUDIES: dict[str, Study] = {
    "synthetic": synthetic.STUDY,
    "laplace": comparison.STUDY,
    "movielens": movielens.STUDY,
    "purchases": purchases.STUDY,
    "large": large.STUDY,
    "appendix": appendix.STUDY,
}
