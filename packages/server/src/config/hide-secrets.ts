/** Settings without what nobody should read off a screen. */

export const HIDDEN = "••••••";

const secretName = /key|token|secret|passw|credential|auth|database_url/i;
/** The name of a variable is no secret, its value is. */
const variableName = /_env$/i;
/** Whatever is in them may be one. */
const secretPlaces = new Set(["env", "headers"]);

export function hideSecrets<T>(value: T): T {
  return walk(value, (text) => text) as T;
}

/** Puts back what was hidden, from the settings as they were before. */
export function restoreSecrets<T>(shown: T, before: unknown): T {
  if (shown === HIDDEN) return (typeof before === "string" ? before : "") as T;
  if (Array.isArray(shown)) {
    const old = Array.isArray(before) ? before : [];
    return shown.map((item, index) => restoreSecrets(item, old[index])) as T;
  }
  if (typeof shown !== "object" || shown === null) return shown;
  const old = typeof before === "object" && before !== null ? (before as Record<string, unknown>) : {};
  const entries = Object.entries(shown).map(([name, item]) => [
    name,
    restoreSecrets(item, Object.hasOwn(old, name) ? old[name] : undefined),
  ]);
  return Object.fromEntries(entries) as T;
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
