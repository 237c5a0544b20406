import { createHash } from "node:crypto";
import { type Decision, say } from "../answer.ts";
import type { ModelRequest } from "../conversation.ts";
import { demoAnswer, keywordAnswer } from "../demo/demo.ts";
import { printStep } from "../script/print.ts";
import type { FaultCounters } from "./fault-counters.ts";
import { type FoundScript, findScript } from "./find-script.ts";
import { nextStep } from "./next-step.ts";
import { playStep } from "./play-step.ts";
import { sideCall } from "./side-call.ts";
import { waitForSubagents } from "./wait-for-subagents.ts";

export function chooseAnswer(request: ModelRequest, counters: FaultCounters): Decision {
  const side = sideCall(request);
  if (side !== null) return { step: `side call: ${side.name}`, answer: side.answer };
  const found = findScript(request);
  const wait = found === null ? null : waitForSubagents(request, found.since);
  if (wait !== null) return { step: "wait for subagents", answer: wait };
  return found === null ? demoAnswer(request) : playScript(request, found, counters);
}

function playScript(
  request: ModelRequest,
  { script, answers }: FoundScript,
  counters: FaultCounters,
): Decision {
  const conversation = conversationKey(request);
  const step = nextStep(script, answers, (key, times) => counters.happens(`${conversation} ${key}`, times));
  if (step === null)
    return keywordAnswer(request) ?? { step: "end of script", answer: { parts: [say("Done.")] } };
  if (step.kind === "problem") return { step: step.problem, answer: { parts: [say(step.problem)] } };
  return { step: printStep(step), answer: playStep(request, step.actions) };
}

/** A repeated call has the same key: it consists of the texts and calls so far and ignores everything else. */
function conversationKey({ api, system, turns }: ModelRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([api, system, turns]))
    .digest("hex");
}
