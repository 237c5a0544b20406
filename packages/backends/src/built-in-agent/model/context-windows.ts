/** Context windows in tokens, by model name prefix. The first match wins. */
const known: readonly (readonly [prefix: string, tokens: number])[] = [
  ["gpt-4.1", 1_047_576],
  ["gpt-4o", 128_000],
  ["gpt-4-turbo", 128_000],
  ["gpt-5", 400_000],
  ["o1", 200_000],
  ["o3", 200_000],
  ["o4-mini", 200_000],
  ["claude-", 200_000],
  ["gemini-1.5-pro", 2_097_152],
  ["gemini-", 1_048_576],
];

/** Null if the window is unknown: a local server sets its own. */
export function windowOf(model: string): number | null {
  return known.find(([prefix]) => model.startsWith(prefix))?.[1] ?? null;
}
