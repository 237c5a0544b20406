import { type ErrorCode, wirePath } from "@polylog/core";
import type { z } from "zod";
import { describeIssue } from "../describe-issue.ts";
import { PolylogError } from "../errors.ts";
import type { StoreErrorCode } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";

const storeAnswers: Readonly<Record<StoreErrorCode, readonly [ErrorCode, string]>> = {
  conflict: ["store_conflict", "It was changed elsewhere at the same time; try again."],
  full: ["storage_full", "The disk is full; nothing can be written until there is room."],
  unavailable: ["degraded", "The log cannot be written at the moment; try again."],
  closed: ["degraded", "The log is closed."],
  broken: ["degraded", "The log cannot be used at the moment."],
};

/** Whatever was thrown, as an answer. What is not an answer already tells nothing of the inside; the log has it. */
export function toPolylogError(thrown: unknown): PolylogError {
  if (thrown instanceof PolylogError) return thrown;
  const [code, message] =
    thrown instanceof StoreError
      ? storeAnswers[thrown.code]
      : (["internal", "Something went wrong inside; the server's log says what."] as const);
  return new PolylogError(code, message, {}, thrown);
}

/** Says what is wrong with an input and where, in the names of the wire, without repeating the input. */
export function badInput(part: string, schema: z.ZodType, { issues }: z.ZodError): PolylogError {
  const listed = issues.slice(0, 20).map((issue) => {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const path = [part, ...wirePath(schema, issue.path), ...unknown].join(".");
    return { path, message: describeIssue(issue) };
  });
  const first = listed[0];
  return new PolylogError("bad_request", `${first?.path ?? part}: ${first?.message ?? "is not valid"}`, {
    issues: listed,
  });
}
