/** A link or an image of a document. */
export type Link = {
  readonly line: number;
  readonly target: string;
  readonly text: string;
  readonly isImage: boolean;
};

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\]\([^)]*\))*)\]\(([^()\s]+)\)/g;

export function linksIn(markdown: string): Link[] {
  const text = withoutCode(markdown);
  return [...text.matchAll(link)].flatMap((match) => {
    const [whole, mark, label = "", target = ""] = match;
    const at = match.index;
    // An image can be the text of a link.
    const inner = linksIn(label).map((each) => ({ ...each, line: each.line + lineOf(text, at) - 1 }));
    const line = lineOf(text, at + whole.lastIndexOf("]("));
    return [...inner, { line, target, text: label.replace(/\s+/g, " "), isImage: mark === "!" }];
  });
}

/** The anchors that GitHub creates for the headings of a document. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutFences(markdown).matchAll(/^#{1,6} +(.*?) *#*$/gm)) {
    const slug = slugOf(heading);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Code is blanked out, so that lines keep their numbers. */
function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, blank);
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, blank);
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, "_");
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
