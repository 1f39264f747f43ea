// Names: the random names of a device, one for each survey, and the receipts of its answers.

import { systemCoins } from "./randomizer.ts";

/** A random name or receipt of 256 bits. */
export function secret(): string {
  return btoa(String.fromCharCode(...systemCoins(32))).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
}
