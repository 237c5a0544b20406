import { z } from "zod";

/** The field types that nearly every route uses. */

/** An id or name that identifies something. */
export const id = z.string().min(1).max(200);

/** A model's name, or empty. Agent programs receive it as an argument. */
export const modelName = z
  .string()
  .max(200)
  .regex(/^(?!-)\P{Cc}*$/u, "is not a valid model name");

/** An absolute path of a folder. */
export const projectRoot = z.string().min(1).max(4096);

export const ts = z.int().nonnegative().describe("Milliseconds since 1970.");

/** A whole number in a query, where every value is text. */
export function queryNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/, "is not a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** The number of rows on a page. A number above the maximum gives the maximum, and a `next`. */
export function pageLimit(most: number, usual: number) {
  return z
    .string()
    .regex(/^0*[1-9]\d{0,15}$/, "is not a whole number above 0")
    .transform((text) => Math.min(Number(text), most))
    .default(usual)
    .describe(`At most ${most}; higher values are reduced to ${most}.`);
}

export const queryFlag = z.enum(["true", "false"]).transform((text) => text === "true");

export const done = z.object({ ok: z.literal(true) });

export const sessionParams = z.object({ sessionId: id });
