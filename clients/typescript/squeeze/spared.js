// Spared: tokens that a program means the same without.

import { children } from "./scopes.js";

/** The starts of tokens to leave out, and of those to write as a comma, by the tree and tokens of a module and what is `kept` of it. */
export function sparedIn(tree, tokens, kept) {
  const at = new Map(tokens.map(({ start }, index) => [start, index]));
  const [out, commas] = [new Set(), new Set()];
  const visit = (node) => {
    if (node.type === "ArrowFunctionExpression" && node.params.length === 1 && node.params[0].type === "Identifier") bare(node);
    if (Array.isArray(node.body)) node.body.filter(kept).reduce((before, after) => (merge(before, after), after), null);
    for (const [, child] of children(node)) visit(child);
  };
  /** `(a) =>` is `a =>`. */
  const bare = ({ start, params: [param] }) => {
    const [open, close] = [tokens[at.get(param.start) - 1], tokens[at.get(param.start) + 1]];
    if (open.start >= start && open.type.label === "(" && close.type.label === ")") out.add(open.start).add(close.start);
  };
  /** `const a = 1; const b = 2;` is `const a = 1, b = 2;`. */
  const merge = (before, after) => {
    if (![before, after].every((node) => node?.type === "VariableDeclaration" && node.kind === "const")) return;
    commas.add(before.end - 1); // its semicolon
    out.add(after.start);
  };
  visit(tree);
  return { out, commas };
}
