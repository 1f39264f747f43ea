// node strip.js FOLDER [SOURCE]: write every module of SOURCE (src) to FOLDER as plain JavaScript, without types and comments.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

const [folder, name = "src"] = process.argv.slice(2);
const source = join(import.meta.dirname, name);

/** A module in JavaScript: types become blanks, which are dropped at the ends of lines, and imports name .js files. */
function stripped(text) {
  return stripTypeScriptTypes(text, { mode: "strip" })
    .replace(/^ *\/\*\*.*?\*\/\n/gms, "") // comments that stand alone on their lines
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/(from "\.\/\w+)\.ts"/g, '$1.js"')
    .replace(/(from "\.\.\/)src(\/\w+)\.ts"/g, '$1client$2.js"') // the page stands beside the client
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trimStart();
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(source).sort()) {
  writeFileSync(join(folder, name.replace(/\.ts$/, ".js")), stripped(readFileSync(join(source, name), "utf8")));
}
