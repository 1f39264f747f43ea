// IndexedDB: the store of a ledger in a browser, for one site.
//
// Reading, deciding and writing are one transaction, with strict durability and a Web Lock around it: in two, two tabs
// would both find the last answer unspent.

import { BadLedger } from "./errors.ts";
import { Ledger, type LedgerOptions } from "./ledger.ts";
import type { Change, Store, Stored } from "./store.ts";

const NAME = "lowwater ledger";
const LINES = "lines";

/** The ledger of this browser at this site, and whether the browser promised not to clear it by itself. */
export async function openLedger(options: LedgerOptions = {}): Promise<{ ledger: Ledger; persisted: boolean }> {
  const persisted = (await navigator.storage?.persist?.()) ?? false;
  return { ledger: new Ledger({ change }, options), persisted };
}

/** The change of a store: this browser's, at this site. */
export const change: Store["change"] = async (seen, act) => {
  if (!globalThis.navigator?.locks || !globalThis.indexedDB) throw new BadLedger("no ledger");
  try {
    return await navigator.locks.request(NAME, () => locked(seen, act));
  } catch (error) {
    throw error instanceof DOMException ? new BadLedger(error.message) : error;
  }
};

async function locked(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(LINES, { autoIncrement: true });
  const database = await done(opening);
  try {
    return await transact(database.transaction(LINES, "readwrite", { durability: "strict" }), seen, act);
  } finally {
    database.close();
  }
}

async function transact(transaction: IDBTransaction, seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
  const lines = transaction.objectStore(LINES);
  const committed = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  committed.catch(() => {}); // waited for below, unless something failed before
  const numbers = (await done(lines.getAllKeys())) as number[];
  const texts: string[] = await done(lines.getAll());
  const stored = numbers.map((number, at) => ({ number, text: texts[at]! }));
  let last = numbers.at(-1) ?? seen;
  try {
    const { add, remove } = act(stored.filter(({ number }) => number === 1 || number > seen));
    for (const { number, text } of stored) if (remove?.(text)) lines.delete(number);
    for (const text of add) last = (await done(lines.add(text))) as number;
  } catch (error) {
    transaction.abort();
    throw error;
  }
  await committed;
  return last;
}

/** What a request results in; the transaction goes on, if nothing else is waited for. */
function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
