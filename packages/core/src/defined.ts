/** `T` in which fields that may be undefined or null are optional instead. */
type Defined<T> = {
  [K in keyof T as Extract<T[K], undefined | null> extends never ? K : never]: T[K];
} & {
  [K in keyof T as Extract<T[K], undefined | null> extends never ? never : K]?: NonNullable<T[K]>;
};

/**
 * The fields that are neither undefined nor null: `{ id, ...defined({ title, cwd }) }`. Costs about 0.1 µs more than a
 * condition.
 */
export function defined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const key in fields) {
    if (Object.hasOwn(fields, key) && fields[key] !== undefined && fields[key] !== null)
      kept[key] = fields[key];
  }
  return kept as Defined<T>;
}
