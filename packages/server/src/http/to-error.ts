import { type ErrorCode, wirePath } from "@polylog/core";
import type { z } from "zod";
import { describeIssue } from "../describe-issue.ts";
import { PolylogError } from "../polylog-error.ts";
import type { StoreErrorCode } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";

const storeAnswers: Readonly<Record<StoreErrorCode, readonly [ErrorCode, string]>> = {
  conflict: ["store_conflict", "Another change was made at the same time. Retry."],
  full: ["storage_full", "The disk is full. Free some space, then retry."],
  unavailable: ["degraded", "The log is temporarily not writable. Retry in a few seconds."],
  closed: ["degraded", "The log is closed. Retry once the server has restarted."],
  broken: ["degraded", "The log is temporarily not available. Retry in a few seconds."],
};

/** Converts any thrown value to an error response. Unexpected errors reveal no internals; the server's log has them. */
export function toPolylogError(thrown: unknown): PolylogError {
  if (thrown instanceof PolylogError) return thrown;
  const [code, message] =
    thrown instanceof StoreError
      ? storeAnswers[thrown.code]
      : (["internal", "Internal error. See the server's log for details."] as const);
  return new PolylogError(code, message, {}, thrown);
}

/** Describes the first invalid field by its wire name, without repeating the input. */
export function badInput(part: string, schema: z.ZodType, { issues }: z.ZodError): PolylogError {
  const listed = issues.slice(0, 20).map((issue) => {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const path = [part, ...wirePath(schema, issue.path), ...unknown].join(".");
    return { path, message: describeIssue(issue) };
  });
  const first = listed[0];
  return new PolylogError("bad_request", `${first?.path ?? part}: ${first?.message ?? "is invalid"}`, {
    issues: listed,
  });
}
