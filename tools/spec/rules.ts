/** Compares a specification's numbered rules with the rules that the tests cite. */

export type Definition = { readonly rule: string; readonly line: number };
export type Citation = { readonly rule: string; readonly path: string; readonly line: number };

const listItem = /^\s*[-*] \*\*([A-Z]+\d+)[.:]?\*\*/;
const fence = /^\s*(```|~~~)/;

/** The rules that a Markdown text defines: list items that begin with a bold number, as in `- **F12** …`. */
export function definedRules(markdown: string): Definition[] {
  let inFence = false;
  return markdown.split("\n").flatMap((text, index) => {
    if (fence.test(text)) inFence = !inFence;
    const rule = inFence ? undefined : listItem.exec(text)?.[1];
    return rule ? [{ rule, line: index + 1 }] : [];
  });
}

/** One sentence for each mismatch; empty if every rule has a test and every citation has a rule. */
export function specFaults(
  specPath: string,
  defined: readonly Definition[],
  cited: readonly Citation[],
): string[] {
  if (defined.length === 0) return [`${specPath}: defines no rule; begin a list item with **F1**`];
  const firstLine = new Map<string, number>();
  const faults: string[] = [];
  for (const { rule, line } of defined) {
    const first = firstLine.get(rule);
    if (first === undefined) firstLine.set(rule, line);
    else
      faults.push(`${specPath}:${line}: ${rule} is defined on line ${first} already; give it a new number`);
  }
  const citedRules = new Set(cited.map(({ rule }) => rule));
  for (const [rule, line] of firstLine) {
    if (!citedRules.has(rule)) {
      faults.push(`${specPath}:${line}: no test cites ${rule}; begin a test's title with [${rule}]`);
    }
  }
  for (const { rule, path, line } of cited) {
    if (!firstLine.has(rule)) {
      faults.push(`${path}:${line}: cites ${rule}, which ${specPath} does not define`);
    }
  }
  return faults;
}
