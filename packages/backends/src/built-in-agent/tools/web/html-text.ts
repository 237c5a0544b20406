import { htmlTokens } from "./html-tokens.ts";

/** Converts a page to plain text with a little Markdown: headings, lists, code and links. */
export function htmlText(html: string, address: string): string {
  const writer = new PageWriter(address);
  for (const token of htmlTokens(html)) {
    if (token.kind === "text") writer.text(token.text);
    else if (token.kind === "open") writer.open(token.name, token.attributes);
    else writer.close(token.name);
  }
  return writer.toString();
}

const unseen = new Set([
  "script",
  "style",
  "noscript",
  "svg",
  "template",
  "iframe",
  "canvas",
  "select",
  "textarea",
  "xmp",
]);

const blocks = new Set(
  "p div section article header footer main aside nav ul ol dl table thead tbody tr form fieldset figure blockquote details summary dt dd hr address".split(
    " ",
  ),
);

class PageWriter {
  private readonly address: string;
  private readonly pieces: string[] = [];
  /** Line breaks and spaces before the next word. */
  private breaks = 0;
  private space = false;
  private hidden: { name: string; depth: number } | null = null;
  private preformatted = 0;
  private link: string | null = null;

  constructor(address: string) {
    this.address = address;
  }

  text(text: string): void {
    if (this.hidden !== null) return;
    const plain = decodeEntities(text);
    if (this.preformatted > 0) {
      this.put(plain);
      return;
    }
    const words = plain.replace(/\s+/g, " ");
    if (words.startsWith(" ")) this.space = true;
    if (words.trim() !== "") this.put(words.trim());
    if (words.trim() !== "" && words.endsWith(" ")) this.space = true;
  }

  open(name: string, attributes: string): void {
    if (this.hidden !== null) {
      if (this.hidden.name === name && !attributes.endsWith("/")) this.hidden.depth++;
      return;
    }
    if (unseen.has(name)) {
      if (!attributes.endsWith("/")) this.hidden = { name, depth: 1 };
      return;
    }
    const level = headingLevel(name);
    if (level !== null) this.begin(2, `${"#".repeat(level)} `);
    else if (name === "li") this.begin(1, "- ");
    else if (name === "br") this.breaks = Math.max(this.breaks, 1);
    else if (name === "td" || name === "th") this.put(this.breaks > 0 ? "" : " | ");
    else if (name === "pre") {
      this.begin(2, "```\n");
      this.preformatted++;
    } else if (name === "a") this.openLink(attributes);
    else if (blocks.has(name)) this.breaks = Math.max(this.breaks, name === "tr" ? 1 : 2);
  }

  close(name: string): void {
    if (this.hidden !== null) {
      if (this.hidden.name === name && --this.hidden.depth === 0) this.hidden = null;
      return;
    }
    if (name === "pre" && this.preformatted > 0) {
      this.preformatted--;
      this.put("\n```");
      this.breaks = 2;
    } else if (name === "a") this.closeLink();
    else if (headingLevel(name) !== null || blocks.has(name))
      this.breaks = Math.max(this.breaks, name === "tr" ? 1 : 2);
  }

  toString(): string {
    return this.pieces.join("").trim();
  }

  private begin(breaks: number, mark: string): void {
    this.breaks = Math.max(this.breaks, breaks);
    this.put(mark);
  }

  private put(text: string): void {
    if (this.breaks > 0) this.pieces.push("\n".repeat(this.breaks));
    else if (this.space) this.pieces.push(" ");
    this.breaks = 0;
    this.space = false;
    this.pieces.push(text);
  }

  private openLink(attributes: string): void {
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes)?.slice(1).find(Boolean);
    const target =
      href === undefined || href.startsWith("#") ? null : URL.parse(decodeEntities(href), this.address);
    if (target === null || !/^https?:$/.test(target.protocol) || this.link !== null) return;
    this.link = target.href;
    this.put("[");
  }

  private closeLink(): void {
    if (this.link === null) return;
    this.pieces.push(`](${this.link})`);
    this.link = null;
  }
}

function headingLevel(name: string): number | null {
  if (name === "title") return 1;
  return /^h[1-6]$/.test(name) ? Number(name[1]) : null;
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  copy: "©",
  reg: "®",
  trade: "™",
  middot: "·",
  bull: "•",
  times: "×",
  rarr: "→",
  larr: "←",
  deg: "°",
  sect: "§",
  euro: "€",
};

/** Decodes `&amp;` and `&#38;` to `&`. Unknown entities stay unchanged. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  });
}
