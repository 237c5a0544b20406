import { oneLineOrNull } from "../../format/one-line.ts";
import type { Block, Link } from "../blocks.ts";
import { fieldsOf, jsonIn, nameIn } from "../input/input.ts";

/** URLs that a person may open. An agent can send any URL; only these become links. */
export function webAddress(text: string): string | null {
  const address = text.trim();
  return address.length <= 4000 &&
    /^https?:\/\/[^\s/?#\p{Cc}][^\s\p{Cc}]*$/iu.test(address) &&
    !turned.test(address)
    ? address
    : null;
}

const turned = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const mostLinks = 100;

/** A list of distinct links; other URLs are shown as text below it. */
export function linksBlock(links: readonly Link[], collapsed: boolean): readonly Block[] {
  const good = new Map<string, Link>();
  const others: string[] = [];
  for (const { url, title, detail } of links.slice(0, mostLinks)) {
    const address = webAddress(url);
    if (address === null)
      others.push([oneLineOrNull(title), oneLineOrNull(url, 500)].filter(Boolean).join(": "));
    else if (!good.has(address)) {
      good.set(address, { url: address, title: oneLineOrNull(title), detail: oneLineOrNull(detail) });
    }
  }
  const blocks: Block[] = [];
  if (good.size > 0) blocks.push({ kind: "links", links: [...good.values()], collapsed });
  if (others.length > 0) blocks.push({ kind: "text", text: others.join("\n"), format: "plain", collapsed });
  return blocks;
}

/** The links in a text: a JSON list of them, Markdown links, or bare URLs. */
export function linksIn(text: string): readonly Link[] {
  const listed = listedLinks(text);
  if (listed.length > 0) return listed;
  const head = text.slice(0, 200_000);
  const marked = [...head.matchAll(/\[([^\]\n]{1,300})\]\((https?:\/\/[^\s)]{1,2000})\)/gi)];
  if (marked.length > 0)
    return marked.map((match) => ({ url: match[2] as string, title: match[1] as string, detail: null }));
  const bare = head.match(/\bhttps?:\/\/[^\s<>"'`)\]}]{1,2000}/gi) ?? [];
  return bare.map((url) => ({ url: url.replace(/[.,;:!?]+$/, ""), title: null, detail: null }));
}

/** The rest of a text without the list of links that `linksIn` reads from it. */
export function textBesideLinks(text: string): string {
  if (listedLinks(text).length === 0) return text;
  const value = jsonIn(text);
  if (value !== undefined) return nameIn(fieldsOf(value), "answer", "summary", "response") ?? "";
  const rest = text.split("\n").filter((line) => !line.startsWith(listMark));
  return rest.join("\n").replace(/\n{3,}/g, "\n\n");
}

const listMark = "Links: [";

/** `Links: [{"title": …, "url": …}]`, or only such a list. */
function listedLinks(text: string): readonly Link[] {
  const lines = text.slice(0, 400_000).split("\n", 2000);
  const lists = lines.flatMap((line) => (line.startsWith(listMark) ? [line.slice(listMark.length - 1)] : []));
  return [text, ...lists].flatMap((json) => {
    const value = jsonIn(json);
    const items = Array.isArray(value) ? value : (fieldsOf(value).results ?? []);
    return (Array.isArray(items) ? items : []).slice(0, mostLinks).flatMap((item) => {
      const url = nameIn(fieldsOf(item), "url", "link", "uri");
      const title = nameIn(fieldsOf(item), "title", "name");
      const detail = nameIn(fieldsOf(item), "snippet", "description", "content", "text");
      return url === null ? [] : [{ url, title, detail }];
    });
  });
}
