import path from "node:path";
import type { EventBody, PolylogEvent } from "@polylog/core";
import { answer } from "../program.ts";
import { codingSession } from "../workload/coding-session.ts";
import { received } from "../workload/lines.ts";
import { answerText, TOKEN_CHARS, TOKEN_MS } from "../workload/talk.ts";
import { owner, startPolylog } from "./polylog-server.ts";

/** The server as it is shipped with its built page: one long session, and other sessions for the list. */
const [length = "", others = ""] = process.argv.slice(2);
const text = Array.from({ length: 40 }, () => answerText).join("\n\n");
const script = [{ text, chunk: TOKEN_CHARS, everyMs: TOKEN_MS }];
const server = await startPolylog({
  agents: { script: { backend: "script", options: { script } } },
  staticFolder: path.join(import.meta.dirname, "../../apps/web/dist"),
});
const { services, home, url, token, auth } = server;
for (let at = 0; at < Number(others); at++) await write(codingSession(60, at + 2));
const sessionId = await write(codingSession(Number(length), 1));

answer({
  about: () => ({ url, token, sessionId }),
  code: () => auth.newCode("owner", "bench").code,
  /** Starts an answer of the long session's agent. */
  speak: async () => {
    await services.messages.send({ projectRoot: home, sessionId, text: "Continue." }, owner);
  },
});

async function write(events: readonly PolylogEvent[]): Promise<string> {
  const bodies = received(events as never).map(bodyOf);
  const created = await services.sessions.create({ projectRoot: home }, owner);
  const actor = await services.actors.of(created.sessionId);
  for (let at = 0; at < bodies.length; at += 100)
    await actor.append({ bodies: bodies.slice(at, at + 100), refusable: false });
  return created.sessionId;
}

function bodyOf({ id: _id, sessionId: _session, seq: _seq, rev: _rev, ts: _ts, ...body }: PolylogEvent) {
  return body as EventBody;
}
