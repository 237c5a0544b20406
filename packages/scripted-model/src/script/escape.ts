/** Takes the meaning from everything in a text that means something inside a step. */
export function escapeText(text: string): string {
  return text.replace(
    /(\\*)(\[\[|\]\]|\+\+)/g,
    (_, slashes: string, token: string) => `${slashes}${slashes}\\${token}`,
  );
}

/** The same for one item of a list that is divided by `|`. */
export function escapeItem(item: string): string {
  return item.replace(/(\\*)\|/g, (_, slashes: string) => `${slashes}${slashes}\\|`);
}

/** The items of a list, cut at each `|` that has no backslash before it. */
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
