import { childrenOf, isNode, type Node, parseSource } from "../source/parse.ts";
import type { Citation } from "./rules.ts";

const tag = String.raw`\[[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*\]`;
const leadingTags = new RegExp(String.raw`^(?:${tag}\s*)+`);
const notRun = new Set(["skip", "todo"]);

/**
 * The rules that a test file cites: the tags at the beginning of its strings, which are test titles or the rows that
 * titles are made of. A test that is skipped proves nothing, so it cites nothing.
 */
export function citedRules(path: string, text: string): Citation[] {
  const source = parseSource(path, text);
  return stringsOf(source.program).flatMap(({ value, offset }) => {
    const tags = leadingTags.exec(value)?.[0] ?? "";
    return (tags.match(/[A-Z]+\d+/g) ?? []).map((rule) => ({ rule, path, line: source.lineAt(offset) }));
  });
}

function stringsOf(node: Node): { value: string; offset: number }[] {
  if (node.type === "CallExpression" && isSkipped(node.callee)) return [];
  if (node.type === "Literal" && typeof node.value === "string") {
    return [{ value: node.value, offset: node.start }];
  }
  const inside = childrenOf(node).flatMap(({ child }) => stringsOf(child));
  if (node.type !== "TemplateLiteral") return inside;
  const [first] = node.quasis as { value: { cooked: string } }[];
  return [{ value: first?.value.cooked ?? "", offset: node.start }, ...inside];
}

/** `test.skip(…)`, `describe.todo(…)`, and the same before a table, as in `test.skip.each(…)(…)`. */
function isSkipped(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "CallExpression") return isSkipped(callee.callee);
  if (callee.type !== "MemberExpression") return false;
  return notRun.has((callee.property as { name?: string }).name ?? "") || isSkipped(callee.object);
}
