import type { Terminal } from "@xterm/headless";

/** Scrollback and screen, with wrapped lines joined and trailing spaces removed. */
export function screenLines({ buffer: { active } }: Terminal): string[] {
  const lines: string[] = [];
  for (let at = 0; at < active.length; at += 1) {
    const line = active.getLine(at);
    const text = line?.translateToString(true) ?? "";
    if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  const shown = lines.map((line) => line.trimEnd());
  while (shown.at(-1) === "") shown.pop();
  return shown;
}
