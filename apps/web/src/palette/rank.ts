import { defaultFilter } from "cmdk";

/**
 * How well an item fits what was typed, 0 for not at all: its very name, then a name that begins so, then a word of it
 * that does, then whatever else is found by. The best item decides the order of the groups.
 */
export function rank(value: string, typed: string, [name = value]: readonly string[] = []): number {
  const wanted = typed.trim().toLowerCase();
  const shown = name.replace(/…$/, "").toLowerCase();
  if (shown === wanted) return 1;
  // Of two names that begin so, the one of which more was typed.
  const share = wanted.length / Math.max(1, shown.length) / 10;
  if (shown.startsWith(wanted)) return 0.8 + share;
  if (shown.split(/[\s/._-]+/).some((word) => word.startsWith(wanted))) return 0.6 + share;
  return defaultFilter(value, typed) * 0.5;
}
