import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * Parses JSON from bytes, which are scanned first: creating a million small values takes seconds, and recursive code
 * overflows the stack on deeply nested ones.
 */
export function parseJson(bytes: Buffer): unknown {
  checkShape(bytes);
  try {
    return JSON.parse(decode(bytes));
  } catch (error) {
    if (error instanceof PolylogError) throw error;
    // The parser's own message is not included, because it quotes the text.
    throw new PolylogError("bad_request", "Invalid JSON. Check its syntax.");
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new PolylogError("bad_request", "The JSON is not valid UTF-8. Encode it as UTF-8.");
  }
}

function checkShape(bytes: Buffer): void {
  const { jsonLevels, jsonValues } = limits.http;
  let levels = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      values++;
    } else if (byte === COMMA) {
      values++;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      levels++;
      if (levels > jsonLevels) {
        throw new PolylogError(
          "bad_request",
          `The JSON is nested too deeply. The limit is ${jsonLevels} levels.`,
        );
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      levels--;
    }
    if (values > jsonValues) {
      throw new PolylogError(
        "bad_request",
        `The JSON is too large. The limit is ${jsonValues} names and values.`,
      );
    }
  }
}

/** The index of a string's closing quote. Fast, because an image is megabytes of text without a backslash. */
function endOfText(bytes: Buffer, from: number): number {
  const quote = bytes.indexOf(QUOTE, from + 1);
  if (quote === -1) return bytes.length;
  const backslash = bytes.subarray(from, quote).indexOf(BACKSLASH);
  if (backslash === -1) return quote;
  for (let at = from + backslash; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}
