// Answering: one run of a device, from the button to what came of it; the number lives in it alone, and goes with it.

import { Device, type Outcome } from "../src/device.ts";
import { memberOf } from "../src/groups.ts";
import { openLedger } from "../src/indexed_db.ts";
import { sleep } from "../src/pace.ts";
import { wholeOf, type SurveyMessage } from "../src/terms_message.ts";
import type { Place } from "./place.ts";

const PATIENCE = 365 * 86_400; // seconds: the page waits for as long as it is open

/** Thrown in a device that waits when its page is left. */
export class Interrupted extends Error {}

/** What a person typed and chose: a number, and a group where the survey has groups. */
export interface Given {
  readonly value: number;
  readonly group: string;
}

/** Take part with what was given; `waits` is told how long the device waits, and `left` interrupts it. */
export async function takePart(place: Place, message: SurveyMessage, given: Given, waits: (seconds: number) => void, left: AbortSignal): Promise<Outcome> {
  const { ledger } = await openLedger();
  const wait = async (seconds: number): Promise<void> => {
    waits(seconds);
    await Promise.race([sleep(seconds), interrupted(left)]);
  };
  const { server, terms, invitation } = place;
  const device = (survey: string, inside?: boolean): Device =>
    new Device(server, survey, ledger, given.value, { terms, invitation, pace: { patience: PATIENCE, sleep: wait }, ...(inside === undefined ? {} : { inside }) });
  if (!message.terms.groups) return await device(place.survey).takePart();
  const name = async (): Promise<string> => (await device(place.survey).agree(message)).name;
  const answer = async (): Promise<Outcome> => {
    const member = await memberOf(message, given.group, { look: (survey) => device(survey).look(), name });
    return await device(member.survey, member.inside).takePart();
  };
  return await navigator.locks.request(`lowwater ${wholeOf(place.survey)}`, answer); // else another tab could send the same answer to another group
}

function interrupted(left: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (left.aborted) reject(new Interrupted());
    left.addEventListener("abort", () => reject(new Interrupted()), { once: true });
  });
}
