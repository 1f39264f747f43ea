// Words: what a person must know about a ledger in a browser.

/** What makes a browser forget its answers. */
export const FORGETS =
  "What you answered is remembered by this browser, for this site alone. Clearing its data, another browser, another " +
  "device and a private window forget it, and would answer afresh: do not answer the same survey twice, for each fresh " +
  "answer reveals more.";

/** What the limit of a lifetime covers. */
export const LIFETIME = "Your limit for all surveys together covers this browser at this site, and no other.";
