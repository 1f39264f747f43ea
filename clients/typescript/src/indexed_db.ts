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
  return { ledger: new Ledger(new IndexedDbStore(), options), persisted };
}

export class IndexedDbStore implements Store {
  readonly #name: string;

  constructor(name: string = NAME) {
    this.#name = name;
  }

  async change(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
    if (!globalThis.navigator?.locks || !globalThis.indexedDB) {
      throw new BadLedger("no ledger can be kept here: open this page at an https:// address; nothing was said");
    }
    try {
      return await navigator.locks.request(this.#name, () => this.#locked(seen, act));
    } catch (error) {
      throw error instanceof DOMException ? unusable(error) : error;
    }
  }

  async #locked(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
    const database = await this.#open();
    try {
      return await transact(database, seen, act);
    } finally {
      database.close();
    }
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(LINES, { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}

function transact(database: IDBDatabase, seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(LINES, "readwrite", { durability: "strict" });
    const lines = transaction.objectStore(LINES);
    const stored: Stored[] = [];
    let last = seen;
    let failure: unknown;
    const store = ({ add, remove }: Change): void => {
      if (remove) each(lines, null, (line, cursor) => void (remove(line.text) && cursor.delete()), () => append(add));
      else append(add);
    };
    const append = (add: readonly string[]): void => {
      for (const text of add) lines.add(text).onsuccess = ({ target }) => (last = (target as IDBRequest<number>).result);
    };
    const guarded = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        failure = error;
        transaction.abort();
      }
    };
    const range = seen > 1 ? IDBKeyRange.lowerBound(seen, true) : null;
    if (range) lines.get(1).onsuccess = ({ target }) => {
      const text = (target as IDBRequest<string | undefined>).result;
      if (text !== undefined) stored.push({ number: 1, text });
    };
    each(lines, range, (line) => (stored.push(line), (last = line.number)), () => guarded(() => store(act(stored))));
    transaction.oncomplete = () => resolve(last);
    transaction.onabort = () => reject(failure ?? transaction.error);
  });
}

/** Hand every line of a range to `act`, and then call `done`. */
function each(
  lines: IDBObjectStore,
  range: IDBKeyRange | null,
  act: (line: Stored, cursor: IDBCursorWithValue) => void,
  done: () => void,
): void {
  lines.openCursor(range).onsuccess = ({ target }) => {
    const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
    if (!cursor) return done();
    act({ number: cursor.key as number, text: cursor.value }, cursor);
    cursor.continue();
  };
}

const unusable = (error: DOMException): BadLedger =>
  new BadLedger(`the browser's store cannot be used: ${error.message}; nothing is said until it can be`);
