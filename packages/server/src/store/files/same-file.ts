import { statSync } from "node:fs";

/** Whether two paths refer to the same file, through symbolic or hard links. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }));
  if (first === undefined || second === undefined) return false;
  return first.ino === second.ino && first.dev === second.dev;
}
