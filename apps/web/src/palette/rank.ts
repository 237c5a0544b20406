import { defaultFilter } from "cmdk";

/**
 * How well an item matches the typed text, 0 for no match: the exact name, then a name that starts with it, then a
 * word of the name that does, then other matches. The best item determines the order of groups.
 */
export function rank(value: string, typed: string, [name = value]: readonly string[] = []): number {
  const wanted = typed.trim().toLowerCase();
  const shown = name.replace(/…$/, "").toLowerCase();
  if (shown === wanted) return 1;
  // Of two names with the same prefix, the shorter one is the better match.
  const share = wanted.length / Math.max(1, shown.length) / 10;
  if (shown.startsWith(wanted)) return 0.8 + share;
  if (shown.split(/[\s/._-]+/).some((word) => word.startsWith(wanted))) return 0.6 + share;
  return defaultFilter(value, typed) * 0.5;
}
