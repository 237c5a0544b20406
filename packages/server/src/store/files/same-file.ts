import { statSync } from "node:fs";

/** Whether two names, through links of either kind, are one file. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }));
  if (first === undefined || second === undefined) return false;
  return first.ino === second.ino && first.dev === second.dev;
}
