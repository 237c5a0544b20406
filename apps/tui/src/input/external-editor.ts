import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Opens a text in the user's editor, which uses the terminal until it exits. Null on failure. */
export function editExternally(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const [program, ...args] = (env.VISUAL || env.EDITOR || "vi").split(/\s+/);
  if (program === undefined) return null;
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-"));
  const file = path.join(folder, "message.md");
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const { status } = spawnSync(program, [...args, file], { stdio: "inherit" });
    return status === 0 ? readFileSync(file, "utf8").replace(/\n$/, "") : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
