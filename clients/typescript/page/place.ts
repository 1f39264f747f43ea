// Place: which survey at which server, from the address of the page.
//
// The part behind # is read once and leaves the address bar, the history and every screenshot with it. What it said is
// kept in the state of this entry of the history, so that a reload and the back button still know it.

import { address } from "../src/address.ts";

/** A survey at a server, the hash of its promised terms, and an invitation, if any. */
export interface Place {
  readonly server: string;
  readonly survey: string;
  readonly terms: string;
  readonly invitation: string | null;
}

const PATH = /^(.*)\/answer\/([A-Za-z0-9_-]{1,64})$/;
const FRAGMENT = /^#(?:([A-Za-z0-9_-]{1,64})\/)?([0-9a-f]{64})(?:\.([A-Za-z0-9_-]{1,400}))?$/;

interface Promised {
  readonly survey: string | null;
  readonly terms: string;
  readonly invitation: string | null;
}

/** Read the address and remove its fragment; null if it leads to no survey. `server` is given where another host serves the page. */
export function takePlace(location: Location, history: History, server: string): Place | null {
  const promised = location.hash ? read(location.hash) : (history.state as Promised | null);
  if (location.hash) history.replaceState(promised, "", location.pathname + location.search);
  const path = PATH.exec(location.pathname);
  const survey = promised?.survey ?? path?.[2];
  if (!promised || !survey || (!server && !path)) return null;
  return { server: address(server || location.origin + path![1]), survey, terms: promised.terms, invitation: promised.invitation };
}

function read(fragment: string): Promised | null {
  const parts = FRAGMENT.exec(fragment);
  return parts && { survey: parts[1] ?? null, terms: parts[2]!, invitation: parts[3] ?? null };
}
