// @lowwater/client/node: the ledger of a program under Node.

export { openLedger, SqliteFile } from "./sqlite_file.ts";
