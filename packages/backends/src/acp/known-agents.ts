import { rejectionWords } from "../claude/translate/tool-outcome.ts";
import type { Native } from "../connection/native-value.ts";
import { nameOf, recordOf } from "../connection/native-value.ts";
import type { TextMode } from "./translate/cumulative-text.ts";

/** What an agent is known to do on the wire, by the name in its handshake: a program's file may have any name. */
export interface Traits {
  /** The preset that it is; null for an agent that only shares the name of its program with one. */
  readonly preset: string | null;
  readonly textMode: TextMode;
  /** Every message of its model has an id: what has none, it says itself. */
  readonly namesMessages: boolean;
  /** It says errors of its model as text and ends the turn as if all went well. */
  readonly saysErrors: boolean;
  /** The title of a call of an MCP server's tool is the server's name, a dash and the tool's. */
  readonly joinsToolNames: boolean;
  /** It asks its model's questions as it asks for a permission, and takes the answers beside the yes. */
  readonly asksByPermission: boolean;
  /** The usage in its answers is the sum of all turns since its program started. */
  readonly sumsUsage: boolean;
  /** What it remembers of a call that a cancel has stopped is of no use to its model; loaded anew, it is in order. */
  readonly needsRestartAfterCancel: boolean;
  /**
   * It names the tool in the first title of a call, and shows the input as the call's text until the call has ended. It
   * announces every call of its own before it asks for it: what it asks for otherwise is a subagent's.
   */
  readonly showsInputAsText: boolean;
  /** It saves its session when its input ends, and loses what is not saved yet when it is told to terminate. */
  readonly savesAtEndOfInput: boolean;
  /** It asks for messages that came while it worked, before each request to its model. */
  readonly drainsMessages: boolean;
  /** How a result begins that it means for its model, of a call that was stopped; null where it has no such words. */
  readonly stoppedWords: RegExp | null;
}

export const unknownAgent: Traits = {
  ...{ preset: null, textMode: "unknown", namesMessages: false, saysErrors: false },
  ...{ joinsToolNames: false, asksByPermission: false, sumsUsage: false, needsRestartAfterCancel: false },
  ...{ showsInputAsText: false, savesAtEndOfInput: false, drainsMessages: false, stoppedWords: null },
};

const known: Readonly<Record<string, Partial<Traits>>> = {
  "@agentclientprotocol/claude-agent-acp": { preset: "claude-acp", stoppedWords: rejectionWords },
  "@agentclientprotocol/codex-acp": { preset: "codex-acp", namesMessages: true },
  // The adapter of Zed, which gives its messages no ids.
  "codex-acp": {},
  Copilot: { preset: "copilot", saysErrors: true, joinsToolNames: true, sumsUsage: true },
  "gemini-cli": { preset: "gemini", needsRestartAfterCancel: true },
  Kilo: { preset: "kilo" },
  "Kimi Code CLI": { preset: "kimi", showsInputAsText: true, savesAtEndOfInput: true },
  OpenCode: { preset: "opencode" },
  "pi-acp": { preset: "pi-acp" },
  "qwen-code": { preset: "qwen", asksByPermission: true, drainsMessages: true },
};

/** By what the agent said of itself; null for a stranger. */
export function knownTraits(agent: Native): Traits | null {
  const name = nameOf(recordOf(agent.agentInfo).name) ?? "";
  return Object.hasOwn(known, name) ? { ...unknownAgent, textMode: "delta", ...known[name] } : null;
}
