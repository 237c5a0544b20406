import { exactParts } from "../format/exact-text.ts";

/** A name on one line, with every character that shows nothing by its code: `a<U+202E>b`. */
export function exactName(name: string): string {
  return name
    .split(/([\t\n])/)
    .flatMap((part) =>
      part === "\t" || part === "\n"
        ? [`<U+000${part === "\t" ? "9" : "A"}>`]
        : exactParts(part).map(({ text, hidden }) => (hidden === null ? text : `<${hidden}>`)),
    )
    .join("");
}
