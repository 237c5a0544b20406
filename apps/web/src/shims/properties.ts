/** What is asked about an attribute: all that are left have the same name in a tree and in React. */
export function find(_: unknown, property: string) {
  return { property, attribute: property.toLowerCase(), space: "html" };
}

export const hastToReact: Readonly<Record<string, string>> = {};
export const html = { space: "html" };
export const svg = { space: "svg" };
