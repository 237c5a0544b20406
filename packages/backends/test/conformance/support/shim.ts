import { writeFile } from "node:fs/promises";
import path from "node:path";

/** A wrapper that replaces one text in a program's output, so that the program reports another version. */
export async function writeShim(
  folder: string,
  command: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string> {
  const file = path.join(folder, "shim");
  const script = `#!/bin/sh\n${quote(command)} "$@" | sed -u ${quote(`s/${escaped(from)}/${escaped(to)}/g`)}\n`;
  await writeFile(file, script, { mode: 0o755 });
  return file;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function escaped(text: string): string {
  return text.replace(/[/.*[\]\\^$&]/g, "\\$&");
}
