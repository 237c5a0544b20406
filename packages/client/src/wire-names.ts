/** On the wire names are snake_case, in code camelCase. Only a value's own fields are renamed, never what is inside. */

type Fields = Readonly<Record<string, unknown>>;

/** For a request's body; what is undefined is left out. */
export function toWire(fields: object): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function toQuery(fields: object): Query {
  return toWire(fields) as Query;
}

export function fromWire<T>(value: unknown): T {
  return Object.fromEntries(
    Object.entries(value as Fields).map(([key, field]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  ) as T;
}
