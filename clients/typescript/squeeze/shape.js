// Shape: what a program is but for its names, so that two can be compared after names were changed.

import { children, origin } from "./scopes.js";

const FACTS = ["operator", "kind", "async", "generator", "computed", "static", "optional", "delegate", "prefix", "method", "await"];

/** The shape of modules that were or could be one: equal for equal programs, whatever their names are. */
export function shapeOf(modules) {
  const numbers = new Map();
  const number = (binding) => numbers.get(binding) ?? numbers.set(binding, numbers.size).get(binding);
  const parts = [];
  for (const { tree, places, top } of modules) {
    const inlined = new Set([...top.values()].map((binding) => binding.statement));
    const meant = (node, binding) => origin(binding)?.inline ?? (binding ? number(origin(binding)) : node.name);
    const meanings = new Map(places.map(({ node, binding }) => [node, meant(node, binding)]));
    for (const node of tree.body.map(statement)) if (node && !inlined.has(node)) add(node, "body", { meanings, hidden: new Map(), parts });
  }
  return parts.join("\n");
}

/** A statement without `export`; null for one that only imports or exports. */
function statement(node) {
  return /^(Import|Export)/.test(node.type) ? (node.declaration ?? null) : node;
}

/** Add a node in a role: each declaration by itself, and a constant that is written where it is used as its value. */
function add(node, role, to) {
  const meaning = to.meanings.get(node) ?? "";
  if (node.type === "VariableDeclaration") return node.declarations.forEach((each) => add({ ...each, kind: node.kind }, role, to));
  if (meaning.type) return add(meaning, role, to);
  const inside = node.type === "ClassBody" ? { ...to, hidden: new Map() } : to;
  const facts = FACTS.map((fact) => (typeof node[fact] === "object" ? "" : node[fact])).join();
  to.parts.push(`${role} ${node.type} ${facts} ${meaning} ${ownName(node, inside.hidden)}`);
  for (const [part, child] of children(node)) add(child, part, inside);
  to.parts.push("end");
}

/** What a node says by itself: a literal, a piece of a template, a key, or which private name it is. */
function ownName(node, hidden) {
  const own = node.computed ? null : (node.key ?? node.property);
  const name = [node, own].find((each) => each?.type === "PrivateIdentifier")?.name;
  if (name) return `#${hidden.get(name) ?? hidden.set(name, hidden.size).get(name)}`;
  if (node.type === "TemplateElement") return JSON.stringify(node.value.raw);
  if (node.type === "Literal") return node.raw.replace(/^("\.\/\w+)\.ts"$/, '$1.js"');
  return own?.name ?? own?.raw ?? "";
}
