import { type Conversation, type EventBody, MAIN } from "@polylog/core";
import { endingEvents } from "./settle.ts";

const error = {
  code: "not_written",
  message: "What the agent said could not be written, and its program was ended.",
};

/** Ends the runs of an agent that has no program: nobody else would. */
export function orphanEnds(conversation: Conversation, agentId: string): EventBody[] {
  return [...conversation.liveRuns].flatMap(([runId, index]) => {
    const run = conversation.runs.get(index);
    if (run?.agentId !== agentId || run.lane !== MAIN || run.parentRunId !== null) return [];
    return endingEvents(conversation, runId, { outcome: "interrupted", error });
  });
}
