import { permissionOffers } from "@polylog/core";
import { z } from "zod";
import type { DescribedAsk } from "../../asks/described-asks.ts";
import { limits } from "../../limits.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, ts } from "./fields.ts";

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

const texts = z.array(z.object({ kind: z.string(), text: z.string() })).readonly();

const description = z
  .looseObject({
    title: z.string().describe("One line: what would be done, and to what."),
    verb: z.string(),
    objects: texts.describe("Commands, files, hosts: exactly as the agent gave them."),
    directory: z.string().nullable(),
    fields: z
      .array(z.object({ name: z.string(), text: z.string(), shownAs: z.string().nullable() }))
      .readonly()
      .describe("Every field of the input."),
    choices: z.array(z.unknown()).readonly().describe("The ways to answer, by their number keys."),
    sessionTitle: z.string().nullable(),
    project: z.object({ name: z.string(), root: z.string() }).nullable(),
    agentPath: z
      .array(z.string())
      .readonly()
      .describe("The session's agent, then each subagent down to who asks."),
  })
  .meta({ id: "AskDescription", description: "What every screen shows of an ask. It is whole." });

const ask = z
  .object({
    ask_id: id,
    kind: z.enum(["permission", "question", "plan"]),
    state: z.enum(["pending", "answered", "cancelled", "expired"]),
    session_id: id,
    run_id: id,
    agent_id: id,
    created_ts: ts,
    event: z.unknown().describe("The event that asked."),
    description,
    offers: z
      .array(offer)
      .optional()
      .describe("Of a permission: what an answer that allows and lasts can be for, the narrowest first."),
    deny_offers: z.array(offer).optional().describe("The same for an answer that rejects and lasts."),
  })
  .meta({ id: "Ask" });

function toAsk(row: DescribedAsk): z.input<typeof ask> {
  const event = JSON.parse(row.line);
  const { toolName = "", input } = event as { readonly toolName?: string; readonly input?: unknown };
  const call = { toolName, input, projectRoot: row.description.project?.root };
  return {
    ask_id: row.askId,
    kind: row.kind,
    state: row.state,
    session_id: row.sessionId,
    run_id: row.runId,
    agent_id: row.agentId,
    created_ts: row.createdTs,
    event,
    description: { ...row.description },
    ...(row.kind === "permission" && {
      offers: [...permissionOffers(call)],
      deny_offers: permissionOffers(call, "deny").map(({ match, pattern }) => ({ match, pattern })),
    }),
  };
}

const getAsks = defineRoute({
  method: "get",
  path: "/api/asks",
  role: "viewer",
  group: "asks",
  summary: "Everything that waits for a person, of all sessions and at any depth",
  result: z.object({ asks: z.array(ask) }),
  handle: async (_, { services }) => ({ asks: (await services.asks.list()).map(toAsk) }),
});

const answerErrors = ["ask_not_found", "ask_answered", "ask_expired"] as const;

const words = z.string().max(limits.promptChars);
const chosen = z.union([words, z.array(words).max(100)]);
const answers = z.union([
  z.array(z.object({ question: z.string(), answer: chosen })).max(100),
  z.record(z.string(), chosen).describe("Answers by their questions."),
]);

export const postQuestionAnswer = defineRoute({
  method: "post",
  path: "/api/ask-user-response",
  role: "prompter",
  group: "asks",
  summary: "Answer an agent's question",
  carries: "words",
  body: z.object({ question_id: id, answers }),
  result: done,
  errors: answerErrors,
  handle: async ({ body }, { services, who }) => {
    const given = Array.isArray(body.answers)
      ? body.answers
      : Object.entries(body.answers).map(([question, answer]) => ({ question, answer }));
    await services.asks.answerQuestion(body.question_id, given, who);
    return isDone;
  },
});

export const postPermissionAnswer = defineRoute({
  method: "post",
  path: "/api/permission-response",
  role: "approver",
  group: "asks",
  summary: "Allow or refuse what an agent wants to do",
  carries: "words",
  body: z.object({
    request_id: id,
    option_id: id,
    note: z.string().max(limits.promptChars).optional(),
    pattern: z
      .string()
      .max(limits.promptChars)
      .optional()
      .describe("What the rule is for that the option makes: one of the offers. Else this very call."),
    match: match.optional().describe("Which offer, where two have the same pattern. Else the very call."),
  }),
  result: done,
  errors: [...answerErrors, "pattern_not_offered"],
  handle: async ({ body }, { services, who }) => {
    const { request_id: requestId, option_id: optionId, note, pattern, match } = body;
    await services.asks.answerPermission({ requestId, optionId, note, pattern, match }, who);
    return isDone;
  },
});

export const postPlanAnswer = defineRoute({
  method: "post",
  path: "/api/plan-response",
  role: "approver",
  group: "asks",
  summary: "Decide on a plan",
  carries: "words",
  body: z
    .object({
      plan_id: id,
      decision: z.enum(["approve", "reject", "edit"]),
      plan: z.string().max(limits.promptChars).optional(),
      note: z.string().max(limits.promptChars).optional(),
    })
    .refine(({ decision, plan }) => decision !== "edit" || plan !== undefined, {
      path: ["plan"],
      message: "is missing: an edited plan comes with its new text",
    }),
  result: done,
  errors: answerErrors,
  handle: async ({ body }, { services, who }) => {
    const { plan_id: planId, decision, plan, note } = body;
    await services.asks.answerPlan({ planId, decision, plan, note }, who);
    return isDone;
  },
});

export const askRoutes = [getAsks, postQuestionAnswer, postPermissionAnswer, postPlanAnswer];
