"""The message that asks for a plan has the options of a plan: their rooms may not know each other, so a test does."""

from dataclasses import fields

from lowwater.planning.options import PlanOptions
from lowwater.wire import PlanMessage


def test_a_plan_asked_for_over_the_wire_has_every_option_with_its_default():
    options = [(option.name, option.default) for option in fields(PlanOptions)]
    own = ("people", "epsilon", "domain", "anyway")
    assert options == [(field.name, field.default) for field in fields(PlanMessage) if field.name not in own]
