// node --expose-internals build.js FOLDER ENTRY...: write each module ENTRY, joined with those that it imports, to FOLDER.
//
// The entries of the package beside index.ts leave that one to be imported: whoever uses two of them gets one set of errors.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { squeezed } from "./squeeze/squeeze.js";

const BESIDE = ["node", "people"];

const [folder, ...entries] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const entry of entries) {
  const name = basename(entry, ".ts");
  const path = join(folder, `${name}.js`);
  const text = squeezed(entry, BESIDE.includes(name) ? ["./index.ts"] : []);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text); // others may be reading it
}
