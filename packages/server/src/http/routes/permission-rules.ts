import type { PermissionRule } from "@polylog/core";
import { z } from "zod";
import { defineRoute } from "./define.ts";
import { done, id, isDone, ts } from "./fields.ts";

/** Who may answer for good may see what came of it, and take it back. */

const rule = z
  .object({
    rule_id: id,
    effect: z.enum(["allow", "deny"]),
    tool_name: z.string(),
    match: z.enum(["exact", "prefix"]),
    pattern: z.string(),
    cwd: z
      .string()
      .optional()
      .describe("The folder that its command runs in, where it is not the project's."),
    scope: z.enum(["session", "project", "always"]),
    session_id: id.nullable().describe("The session that it holds in."),
    project_root: z.string().nullable().describe("The project that it holds in."),
    made_ts: ts.nullable().describe("Null: it is of a version that did not keep that."),
    made_in: id.nullable().describe("The session in which it was made."),
    made_by: z.string().nullable(),
  })
  .meta({ id: "PermissionRule" });

function toRule(value: PermissionRule): z.input<typeof rule> {
  return {
    rule_id: value.ruleId,
    effect: value.effect,
    tool_name: value.toolName,
    match: value.match,
    pattern: value.pattern,
    ...(value.cwd !== undefined && { cwd: value.cwd }),
    scope: value.scope,
    session_id: value.sessionId,
    project_root: value.projectRoot,
    made_ts: value.madeTs,
    made_in: value.madeIn,
    made_by: value.madeBy,
  };
}

const getRules = defineRoute({
  method: "get",
  path: "/api/permission-rules",
  role: "approver",
  group: "asks",
  summary: "What is allowed or denied without asking, because somebody said so; the newest first",
  result: z.object({ rules: z.array(rule) }),
  handle: async (_, { services }) => ({ rules: (await services.permissionRules.list()).map(toRule) }),
});

const deleteRule = defineRoute({
  method: "delete",
  path: "/api/permission-rules/{rule_id}",
  role: "approver",
  group: "asks",
  summary: "Remove it: from now on it is asked again",
  params: z.object({ rule_id: id }),
  result: done,
  handle: async ({ params }, { services }) => {
    await services.permissionRules.remove(params.rule_id);
    return isDone;
  },
});

export const permissionRuleRoutes = [getRules, deleteRule];
