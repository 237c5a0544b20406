import { writeFileSync } from "node:fs";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { type AgentContext, agent, ndJsonStream, RequestError } from "@agentclientprotocol/sdk";
import type { Puppet, Step } from "./puppet.ts";

/**
 * An agent that follows the steps in its prompt, whether the protocol allows them or not. A file in its project
 * stores the messages it receives and its memory.
 */

const puppet = JSON.parse(process.env.PUPPET ?? "{}") as Puppet;
const memory = path.join(process.cwd(), "puppet.json");
const heard = (entry: unknown) => writeFileSync(memory, `${JSON.stringify(entry)}\n`, { flag: "a" });
let cancelled = Promise.withResolvers<void>();
/** The last terminal it received, which its steps call `$terminalId`. */
let terminalId = "";

function withTerminal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll("$terminalId", terminalId));
}

async function play(client: AgentContext, sessionId: string, step: Step): Promise<void> {
  const update = (value: unknown) => client.notify("session/update", { sessionId, update: value });
  if ("say" in step) {
    await update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: step.say } });
  } else if ("update" in step) {
    await update(withTerminal(step.update));
  } else if ("line" in step) {
    process.stdout.write(`${step.line}\n`);
  } else if ("request" in step) {
    const [method, params] = step.request;
    const answer = await client
      .request<unknown>(method, { sessionId, ...(withTerminal(params) as object) })
      .catch((error: RequestError) => ({ error: error.code }));
    terminalId = (answer as { terminalId?: string }).terminalId ?? terminalId;
    heard({ answer });
  } else if ("wait" in step) {
    await cancelled.promise;
  } else if ("exit" in step) {
    process.stderr.write("The puppet has had enough.\n");
    process.exit(step.exit);
  } else if ("fail" in step) {
    const [code, message] = step.fail;
    throw new RequestError(code, message);
  }
}

async function speakLater(client: AgentContext, sessionId: string, updates: readonly unknown[]) {
  for (const update of updates) await client.notify("session/update", { sessionId, update: update as never });
}

const app = agent({ name: "puppet" })
  .onRequest("initialize", async ({ params }) => {
    heard({ initialize: params });
    if (puppet.neverStarts === true) await new Promise(() => undefined);
    return { protocolVersion: 1, authMethods: [], ...puppet.initialize } as never;
  })
  .onRequest("authenticate", ({ params }) => {
    heard({ authenticate: params });
    puppet.needsLogin = false;
    return {};
  })
  .onRequest("session/new", ({ params }) => {
    heard({ new: params });
    if (puppet.needsLogin === true) throw RequestError.authRequired();
    return { sessionId: puppet.sessionId ?? "puppet-1", ...puppet.session } as never;
  })
  .onRequest("session/load", async ({ params, client }) => {
    heard({ load: params });
    if (puppet.forgets === true) throw RequestError.resourceNotFound(params.sessionId);
    const replay = async () => {
      for (const update of puppet.history ?? []) {
        await client.notify("session/update", { sessionId: params.sessionId, update: update as never });
      }
    };
    if (puppet.loadsLate === true) setTimeout(() => void replay(), 300);
    else await replay();
    return { ...puppet.session } as never;
  })
  .onRequest("session/resume", ({ params }) => {
    heard({ resume: params });
    if (puppet.forgets === true) throw RequestError.resourceNotFound(params.sessionId);
    return { ...puppet.session } as never;
  })
  .onRequest("session/set_mode", ({ params }) => {
    heard({ mode: params.modeId });
    return {};
  })
  .onRequest("session/set_config_option", ({ params }) => {
    heard({ config: params });
    return { configOptions: [] };
  })
  .onRequest("session/prompt", async ({ params, client }) => {
    const [block] = params.prompt;
    const text = block?.type === "text" ? block.text : "";
    heard({ prompt: params.prompt });
    cancelled = Promise.withResolvers();
    // A message from another agent starts with a line that names the sender.
    const script = text.replace(/^\[From the agent .*\n\n/, "");
    const steps = script.startsWith("[") ? (JSON.parse(script) as Step[]) : [{ say: `You said: ${text}` }];
    const later = steps.flatMap((step) => ("later" in step ? step.later : []));
    if (later.length > 0) setTimeout(() => void speakLater(client, params.sessionId, later), 20);
    let stopReason = "end_turn";
    for (const step of steps) {
      await play(client, params.sessionId, step);
      if ("stop" in step) stopReason = step.stop;
      if ("wait" in step) stopReason = "cancelled";
    }
    if (puppet.idleAfter === true) {
      const update = { sessionUpdate: "state_update", state: "idle", stopReason };
      setTimeout(
        () => void client.notify("session/update", { sessionId: params.sessionId, update } as never),
        5,
      );
      return puppet.answer as never;
    }
    return { stopReason, ...puppet.answer } as never;
  })
  .onNotification("session/cancel", () => {
    heard("cancel");
    if (puppet.ignoresCancel !== true) cancelled.resolve();
  });

const { closed } = app.connect(
  ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as never),
);
void closed.then(() => heard("saved"));
