// node strip.js [--page] FOLDER [WITHOUT...]: write the modules of src, or of the page, to FOLDER as plain JavaScript.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, join } from "node:path";

const page = process.argv[2] === "--page";
const source = join(import.meta.dirname, page ? "page" : "src");
const [folder, ...without] = process.argv.slice(page ? 3 : 2);

/** A module in JavaScript: imports name .js files; no string of ours has two blanks in a row, so they become one. */
function stripped(text) {
  return stripTypeScriptTypes(text, { mode: "strip" })
    .replace(/^ *\/\*\*.*?\*\/\n/gms, "") // comments that stand alone on their lines
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/ +\/\/ .*$/gm, "") // and those after code
    .replace(/(from "\.\/\w+)\.ts"/g, '$1.js"')
    .replace(/(from "\.\.\/)src(\/\w+)\.ts"/g, '$1client$2.js"') // the page stands beside the client
    .replace(/ {2,}/g, " ")
    .replace(/ ([;,)\]])/g, "$1")
    .replace(/^ +| +$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trimStart();
}

const modules = new Map(
  readdirSync(source)
    .filter((name) => !without.includes(basename(name, ".ts")))
    .map((name) => [`${basename(name, ".ts")}.js`, stripped(readFileSync(join(source, name), "utf8"))]),
);

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!modules.has(name)) rmSync(join(folder, name));
for (const [name, text] of modules) {
  const path = join(folder, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text); // others may be reading it
}
