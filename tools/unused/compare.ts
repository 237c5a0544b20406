/** One file in knip's JSON report: the names found, by kind of issue. */
type FileReport = { readonly file: string } & { readonly [kind: string]: unknown };

export type KnipReport = { readonly issues: readonly FileReport[] };

/** The findings of knip, as `file` or `file#name`. */
export function unusedIn({ issues }: KnipReport): string[] {
  return issues.flatMap(({ file, ...kinds }) =>
    Object.values(kinds)
      .flatMap((found) => found as { readonly name: string }[])
      .map(({ name }) => (name === file ? file : `${file}#${name}`)),
  );
}

/** One sentence for each difference between the unused names and the known ones. */
export function unusedFaults(unused: readonly string[], known: readonly string[]): string[] {
  return [
    ...unused
      .filter((name) => !known.includes(name))
      .map((name) => `${name}: only tests use it; move it there or remove it`),
    ...known
      .filter((name) => !unused.includes(name))
      .map((name) => `${name}: is used or gone; remove it from tools/unused/known.ts`),
  ].sort();
}
