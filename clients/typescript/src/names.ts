// Names: the random names of a device, one for each survey, and the receipts of its answers.

/** A random name or receipt of 256 bits. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
}
