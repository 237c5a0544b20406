import { checkEvent, type EventBody } from "@polylog/core";
import { z } from "zod";
import { isForAgents } from "../connection/open-runs.ts";

/** The steps of a script. Each step is an object with one key that identifies its kind. */

const milliseconds = z.number().nonnegative();
const name = z.string().min(1);
const failure = z.strictObject({ code: name, message: z.string() });
/** The pace of a text: characters per chunk, and time between chunks. */
const pace = { chunk: z.int().positive().optional(), everyMs: milliseconds.optional() };

const usage = z.strictObject({
  model: name.optional(),
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative().optional(),
  cacheWriteTokens: z.int().nonnegative().optional(),
  reasoningTokens: z.int().nonnegative().optional(),
  costUsd: z.number().nonnegative().nullable().optional(),
});

const tool = z
  .strictObject({
    name,
    input: z.unknown().optional(),
    kind: z.string().optional(),
    title: z.string().optional(),
    /** Output while the tool runs: one chunk or several. */
    output: z.union([z.string(), z.array(z.string())]).optional(),
    everyMs: milliseconds.optional(),
    result: z.string().optional(),
    error: failure.optional(),
    exitCode: z.int().optional(),
  })
  .refine(({ result, error }) => (result === undefined) !== (error === undefined), {
    message: "A tool must have either a result or an error.",
  });

const permissionOption = z.strictObject({
  optionId: name,
  name: z.string(),
  kind: z.enum([
    "allow_once",
    "allow_session",
    "allow_project",
    "allow_always",
    "reject_once",
    "reject_always",
  ]),
});

const question = z.strictObject({
  question: z.string(),
  header: z.string().optional(),
  options: z.array(z.strictObject({ label: z.string(), description: z.string().optional() })),
  multiSelect: z.boolean().optional(),
});

const planItem = z.strictObject({
  content: z.string(),
  status: z.enum(["pending", "in_progress", "completed"]),
  priority: z.enum(["high", "medium", "low"]).optional(),
});

const permission = z.strictObject({
  toolName: name,
  description: z.string().optional(),
  input: z.unknown().optional(),
  options: z.array(permissionOption).min(1).optional(),
});

const ask = z
  .strictObject({
    permission: permission.optional(),
    question: z.union([question, z.array(question).min(1)]).optional(),
    plan: z.strictObject({ entries: z.array(planItem), text: z.string().optional() }).optional(),
  })
  .refine((asked) => Object.keys(asked).length === 1, {
    message: "An ask must have exactly one of permission, question or plan.",
  });

const emit = z.looseObject({ type: name }).superRefine((body, context) => {
  const stamps = { id: "event", sessionId: "session", seq: 1, rev: 0, ts: 0, agentId: "agent", runId: "run" };
  const checked = checkEvent({ ...stamps, ...body });
  if (!isForAgents(body.type)) context.addIssue(`An agent cannot emit ${body.type}.`);
  else if (!checked.ok)
    context.addIssue({ code: "custom", path: [...checked.error.path], message: checked.error.reason });
  else if (checked.event.type === "opaque") context.addIssue(`Unknown event type: ${body.type}.`);
});

/** A Polylog tool, which an agent in the server's process can call. */
const own = z.strictObject({ name, input: z.unknown().optional() });

export type Own = z.infer<typeof own>;
export type Emit = z.infer<typeof emit>;
export type Tool = z.infer<typeof tool>;
export type Ask = z.infer<typeof ask>;
export type ScriptUsage = z.infer<typeof usage>;

export type Step =
  | { readonly emit: Emit }
  | { readonly wait: number }
  | ({ readonly text: string } & Pace)
  | ({ readonly thinking: string } & Pace)
  | { readonly tool: Tool }
  | { readonly own: Own }
  | { readonly ask: Ask; readonly onAllow?: Steps | undefined; readonly onDeny?: Steps | undefined }
  | { readonly usage: ScriptUsage }
  | { readonly fail: NonNullable<Extract<EventBody, { type: "run_ended" }>["error"]> }
  | { readonly exit: number | string }
  | { readonly hang: true }
  | {
      readonly subagent: {
        readonly task: string;
        readonly steps: Steps;
        readonly result?: string | undefined;
      };
    }
  | { readonly echo: true }
  | { readonly receipt: string }
  | { readonly raw: string; readonly times?: number | undefined }
  | { readonly stderr: string };

export type Steps = readonly Step[];
export type Pace = { readonly chunk?: number | undefined; readonly everyMs?: number | undefined };

const nested = z.lazy(() => stepsSchema);

const kinds: Readonly<Record<string, z.ZodType>> = {
  emit: z.strictObject({ emit }),
  wait: z.strictObject({ wait: milliseconds }),
  text: z.strictObject({ text: z.string(), ...pace }),
  thinking: z.strictObject({ thinking: z.string(), ...pace }),
  tool: z.strictObject({ tool }),
  own: z.strictObject({ own }),
  ask: z.strictObject({ ask, onAllow: nested.optional(), onDeny: nested.optional() }),
  usage: z.strictObject({ usage }),
  fail: z.strictObject({ fail: failure }),
  /** The program exits with a code or by a signal. */
  exit: z.strictObject({ exit: z.union([z.int().min(0).max(255), z.string().regex(/^SIG[A-Z0-9]+$/)]) }),
  hang: z.strictObject({ hang: z.literal(true) }),
  subagent: z.strictObject({
    subagent: z.strictObject({ task: z.string(), steps: nested, result: z.string().optional() }),
  }),
  echo: z.strictObject({ echo: z.literal(true) }),
  receipt: z.strictObject({ receipt: name }),
  /** Written to the program's output verbatim, without a newline. */
  raw: z.strictObject({ raw: z.string(), times: z.int().positive().optional() }),
  stderr: z.strictObject({ stderr: z.string() }),
};

const stepNames = Object.keys(kinds).join(", ");

/** Each step is validated by the schema of its kind only, so that errors refer to that kind. */
const step = z.unknown().transform((value, context): Step => {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const kind = keys.find((key) => Object.hasOwn(kinds, key));
  if (kind === undefined) {
    context.addIssue(`Unknown step. A step must have one of: ${stepNames}.`);
    return z.NEVER;
  }
  const read = (kinds[kind] as z.ZodType).safeParse(value);
  for (const { path, message } of read.error?.issues ?? [])
    context.addIssue({ code: "custom", path, message });
  return read.data as Step;
});

export const stepsSchema: z.ZodType<Steps> = z.array(step);
