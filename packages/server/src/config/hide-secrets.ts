import { isDeepStrictEqual } from "node:util";
import { PolylogError } from "../polylog-error.ts";

/** Settings with secrets hidden. */

export const HIDDEN = "••••••";

const secretName = /key|token|secret|passw|credential|auth|database_url/i;
/** A variable's name is not secret, only its value. */
const variableName = /_env$/i;
/** Every value in these may be a secret. */
const secretPlaces = new Set(["env", "headers"]);

export function hideSecrets<T>(value: T): T {
  return walk(value, (text) => text) as T;
}

/**
 * Restores hidden values from the previous settings. A hidden value without a previous one, such as under a new name, is
 * rejected, because writing the placeholder would lose the secret.
 */
export function restoreSecrets<T>(shown: T, before: unknown, field: readonly string[] = []): T {
  if (shown === HIDDEN) {
    if (typeof before === "string") return before as T;
    const name = field.join(".");
    const message = `${name}: This value is hidden, and no stored value matches it. Enter it again.`;
    throw new PolylogError("bad_config", message, { field: name });
  }
  if (Array.isArray(shown)) {
    const old = Array.isArray(before) ? before : [];
    return shown.map((item, index) =>
      restoreSecrets(item, predecessor(shown, index, old), [...field, String(index)]),
    ) as T;
  }
  if (typeof shown !== "object" || shown === null) return shown;
  const old = typeof before === "object" && before !== null ? (before as Record<string, unknown>) : {};
  const entries = Object.entries(shown).map(([name, item]) => [
    name,
    restoreSecrets(item, Object.hasOwn(old, name) ? old[name] : undefined, [...field, name]),
  ]);
  return Object.fromEntries(entries) as T;
}

/** The previous value of a list item, matched by its visible content, even if it moved, or else by its index. */
function predecessor(shown: readonly unknown[], index: number, old: readonly unknown[]): unknown {
  const isSame = (item: unknown) => isDeepStrictEqual(hideSecrets(item), shown[index]);
  if (isSame(old[index])) return old[index];
  return old.find(isSame) ?? (shown.length === old.length ? old[index] : undefined);
}

function walk(value: unknown, show: (text: string) => string): unknown {
  if (typeof value === "string") return show(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, show));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, walk(item, isSecret(name) ? () => HIDDEN : show)]),
  );
}

function isSecret(name: string): boolean {
  return secretPlaces.has(name) || (secretName.test(name) && !variableName.test(name));
}
