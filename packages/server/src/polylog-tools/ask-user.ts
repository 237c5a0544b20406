import { defined, type EventBody, findRun, type QuestionAnswer } from "@polylog/core";
import { z } from "zod";
import { Refusal } from "../exchange/refusal.ts";
import { limits } from "../limits.ts";
import type { Watchers } from "../log/watchers.ts";
import { defineTool, type ToolCaller } from "./polylog-tool.ts";

const { questions: mostQuestions, options: mostOptions, optionChars } = limits.polylogTools;
const words = z.string().min(1).max(optionChars);

/** Questions from agents whose program calls Polylog's tool instead of asking in its own protocol. */
export class ToolAsks {
  private readonly open = new Set<string>();
  private readonly watchers: Watchers;
  private readonly newId: () => string;

  constructor(watchers: Watchers, newId: () => string) {
    this.watchers = watchers;
    this.newId = newId;
  }

  has(askId: string): boolean {
    return this.open.has(askId);
  }

  tool() {
    return defineTool({
      name: "ask_user",
      description:
        "Ask the user a question. The result is their answer, which may take a long time. Ask only what you cannot find out yourself.",
      input: z.object({
        questions: z
          .array(
            z.object({
              question: words,
              options: z
                .array(words)
                .max(mostOptions)
                .default([])
                .describe("Answers to choose from, if any."),
              multiSelect: z.boolean().default(false),
            }),
          )
          .min(1)
          .max(mostQuestions),
      }),
      call: async ({ questions }, caller) => {
        const asked = questions.map(({ question, options, multiSelect }) => ({
          ...{ question, multiSelect },
          options: options.map((label) => ({ label })),
        }));
        return { answers: await this.ask(caller, asked) };
      },
    });
  }

  private async ask(
    { actor, agentId, runId, callId, signal }: ToolCaller,
    questions: Extract<EventBody, { type: "ask_user" }>["questions"],
  ): Promise<readonly QuestionAnswer[]> {
    const questionId = this.newId();
    const { promise, resolve } = Promise.withResolvers<readonly QuestionAnswer[] | null>();
    const stop = this.watchers.watch(actor.session.sessionId, {
      committed: (event) => {
        if (event.type !== "ask_user_response" || event.questionId !== questionId) return;
        resolve((event.outcome ?? "answered") === "answered" ? (event.answers ?? []) : null);
      },
      gone: () => resolve(null),
    });
    const speaker = { agentId, runId };
    const withdraw = () => {
      const body = {
        type: "ask_user_response" as const,
        questionId,
        outcome: "cancelled" as const,
        ...speaker,
      };
      void actor.mailbox
        .run(async () => {
          if (actor.conversation.pendingAsks.has(questionId)) {
            await actor.append({ bodies: [{ ...body, by: { kind: "system" } }], refusable: false });
          }
        })
        .catch(() => undefined);
      resolve(null);
    };
    this.open.add(questionId);
    try {
      await actor.mailbox.run(async () => {
        if (findRun(actor.conversation, runId)?.outcome !== null)
          throw new Refusal("run_over", "This run has ended.");
        const body = { type: "ask_user" as const, ...speaker, questionId, questions, ...defined({ callId }) };
        await actor.append({ bodies: [body], refusable: true });
      });
      signal.addEventListener("abort", withdraw, { once: true });
      if (signal.aborted) withdraw();
      const answers = await promise;
      if (answers === null)
        throw new Refusal("failed", "The run was stopped before the question was answered.");
      return answers;
    } finally {
      stop();
      signal.removeEventListener("abort", withdraw);
      this.open.delete(questionId);
    }
  }
}
