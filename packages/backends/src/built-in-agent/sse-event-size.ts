const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Measures the current event in a stream of server-sent events, which is what a parser has to buffer. */
export class SseEventSize {
  /** The longest event so far. */
  longest = 0;
  private held = 0;
  private last = 0;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === NEWLINE && this.last === NEWLINE) this.held = 0;
      else this.held++;
      if (byte !== RETURN) this.last = byte;
      if (this.held > this.longest) this.longest = this.held;
    }
  }
}
