import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

const kinds = [
  ...["allow_once", "allow_session", "allow_project", "allow_always", "reject_once", "reject_always"],
];
const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));

interface AskedTool {
  readonly toolName: string;
  readonly input: unknown;
}

/** A real server with an agent that asks for each of these calls in turn, and the person's answers. */
export async function askingTools(...calls: readonly AskedTool[]) {
  const asks = calls.map((call) => ({ ask: { permission: { ...call, options } } }));
  const home = makeHome({
    asks: { script: [...asks, { text: "done" }] },
    later: {
      script: [{ ask: { permission: { toolName: "Bash", input: { command: "x" }, options } } }],
      fullAccess: true,
    },
  });
  const server = await startHere(home);
  const { client } = server;
  /** A later ask is decided without a person: by then a rule from an earlier answer applies. */
  const whenDecided = async () => {
    const { session_id: sessionId } = await client.chat("Go", { agent_id: "later" });
    await (await Follower.open(client, sessionId)).whenEvent("run_ended");
  };
  const begin = async () => {
    const { session_id: sessionId, run_id: runId = "" } = await client.chat("Go");
    const follower = await Follower.open(client, sessionId);
    const askId = (count: number) => `${runId}-ask-${count}`;
    const answer = async (count: number, option_id: string, more: object = {}) => {
      await follower.when(({ conversation }) => conversation.pendingAsks.has(askId(count)));
      const body = { request_id: askId(count), option_id, ...more };
      await whenDecided();
      return client.ask<{ error: { code: string } }>("POST", "/api/permission-response", body);
    };
    /** The kind of sender and the option of each answer, after the end of the run. */
    const answered = async () => {
      await follower.whenEvent("run_ended");
      return follower.events.flatMap((event) =>
        event.type === "permission_response" ? [`${event.by?.kind} ${event.optionId}`] : [],
      );
    };
    return { sessionId, askId, answer, answered };
  };
  const rules = async () =>
    (await client.get<{ rules: Record<string, unknown>[] }>("/api/permission-rules")).rules;
  return { ...server, home, begin, rules };
}

/** The same with shell commands. */
export function asking(...commands: readonly unknown[]) {
  return askingTools(...commands.map((command) => ({ toolName: "Bash", input: { command } })));
}
