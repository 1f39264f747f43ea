// Modules: TypeScript files, read as JavaScript, with what they import from each other and which names mean the same.

import { readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";

import { scopesOf } from "./scopes.js";

const { parse: parseWith } = createRequire(import.meta.url)("internal/deps/acorn/acorn/dist/acorn"); // Node's own parser

/** The tree and the tokens of a module's text. */
export function parse(text) {
  const tokens = [];
  const tree = parseWith(text, { ecmaVersion: "latest", sourceType: "module", onToken: tokens });
  return { text, tree, tokens: tokens.filter(({ type }) => type.label !== "eof") };
}

/** A module and those that it imports, each after those that it imports itself; `outside` are left to be imported. */
export function modulesOf(entry, outside = []) {
  const modules = new Map();
  const open = new Set();
  const add = (path) => {
    if (open.has(path)) throw new Error(`${path} imports itself, by way of ${[...open].join(", ")}`);
    if (modules.has(path)) return;
    open.add(path);
    const module = { path, ...parse(stripTypeScriptTypes(readFileSync(path, "utf8"))) };
    for (const { source } of module.tree.body) {
      if (source && inside(source.value, outside)) add(join(dirname(path), source.value));
    }
    open.delete(path);
    modules.set(path, Object.assign(module, scopesOf(module.tree)));
  };
  add(entry);
  for (const module of modules.values()) link(module, modules, outside);
  return [...modules.values()];
}

const inside = (source, outside) => source.startsWith(".") && !outside.includes(source);

/** Let every imported name of a module mean what it means where it is exported. */
function link(module, modules, outside) {
  module.exports = new Map();
  const other = (source) => modules.get(join(dirname(module.path), source.value));
  for (const node of module.tree.body) {
    const { type, source, specifiers = [], declaration } = node; // what scopesOf refuses, such as `import *`, is not here
    if (source && !inside(source.value, outside)) continue;
    const meant = (name) => (source ? exported(other(source), name) : module.top.get(name.name));
    if (type === "ImportDeclaration") for (const { local, imported } of specifiers) module.top.get(local.name).same = meant(imported);
    if (type === "ExportAllDeclaration") for (const [name, binding] of other(source).exports) module.exports.set(name, binding);
    if (type !== "ExportNamedDeclaration") continue;
    for (const { local, exported: name } of specifiers) module.exports.set(name.name, meant(local));
    for (const name of declared(declaration)) module.exports.set(name, module.top.get(name));
  }
}

function exported({ path, exports }, { name }) {
  const binding = exports.get(name);
  if (!binding) throw new Error(`${path} does not export ${name}`);
  return binding;
}

const declared = (node) => (node ? (node.declarations ?? [node]).map(({ id }) => id.name) : []);
