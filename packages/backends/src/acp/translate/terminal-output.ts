import type { Native } from "../../connection/native-value.ts";
import { nameOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import type { AcpState, AcpTranslation } from "./state.ts";
import { andThen } from "./state.ts";
import { appendOutput } from "./tool-output.ts";

/** What our terminals print, in the calls that show them. An agent may name the terminal of a call only later. */
export class TerminalOutput {
  /** Output of terminals that no call shows yet. */
  private readonly unshown = new Map<string, string>();

  printed(state: AcpState, terminalId: string, text: string): AcpTranslation {
    const calls = [...(state.run?.calls ?? [])];
    const shown = calls.find(([, { terminals }]) => terminals.includes(terminalId));
    if (shown !== undefined) return appendOutput(state, shown[0], text);
    const before = this.unshown.get(terminalId) ?? "";
    this.unshown.set(terminalId, (before + text).slice(-limits.terminalChars));
    return noEvents(state);
  }

  /** A call may show a terminal from now on: what that has printed already belongs to it. */
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
