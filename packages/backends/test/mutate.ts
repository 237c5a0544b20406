const inserts = [
  ...[
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "null",
    "-1",
    "1e999",
    "\\u0000",
    "\\ud800",
    "\0",
    "\n",
    "\r",
    "\u2028",
  ],
  ...["__proto__", '"type":', "true", "{}", "[]", '""', "0.5", "9007199254740993"],
];

/** One of the samples with a few cuts, repeats and strange insertions, the same for the same number. */
export function mutated(seed: number, samples: readonly string[]): string {
  let random = (seed * 2654435761) >>> 0;
  const below = (most: number): number => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return Math.floor((random / 2 ** 32) * most);
  };
  let text = samples[below(samples.length)] as string;
  for (let turn = below(4); turn > 0; turn--) {
    const at = below(text.length + 1);
    const removed = below(3) === 0 ? below(40) : below(3);
    const inserted =
      below(4) === 0 ? text.slice(below(text.length)) : (inserts[below(inserts.length)] as string);
    text = text.slice(0, at) + inserted + text.slice(at + removed);
  }
  return text;
}
