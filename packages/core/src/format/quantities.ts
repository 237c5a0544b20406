/** Numbers and times for display. */

export function duration(ms: number): string {
  if (ms < 50) return "< 0.1 s";
  const seconds = Math.round(ms / 1000);
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** An elapsed time in whole seconds, so that it does not flicker. */
export function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000);
}

/** An unknown price is shown as unknown, never as zero. */
export function cost(usd: number, isComplete: boolean): string {
  if (usd === 0 && !isComplete) return "unknown cost";
  const shown = usd === 0 ? "$0" : usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`;
  return isComplete ? shown : `≥ ${shown}`;
}

export function count(number: number): string {
  if (number < 1000) return String(number);
  if (number < 100_000) return `${(number / 1000).toFixed(1).replace(/\.0$/, "")}k`;
  if (number < 1_000_000) return `${Math.round(number / 1000)}k`;
  return `${(number / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

const units: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, b: 1e9 };

/** Parses an amount as people type it: `2.50`, `$3`, `50k`, `1.5M`. Null if it is not a positive amount. */
export function parseAmount(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/^\$\s*/, "")
    .replaceAll(",", "");
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?|\.\d+)\s*([kmb]?)$/i.exec(text) ?? [];
  const amount = Number(digits) * (units[unit.toLowerCase()] ?? 1);
  return amount > 0 ? amount : null;
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) bytes++;
    // A surrogate pair has two units and four bytes, so each half adds one byte.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes++;
  }
  return bytes;
}

/** "512 B", "1.2 kB", "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
