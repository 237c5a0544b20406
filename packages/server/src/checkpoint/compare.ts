import type { Git } from "./git.ts";
import { type FileName, fileNames } from "./git-file-name.ts";

/** A file that differs between two saved states. */
export interface Difference {
  readonly kind: "added" | "changed" | "removed";
  readonly name: FileName;
  /** The mode that git knows in the later one: `100755` is a program, `120000` a link. */
  readonly mode: string;
}

/** What leads from one saved state to another. */
export async function compare(git: Git, from: string, to: string): Promise<Difference[]> {
  const fields = fileNames(await git.say(["diff-tree", "-r", "-z", "--no-renames", "--raw", from, to]));
  const differences: Difference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , , letter = ""] = (fields[at] as string).split(" ");
    const kind = letter === "A" ? "added" : letter === "D" ? "removed" : "changed";
    differences.push({ kind, name: fields[at + 1] as string, mode });
  }
  return differences;
}
