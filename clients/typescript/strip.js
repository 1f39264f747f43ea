// node strip.js FOLDER: write every module of src to FOLDER as plain JavaScript, without its types and comments.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

const source = join(import.meta.dirname, "src");
const folder = process.argv[2];

/** A module in JavaScript: types become blanks, which are dropped at the ends of lines, and imports name .js files. */
function stripped(text) {
  return stripTypeScriptTypes(text, { mode: "strip" })
    .replace(/^ *\/\*\*.*?\*\/\n/gms, "") // comments that stand alone on their lines
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/(from "\.\/\w+)\.ts"/g, '$1.js"')
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trimStart();
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(source).sort()) {
  writeFileSync(join(folder, name.replace(/\.ts$/, ".js")), stripped(readFileSync(join(source, name), "utf8")));
}
