import { ClientError } from "../client-error.ts";
import { limits } from "../limits.ts";

/** One event of a `text/event-stream`. */
export interface SseMessage {
  /** The event's name; "message" by default. */
  readonly event: string;
  readonly data: string;
  /** The most recent `id:`, of this event or an earlier one. */
  readonly lastEventId: string;
}

/**
 * Parses a `text/event-stream` (HTML standard, 9.2.6) that arrives in arbitrary pieces. Lines end in LF, CR or CR LF; an event
 * that is cut off by the end of the stream is dropped. Each character is read once, however small the pieces are, and an event
 * over the limit is an error instead of using ever more memory.
 */
export class SseParser {
  private readonly deliver: (message: SseMessage) => void;
  private readonly maxChars: number;
  /** Pieces of the current line. */
  private line: string[] = [];
  /** A CR ended the last line: an LF right after it belongs to it. */
  private afterReturn = false;
  private chars = 0;
  private event = "";
  private data: string[] = [];
  private lastEventId = "";

  constructor(deliver: (message: SseMessage) => void, maxChars: number = limits.eventChars) {
    this.deliver = deliver;
    this.maxChars = maxChars;
  }

  push(piece: string): void {
    if (piece === "") return;
    let start = this.afterReturn && piece[0] === "\n" ? 1 : 0;
    this.afterReturn = false;
    let feed = piece.indexOf("\n", start);
    let carriage = piece.indexOf("\r", start);
    while (feed !== -1 || carriage !== -1) {
      const end = feed === -1 || (carriage !== -1 && carriage < feed) ? carriage : feed;
      this.count(end - start);
      this.line.push(piece.slice(start, end));
      this.endLine();
      start = end + 1;
      if (end === carriage) {
        if (feed === start) start += 1;
        this.afterReturn = start === piece.length && feed !== end + 1;
        carriage = piece.indexOf("\r", start);
      }
      if (feed !== -1 && feed < start) feed = piece.indexOf("\n", start);
    }
    if (start < piece.length) {
      this.count(piece.length - start);
      this.line.push(piece.slice(start));
    }
  }

  private count(chars: number): void {
    this.chars += chars;
    if (this.chars <= this.maxChars) return;
    throw new ClientError(
      "event_too_large",
      `An event is longer than ${this.maxChars} characters, so it is not read.`,
    );
  }

  private endLine(): void {
    const line = this.line.length === 1 ? (this.line[0] as string) : this.line.join("");
    this.line = [];
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) {
      // A comment only keeps the connection alive.
      this.chars -= line.length;
      return;
    }
    if (colon === -1) return this.field(line, "");
    const from = line[colon + 1] === " " ? colon + 2 : colon + 1;
    this.field(line.slice(0, colon), line.slice(from));
  }

  private field(name: string, value: string): void {
    if (name === "data") this.data.push(value);
    else if (name === "event") this.event = value;
    else if (name === "id" && !value.includes("\0")) this.lastEventId = value;
    // `retry` is ignored because the client determines the delay. Other fields must be ignored.
  }

  private dispatch(): void {
    const { event, data, lastEventId } = this;
    this.chars = 0;
    this.event = "";
    if (data.length === 0) return;
    this.data = [];
    this.deliver({ event: event === "" ? "message" : event, data: data.join("\n"), lastEventId });
  }
}
