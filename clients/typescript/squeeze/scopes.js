// Scopes: what each name in the tree of a module is bound to.

/** A function, a block or a module: its names, and the bindings that they stand for. */
class Scope extends Map {
  constructor(outer) {
    super();
    this.outer = outer;
    this.inner = [];
    outer?.inner.push(this);
  }

  bindingOf(name) {
    return this.get(name) ?? this.outer?.bindingOf(name);
  }
}

const NEVER = new Set(["LabeledStatement", "WithStatement", "ImportNamespaceSpecifier", "ImportDefaultSpecifier", "ExportDefaultDeclaration"]);
const BLOCKS = new Set(["BlockStatement", "ForStatement", "ForOfStatement", "ForInStatement", "SwitchStatement", "StaticBlock", "CatchClause"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** The outermost scope, and every place where a name stands: the node, its binding (none for a global), and whether it is `{name}`. */
export function scopesOf(tree) {
  const top = new Scope(null);
  const seen = [];
  walk(tree, top, { seen, shorthand: false });
  const places = seen.map(({ node, scope, shorthand }) => ({ node, shorthand, binding: scope.bindingOf(node.name) }));
  return { top, places };
}

function walk(node, scope, to) {
  const { type } = node;
  if (NEVER.has(type) || (type === "VariableDeclaration" && node.kind === "var")) throw new Error(`${type} is not joined`);
  if (type === "Identifier") return void to.seen.push({ node, scope, shorthand: to.shorthand });
  if (type === "ImportDeclaration") return node.specifiers.forEach(({ local }) => bind(local, "import", scope));
  if (type === "ExportNamedDeclaration" && !node.declaration) return;
  if (type === "MetaProperty") return;
  if (type.endsWith("Declaration") && node.id) bind(node.id, type, scope);
  const inner = BLOCKS.has(type) || FUNCTIONS.has(type) || type.startsWith("Class") ? new Scope(scope) : scope;
  if (type.endsWith("Expression") && node.id) bind(node.id, type, inner);
  if (type === "VariableDeclaration") node.declarations.forEach(({ id }) => names(id, (name) => bind(name, node.kind, scope)));
  if (type === "CatchClause" && node.param) names(node.param, (name) => bind(name, "param", inner));
  if (FUNCTIONS.has(type)) node.params.forEach((param) => names(param, (name) => bind(name, "param", inner)));
  for (const [role, child] of children(node)) {
    const short = (type === "Property" && node.shorthand) || (type === "AssignmentPattern" && to.shorthand && role === "left");
    walk(child, inner, { ...to, shorthand: short });
  }
}

/** Bind a name; its kind tells a class, whose name can be seen, from the rest. */
function bind({ name }, kind, scope) {
  scope.set(name, { name, kind, same: null });
}

/** Hand every name that a pattern binds to `act`. */
function names(pattern, act) {
  const parts = { Identifier: () => act(pattern), AssignmentPattern: () => names(pattern.left, act), RestElement: () => names(pattern.argument, act),
    ArrayPattern: () => pattern.elements.forEach((each) => each && names(each, act)),
    ObjectPattern: () => pattern.properties.forEach((each) => names(each.value ?? each, act)) };
  parts[pattern.type]();
}

/** The nodes below a node with their roles, less names that stand for themselves: keys and what follows a point. */
export function* children(node) {
  const own = { Property: "key", MethodDefinition: "key", PropertyDefinition: "key", MemberExpression: "property" }[node.type];
  for (const [role, value] of Object.entries(node)) {
    if (role === own && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === "string") yield [role, child];
  }
}

/** The binding behind imports. */
export const origin = (binding) => (binding?.same ? origin(binding.same) : binding);
