"""Group table: the estimates of all groups in words that line up."""

from lowwater.core.estimate_words import certain_words, first_line
from lowwater.core.group_estimates import GroupEstimate, GroupEstimates

_HEADS = ("group", "people", "estimate", "certain")


def group_table(estimates: GroupEstimates) -> str:
    """One line for each group: its people, its estimate and what is certain, or why it was refused."""
    rows = [_HEADS, *(_row(each) for each in estimates)]
    widths = [max(len(row[index]) for row in rows if row[2]) for index in range(3)]
    lines = [
        f"  {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:<{widths[2]}}  {row[3]}".rstrip()
        if row[2]
        else f"  {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[3]}"
        for row in rows
    ]
    what = "row" if estimates.rows else "person"
    lines += ["", f"  one {what}  {estimates.about_a_person()}"]
    if estimates.simulated:
        lines.append(
            "  simulated: the coins came from a seed, which anyone can repeat: these estimates are not private"
        )
    return "\n".join(lines)


def _row(each: GroupEstimate) -> tuple[str, str, str, str]:
    if each.estimate is None:
        return str(each.group), f"{each.people:,}", "", f"refused: {each.refused}"
    return str(each.group), f"{each.people:,}", first_line(each.estimate), certain_words(each.estimate, whom=False)
