import type { AgentContext } from "@agentclientprotocol/sdk";
import type { Client } from "@polylog/client";
import { type Conversation, emptyConversation, fold, type KnownEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { EditorSession } from "../../src/acp/editor-session.ts";

const editor = {
  notify: async () => {},
  request: async () => ({ outcome: { outcome: "cancelled" } }),
} as unknown as AgentContext;

test("a run that fails before the server has answered the message fails the prompt, without an unhandled rejection", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", hear);
  let conversation: Conversation = emptyConversation;
  const listeners = new Set<() => void>();
  const answer = Promise.withResolvers<object>();
  const happen = (clientMessageId: string) => {
    const bodies = [
      { type: "user_message", messageId: "m", clientMessageId, text: "Go", runId: "r" },
      { type: "run_started", runId: "r" },
      { type: "run_ended", runId: "r", outcome: "failed", error: { code: "auth", message: "Log in." } },
    ];
    const events = bodies.map((body, index) => ({
      ...{ id: `e${index}`, sessionId: "s", seq: index + 1, rev: 0, ts: 1, agentId: "a" },
      ...body,
    })) as KnownEvent[];
    conversation = events.reduce(fold, conversation);
    for (const listener of listeners) listener();
  };
  const client = {
    session: () => ({
      state: "live",
      error: null,
      get conversation() {
        return conversation;
      },
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => {},
    }),
    chat: {
      send: ({ clientMessageId }: { clientMessageId: string }) => {
        happen(clientMessageId);
        return answer.promise;
      },
    },
  } as unknown as Client;
  const session = new EditorSession({
    ...{ client, editor, sessionId: "s", projectRoot: "/code/shop", agentId: "a" },
    ...{ hasForms: false, sendsSubagents: false, onChoices: async () => {} },
  });
  await session.open("skip");
  const prompt = session.prompt("Go", []).catch((error: unknown) => error);
  // An unhandled rejection is reported after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  answer.resolve({});
  expect(await prompt).toMatchObject({ message: "Log in.", data: { errorKind: "auth" } });
  expect(unheard).toEqual([]);
  process.off("unhandledRejection", hear);
});
