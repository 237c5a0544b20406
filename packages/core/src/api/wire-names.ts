/** The rule between code and wire, for those who have no schemas at hand: `sessionId` is `session_id` in JSON. */

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose values are left as they are, each named by one word, the same on both sides; true: the whole value is. */
export type Opaque = readonly string[] | true | undefined;

export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function codeName(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** In the names of the wire; what is undefined is left out. */
export function toWire(value: unknown, opaque?: Opaque): unknown {
  return opaque === true ? value : rename(value, wireName, opaque ?? []);
}

/** In the names of the code. */
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
