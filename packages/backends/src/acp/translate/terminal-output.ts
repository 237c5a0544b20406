import { type Native, nameOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import { type AcpState, type AcpTranslation, andThen } from "./state.ts";
import { appendOutput } from "./tool-output.ts";

/** Shows the output of our terminals in calls. An agent may link a terminal to its call only later. */
export class TerminalOutput {
  /** Output of terminals that are not linked to a call yet. */
  private readonly unshown = new Map<string, string>();

  printed(state: AcpState, terminalId: string, text: string): AcpTranslation {
    const calls = [...(state.run?.calls ?? [])];
    const shown = calls.find(([, { terminals }]) => terminals.includes(terminalId));
    if (shown !== undefined) return appendOutput(state, shown[0], text);
    const before = this.unshown.get(terminalId) ?? "";
    this.unshown.set(terminalId, (before + text).slice(-limits.terminalChars));
    return noEvents(state);
  }

  /** Links terminals that an update names to its call. Their earlier output belongs to the call, too. */
  updated(state: AcpState, update: Native): AcpTranslation {
    const nativeId = nameOf(update.toolCallId) ?? "";
    const terminals = state.run?.calls.get(nativeId)?.terminals ?? [];
    return terminals.reduce((translation: AcpTranslation, terminalId) => {
      const text = this.unshown.get(terminalId);
      this.unshown.delete(terminalId);
      return text === undefined
        ? translation
        : andThen(translation, (next) => appendOutput(next, nativeId, text));
    }, noEvents(state));
  }
}
