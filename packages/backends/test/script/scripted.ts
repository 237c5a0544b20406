import { type AgentConnection, type EventBody, emptyConversation } from "@polylog/core";
import { onTestFinished } from "vitest";
import { scriptBackend } from "../../src/script/backend.ts";
import { temporaryFolder } from "../node-program.ts";

/** The two ways to run a script, which must produce the same events. */
export const ways = [
  { way: "in this process", process: false },
  { way: "as a program", process: true },
] as const;

export interface Scripted {
  readonly connection: AgentConnection;
  readonly projectRoot: string;
  /** All events up to the next one of that type, of that run if given. */
  until(type: EventBody["type"], runId?: string): Promise<EventBody[]>;
  /** All events up to the end of the connection. */
  rest(): Promise<EventBody[]>;
  prompt(runId: string, text?: string): Promise<void>;
}

export const agentId = "scripted";

export async function startScript(
  script: unknown,
  way: { readonly process?: boolean } = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Scripted> {
  const projectRoot = temporaryFolder();
  const options = { ...(script === undefined ? {} : { script }), process: way.process ?? false };
  const connection = await scriptBackend.start({
    sessionId: "session",
    agentId,
    projectRoot,
    settings: { backend: "script", options, env },
    host: {
      conversation: () => emptyConversation,
      dataFolder: projectRoot,
      trusted: async () => false,
      tools: null,
    },
  });
  onTestFinished(() => connection.close());
  const reader = connection.events[Symbol.asyncIterator]();
  const read = async (isLast: (event: EventBody) => boolean): Promise<EventBody[]> => {
    const events: EventBody[] = [];
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
      // As in the log: without undefined values.
      events.push(JSON.parse(JSON.stringify(next.value)) as EventBody);
      if (isLast(next.value)) break;
    }
    return events;
  };
  return {
    connection,
    projectRoot,
    until: (type, runId) => read((event) => event.type === type && (runId ?? event.runId) === event.runId),
    rest: () => read(() => false),
    prompt: (runId, text = "Hello") => connection.prompt({ runId, text, images: [] }),
  };
}

/** The complete texts, in order. */
export function texts(events: readonly EventBody[]): string[] {
  return events.flatMap((event) => (event.type === "text_done" ? [event.text] : []));
}

/** The ends of runs, without their usage. */
export function ends(events: readonly EventBody[]): object[] {
  return events.flatMap((event) => {
    if (event.type !== "run_ended") return [];
    const { usage: _, ...end } = event;
    return [end];
  });
}
