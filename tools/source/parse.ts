import { parseSync } from "rolldown/utils";

/** A node of the parser's ESTree. Only the fields that every node has are typed. */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [key: string]: unknown;
};

export type Source = {
  readonly path: string;
  readonly program: Node;
  readonly errors: readonly { readonly message: string; readonly offset: number }[];
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[];
  lineAt(offset: number): number;
};

export function parseSource(path: string, text: string): Source {
  const result = parseSync(path, text);
  return {
    path,
    // Slower than the parser itself, and not every caller needs it.
    get program() {
      return result.program as unknown as Node;
    },
    errors: result.errors.map((error) => ({ message: error.message, offset: error.labels?.[0]?.start ?? 0 })),
    comments: result.comments,
    lineAt: (offset) => text.slice(0, offset).split("\n").length,
  };
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The direct children with the field that holds each. */
export function childrenOf(node: Node): { readonly key: string; readonly child: Node }[] {
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => ({ key, child })),
  );
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  // Without `childrenOf`, whose lists are most of the time that the checks take.
  for (const key in node) {
    const value = node[key];
    if (isNode(value)) walk(value, visit);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, visit);
  }
}
