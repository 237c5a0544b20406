import { type Native, nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import type { Reply } from "../session/program.ts";
import type { RunEnd } from "./state.ts";

/** Derives a turn's outcome from the response to its prompt. */

export interface TurnFacts {
  readonly agent: string;
  /** The program, for a login in a terminal. */
  readonly command: string;
  /** Whether the agent has produced any output. */
  readonly hasSpoken: boolean;
  /** An agent's slash command may have no output. */
  readonly isCommand: boolean;
  readonly authMethods: readonly Native[];
  /** The held text that may describe the error. */
  readonly heldText: string | null;
  /** The text came from the agent, not from its model. */
  readonly isOwn: boolean;
  /** For this agent, such a text is always an error. */
  readonly isError: boolean;
}

const AUTH_REQUIRED = -32000;
const INTERNAL = -32603;

const stops: Readonly<Record<string, string>> = {
  max_tokens: "The model's answer exceeded its maximum length.",
  max_turn_requests: "The agent reached its limit of model requests for one run.",
  refusal: "The model refused to answer.",
};

export function turnEnd(reply: Reply, facts: TurnFacts): RunEnd {
  if (!reply.ok) return failed(reply, facts);
  const stopReason = nameOf(reply.result.stopReason) ?? "end_turn";
  if (stopReason === "cancelled") return { outcome: "cancelled", stopReason };
  if (Object.hasOwn(stops, stopReason)) {
    const error = { code: stopReason, message: stops[stopReason] as string };
    return { outcome: "failed", error, stopReason };
  }
  // The agent's own text, without any model usage.
  const isOwnError = facts.isOwn && !facts.isCommand && reply.result.usage == null;
  if (facts.heldText !== null && (isOwnError || facts.isError)) {
    return { outcome: "failed", error: { code: "agent_error", message: facts.heldText.trim() }, stopReason };
  }
  // Some agents do not report errors of their model.
  if (!facts.hasSpoken && !facts.isCommand) {
    const message = `${facts.agent} ended its turn without an answer; its model was probably unavailable.`;
    return { outcome: "failed", error: { code: "no_answer", message }, stopReason };
  }
  return { outcome: "completed", stopReason };
}

/** The outcome of a turn whose end the agent has reported as a state, as in the next protocol's draft. */
export function idleReply(idle: Native): Reply {
  if (idle.stopReason !== "error") return { ok: true, result: idle };
  const error = recordOf(idle.error);
  const message = nameOf(error.message) ?? nameOf(idle.message) ?? "The agent failed.";
  return { ok: false, code: typeof error.code === "number" ? error.code : INTERNAL, message, data: error };
}

function failed(reply: Extract<Reply, { ok: false }>, facts: TurnFacts): RunEnd {
  if (reply.code === AUTH_REQUIRED) {
    return {
      outcome: "failed",
      error: { code: "auth_required", message: logIn(facts.heldText ?? reply.message, facts) },
    };
  }
  const kind = nameOf(reply.data.errorKind);
  return {
    outcome: "failed",
    error: { code: kind ?? "agent_error", message: facts.heldText ?? reply.message },
  };
}

/** How to log in, for the error of an agent that requires it. */
export function logIn(
  message: string,
  { agent, command, authMethods }: Pick<TurnFacts, "agent" | "command" | "authMethods">,
): string {
  const ways = recordsOf(authMethods).map((method) => {
    const how = nameOf(method.description) ?? nameOf(method.name) ?? "";
    // Some agents give the whole command separately, because their arguments alone work only in their ACP mode.
    const whole = recordOf(recordOf(method._meta)["terminal-auth"]);
    const { args } = nameOf(whole.command) === null ? method : whole;
    const line = [nameOf(whole.command) ?? command, ...(Array.isArray(args) ? args.map(String) : [])];
    return method.type === "terminal"
      ? `${how} (run "${line.join(" ")}" in a terminal)`
      : `${how} (auth_method "${nameOf(method.id) ?? ""}")`;
  });
  const choice = ways.length === 0 ? `log in with ${command} itself` : ways.join("; ");
  return `${agent} requires you to log in: ${choice}. It reported: ${message}`;
}
