import type { Actor } from "../events/fields.ts";
import { oneLine } from "../format/one-line.ts";

/** Who did something, for a tooltip or an export: `Pixel 9 · prompter`. Empty if the log does not record it. */
export function actorLabel(actor: Actor | null): string {
  if (actor === null) return "";
  const { kind, id, name, role } = actor;
  const who = oneLine(name ?? id ?? kind);
  return role === undefined || role === who ? who : `${who} · ${role}`;
}
