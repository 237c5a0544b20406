import { deepStrictEqual } from "node:assert/strict";
import type { KnownEvent } from "@polylog/core";
import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, ratio, timed, warmUp } from "../measure.ts";
import { agUiTurns, applyWithAgUi, transcriptOfAgUi } from "../peers/ag-ui.ts";
import { aiTurns, readWithAi, transcriptOfAi } from "../peers/ai.ts";
import { reduceLive, transcriptOfImmer } from "../peers/immer.ts";
import { foldLive, transcriptOfPolylog } from "../peers/polylog.ts";
import { codingSession, oneLongRun } from "../workload/coding-session.ts";
import { endlessMessage } from "../workload/endless-message.ts";
import { parseJson, received, toLines } from "../workload/lines.ts";

/** Goal 1: folding a live event costs little compared to parsing its line, and much less than other libraries. */
export const foldBenchmark: Benchmark = {
  about: "a live screen's work for 10,000 events, one after the other",
  run: async () => [
    await againstParsing("session", codingSession(10_000, 1), codingSession(10_000, 2)),
    await againstParsing("endless message", endlessMessage(10_000, 1), endlessMessage(10_000, 2)),
    ...(await againstPeers(codingSession(10_000, 1), codingSession(1_500, 2))),
    await againstAi(oneLongRun(3_000, 1), oneLongRun(1_000, 2)),
  ],
};

async function againstParsing(name: string, log: KnownEvent[], other: KnownEvent[]): Promise<Finding> {
  const [lines, otherLines] = [toLines(log), toLines(other)];
  const [events, otherEvents] = [received(log), received(other)];
  await warmUp(
    () => foldLive(otherEvents),
    () => parseJson(otherLines),
  );
  const samples = await interleave(41, {
    fold: timed(() => foldLive(events)),
    parse: timed(() => parseJson(lines)),
  });
  return {
    name: `${name}: fold / JSON.parse`,
    ratio: ratio(samples.fold, samples.parse),
    goal: { atMost: 0.25 },
    measured: [measured("fold", samples.fold, "ms"), measured("JSON.parse", samples.parse, "ms")],
  };
}

/** All contestants read the same conversation, each from its own events, and must produce the same transcript. */
async function againstPeers(log: KnownEvent[], other: KnownEvent[]): Promise<Finding[]> {
  const [contest, rehearsal] = [contestOf(log), contestOf(other)];
  await warmUp(...Object.values(rehearsal));
  const samples = await interleave(3, {
    polylog: timed(contest.polylog),
    ai: timed(contest.ai),
    agUi: timed(contest.agUi),
    immer: timed(contest.immer),
  });
  const expected = transcriptOfPolylog(contest.polylog());
  deepStrictEqual(transcriptOfAi(await contest.ai()), expected);
  deepStrictEqual(transcriptOfAgUi(await contest.agUi()), expected);
  deepStrictEqual(transcriptOfImmer(contest.immer()), expected);
  const own = measured("fold", samples.polylog, "ms");
  return [
    {
      name: "session: ai / fold",
      ratio: ratio(samples.ai, samples.polylog),
      goal: { atLeast: 100 },
      measured: [measured("readUIMessageStream", samples.ai, "ms"), own],
    },
    {
      name: "session: @ag-ui/client / fold",
      ratio: ratio(samples.agUi, samples.polylog),
      goal: { atLeast: 100 },
      measured: [measured("defaultApplyEvents", samples.agUi, "ms"), own],
    },
    {
      name: "session: immer / fold",
      ratio: ratio(samples.immer, samples.polylog),
      goal: null,
      measured: [measured("immer", samples.immer, "ms"), own],
    },
  ];
}

/** For the AI SDK a run is one message, so its cost grows with the run, not with the session. */
async function againstAi(log: KnownEvent[], other: KnownEvent[]): Promise<Finding> {
  const [contest, rehearsal] = [contestOf(log), contestOf(other)];
  await warmUp(rehearsal.polylog, rehearsal.ai);
  const samples = await interleave(3, { polylog: timed(contest.polylog), ai: timed(contest.ai) });
  deepStrictEqual(transcriptOfAi(await contest.ai()), transcriptOfPolylog(contest.polylog()));
  return {
    name: `one run of ${log.length} events: ai / fold`,
    ratio: ratio(samples.ai, samples.polylog),
    goal: { atLeast: 100 },
    measured: [measured("readUIMessageStream", samples.ai, "ms"), measured("fold", samples.polylog, "ms")],
  };
}

function contestOf(log: KnownEvent[]) {
  const events = received(log);
  const [ai, agUi] = [aiTurns(events), agUiTurns(events)];
  return {
    polylog: () => foldLive(events),
    ai: () => readWithAi(ai),
    agUi: () => applyWithAgUi(agUi),
    immer: () => reduceLive(events),
  };
}
