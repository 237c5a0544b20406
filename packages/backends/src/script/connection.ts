import type { AgentConnection, EventBody } from "@polylog/core";
import type { RunTracker } from "../connection/run-tracker.ts";
import type { CommandResult, ScriptCommand } from "./protocol.ts";

/** The agent of a connection, in this process or in a program. */
export interface ScriptLink {
  readonly tracker: RunTracker;
  readonly nativeSessionId: string | null;
  send(command: ScriptCommand): Promise<CommandResult>;
  close(): Promise<void>;
}

export function scriptConnection(link: ScriptLink): AgentConnection {
  const { tracker } = link;
  const send = async (command: ScriptCommand): Promise<void> => {
    const reply = await link.send(command);
    if (!reply.ok) throw new Error(reply.message);
  };
  return {
    get nativeSessionId() {
      return link.nativeSessionId;
    },
    get events(): AsyncIterable<EventBody> {
      return tracker.events;
    },
    prompt: async ({ runId, text }) => {
      if (tracker.hasEnded) throw new Error("The agent has stopped. Send the message again to restart it.");
      tracker.begin(runId);
      // If the agent exits meanwhile, the run's end reports it.
      await link.send({ type: "prompt", runId, text });
    },
    steer: ({ runId, text }) => send({ type: "steer", runId, text }),
    answer: (answer) => send({ type: "answer", answer }),
    cancel: async (runId) => {
      tracker.cancel(runId);
      await link.send({ type: "cancel", runId });
    },
    setMode: (modeId) => send({ type: "mode", modeId }),
    setModel: (modelId) => send({ type: "model", modelId }),
    close: () => link.close(),
  };
}
