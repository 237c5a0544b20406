/**
 * The known part of a JSON object while it arrives: the strings at its top level, the last one possibly incomplete. For invalid
 * JSON, the fields before the error.
 */
export function partialFields(json: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null);
  let at = skipSpace(json, 0);
  if (json[at] !== "{") return fields;
  at = skipSpace(json, at + 1);
  while (json[at] === '"') {
    const key = readString(json, at);
    at = skipSpace(json, key.end);
    if (!key.whole || json[at] !== ":") return fields;
    at = skipSpace(json, at + 1);
    if (json[at] === '"') {
      const value = readString(json, at);
      fields[key.text] = value.text;
      at = value.end;
    } else {
      at = skipValue(json, at);
    }
    at = skipSpace(json, at);
    if (json[at] !== ",") return fields;
    at = skipSpace(json, at + 1);
  }
  return fields;
}

interface StringRead {
  readonly text: string;
  readonly end: number;
  readonly whole: boolean;
}

const space = new Set([" ", "\n", "\r", "\t"]);

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && space.has(json[at] as string)) at++;
  return at;
}

/** Skips a number, a word, an array or an object of any depth; stops before the `,` or `}` that follows. */
function skipValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const letter = json[at];
    if (letter === '"') {
      at = endOfString(json, at) - 1;
      continue;
    }
    if (depth === 0 && (letter === "," || letter === "}" || letter === "]")) return at;
    if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
  }
  return json.length;
}

/** The position after the closing quote, or the end of the text. */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === "\\") at++;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const quote = 0x22;
const backslash = 0x5c;

function readString(json: string, from: number): StringRead {
  const parts: string[] = [];
  let plain = from + 1;
  let at = plain;
  for (; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit !== quote && unit !== backslash) continue;
    parts.push(json.slice(plain, at));
    if (unit === quote) return { text: parts.join(""), end: at + 1, whole: true };
    const escaped = readEscape(json, at + 1);
    if (escaped === null) return cutString(parts, json.length);
    parts.push(escaped.text);
    at = escaped.end - 1;
    plain = escaped.end;
  }
  parts.push(json.slice(plain));
  return cutString(parts, json.length);
}

/** The character that a backslash sequence encodes; null if the sequence is incomplete. */
function readEscape(json: string, at: number): { readonly text: string; readonly end: number } | null {
  const letter = json[at];
  if (letter === undefined) return null;
  if (letter !== "u") return { text: escapes[letter] ?? letter, end: at + 1 };
  const digits = json.slice(at + 1, at + 5);
  if (!/^[0-9a-f]{4}$/i.test(digits)) return null;
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 5 };
}

/** The first half of a surrogate pair at the end waits for the second. */
function cutString(parts: readonly string[], end: number): StringRead {
  const text = parts.join("");
  const last = text.charCodeAt(text.length - 1);
  return { text: last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text, end, whole: false };
}
