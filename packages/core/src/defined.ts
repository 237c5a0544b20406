/** `T` where a field that may be undefined is optional instead. */
type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The fields that have a value: `{ id, ...defined({ title, cwd }) }`. For code that runs with every delta, write the
 * condition out: this takes about 0.1 µs more.
 */
export function defined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const key in fields) {
    if (Object.hasOwn(fields, key) && fields[key] !== undefined) kept[key] = fields[key];
  }
  return kept as Defined<T>;
}
