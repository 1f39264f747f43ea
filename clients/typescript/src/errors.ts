// Errors: the branches of Python's tree that a device meets, under the same names; the branch says whose fault it is.

export class LowwaterError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    super(message || "no reason given", options);
    this.name = new.target.name;
  }
}

/** The input cannot be used. */
export class YourFault extends LowwaterError {}
export class BadEpsilon extends YourFault {}
export class BadRandomizer extends YourFault {}
export class BadDomain extends YourFault {}
export class BadQuestion extends YourFault {}
export class BadTerms extends YourFault {}
export class BadPlan extends YourFault {}
export class BadData extends YourFault {}
export class BadMessage extends YourFault {}

/** This would ask for the truth. */
export class NotPrivate extends LowwaterError {}

/** The server broke its promise, so this device does not answer. */
export class TheirFault extends LowwaterError {}
export class OffTerms extends TheirFault {}
export class GrantSpent extends TheirFault {}

/** The server will not do that now, and says why. */
export class Refused extends LowwaterError {}
/** There is no survey of that name here. */
export class NoSurvey extends Refused {}
/** This survey takes no answers: not yet, paused, or over. */
export class NotOpen extends Refused {}
/** This name holds no place for that question. */
export class NoPlace extends Refused {}
/** That round is over, or the lease ran out; the answer was not counted. */
export class TooLate extends Refused {}
/** Another answer to this question was counted already; the first one stays. */
export class Contradicted extends Refused {}
/** This survey needs an invitation of its own, and this is none. */
export class BadInvitation extends Refused {}
/** Somebody else changed this survey in between. */
export class Moved extends Refused {}
/** The server's database cannot be used. */
export class BadStore extends LowwaterError {}

/** The server did not answer, or not as a Lowwater server does. */
export class Unreachable extends LowwaterError {}

/** This ledger cannot be used, so this device says nothing. */
export class BadLedger extends LowwaterError {}
