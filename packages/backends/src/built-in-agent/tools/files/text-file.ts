/** A text file's content and format. The byte order mark and line endings are preserved when the text changes. */
export interface TextFile {
  /** Uses `\n` if all line endings of the file are the same. Otherwise it is unchanged. */
  readonly text: string;
  readonly hasMark: boolean;
  readonly lineEnd: "\n" | "\r\n";
}

const mark = "\uFEFF";

/** Null if the bytes are not UTF-8 text, because they would not survive a round trip. */
export function readText(bytes: Buffer): TextFile | null {
  if (bytes.includes(0)) return null;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not UTF-8, so not a text file.
    return null;
  }
  const hasMark = text.startsWith(mark);
  const plain = hasMark ? text.slice(1) : text;
  const lineEnd = hasOnlyReturns(plain) ? "\r\n" : "\n";
  return { text: lineEnd === "\r\n" ? plain.replaceAll("\r\n", "\n") : plain, hasMark, lineEnd };
}

/** The bytes of the file with a new text. */
export function writeText({ hasMark, lineEnd }: Omit<TextFile, "text">, text: string): Buffer {
  const plain = lineEnd === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
  return Buffer.from(hasMark ? mark + plain : plain);
}

/** Adapts text from a model to the file's line endings: it may have copied others from elsewhere. */
export function asIn({ lineEnd }: Pick<TextFile, "lineEnd">, text: string): string {
  return lineEnd === "\r\n" ? text.replaceAll("\r\n", "\n") : text;
}

function hasOnlyReturns(text: string): boolean {
  return text.includes("\r\n") && !/\r(?!\n)|(?<!\r)\n/.test(text);
}
