export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: string }
  | { readonly kind: "close"; readonly name: string };

/** Elements whose content is not HTML. */
const raw = new Set(["script", "style", "textarea", "title", "xmp", "noscript", "iframe"]);

/** The tags and texts of a page in one pass, even if its HTML is invalid. Unclosed elements end with the page. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf("<", at);
    if (start === -1) {
      yield { kind: "text", text: html.slice(at) };
      return;
    }
    if (start > at) yield { kind: "text", text: html.slice(at, start) };
    if (html.startsWith("<!--", start)) {
      at = after(html, "-->", start + 4);
      continue;
    }
    const name = nameAt(html, start);
    if (name === null) {
      const isMarkup = html[start + 1] === "!" || html[start + 1] === "?" || html[start + 1] === "/";
      if (!isMarkup) yield { kind: "text", text: "<" };
      at = isMarkup ? after(html, ">", start) : start + 1;
      continue;
    }
    const end = tagEnd(html, start + 1);
    at = end + 1;
    if (html[start + 1] === "/") {
      yield { kind: "close", name };
      continue;
    }
    yield { kind: "open", name, attributes: html.slice(start + 1 + name.length, end) };
    if (!raw.has(name)) continue;
    const close = new RegExp(`</${name}`, "gi");
    close.lastIndex = at;
    const closing = close.exec(html)?.index ?? html.length;
    yield { kind: "text", text: html.slice(at, closing) };
    at = closing;
  }
}

const tagName = /<\/?([a-z][a-z0-9:-]*)/iy;

function nameAt(html: string, start: number): string | null {
  tagName.lastIndex = start;
  return tagName.exec(html)?.[1]?.toLowerCase() ?? null;
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** The end of a tag: the first `>` outside quotes. */
function tagEnd(html: string, from: number): number {
  let quote = "";
  for (let at = from; at < html.length; at++) {
    const character = html[at] as string;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === ">") return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return html.length;
}
