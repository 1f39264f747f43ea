"""What runs beside the secret: the standard library, the contract and the wire format, and nothing else."""

from lowwater.client.respondent import Respondent

__all__ = ["Respondent"]
