import { isNode, type Node, type Source, walk } from "./parse.ts";

export type Import = {
  /** Undefined if the argument of `import()` is not a literal. */
  readonly specifier: string | undefined;
  /** Erased before the code runs. `import { type A }` is not: it still loads the file. */
  readonly typeOnly: boolean;
  readonly line: number;
};

export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  walk(source.program, (node) => {
    const request = requestOf(node);
    if (!request) return;
    found.push({
      specifier: literal(request.from),
      typeOnly: request.typeOnly,
      line: source.lineAt(node.start),
    });
  });
  return found;
}

function requestOf(node: Node): { from: unknown; typeOnly: boolean } | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return { from: node.source, typeOnly: node.importKind === "type" };
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return node.source ? { from: node.source, typeOnly: node.exportKind === "type" } : undefined;
    case "ImportExpression":
      return { from: node.source, typeOnly: false };
    case "TSImportType":
      return { from: node.source, typeOnly: true };
    case "TSExternalModuleReference":
      return { from: node.expression, typeOnly: false };
    default:
      return undefined;
  }
}

function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === "Literal") return typeof value.value === "string" ? value.value : undefined;
  const quasis = value.type === "TemplateLiteral" ? (value.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}
