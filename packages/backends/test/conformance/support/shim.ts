import { writeFile } from "node:fs/promises";
import path from "node:path";

/** A program in front of a program that changes one text in all that it says: so it claims to be another version. */
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
