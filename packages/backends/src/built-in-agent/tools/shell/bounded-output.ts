import { limits } from "../limits.ts";

/** A command's output of any length: it keeps the beginning and the end and counts the rest. */
export class BoundedOutput {
  /** Characters received. */
  total = 0;
  private head = "";
  private tail: string[] = [];
  private tailChars = 0;

  push(text: string): void {
    this.total += text.length;
    const room = limits.outputHead - this.head.length;
    if (room > 0) this.head += text.slice(0, room);
    if (text.length <= room) return;
    const rest = room > 0 ? text.slice(room) : text;
    this.tail.push(rest);
    this.tailChars += rest.length;
    if (this.tailChars > 4 * limits.outputTail) this.shorten();
  }

  /** Characters received but not kept. */
  get dropped(): number {
    this.shorten();
    return this.total - this.head.length - this.tailChars;
  }

  /** The output as one text, without characters that cannot be stored. */
  toString(): string {
    const { dropped } = this;
    const gap = dropped === 0 ? "" : `\n\n[… ${dropped} characters omitted …]\n\n`;
    return storable(`${this.head}${gap}${this.tail.join("")}`);
  }

  private shorten(): void {
    const kept = this.tail.join("").slice(-limits.outputTail);
    this.tail = kept === "" ? [] : [kept];
    this.tailChars = kept.length;
  }
}

/** Removes NUL characters and lone surrogates, which stores and other programs reject. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
