import type { PolylogToolset } from "@polylog/core";
import { backendExited, connectionClosed } from "../connection/backend-exited.ts";
import { RunTracker } from "../connection/run-tracker.ts";
import { type Line, LineSplitter } from "../process/split-lines.ts";
import { StderrTail } from "../process/stderr-tail.ts";
import type { ScriptLink } from "./connection.ts";
import type { CommandResult, ScriptCommand } from "./protocol.ts";
import { ScriptAgent } from "./script-agent.ts";
import { translate } from "./translate.ts";

type Start = Extract<ScriptCommand, { type: "start" }>;

/** An agent in this process: the same script, with simulated pipes and exits. */
export function linkInProcess(
  { script, agentId, model, projectRoot, nativeSessionId }: Start,
  own: PolylogToolset["call"] | undefined,
): ScriptLink {
  const tracker = new RunTracker(agentId);
  const stdout = new LineSplitter();
  const stderr = new StderrTail();
  const hear = async (lines: readonly Line[]): Promise<void> => {
    const events = lines.flatMap((line) => translate({ agentId, nativeSessionId }, line).events);
    await Promise.all(events.map((event) => tracker.emit(event)));
  };
  const agent = new ScriptAgent({
    ...{ script, agentId, model },
    host: {
      projectRoot,
      emit: (event) => tracker.emit(event),
      die: (how) => {
        const [code, signal] = typeof how === "number" ? [how, null] : [null, how];
        void hear(stdout.end());
        tracker.end(backendExited("The script", { code, signal, stderrTail: stderr.toString() }));
        agent.abandon();
      },
      hang: () => undefined,
      write: (raw) => hear(stdout.push(Buffer.from(raw))),
      own,
      complain: (text) => stderr.push(Buffer.from(`${text}\n`)),
    },
  });
  return {
    tracker,
    nativeSessionId,
    send: async (command): Promise<CommandResult> =>
      command.type === "start" || tracker.hasEnded
        ? { ok: false, message: "The agent has stopped." }
        : agent.command(command),
    close: async () => {
      void hear(stdout.end());
      tracker.end(connectionClosed);
      agent.abandon();
    },
  };
}
