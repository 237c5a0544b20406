import { childrenOf, isNode, type Node } from "./parse.ts";

/** A name that the file uses as a value and declares nowhere: a global. */
export type FreeName = { readonly name: string; readonly node: Node; readonly parent: Node };

type Scope = {
  readonly names: Set<string>;
  readonly parent: Scope | undefined;
  readonly isFunction: boolean;
};
type Use = FreeName & { readonly scope: Scope };

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const blocks = new Set([
  "BlockStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "SwitchStatement",
  "CatchClause",
  "StaticBlock",
  "ClassExpression",
]);
// The TypeScript nodes that are more than a type: the expression inside is a value.
const valueWrappers = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "TSExportAssignment",
]);
const keyed = new Set(["Property", "MethodDefinition", "PropertyDefinition", "AccessorProperty"]);
const labelled = new Set(["LabeledStatement", "BreakStatement", "ContinueStatement"]);
const moduleNames = new Set([
  "ImportSpecifier",
  "ImportDefaultSpecifier",
  "ImportNamespaceSpecifier",
  "ExportAllDeclaration",
  "ImportAttribute",
  "MetaProperty",
]);

export function freeNamesOf(program: Node): FreeName[] {
  const uses: Use[] = [];
  visit(program, program, newScope(undefined, true), uses);
  return uses.filter((use) => !isDeclared(use.name, use.scope)).map(({ scope: _, ...use }) => use);
}

function newScope(parent: Scope | undefined, isFunction: boolean): Scope {
  return { names: new Set(), parent, isFunction };
}

function isDeclared(name: string, scope: Scope | undefined): boolean {
  return scope !== undefined && (scope.names.has(name) || isDeclared(name, scope.parent));
}

function visit(node: Node, parent: Node, outer: Scope, uses: Use[]): void {
  // `declare const process: …` declares a global but does not create one.
  if (node.declare === true && node.type !== "PropertyDefinition") return;
  if (node.type === "Identifier") {
    uses.push({ name: node.name as string, node, parent, scope: outer });
    return;
  }
  declareIn(node, outer);
  const scope =
    functions.has(node.type) || blocks.has(node.type) ? newScope(outer, functions.has(node.type)) : outer;
  if (functions.has(node.type)) for (const param of node.params as Node[]) declareAll(param, scope);
  if (node.type === "CatchClause" && isNode(node.param)) declareAll(node.param, scope);
  if (node.type === "FunctionExpression" || node.type === "ClassExpression") declareAll(node.id, scope);
  for (const { key, child } of childrenOf(node)) {
    if (isValue(node, key, child)) visit(child, node, scope, uses);
  }
}

function declareIn(node: Node, scope: Scope): void {
  switch (node.type) {
    case "VariableDeclaration":
      for (const { id } of node.declarations as { id: Node }[]) {
        declareAll(id, node.kind === "var" ? functionScope(scope) : scope);
      }
      return;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      declareAll(node.id, scope);
      return;
    case "ImportDeclaration":
      for (const { local } of node.specifiers as { local: Node }[]) declareAll(local, scope);
      return;
  }
}

function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.parent ? scope : functionScope(scope.parent);
}

function declareAll(pattern: unknown, scope: Scope): void {
  if (!isNode(pattern)) return;
  switch (pattern.type) {
    case "Identifier":
      scope.names.add(pattern.name as string);
      return;
    case "ObjectPattern":
      for (const property of pattern.properties as Node[]) declareAll(property.value ?? property, scope);
      return;
    case "ArrayPattern":
      for (const element of pattern.elements as unknown[]) declareAll(element, scope);
      return;
    case "AssignmentPattern":
      declareAll(pattern.left, scope);
      return;
    case "RestElement":
      declareAll(pattern.argument, scope);
      return;
  }
}

function isValue(node: Node, key: string, child: Node): boolean {
  if (valueWrappers.has(node.type)) return key === "expression";
  if (child.type.startsWith("TS") && !valueWrappers.has(child.type)) return false;
  if (moduleNames.has(node.type) || labelled.has(node.type)) return child.type !== "Identifier";
  if (node.type === "ExportNamedDeclaration") return !node.source && node.exportKind !== "type";
  if (node.type === "ExportSpecifier") return key === "local" && node.exportKind !== "type";
  if (node.type === "MemberExpression") return key !== "property" || node.computed === true;
  if (keyed.has(node.type)) return key !== "key" || node.computed === true;
  return true;
}
