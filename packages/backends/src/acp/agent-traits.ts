import { rejectionWords } from "../claude/translate/tool-outcome.ts";
import { type Native, nameOf, recordOf } from "../connection/native-value.ts";
import type { TextMode } from "./translate/cumulative-text.ts";

/** How an agent is known to behave on the wire, by the name in its handshake: its program's file may have any name. */
export interface Traits {
  /** The agent's preset; null for an agent that only shares its program's name with a preset. */
  readonly preset: string | null;
  readonly textMode: TextMode;
  /** Every message of its model has an ID. Messages without one come from the agent itself. */
  readonly namesMessages: boolean;
  /** It reports model errors as text and ends the turn as completed. */
  readonly saysErrors: boolean;
  /** The title of an MCP tool call is the server's name, a dash and the tool's name. */
  readonly joinsToolNames: boolean;
  /** It sends its model's questions as permission requests and accepts the answers together with the approval. */
  readonly asksByPermission: boolean;
  /** The usage in its answers is the sum of all turns since its program started. */
  readonly sumsUsage: boolean;
  /** After a cancel inside a tool call, its model rejects the history that the agent keeps. A restart repairs it. */
  readonly needsRestartAfterCancel: boolean;
  /**
   * It names the tool in a call's first title, and shows the input as the call's text until the call ends. It
   * announces its calls before it requests permission. A request for an unannounced call comes from a
   * subagent.
   */
  readonly showsInputAsText: boolean;
  /** It saves its session when its input closes, and loses unsaved data when it is terminated. */
  readonly savesAtEndOfInput: boolean;
  /** Before each model request it asks the client for messages that arrived during the turn. */
  readonly drainsMessages: boolean;
  /** Matches results of stopped calls that are written for the model; null if the agent has no fixed wording. */
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
  // Zed's adapter, which gives its messages no IDs.
  "codex-acp": {},
  Copilot: { preset: "copilot", saysErrors: true, joinsToolNames: true, sumsUsage: true },
  "gemini-cli": { preset: "gemini", needsRestartAfterCancel: true },
  Kilo: { preset: "kilo" },
  "Kimi Code CLI": { preset: "kimi", showsInputAsText: true, savesAtEndOfInput: true },
  OpenCode: { preset: "opencode" },
  "pi-acp": { preset: "pi-acp" },
  "qwen-code": { preset: "qwen", asksByPermission: true, drainsMessages: true },
};

/** Finds an agent's traits by the name it reports; null for an unknown agent. */
export function knownTraits(agent: Native): Traits | null {
  const name = nameOf(recordOf(agent.agentInfo).name) ?? "";
  return Object.hasOwn(known, name) ? { ...unknownAgent, textMode: "delta", ...known[name] } : null;
}
