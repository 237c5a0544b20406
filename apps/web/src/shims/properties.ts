/** Looks up an attribute: all that remain after sanitizing have the same name in a tree and in React. */
export function find(_: unknown, property: string) {
  return { property, attribute: property.toLowerCase(), space: "html" };
}

export const hastToReact: Readonly<Record<string, string>> = {};
export const html = { space: "html" };
export const svg = { space: "svg" };
