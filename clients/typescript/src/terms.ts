// Terms: what a survey promises a person before the first question; a device checks every question against them.

import { checkDomain, holds, type Domain, type Outside } from "./domain.ts";
import { isCount, nats, type Nano } from "./epsilon.ts";
import { BadTerms } from "./errors.ts";

/** The domain, what happens outside it, how many answers at most, the loss of each, and the grant. */
export interface Terms extends Domain {
  readonly outside: Outside;
  readonly answers: number;
  readonly loss: Nano;
  readonly grant: Nano;
}

/** Refuse what are no terms. */
export function checkTerms(terms: Terms): void {
  const { answers, loss, grant } = terms;
  checkDomain(terms);
  const counts = [answers, loss, grant].every((count) => count && isCount(count));
  if (!counts || BigInt(answers) * BigInt(loss) > BigInt(grant)) throw new BadTerms(`${answers} answers of ${loss} exceed ${grant}`);
}

/** Why a question with these thresholds and this loss breaks the terms; null if it keeps them. */
export function objection(terms: Terms, thresholds: readonly number[], loss: Nano): string | null {
  if (loss > terms.loss) return `${nats(loss)} nats, not ${nats(terms.loss)}`;
  const outside = thresholds.find((at) => !holds(terms, at));
  return outside === undefined ? null : `threshold ${outside} outside [${terms.lo}, ${terms.hi}]`;
}
