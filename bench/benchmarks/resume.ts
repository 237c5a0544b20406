import { deepStrictEqual } from "node:assert/strict";
import { connect } from "@polylog/client";
import { type Conversation, checkEvent, emptyConversation, foldAll, type PolylogEvent } from "@polylog/core";
import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, median, ratio, type Samples } from "../measure.ts";
import { transcriptOfPolylog } from "../peers/polylog.ts";
import { Program } from "../program.ts";

const ROUNDS = 9;
const GAP = 200;
const STALL_ROUNDS = 3;

/** A server with long sessions in its log. */
interface Long {
  readonly url: string;
  readonly token: string;
  /** The session that was never compacted, and those that went through the log. */
  readonly raw: string;
  readonly sessions: readonly string[];
  /** The seq of the last event of each. */
  readonly head: number;
}

/** Goal 8: opening a long session, resuming one, and the effect on other clients. */
export const resume: Benchmark = {
  about: "opening a session of 10,000 events, coming back to one, and stalls at 100,000",
  run: async () => [...(await opening()), ...(await stalls())],
};

async function opening(): Promise<Finding[]> {
  const server = await Program.start("long-sessions.ts", "10000", String(ROUNDS + 2));
  try {
    const long = await server.ask<Long>("about");
    const [again = "", other = "", ...unread] = long.sessions;
    const whole = await replay(long, 0);
    deepStrictEqual(transcriptOfPolylog(await open(long, again)), transcriptOfPolylog(whole));
    deepStrictEqual(transcriptOfPolylog(await open(long, other)), transcriptOfPolylog(whole));
    deepStrictEqual((await replay(long, long.head - GAP)).seq, long.head);
    const samples = await interleave(ROUNDS, {
      replay: clocked(() => replay(long, 0)),
      // Opens each session once, because the server has not read it since the start.
      first: clocked(() => open(long, unread.pop() as string)),
      again: clocked(() => open(long, again)),
      gap: clocked(() => replay(long, long.head - GAP)),
    });
    const against = (name: string, own: Samples, atMost: number): Finding => ({
      name: `${name} / raw replay`,
      ratio: ratio(own, samples.replay),
      goal: { atMost },
      measured: [measured(name, own, "ms"), measured("raw replay", samples.replay, "ms")],
    });
    return [
      against("opening for the first time", samples.first, 0.3),
      against("opening again", samples.again, 0.3),
      against(`a gap of ${GAP} events`, samples.gap, 0.1),
    ];
  } finally {
    await server.stop();
  }
}

/** The longest time that a client's work on 100,000 events blocks the server's event loop. */
async function stalls(): Promise<Finding[]> {
  const server = await Program.start("long-sessions.ts", "100000", String(STALL_ROUNDS));
  try {
    const long = await server.ask<Long>("about");
    const unread = [...long.sessions];
    const longest = async (work: () => Promise<unknown>) => {
      await server.ask("watch");
      await work();
      return server.ask<number>("longest");
    };
    const last = long.sessions.at(-1) as string;
    await replay(long, long.head - GAP);
    const samples = await interleave(STALL_ROUNDS, {
      replay: () => longest(() => replay(long, 0)),
      open: () => longest(() => open(long, unread.shift() as string)),
      again: () => longest(() => open(long, long.sessions[0] as string)),
    });
    const rewinds: number[] = [];
    for (let round = 0; round < STALL_ROUNDS; round++) {
      rewinds.push(await longest(() => rewind(long, last, long.head - (round + 1) * 10_000)));
    }
    const within = (name: string, own: Samples): Finding => ({
      name: `longest stall: ${name}`,
      ratio: median(own),
      unit: "ms",
      goal: { atMost: 20 },
      measured: [measured("longest", own, "ms")],
    });
    return [
      within("the log from its beginning", samples.replay),
      within("opening for the first time", samples.open),
      within("opening again", samples.again),
      within("cutting back by 10,000", rewinds),
    ];
  } finally {
    await server.stop();
  }
}

function clocked(work: () => Promise<unknown>) {
  return async () => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
}

/** Like the product's own client, until it is live. */
async function open({ url, token, head }: Long, sessionId: string): Promise<Conversation> {
  const client = connect({ url, token, transport: "session_sse" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const handle = client.session(sessionId);
  const look = () => {
    if (handle.state === "live" && handle.conversation.seq === head) resolve();
    if (handle.state === "denied") reject(handle.error);
  };
  handle.subscribe(look);
  try {
    await promise;
    return handle.conversation;
  } finally {
    client.close();
  }
}

/** Like a client that only has the stream: every event since a seq, folded on arrival. */
async function replay({ url, token, raw, head }: Long, after: number): Promise<Conversation> {
  const leave = new AbortController();
  const query = `session_id=${raw}${after === 0 ? "" : `&after=1:${after}`}`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/events?${query}`, { headers, signal: leave.signal });
  let conversation = emptyConversation;
  let rest = "";
  for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream() as never,
  )) {
    const frames = (rest + piece).split("\n\n");
    rest = frames.pop() as string;
    const events = frames.flatMap(eventOf);
    conversation = foldAll(conversation, events);
    if (events.at(-1)?.seq === head) break;
  }
  leave.abort();
  return conversation;
}

function eventOf(frame: string): PolylogEvent[] {
  const at = frame.indexOf("data: ");
  const value = at === -1 ? undefined : JSON.parse(frame.slice(at + 6)).data;
  if (value?.seq === undefined) return [];
  const checked = checkEvent(value);
  if (!checked.ok) throw new Error(checked.error.reason);
  return [checked.event];
}

async function rewind({ url, token }: Long, sessionId: string, seq: number): Promise<void> {
  const client = connect({ url, token });
  await client.sessions.rewind({ sessionId, seq });
  client.close();
}
