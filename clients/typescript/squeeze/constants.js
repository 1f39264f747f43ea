// Constants: those that are used once, which can stand where they are used.

import { origin } from "./scopes.js";

/** Mark the constants of modules that are simple, are used once, and are no export: `inline` is their value's node. */
export function markConstants(modules) {
  const uses = Map.groupBy(modules.flatMap(({ places }) => places.map(({ binding }) => origin(binding))), (binding) => binding);
  const exported = new Set([...modules.at(-1).exports.values()].map(origin));
  for (const { tree, top, text } of modules) {
    for (const node of tree.body.map((each) => each.declaration ?? each)) {
      const binding = constantIn(node, top);
      if (!binding || exported.has(binding) || uses.get(binding).length !== 2) continue; // where it is declared, and one more
      const { init } = node.declarations[0];
      const value = text.slice(init.start, init.end);
      Object.assign(binding, { inline: init, statement: node, value: init.type === "Literal" ? value : `(${value})` });
    }
  }
}

function constantIn({ type, kind, declarations }, top) {
  if (type !== "VariableDeclaration" || kind !== "const" || declarations.length !== 1) return null;
  const [{ id, init }] = declarations;
  return id.type === "Identifier" && isSimple(init) ? top.get(id.name) : null;
}

/** Whether a value is the same wherever it is worked out: a literal without a state, or arithmetic with some. */
function isSimple(node) {
  if (node.type === "BinaryExpression") return isSimple(node.left) && isSimple(node.right);
  return node.type === "Literal" && !/[gy]/.test(node.regex?.flags ?? "");
}
