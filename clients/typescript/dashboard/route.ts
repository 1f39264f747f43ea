// Route: which view an address names, and the key behind its #, which leaves the address bar at once.

/** A view, and the path below which the server stands: empty, unless it has one of its own. */
export interface Route {
  readonly base: string;
  readonly view: "list" | "survey" | "open";
  readonly survey: string;
}

const SURVEY = /^(.*)\/survey\/([A-Za-z0-9_-]{1,64})$/;
const OPEN = /^(.*)\/open$/;
const KEY = /^#(lw_[A-Za-z0-9_-]{1,200})$/;

/** The view of a path. */
export function routeOf(path: string): Route {
  const survey = SURVEY.exec(path);
  if (survey) return { base: survey[1]!, view: "survey", survey: survey[2]! };
  const open = OPEN.exec(path);
  if (open) return { base: open[1]!, view: "open", survey: "" };
  return { base: path.replace(/\/$/, ""), view: "list", survey: "" };
}

/** The key in a fragment; whatever the fragment was, it is gone from the address, and kept in no state of the history. */
export function takeKey(location: Location, history: History): string | null {
  if (!location.hash) return null;
  const key = KEY.exec(location.hash)?.[1] ?? null;
  history.replaceState(null, "", location.pathname + location.search);
  return key;
}
