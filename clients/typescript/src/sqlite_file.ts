// SQLite file: the store of a ledger under Node, in a file of its own that is never Python's.
//
// SQLite's exclusive lock ends with its process, its journal undoes what was cut short, and what was committed with
// synchronous=EXTRA outlives a power cut.

import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { BadLedger, Ledger, LowwaterError, type Change, type LedgerOptions, type Store, type Stored } from "./index.ts";

const APPLICATION = 0x6c6f7777; // "loww", which marks the file as ours
const BUSY = [5, 6]; // SQLITE_BUSY and SQLITE_LOCKED
const RETRY = 10; // milliseconds between two tries to take the lock
const TABLE = "create table if not exists lines (number integer primary key autoincrement, text text not null) strict";

/** The ledger in a file. */
export function openLedger(path: string, options: LedgerOptions = {}): Ledger {
  return new Ledger(new SqliteFile(path), options);
}

export class SqliteFile implements Store {
  readonly #path: string;
  readonly #wait: number;

  /** `wait` is how many seconds to wait for another process's lock on the file. */
  constructor(path: string, wait: number = 10) {
    this.#path = path;
    this.#wait = wait;
  }

  async change(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
    const until = performance.now() + 1000 * this.#wait;
    for (;;) {
      try {
        return this.#transact(seen, act);
      } catch (error) {
        if (error instanceof LowwaterError || !isSqlite(error)) throw error;
        if (!BUSY.includes(error.errcode & 0xff) || performance.now() >= until) throw this.#unusable(error);
      }
      await sleep(RETRY);
    }
  }

  #transact(seen: number, act: (stored: readonly Stored[]) => Change): number {
    const database = this.#open(seen);
    try {
      database.exec("pragma synchronous = extra; pragma secure_delete = on; begin exclusive");
      this.#recognize(database);
      const rows = database.prepare("select number, text from lines where number = 1 or number > ? order by number").all(seen);
      const last = apply(database, act(rows as unknown as Stored[]));
      database.exec("commit");
      return last;
    } finally {
      database.close(); // undoes what was not committed
    }
  }

  /** Open the file, private to its owner; one that is gone held answers that were sent, and is not made anew. */
  #open(seen: number): DatabaseSync {
    try {
      if (seen === 0) mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      closeSync(openSync(this.#path, seen ? "r+" : "a+", 0o600));
      chmodSync(this.#path, 0o600);
      return new DatabaseSync(this.#path);
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  #recognize(database: DatabaseSync): void {
    const { application_id: mark } = database.prepare("pragma application_id").get()!;
    const { tables } = database.prepare("select count(*) as tables from sqlite_schema").get()!;
    if (mark === APPLICATION) return;
    if (mark !== 0 || tables !== 0) throw new BadLedger(`${this.#path} is no ledger of this version; it is left as it is, choose another`);
    database.exec(`pragma application_id = ${APPLICATION}; ${TABLE}`);
  }

  #unusable(error: unknown): BadLedger {
    const why = error instanceof Error ? error.message : "no reason given";
    return new BadLedger(`the ledger ${this.#path} cannot be used: ${why}; nothing more is said until it can be`, { cause: error });
  }
}

/** Store a change; the number of the last line. */
function apply(database: DatabaseSync, { add, remove }: Change): number {
  if (remove) {
    const drop = database.prepare("delete from lines where number = ?");
    const rows = database.prepare("select number, text from lines").all() as unknown as Stored[];
    for (const { number, text } of rows) if (remove(text)) drop.run(number);
  }
  const insert = database.prepare("insert into lines (text) values (?)");
  for (const text of add) insert.run(text);
  return Number(database.prepare("select coalesce(max(number), 0) as last from lines").get()!.last);
}

const isSqlite = (error: unknown): error is Error & { errcode: number } =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
