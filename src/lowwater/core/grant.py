"""Grant: what people allow in all, shared by several calls that ask the same people.

What one person reveals in several calls adds up. A grant keeps the sum, in whole nano-nats, and refuses the call that
would pass it. A call spends once everything else about it is checked, and before anybody is asked: a refused call
spends nothing, and what a call has spent stays spent however it ends, for it may have asked already.
"""

from decimal import Decimal
from threading import Lock
from typing import NoReturn

from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadEpsilon, NotPrivate, Overspent, YourFault

NOTHING = Epsilon(0)


class Grant:
    """What people allow in all, and what calls have spent of it; threads may share one.

    `spent` is what the same people have revealed before, such as `spent` of a grant in an earlier process.
    """

    def __init__(self, epsilon: int | float | str | Decimal | Epsilon, spent: Epsilon = NOTHING) -> None:
        self._total = Epsilon.of(epsilon)
        if not isinstance(spent, Epsilon):
            raise BadEpsilon(f"spent={spent!r}; give an Epsilon, such as Epsilon.of('0.5')")
        if spent > self._total:
            raise Overspent(f"{spent} nats are spent, and {self._total} were granted")
        self._spent, self._lock = spent, Lock()

    @property
    def total(self) -> Epsilon:
        """What is allowed in all."""
        return self._total

    @property
    def spent(self) -> Epsilon:
        """What calls have spent so far."""
        return self._spent

    @property
    def left(self) -> Epsilon:
        """What may still be spent."""
        return self._total - self._spent

    def spend(self, loss: Epsilon | None) -> None:
        """Add `loss` to what is spent, or refuse it and leave the grant as it was."""
        if loss is None:
            raise NotPrivate("honest answers reveal everything, which no grant allows; they are for simulation only")
        if not isinstance(loss, Epsilon):
            raise BadEpsilon(f"loss={loss!r}; give an Epsilon, such as Epsilon.of('0.5')")
        with self._lock:
            if loss > self.left:
                raise Overspent(
                    f"{self._spent} of {self._total.in_nats()} are spent; this call costs {loss}, and {self.left} are "
                    "left: give it a smaller epsilon"
                )
            self._spent += loss

    def __repr__(self) -> str:
        return f"Grant({str(self._total)!r}, spent=Epsilon({self._spent.nano}))"

    def __reduce__(self) -> NoReturn:
        raise YourFault("a grant cannot be copied, for each copy could be spent; hand on the grant itself")


def charge(grant: Grant | None, loss: Epsilon | None) -> None:
    """Spend `loss` of the grant, where a call has one."""
    if grant is None:
        return
    if not isinstance(grant, Grant):
        raise YourFault(f"grant={grant!r}; give one that calls share, such as lowwater.Grant(1)")
    grant.spend(loss)
