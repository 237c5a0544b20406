/** Escapes all characters that have a meaning inside a step. */
export function escapeText(text: string): string {
  return text.replace(
    /(\\*)(\[\[|\]\]|\+\+)/g,
    (_, slashes: string, token: string) => `${slashes}${slashes}\\${token}`,
  );
}

/** The same for an item of a list that is separated by `|`. */
export function escapeItem(item: string): string {
  return item.replace(/(\\*)\|/g, (_, slashes: string) => `${slashes}${slashes}\\|`);
}

/** Splits a list at each `|` without a backslash before it. */
export function splitItems(text: string): string[] {
  const items = [""];
  const add = (more: string) => {
    items[items.length - 1] += more;
  };
  for (const [taken] of text.matchAll(/\\*\||[^\\|]+|\\+/g)) {
    if (!taken.endsWith("|")) {
      add(taken);
      continue;
    }
    const slashes = taken.length - 1;
    add("\\".repeat(Math.floor(slashes / 2)));
    if (slashes % 2 === 1) add("|");
    else items.push("");
  }
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
