import { contentOf, type Reply } from "./reply.ts";

/** The same stop reason in the terms of each API. */
const reasons = [
  { anthropic: "end_turn", chat: "stop", responses: "completed", gemini: "STOP" },
  { anthropic: "tool_use", chat: "tool_calls", responses: "completed", gemini: "STOP" },
  { anthropic: "max_tokens", chat: "length", responses: "max_output_tokens", gemini: "MAX_TOKENS" },
  { anthropic: "refusal", chat: "content_filter", responses: "content_filter", gemini: "SAFETY" },
] as const;

/** The stop reason of an answer. A reason that only one API knows is passed on unchanged by the others. */
export function stopReason(reply: Reply): string {
  const { api } = reply.request;
  const asked = reply.answer.stop;
  const fitting = contentOf(reply).some(({ kind }) => kind === "call") ? reasons[1] : reasons[0];
  if (asked === undefined) return fitting[api];
  return reasons.find((reason) => Object.values(reason).includes(asked as never))?.[api] ?? asked;
}
