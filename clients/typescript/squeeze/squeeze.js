// Squeeze: several modules as one, without comments and blanks, and with short names.

import { markConstants } from "./constants.js";
import { modulesOf, parse } from "./modules.js";
import { origin, scopesOf } from "./scopes.js";
import { shapeOf } from "./shape.js";
import { sparedIn } from "./spared.js";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const CAPITALS = LETTERS.map((letter) => letter.toUpperCase());
const OUTER = [...CAPITALS, ...CAPITALS.flatMap((first) => LETTERS.map((second) => first + second))];

/** The text of a module joined with those that it imports, but for those `outside`; throw if it is another program. */
export function squeezed(entry, outside = []) {
  const modules = modulesOf(entry, outside);
  markConstants(modules);
  shorten(modules);
  const text = `${head(modules)}${glued(modules.flatMap(tokensOf))}${tail(modules.at(-1))}`;
  const { tree } = parse(text);
  if (shapeOf([{ tree, ...scopesOf(tree) }]) !== shapeOf(modules)) throw new Error(`${entry} is another program when squeezed`);
  return text;
}

/** Give every binding a short name: capitals to those of modules, the shortest to the most used; a class keeps its name. */
function shorten(modules) {
  const uses = new Map();
  for (const { binding } of modules.flatMap(({ places }) => places)) uses.set(origin(binding), (uses.get(origin(binding)) ?? 0) + 1);
  const bindings = modules.flatMap(({ top }) => [...top.values()]).filter((binding) => origin(binding) === binding && !binding.inline);
  const classes = bindings.filter(({ kind }) => kind === "ClassDeclaration");
  const names = new Set(classes.map(({ name }) => name));
  if (names.size < classes.length) throw new Error("two classes of one name");
  for (const binding of classes) binding.short = binding.name;
  const others = bindings.filter((binding) => !classes.includes(binding)).sort((one, other) => uses.get(other) - uses.get(one));
  others.forEach((binding, at) => (binding.short = OUTER[at]));
  for (const { top } of modules) for (const scope of top.inner) shortenInside(scope, 0);
}

function shortenInside(scope, used) {
  let next = used;
  for (const binding of scope.values()) binding.short = LETTERS[next++];
  if (next > LETTERS.length) throw new Error("more names inside each other than there are letters");
  for (const inner of scope.inner) shortenInside(inner, next);
}

/** The tokens of a module, less its imports and exports. */
function tokensOf({ text, tree, tokens, places, top }) {
  const names = new Map(places.map(({ node, binding, shorthand }) => [node.start, binding ? written(node, binding, shorthand) : node.name]));
  const hidden = new Map();
  const inlined = new Set([...top.values()].map(({ statement }) => statement));
  const kept = tokens.filter(({ start }) => !tree.body.some((node) => start >= node.start && start < keptFrom(node, inlined)));
  const { out, commas } = sparedIn(tree, tokens, (node) => node.type !== "ImportDeclaration" && !inlined.has(node));
  return kept.filter(({ start }) => !out.has(start)).map(({ start, end, type: { label } }) => {
    const raw = commas.has(start) ? "," : text.slice(start, end);
    if (label === "privateId") hidden.set(raw, hidden.get(raw) ?? `#${LETTERS[hidden.size]}`);
    return { label, text: hidden.get(raw) ?? names.get(start) ?? (label === "string" ? built(raw) : raw) };
  });
}

function written({ name }, binding, shorthand) {
  const { value, short } = origin(binding);
  return `${shorthand ? `${name}:` : ""}${value ?? short}`;
}

/** Where a statement begins that is not cut: behind `export`, or nowhere. */
function keptFrom(node, inlined) {
  if (inlined.has(node.declaration ?? node)) return node.end;
  if (node.type === "ExportNamedDeclaration" && node.declaration) return node.declaration.start;
  return /^(Import|Export)/.test(node.type) && node.type !== "ImportExpression" ? node.end : node.start;
}

/** The name of a file as it is built. */
const built = (source) => source.replace(/^("\.\/\w+)\.ts"$/, '$1.js"');

/** What may be left out before what; whether it may be, the comparison of programs tells. */
const NEEDLESS = new Map([[";", ["}"]], [",", ["}", ")", "]"]]]);

/** The tokens as a text, with a blank only where two would become one. */
function glued(tokens) {
  let text = "";
  tokens.forEach(({ label, text: next }, at) => {
    if (NEEDLESS.get(next)?.includes(tokens[at + 1]?.text)) return;
    const plain = label !== "template" && tokens[at - 1]?.label !== "template";
    text += plain && /[\w$][\w$#\\]|\+\+|--/.test(text.slice(-1) + next.slice(0, 1)) ? ` ${next}` : next;
  });
  return text;
}

/** The imports from outside. */
function head(modules) {
  const lines = modules.flatMap(({ tree, top }) => {
    const outer = ({ type, specifiers }) => type === "ImportDeclaration" && specifiers.some(({ local }) => !top.get(local.name).same);
    const named = ({ imported, local }) => `${imported.name} as ${top.get(local.name).short}`;
    return tree.body.filter(outer).map(({ source, specifiers }) => `import{${specifiers.map(named)}}from${built(source.raw)};`);
  });
  return lines.join("");
}

/** The exports of the last module. */
function tail({ exports }) {
  const names = [...exports].map(([name, binding]) => (origin(binding).short === name ? name : `${origin(binding).short} as ${name}`));
  return names.length ? `export{${names}};\n` : "\n";
}
