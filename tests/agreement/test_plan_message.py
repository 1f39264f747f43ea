"""What a plan can be told, it can be told over the wire: the plain options are one definition, the rest is compared."""

from dataclasses import fields

from lowwater.core.plain_options import PlainOptions
from lowwater.planning.options import PlanOptions
from lowwater.wire import PlanMessage


def test_the_options_of_a_plan_and_its_message_are_one_definition():
    own = {field.name for field in fields(PlainOptions)}
    assert not own & vars(PlanMessage)["__annotations__"].keys()
    assert not own & vars(PlanOptions)["__annotations__"].keys()
    assert issubclass(PlanMessage, PlainOptions)


def test_a_plan_asked_for_over_the_wire_has_every_option_with_its_default():
    options = {(option.name, option.default) for option in fields(PlanOptions)}
    assert options <= {(field.name, field.default) for field in fields(PlanMessage)}
