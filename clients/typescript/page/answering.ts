// Answering: one run of a device, from the button to what came of it; the number lives in it alone, and goes with it.

import { Device, type Outcome } from "../src/device.ts";
import { openLedger } from "../src/indexed_db.ts";
import { sleep } from "../src/pace.ts";
import type { Place } from "./place.ts";

const PATIENCE = 365 * 86_400; // seconds: the page waits for as long as it is open

/** Thrown in a device that waits when its page is left. */
export class Interrupted extends Error {}

/** Take part with a number; `waits` is told how long the device waits, and `left` interrupts it. */
export async function takePart(place: Place, value: number, waits: (seconds: number) => void, left: AbortSignal): Promise<Outcome> {
  const { ledger } = await openLedger();
  const wait = async (seconds: number): Promise<void> => {
    waits(seconds);
    await Promise.race([sleep(seconds), interrupted(left)]);
  };
  const { server, survey, terms, invitation } = place;
  return await new Device(server, survey, ledger, value, { terms, invitation, pace: { patience: PATIENCE, sleep: wait } }).takePart();
}

function interrupted(left: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (left.aborted) reject(new Interrupted());
    left.addEventListener("abort", () => reject(new Interrupted()), { once: true });
  });
}
