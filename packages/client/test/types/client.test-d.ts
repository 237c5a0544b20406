import { connect, type PolylogEvent, type RunResult, type SessionRow } from "@polylog/client";

/** Tests of the types. The check compiles this file; it is never run. */

const client = connect({ url: "http://127.0.0.1" });

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Same<A, B> extends true ? [] : ["the types differ"]) => undefined;

export async function groups() {
  const page = await client.sessions.list();
  same<typeof page, { readonly sessions: readonly SessionRow[]; readonly next: string | null }>();
  await client.sessions.list(
    { projectRoot: "/p", archived: false, limit: 5 },
    { signal: AbortSignal.timeout(5) },
  );
  await client.sessions.get({ sessionId: "s" });
  await client.queue.change({ sessionId: "s", itemId: "i", position: 0 });
  await client.agents.list({ refresh: true });
  const { events } = await client.events.page({ sessionId: "s", after: 4 });
  same<typeof events, readonly PolylogEvent[]>();
  const text = await client.events.export({ sessionId: "s", format: "md" });
  same<typeof text, string>();
  const login = await client.devices.login({ code: "c" });
  // @ts-expect-error the key is stored, and not returned
  login.originKey;
}

export function refused() {
  // @ts-expect-error a session is required
  void client.sessions.get();
  // @ts-expect-error no such field
  void client.sessions.get({ sessionId: "s", seq: 1 });
  // @ts-expect-error a limit is a number
  void client.sessions.list({ limit: "5" });
  // @ts-expect-error no such format
  void client.events.export({ sessionId: "s", format: "pdf" });
  // @ts-expect-error no such method
  void client.sessions.remove({ sessionId: "s" });
  // @ts-expect-error the client reads the stream itself
  void client.events.stream();
  // @ts-expect-error the text is missing
  void client.run({ projectRoot: "/p" });
}

export async function runs() {
  const run = await client.run({ projectRoot: "/p", text: "go" });
  const { outcome, usage } = await run.finished;
  same<typeof outcome, RunResult["outcome"]>();
  same<typeof usage.costUsd, number>();
  for await (const text of run.textStream()) same<typeof text, string>();
  const second = await client.session("s").send("go on");
  await second.cancel();
}

export async function narrowing() {
  for await (const event of client.session("s").events({ after: 4 })) {
    if (event.type === "text_delta") same<typeof event.delta, string>();
    if (event.type === "run_ended") same<typeof event.outcome, RunResult["outcome"]>();
    // @ts-expect-error only text has a delta
    event.delta;
  }
}

export async function asks() {
  for await (const ask of client.session("s").asks()) {
    if (ask.kind === "permission")
      await client.asks.answer(ask, { optionId: ask.options[0]?.optionId ?? "" });
    if (ask.kind === "plan") await client.asks.answer(ask, { decision: "approve" });
    if (ask.kind === "question")
      await client.asks.answer(ask, { answers: [{ question: "Which colour?", answer: "red" }] });
    // @ts-expect-error a plan is not answered with an option
    if (ask.kind === "plan") await client.asks.answer(ask, { optionId: "yes" });
  }
}
