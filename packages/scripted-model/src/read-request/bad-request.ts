import type { z } from "zod";

/** A request that a real server would reject with status 400. */
export class BadRequest extends Error {}

/** Returns the parsed value, or throws an error that names the first invalid field. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "body" : issue.path.join(".");
  throw new BadRequest(`${where}: ${issue?.message ?? "is invalid"}`);
}
