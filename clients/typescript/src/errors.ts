// Errors: the branches of Python's tree that a device meets, under the same names; the branch says whose fault it is.

export class LowwaterError extends Error {
  static about = "Something went wrong in Lowwater.";

  constructor(message?: string, options?: ErrorOptions) {
    super(message || new.target.about, options);
    this.name = new.target.name;
  }
}

export class YourFault extends LowwaterError {
  static override about = "The input cannot be used.";
}
export class BadEpsilon extends YourFault {}
export class BadRandomizer extends YourFault {}
export class BadDomain extends YourFault {}
export class BadQuestion extends YourFault {}
export class BadTerms extends YourFault {}
export class BadPlan extends YourFault {}
export class BadData extends YourFault {}
export class BadMessage extends YourFault {}

export class NotPrivate extends LowwaterError {
  static override about = "This would ask for the truth; honest answers never leave a device.";
}

/** The server broke its promise, so this device does not answer. */
export class TheirFault extends LowwaterError {}
export class OffTerms extends TheirFault {}
export class GrantSpent extends TheirFault {}

/** The server will not do that now, and says why. */
export class Refused extends LowwaterError {}
export class NoSurvey extends Refused {
  static override about = "There is no survey of that name here.";
}
export class NotOpen extends Refused {
  static override about = "This survey takes no answers: not yet, paused, or over.";
}
export class NoPlace extends Refused {
  static override about = "This name holds no place for that question; check in first.";
}
export class TooLate extends Refused {
  static override about = "That round is over, or the lease ran out; the answer was not counted.";
}
export class Contradicted extends Refused {
  static override about = "Another answer to this question was counted already; the first one stays.";
}
export class BadInvitation extends Refused {
  static override about = "This survey needs an invitation of its own, and this is none.";
}
export class Moved extends Refused {
  static override about = "Somebody else changed this survey in between; look at it again.";
}
export class BadStore extends LowwaterError {
  static override about = "The server's database cannot be used.";
}

/** The server did not answer, or not as a Lowwater server does. */
export class Unreachable extends LowwaterError {}

/** This ledger cannot be used, so this device says nothing. */
export class BadLedger extends LowwaterError {}
