/** A text as a file holds it: what is around the text is kept when the text is changed. */
export interface TextFile {
  /** With `\n` as line end where all line ends of the file are the same, else as it is. */
  readonly text: string;
  readonly hasMark: boolean;
  readonly lineEnd: "\n" | "\r\n";
}

const mark = "\uFEFF";

/** Null where the bytes are no text: they would not come back the same. */
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

/** The bytes of the same file with another text. */
export function writeText({ hasMark, lineEnd }: Omit<TextFile, "text">, text: string): Buffer {
  const plain = lineEnd === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
  return Buffer.from(hasMark ? mark + plain : plain);
}

/** What a model wrote for the file: it may have taken over line ends that it was shown elsewhere. */
export function asIn({ lineEnd }: Pick<TextFile, "lineEnd">, text: string): string {
  return lineEnd === "\r\n" ? text.replaceAll("\r\n", "\n") : text;
}

function hasOnlyReturns(text: string): boolean {
  return text.includes("\r\n") && !/\r(?!\n)|(?<!\r)\n/.test(text);
}
