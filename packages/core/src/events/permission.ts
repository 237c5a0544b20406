import { z } from "zod";
import { permissionModes } from "../backend/backend.ts";
import { type Ask, answerAsk, askOutcomes, openAsk } from "../conversation/asks.ts";
import { baseOf } from "../conversation/entry.ts";
import { report } from "../conversation/fault.ts";
import { isTooDeep } from "../json-depth.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { actor, anything, id, oneOf, optional, type Truncation, text } from "./fields.ts";
import { cleanToolName } from "./tool-name.ts";

/** Permissions: an agent asks a person whether it may do something. */

const option = z.object({
  optionId: id,
  name: text,
  kind: z.enum([
    "allow_once",
    "allow_session",
    "allow_project",
    "allow_always",
    "reject_once",
    "reject_always",
  ]),
});
export type PermissionOption = z.infer<typeof option>;

export interface PermissionEntry extends Ask {
  readonly kind: "permission";
  /** As the agent calls it: a tool of an MCP server keeps its server's name, whatever the server calls itself. */
  readonly toolName: string;
  readonly description: string | null;
  /** Exactly what will run if it is allowed. */
  readonly input: unknown;
  /** Its texts are cut: the file has the whole event. */
  readonly cut: Truncation | null;
  readonly options: readonly PermissionOption[];
  readonly optionId: string | null;
  readonly note: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    permission: PermissionEntry;
  }
}

const permissionRequest = defineEvent({
  type: "permission_request",
  scope: "run",
  payload: {
    requestId: id,
    callId: optional(id),
    toolName: id,
    description: optional(text),
    input: optional(anything),
    options: z.array(option),
    /** The mode of the asking subagent, if it is narrower than the agent's. A wider mode must not decide for a person. */
    mode: optional(oneOf(permissionModes)),
  },
  fold: (draft, event, run) => {
    const tooDeep = isTooDeep(event.input);
    if (tooDeep) report(draft, "too_deep", event.seq, event.requestId);
    openAsk(draft, run, {
      ...baseOf(event, "permission", true),
      askId: event.requestId,
      callId: event.callId ?? null,
      answer: null,
      toolName: event.toolName,
      description: event.description ?? null,
      input: tooDeep ? null : (event.input ?? null),
      cut: event.cut ?? null,
      options: event.options,
      optionId: null,
      note: null,
    });
  },
});

const permissionResponse = defineEvent({
  type: "permission_response",
  scope: "session",
  payload: {
    requestId: id,
    optionId: optional(id),
    outcome: optional(z.enum(askOutcomes)),
    note: optional(text),
    by: optional(actor),
  },
  fold: (draft, event) =>
    answerAsk(draft, "permission", event.requestId, event, () => ({
      optionId: event.optionId ?? null,
      note: event.note ?? null,
    })),
});

/** A rule or the mode allowed it without asking. */
export function isAutoApproved({ answer, options, optionId }: PermissionEntry): boolean {
  const chosen = options.find((each) => each.optionId === optionId);
  return answer?.by?.kind === "rule" && chosen?.kind.startsWith("allow") === true;
}

export const permission = eventGroup(
  [permissionRequest, permissionResponse],
  [
    defineEntry("permission", (entry) => {
      const chosen = entry.options.find((choice) => choice.optionId === entry.optionId);
      const said = entry.live ? "asks" : (chosen?.name ?? entry.answer?.outcome ?? "not answered");
      return {
        icon: "ask",
        tone: entry.live ? "waiting" : "quiet",
        text: `${cleanToolName(entry.toolName)}: ${said}`,
      };
    }),
  ],
);
