import type { Piece } from "@polylog/core";
import type { Line } from "../../text/style.ts";
import type { RenderContext } from "../context.ts";

/**
 * A list while it streams. Items before the last no longer change, so they are drawn once and kept. Properties of the whole list
 * (whether it is loose, how wide its numbers are) are only known at its end, when it is drawn again.
 */
export class GrowingList {
  /** Identifies the list and the way it is drawn. */
  private key = "";
  private theme: RenderContext["theme"] | null = null;
  private readonly drawn = new Map<string, readonly Line[]>();

  lines(
    { start, text }: Piece,
    { width, theme }: RenderContext,
    draw: (item: string) => readonly Line[],
  ): Line[] {
    const key = `${start} ${width}`;
    if (key !== this.key || theme !== this.theme) this.drawn.clear();
    this.key = key;
    this.theme = theme;
    const items = itemsOf(text);
    return items.flatMap((item, at) => {
      const isLast = at === items.length - 1;
      const own = isLast ? draw(item) : this.kept(item, draw);
      return isLast || !/\n[ \t]*\n$/.test(item) ? own : [...own, []];
    });
  }

  private kept(item: string, draw: (item: string) => readonly Line[]): readonly Line[] {
    const known = this.drawn.get(item);
    if (known !== undefined) return known;
    const lines = draw(item);
    this.drawn.set(item, lines);
    return lines;
  }
}

/** Splits a text at its outermost items. A fence in an item may contain text that looks like an item. */
function itemsOf(text: string): string[] {
  const items: string[] = [];
  let item = "";
  let indent: number | null = null;
  let fence: string | null = null;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const [, spaces = "", marker] = /^( *)(?:([-*+]|\d{1,9}[.)])(?:[ \t]|$))?/.exec(line) ?? [];
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null && marker !== undefined && spaces.length <= (indent ?? spaces.length)) {
      if (item.trim() !== "") items.push(item);
      item = item.trim() === "" ? item : "";
      indent = spaces.length;
    }
    if (mark !== null) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    item += line;
  }
  return item === "" ? items : [...items, item];
}
