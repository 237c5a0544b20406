import {
  type Ask,
  type AskDescription,
  addressOf,
  type ChatAnswer,
  type ChatMessage,
  type PermissionOffer,
  type PermissionRule,
  type QuestionAnswer,
  type RouteName,
} from "@polylog/core";
import { type Http, type Input, readResult, requestOf } from "../http.ts";
import { readEventValue } from "../stream/frame.ts";
import type { Repeat } from "./repeat.ts";

export type TalkApi = ReturnType<typeof talkApi>;

/** Sends a command where a socket is open: the answer's body, or null to send it as a request. */
export type SendOnSocket = (type: string, body: object) => Promise<unknown> | null;

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
  const send = async <Name extends RouteName>(name: Name, input: Input<Name>, signal?: AbortSignal) => {
    const answer = onSocket(addressOf(name).command ?? "", requestOf(name, input).body ?? {});
    return answer === null ? http.call(name, input, { signal }) : readResult(name, await answer);
  };
  return {
    /**
     * Sends a message. It has an id of its own, so that it can be sent until the server has it: lost answers,
     * restarts and cut connections never make it two.
     */
    async chat(message: ChatMessage, { signal }: CallOptions = {}): Promise<ChatAnswer> {
      const clientMessageId = message.clientMessageId ?? newId();
      const input = { ...message, clientMessageId };
      return { ...(await repeat(() => send("chat.send", input, signal), signal)), clientMessageId };
    },
    /** Cancels a run and all below it; again is no error. */
    async cancel(runId: string, { signal }: CallOptions = {}): Promise<void> {
      await repeat(() => send("runs.cancel", { runId }, signal), signal);
    },
    /** Everything that waits for a person, of all sessions and at any depth. */
    async asks(): Promise<readonly Ask[]> {
      const { asks } = await http.call("asks.list", {});
      return asks.map((ask) => ({
        ...ask,
        event: readEventValue(ask.event),
        description: ask.description as AskDescription,
      }));
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
      await send("asks.answerPermission", { requestId, optionId, note, match, pattern });
    },
    /** What is allowed or denied without asking, the newest first. */
    async permissionRules(): Promise<readonly PermissionRule[]> {
      return (await http.call("asks.rules", {})).rules;
    },
    async removePermissionRule(ruleId: string): Promise<void> {
      await http.call("asks.removeRule", { ruleId });
    },
    async answerQuestion(questionId: string, answers: readonly QuestionAnswer[]): Promise<void> {
      await send("asks.answerQuestion", { questionId, answers });
    },
    /** A note tells the agent why its plan was rejected. */
    async answerPlan(
      planId: string,
      decision: "approve" | "reject" | "edit",
      { plan, note }: { readonly plan?: string | undefined; readonly note?: string | undefined } = {},
    ): Promise<void> {
      await send("asks.answerPlan", { planId, decision, plan, note });
    },
  };
}
