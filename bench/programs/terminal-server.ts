import type { EventBody } from "@polylog/core";
import { answer } from "../program.ts";
import { answerText, TOKEN_CHARS, TOKEN_MS, talk } from "../workload/talk.ts";
import { owner, startPolylog } from "./polylog-server.ts";

/** The server as it is shipped, with an agent that streams the answer token by token. */
const script = [{ text: answerText, chunk: TOKEN_CHARS, everyMs: TOKEN_MS }];
const { services, home } = await startPolylog({
  agents: { script: { backend: "script", options: { script } } },
});

answer({
  home: () => home,
  /** Creates a session with this many messages. */
  session: async (messages: number) => {
    const { sessionId } = await services.sessions.create({ projectRoot: home }, owner);
    const actor = await services.actors.of(sessionId);
    const bodies = talk(messages).flatMap(({ role, text }, at): EventBody[] => {
      if (role === "user") return [{ type: "user_message", text }];
      const run = { agentId: "script", runId: `before-${at}` };
      return [
        { type: "run_started", ...run, trigger: "message" },
        { type: "text_done", ...run, responseId: `said-${at}`, text },
        { type: "run_ended", ...run, outcome: "completed" },
      ];
    });
    for (let at = 0; at < bodies.length; at += 100)
      await actor.append({ bodies: bodies.slice(at, at + 100), refusable: false });
    return sessionId;
  },
  /** Sends a message. Resolves when its answer is complete. */
  speak: async (sessionId: string) => {
    const { runId } = await services.messages.send(
      { projectRoot: home, sessionId, text: "Continue." },
      owner,
    );
    const actor = await services.actors.of(sessionId);
    while (runId !== undefined && actor.conversation.liveRuns.has(runId))
      await new Promise((resolve) => setTimeout(resolve, 50));
  },
});
