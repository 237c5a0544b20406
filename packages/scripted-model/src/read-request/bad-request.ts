import type { z } from "zod";

/** A request that a real server would refuse with 400. */
export class BadRequest extends Error {}

/** A value that passed its schema, or a refusal that names the first field that did not. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "body" : issue.path.join(".");
  throw new BadRequest(`${where}: ${issue?.message ?? "is not as it should be"}`);
}
