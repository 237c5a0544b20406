/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) bytes++;
    // Each half of a pair counts one of the two bytes that a pair has more than its units.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes++;
  }
  return bytes;
}

/** "512 B", "1.2 kB", "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
