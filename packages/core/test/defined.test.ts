import { expect, expectTypeOf, test } from "vitest";
import { defined } from "../src/index.ts";

interface Request {
  readonly id: string;
  readonly title?: string;
  readonly limit?: number;
}

test("undefined and null fields are omitted; 0 and the empty string are kept", () => {
  const [title, cwd]: (string | undefined)[] = ["", undefined];
  const fields = defined({ id: "a", title, cwd, limit: null, offset: 0 });
  expect(Object.entries(fields)).toEqual([
    ["id", "a"],
    ["title", ""],
    ["offset", 0],
  ]);
  expect(Object.keys(defined(Object.create({ inherited: 1 }) as object))).toEqual([]);
});

test("an optional field of an exact type accepts a value that may be undefined or null", () => {
  const given: { title?: string | undefined; limit: number | null | undefined } = { limit: undefined };
  const request: Request = { id: "a", ...defined({ title: given.title, limit: given.limit }) };
  expect(request).toStrictEqual({ id: "a" });
  const fields = defined({ id: "a" as string, title: given.title });
  expectTypeOf(fields.id).toEqualTypeOf<string>();
  expectTypeOf<typeof fields>().toExtend<{ readonly title?: string }>();
  // @ts-expect-error a number is not a title
  const wrong: Request = { id: "a", ...defined({ title: given.limit ?? undefined }) };
  expect(wrong).toStrictEqual({ id: "a" });
});
