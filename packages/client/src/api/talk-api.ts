import type { PermissionOffer, PermissionRule, QuestionAnswer } from "@polylog/core";
import type { Http } from "../http.ts";
import { readEventValue } from "../stream/frame.ts";
import { fromWire, toWire } from "../wire-names.ts";
import type { Repeat } from "./repeat.ts";
import type { Ask, ChatAnswer, ChatMessage } from "./types.ts";

export type TalkApi = ReturnType<typeof talkApi>;

/** Sends a command where a socket is open: the answer's body, or null to send it as a request. */
export type SendOnSocket = (type: "chat" | "cancel" | "answer", body: object) => Promise<unknown> | null;

export interface TalkOptions {
  readonly http: Http;
  readonly onSocket: SendOnSocket;
  readonly repeat: Repeat;
  readonly newId: () => string;
}

export interface CallOptions {
  /** Calls it off; what the server has taken already it keeps. */
  readonly signal?: AbortSignal | undefined;
}

/** Talking to agents: messages, cancelling, answers to what they ask. */
export function talkApi({ http, onSocket, repeat, newId }: TalkOptions) {
  const send = async (type: "chat" | "cancel" | "answer", path: string, body: object, signal?: AbortSignal) =>
    await (onSocket(type, body) ?? http.json<unknown>("POST", path, { body, signal }));
  return {
    /**
     * Sends a message. It has an id of its own, so that it can be sent until the server has it: lost answers,
     * restarts and cut connections never make it two.
     */
    async chat(message: ChatMessage, { signal }: CallOptions = {}): Promise<ChatAnswer> {
      const clientMessageId = message.clientMessageId ?? newId();
      const body = toWire({ ...message, clientMessageId, images: message.images?.map(toWire) });
      const answer = await repeat(() => send("chat", "/api/chat", body, signal), signal);
      return { ...fromWire<Omit<ChatAnswer, "clientMessageId">>(answer), clientMessageId };
    },
    /** Cancels a run and all below it; again is no error. */
    async cancel(runId: string, { signal }: CallOptions = {}): Promise<void> {
      await repeat(() => send("cancel", "/api/agent-cancel", { run_id: runId }, signal), signal);
    },
    /** Everything that waits for a person, of all sessions and at any depth. */
    async asks(): Promise<readonly Ask[]> {
      const { asks } = await http.json<{ asks: { event: unknown }[] }>("GET", "/api/asks");
      return asks.map((ask) => ({ ...fromWire<Ask>(ask), event: readEventValue(ask.event) }));
    },
    /** An option that makes a rule may say what for; this very call where it does not. */
    async answerPermission(
      requestId: string,
      optionId: string,
      {
        note,
        offer,
      }: { readonly note?: string | undefined; readonly offer?: PermissionOffer | undefined } = {},
    ): Promise<void> {
      // The very call is meant anyway, and may be long.
      const { match, pattern } = offer?.match === "prefix" ? offer : {};
      await send("answer", "/api/permission-response", toWire({ requestId, optionId, note, match, pattern }));
    },
    /** What is allowed or denied without asking, the newest first. */
    async permissionRules(): Promise<readonly PermissionRule[]> {
      const { rules } = await http.json<{ rules: unknown[] }>("GET", "/api/permission-rules");
      return rules.map((rule) => fromWire<PermissionRule>(rule));
    },
    async removePermissionRule(ruleId: string): Promise<void> {
      await http.json("DELETE", `/api/permission-rules/${encodeURIComponent(ruleId)}`);
    },
    async answerQuestion(questionId: string, answers: readonly QuestionAnswer[]): Promise<void> {
      await send("answer", "/api/ask-user-response", toWire({ questionId, answers }));
    },
    /** A note tells the agent why its plan was rejected. */
    async answerPlan(
      planId: string,
      decision: "approve" | "reject" | "edit",
      { plan, note }: { readonly plan?: string | undefined; readonly note?: string | undefined } = {},
    ): Promise<void> {
      await send("answer", "/api/plan-response", toWire({ planId, decision, plan, note }));
    },
  };
}
