import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { wordsOf } from "./content.ts";
import { translateDraftPlan } from "./plans.ts";
import { type AcpState, type AcpTranslation, runOf } from "./state.ts";
import { isBetweenSessions } from "./subagent-sessions.ts";
import { appendOutput } from "./tool-output.ts";

/** Updates from the protocol's drafts. Nothing relies on them, but they are translated if an agent sends them. */
export const draftUpdates: Readonly<
  Record<string, (state: AcpState, update: Native) => AcpTranslation | null>
> = {
  plan_update: translateDraftPlan,
  // The plan's history stays in the log.
  plan_removed: noEvents,
  terminal_output_chunk: (state, update) => printed(state, update, textOf(update.data)),
  terminal_update: (state, update) => {
    const data = textOf(recordOf(update.output).data);
    return data === null ? noEvents(state) : printed(state, update, data);
  },
  session_message: (state, update) => {
    const text = recordsOf(update.content)
      .map((block) => wordsOf(block) ?? "")
      .join("");
    if (text === "" || isBetweenSessions(state, update)) return noEvents(state);
    return { state, events: [{ type: "notice", level: "info", text, agentId: state.agentId }] };
  },
  // The whole message follows.
  session_message_chunk: noEvents,
};

/** Output of the agent's own terminal, as bytes in base64. It is shown in the call that names the terminal. */
function printed(state: AcpState, update: Native, data: string | null): AcpTranslation | null {
  const terminalId = nameOf(update.terminalId);
  const call = [...runOf(state).calls].find(([, { terminals }]) => terminals.includes(terminalId ?? ""));
  if (terminalId === null || data === null || call === undefined) return null;
  return appendOutput(state, call[0], Buffer.from(data, "base64").toString("utf8"));
}
