import { limits } from "./limits.ts";

/** A line of a program's output, without its newline. */
export interface Line {
  readonly text: string;
  /** The line's full length, even if only its beginning was kept. */
  readonly bytes: number;
  readonly truncated: boolean;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const nothing = Buffer.alloc(0);

/**
 * Splits a stream of bytes into lines at `\n` only, because agents write U+2028 inside JSON. Each line is decoded as a
 * whole, so chunk boundaries do not matter. It buffers at most `lineBytes`: of a longer line the beginning is kept, and
 * the rest is discarded up to the next newline.
 */
export class LineSplitter {
  private readonly lineBytes: number;
  private readonly cutLineBytes: number;
  private held = nothing;
  private heldBytes = 0;
  /** Bytes of the current line, buffered or not. */
  private lineLength = 0;
  private lastByte = 0;

  constructor(lineBytes: number = limits.lineBytes, cutLineBytes: number = limits.cutLineBytes) {
    this.lineBytes = lineBytes;
    this.cutLineBytes = Math.min(cutLineBytes, lineBytes);
  }

  /** Whether the current line is longer than the part that is kept of it. */
  get isCut(): boolean {
    return this.lineLength > this.lineBytes;
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(this.finish(chunk, start, end));
      start = end + 1;
    }
    this.hold(chunk, start, chunk.length);
    return lines;
  }

  /** The last line, if the stream ended without a newline. */
  end(): Line[] {
    return this.lineLength === 0 ? [] : [this.take()];
  }

  private finish(chunk: Buffer, start: number, end: number): Line {
    if (this.lineLength > 0 || end - start > this.lineBytes) {
      this.hold(chunk, start, end);
      return this.take();
    }
    const last = end > start && chunk[end - 1] === RETURN ? end - 1 : end;
    return { text: chunk.toString("utf8", start, last), bytes: last - start, truncated: false };
  }

  private hold(chunk: Buffer, start: number, end: number): void {
    if (start === end) return;
    this.lastByte = chunk[end - 1] as number;
    this.lineLength += end - start;
    if (this.lineLength <= this.lineBytes) {
      this.append(chunk, start, end);
    } else if (this.heldBytes < this.cutLineBytes) {
      this.append(chunk, start, Math.min(end, start + this.cutLineBytes - this.heldBytes));
    } else if (this.heldBytes > this.cutLineBytes) {
      this.held = Buffer.from(this.held.subarray(0, this.cutLineBytes));
      this.heldBytes = this.cutLineBytes;
    }
  }

  private append(chunk: Buffer, start: number, end: number): void {
    const needed = this.heldBytes + end - start;
    if (needed > this.held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * this.held.length, this.lineBytes)));
      this.held.copy(grown, 0, 0, this.heldBytes);
      this.held = grown;
    }
    chunk.copy(this.held, this.heldBytes, start, end);
    this.heldBytes = needed;
  }

  private take(): Line {
    const bytes = this.lineLength - (this.lastByte === RETURN ? 1 : 0);
    const truncated = this.lineLength > this.lineBytes;
    const end = truncated ? wholeCharacters(this.held, this.heldBytes) : bytes;
    const line = { text: this.held.toString("utf8", 0, end), bytes, truncated };
    this.lineLength = 0;
    this.heldBytes = 0;
    if (this.held.length > limits.cutLineBytes) this.held = nothing;
    return line;
  }
}

/** The end of the last complete UTF-8 character in the bytes. */
function wholeCharacters(bytes: Buffer, length: number): number {
  let lead = length - 1;
  while (lead > 0 && lead > length - 4 && ((bytes[lead] as number) & 0xc0) === 0x80) lead--;
  const first = bytes[lead] as number;
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + size > length ? lead : length;
}
