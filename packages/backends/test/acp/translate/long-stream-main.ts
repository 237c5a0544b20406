import type { AcpState } from "../../../src/acp/translate/state.ts";
import { translateUpdate } from "../../../src/acp/translate/translate-update.ts";
import { busy, call, chunk, more } from "./updates.ts";

/** An answer and a command's output, each of the given number of megabytes in pieces of four characters. */
const chars = Number(process.argv[2]) * 1024 * 1024;
const pieces = ["wxyz", "abcd", "ef\ngh"];
const output = (data: string) => more({ _meta: { terminal_output_delta: { data } } });

function stream(given: AcpState, update: (piece: string) => object): AcpState {
  let state = given;
  let told = 0;
  for (let index = 0; told < chars; index++) {
    const piece = pieces[index % pieces.length] as string;
    const next = translateUpdate(state, { sessionId: "session", update: update(piece) });
    if (next === null) throw new Error("The update was not translated.");
    state = next.state;
    for (const event of next.events) if ("delta" in event) told += event.delta.length;
  }
  return state;
}

const begun = translateUpdate(
  stream(busy, (piece) => chunk(piece)),
  {
    sessionId: "session",
    update: call({ title: "cat", kind: "execute", status: "in_progress" }),
  },
);
const answer = begun?.events.find(({ type }) => type === "text_done");
const printed = stream(begun?.state ?? busy, output);
const ended = translateUpdate(printed, { sessionId: "session", update: more({ status: "completed" }) });
const result = ended?.events.find(({ type }) => type === "tool_result");
console.log(
  JSON.stringify([
    answer?.type === "text_done" && answer.text.length,
    result?.type === "tool_result" && String(result.result).length,
  ]),
);
