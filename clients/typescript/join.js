// node join.js PAGES: write the stripped modules of PAGES that the page loads at once as one, PAGES/answer/answer.js, and
// those that it loads later, its languages, beside it.
//
// Each module becomes a function that is called once, after those it imports; its imports and exports become names. One
// file instead of fifty, since every file is a request before anything is shown.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, normalize } from "node:path";

const IMPORT = /^import (?:\* as (\w+)|\{([^}]*)\}) from "(.+?)";\n/gms;
const EXPORT = /^export (?=(?:async )?(?:const|function|class) (\w+))/gm;
const LATER = /\bimport\("\.\/(\w+)\.ts"\)/g;

const [pages] = process.argv.slice(2);
const joined = new Map(); // by path, in the order in which they are called
const open = new Set();
const later = new Set();

/** The name of a module in the joined one: client/errors.js is $client_errors. */
const nameOf = (path) => `$${path.replace(/\.js$/, "").replace(/\W/g, "_")}`;

function add(path) {
  if (joined.has(path)) return;
  if (open.has(path)) throw new Error(`${path} imports itself, by way of ${[...open].join(", ")}`);
  open.add(path);
  let text = readFileSync(join(pages, path), "utf8");
  text = text.replace(LATER, (_, name) => (later.add(`${name}.js`), `import("./${name}.js")`));
  text = text.replace(IMPORT, (_, whole, names, from) => {
    const other = normalize(join(path, "..", from));
    add(other);
    return `const ${whole ?? `{${names.replace(/ as /g, ": ")}}`} = ${nameOf(other)};\n`;
  });
  const names = [...text.matchAll(EXPORT)].map(([, name]) => name);
  text = text.replace(EXPORT, "");
  if (/^(import|export)\b/m.test(text)) throw new Error(`${path} has an import or export of a kind that is not joined`);
  open.delete(path);
  joined.set(path, names.length ? `const ${nameOf(path)} = (() => {\n${text}return { ${names.join(", ")} };\n})();\n` : text);
}

add("page/main.js");
const folder = join(pages, "answer");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "answer.js"), [...joined.values()].join(""));
for (const name of later) writeFileSync(join(folder, name), readFileSync(join(pages, "page", name)));
