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
    match: match.describe("The very same call, or every plain command that begins with these words."),
    pattern: z.string(),
    cwd: z
      .string()
      .optional()
      .describe("The folder that the command runs in, where it is not the project's."),
  })
  .meta({ id: "PermissionOffer" });

const texts = z.array(z.object({ kind: z.string(), text: z.string() }));

/** `AskDescription` as core makes it; its names are the same on the wire. Here only what other programs rely on. */
const description = verbatim(
  z
    .looseObject({
      title: z.string().describe("One line: what would be done, and to what."),
      verb: z.string(),
      objects: texts.describe("Commands, files, hosts: exactly as the agent gave them."),
      directory: z.string().nullable(),
      fields: z
        .array(verbatim(z.object({ name: z.string(), text: z.string(), shownAs: z.string().nullable() })))
        .describe("Every field of the input."),
      choices: z.array(z.unknown()).describe("The ways to answer, by their number keys."),
      sessionTitle: z.string().nullable(),
      project: z.object({ name: z.string(), root: z.string() }).nullable(),
      agentPath: z.array(z.string()).describe("The session's agent, then each subagent down to who asks."),
    })
    .meta({ id: "AskDescription", description: "What every screen shows of an ask. It is whole." }),
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
    event: z.unknown().describe("The event that asked."),
    description,
    offers: z
      .array(offer)
      .optional()
      .describe("Of a permission: what an answer that allows and lasts can be for, the narrowest first."),
    denyOffers: z.array(offer).optional().describe("The same for an answer that rejects and lasts."),
  })
  .meta({ id: "Ask" });

/** Something that waits for a person. */
export interface Ask extends Omit<Data<typeof ask>, "event" | "description"> {
  readonly event: PolylogEvent;
  readonly description: AskDescription;
}

const answerErrors = ["ask_not_found", "ask_answered", "ask_expired"] as const;

const words = z.string().max(limits.api.promptChars);
const chosen = z.union([words, z.array(words).max(100)]);
const answers = z.union([
  z.array(z.object({ question: z.string(), answer: chosen })).max(100),
  z.record(z.string(), chosen).describe("Answers by their questions."),
]);

const permissionAnswer = z.object({
  requestId: id,
  optionId: id,
  note: words.optional(),
  pattern: words
    .optional()
    .describe("What the rule is for that the option makes: one of the offers. Else this very call."),
  match: match.optional().describe("Which offer, where two have the same pattern. Else the very call."),
});
export type PermissionAnswer = Data<typeof permissionAnswer>;

const planAnswer = z.object({
  planId: id,
  decision: z.enum(["approve", "reject", "edit"]),
  plan: words.optional(),
  note: words.optional(),
});
/** A person's decision on a plan that waits for approval. */
export type PlanAnswer = Data<typeof planAnswer>;

/** Who may answer for good may see what came of it, and take it back. */
const rule = z
  .object({
    ruleId: id,
    effect: z.enum(["allow", "deny"]),
    toolName: z.string(),
    match,
    pattern: z.string(),
    cwd: z
      .string()
      .optional()
      .describe("The folder that its command runs in, where it is not the project's."),
    scope: z.enum(["session", "project", "always"]),
    sessionId: id.nullable().describe("The session that it holds in."),
    projectRoot: z.string().nullable().describe("The project that it holds in."),
    madeTs: ts.nullable().describe("Null: it is of a version that did not keep that."),
    madeIn: id.nullable().describe("The session in which it was made."),
    madeBy: z.string().nullable(),
  })
  .meta({ id: "PermissionRule" });
/** What a lasting answer made. */
export type PermissionRule = Data<typeof rule>;

export const askRoutes = {
  list: defineRoute("asks.list", {
    group: "asks",
    summary: "Everything that waits for a person, of all sessions and at any depth",
    result: z.object({ asks: z.array(ask) }),
  }),
  answerQuestion: defineRoute("asks.answerQuestion", {
    group: "asks",
    summary: "Answer an agent's question",
    carries: "words",
    body: z.object({ questionId: id, answers }),
    result: done,
    errors: answerErrors,
  }),
  answerPermission: defineRoute("asks.answerPermission", {
    group: "asks",
    summary: "Allow or refuse what an agent wants to do",
    carries: "words",
    body: permissionAnswer,
    result: done,
    errors: [...answerErrors, "pattern_not_offered"],
  }),
  answerPlan: defineRoute("asks.answerPlan", {
    group: "asks",
    summary: "Decide on a plan",
    carries: "words",
    body: planAnswer.refine(({ decision, plan }) => decision !== "edit" || plan !== undefined, {
      path: ["plan"],
      message: "is missing: an edited plan comes with its new text",
    }),
    result: done,
    errors: answerErrors,
  }),
  rules: defineRoute("asks.rules", {
    group: "asks",
    summary: "What is allowed or denied without asking, because somebody said so; the newest first",
    result: z.object({ rules: z.array(rule) }),
  }),
  removeRule: defineRoute("asks.removeRule", {
    group: "asks",
    summary: "Remove it: from now on it is asked again",
    params: z.object({ ruleId: id }),
    result: done,
  }),
};
