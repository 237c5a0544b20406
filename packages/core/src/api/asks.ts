import { z } from "zod";
import type { AskDescription } from "../asks/description.ts";
import type { PolylogEvent } from "../events/all-events.ts";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { done, id, ts } from "./fields.ts";
import { type Data, verbatim } from "./wire.ts";

const match = z.enum(["exact", "prefix"]);

const offer = z
  .object({
    match: match.describe("Exactly this call, or every plain command that begins with these words."),
    pattern: z.string(),
    cwd: z.string().optional().describe("The folder that the command runs in, unless it is the project's."),
  })
  .meta({ id: "PermissionOffer" });

const texts = z.array(z.object({ kind: z.string(), text: z.string() }));

/**
 * `AskDescription` as core builds it, with the same names on the wire. The schema lists only the fields that other programs
 * rely on.
 */
const description = verbatim(
  z
    .looseObject({
      title: z.string().describe("One line: the action and its object."),
      verb: z.string(),
      objects: texts.describe("Commands, files, hosts: exactly as the agent sent them."),
      directory: z.string().nullable(),
      fields: z
        .array(verbatim(z.object({ name: z.string(), text: z.string(), shownAs: z.string().nullable() })))
        .describe("Every field of the input."),
      choices: z.array(z.unknown()).describe("The available answers, by number key."),
      sessionTitle: z.string().nullable(),
      project: z.object({ name: z.string(), root: z.string() }).nullable(),
      agentPath: z
        .array(z.string())
        .describe("The session's agent, then each subagent down to the one that asks."),
    })
    .meta({ id: "AskDescription", description: "An ask's complete content, the same on every screen." }),
) as unknown as z.ZodType<AskDescription>;

const ask = z
  .object({
    askId: id,
    kind: z.enum(["permission", "question", "plan"]),
    state: z.enum(["pending", "answered", "cancelled", "expired"]),
    sessionId: id,
    runId: id,
    agentId: id,
    createdTs: ts,
    event: z.unknown().describe("The event that opened the ask."),
    description,
    offers: z
      .array(offer)
      .optional()
      .describe("For a permission: what a lasting approval can apply to, narrowest first."),
    denyOffers: z.array(offer).optional().describe("The same for a lasting rejection."),
  })
  .meta({ id: "Ask" });

/** Something that waits for a person's answer. */
export interface Ask extends Omit<Data<typeof ask>, "event" | "description"> {
  readonly event: PolylogEvent;
  readonly description: AskDescription;
}

const answerErrors = ["ask_not_found", "ask_answered", "ask_expired"] as const;

const words = z.string().max(limits.api.promptChars);
const chosen = z.union([words, z.array(words).max(100)]);
const answers = z.union([
  z.array(z.object({ question: z.string(), answer: chosen })).max(100),
  z.record(z.string(), chosen).describe("Answers by question."),
]);

const permissionAnswer = z.object({
  requestId: id,
  optionId: id,
  note: words.optional(),
  pattern: words
    .optional()
    .describe(
      "The pattern of one of the offers, which the option's rule then applies to. If omitted, exactly this call.",
    ),
  match: match
    .optional()
    .describe("Which offer, if two have the same pattern. If omitted, exactly this call."),
});
export type PermissionAnswer = Data<typeof permissionAnswer>;

const planAnswer = z.object({
  planId: id,
  decision: z.enum(["approve", "reject", "edit"]),
  plan: words.optional(),
  note: words.optional(),
});
/** A person's decision on a plan that needs approval. */
export type PlanAnswer = Data<typeof planAnswer>;

/** Roles that may give a lasting answer may also list the resulting rules and remove them. */
const rule = z
  .object({
    ruleId: id,
    effect: z.enum(["allow", "deny"]),
    toolName: z.string(),
    match,
    pattern: z.string(),
    cwd: z.string().optional().describe("The folder that the command runs in, unless it is the project's."),
    scope: z.enum(["session", "project", "always"]),
    sessionId: id.nullable().describe("The only session that the rule applies to."),
    projectRoot: z.string().nullable().describe("The only project that the rule applies to."),
    madeTs: ts.nullable().describe("Null: the rule comes from a version that did not record it."),
    madeIn: id.nullable().describe("The session in which it was created."),
    madeBy: z.string().nullable(),
  })
  .meta({ id: "PermissionRule" });
/** The result of a lasting answer. */
export type PermissionRule = Data<typeof rule>;

export const askRoutes = {
  list: defineRoute("asks.list", {
    summary: "List everything that waits for a person, in all sessions and at any depth",
    result: z.object({ asks: z.array(ask) }),
  }),
  answerQuestion: defineRoute("asks.answerQuestion", {
    summary: "Answer an agent's question",
    carries: "words",
    body: z.object({ questionId: id, answers }),
    result: done,
    errors: answerErrors,
  }),
  answerPermission: defineRoute("asks.answerPermission", {
    summary: "Allow or reject an agent's request for permission",
    carries: "words",
    body: permissionAnswer,
    result: done,
    errors: [...answerErrors, "pattern_not_offered"],
  }),
  answerPlan: defineRoute("asks.answerPlan", {
    summary: "Approve, reject or edit a plan",
    carries: "words",
    body: planAnswer.refine(({ decision, plan }) => decision !== "edit" || plan !== undefined, {
      path: ["plan"],
      message: "is missing: send the plan's new text with an edit",
    }),
    result: done,
    errors: answerErrors,
  }),
  rules: defineRoute("asks.rules", {
    summary: "List the calls that a person allowed or denied permanently, newest first",
    result: z.object({ rules: z.array(rule) }),
  }),
  removeRule: defineRoute("asks.removeRule", {
    summary: "Remove a rule: matching calls need permission again",
    params: z.object({ ruleId: id }),
    result: done,
  }),
};
