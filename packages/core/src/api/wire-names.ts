/** The conversion between code and wire, for callers without schemas: `sessionId` is `session_id` in JSON. */

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose values are left unchanged, each a single word that is the same on both sides; `true` means the whole value. */
export type Opaque = readonly string[] | true | undefined;

export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function codeName(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts to wire names; undefined fields are omitted. */
export function toWire(value: unknown, opaque?: Opaque): unknown {
  return opaque === true ? value : rename(value, wireName, opaque ?? []);
}

/** Converts to the names of the code. */
export function fromWire(value: unknown, opaque?: Opaque): unknown {
  return opaque === true ? value : rename(value, codeName, opaque ?? []);
}

function rename(value: unknown, toName: (name: string) => string, opaque: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => rename(each, toName, opaque));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value as Fields).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => [
      toName(name),
      opaque.includes(name) ? field : rename(field, toName, opaque),
    ]),
  );
}
