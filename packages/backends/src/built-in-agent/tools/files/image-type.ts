const signatures: readonly (readonly [mediaType: string, offset: number, bytes: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
];

/** The image type, detected from the first bytes. Null if models do not support it. */
export function imageType(bytes: Buffer): string | null {
  const at = (offset: number, text: string) =>
    bytes.toString("latin1", offset, offset + text.length) === text;
  if (at(0, "RIFF") && at(8, "WEBP")) return "image/webp";
  return signatures.find(([, offset, text]) => at(offset, text))?.[0] ?? null;
}
