import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import type { Reply } from "../session/program.ts";
import type { RunEnd } from "./state.ts";

/** How a turn went, by the answer to its prompt. */

export interface TurnFacts {
  readonly agent: string;
  /** The program that it is, for a login in a terminal. */
  readonly command: string;
  /** Whether the agent has shown anything. */
  readonly hasSpoken: boolean;
  /** A command of the agent's own may have nothing to say. */
  readonly isCommand: boolean;
  readonly authMethods: readonly Native[];
  /** What the agent said of the error, where it did. */
  readonly heldText: string | null;
  /** It was the agent that said so, not its model. */
  readonly isOwn: boolean;
  /** Such an agent says nothing that way but errors. */
  readonly isError: boolean;
}

const AUTH_REQUIRED = -32000;
const INTERNAL = -32603;

const stops: Readonly<Record<string, string>> = {
  max_tokens: "The model's answer is longer than it may be.",
  max_turn_requests: "The agent has asked its model as often as it may in one run.",
  refusal: "The model refuses to answer.",
};

export function turnEnd(reply: Reply, facts: TurnFacts): RunEnd {
  if (!reply.ok) return failed(reply, facts);
  const stopReason = nameOf(reply.result.stopReason) ?? "end_turn";
  if (stopReason === "cancelled") return { outcome: "cancelled", stopReason };
  if (Object.hasOwn(stops, stopReason)) {
    const error = { code: stopReason, message: stops[stopReason] as string };
    return { outcome: "failed", error, stopReason };
  }
  // An agent's own words, for which no model was used.
  const isOwnError = facts.isOwn && !facts.isCommand && reply.result.usage == null;
  if (facts.heldText !== null && (isOwnError || facts.isError)) {
    return { outcome: "failed", error: { code: "agent_error", message: facts.heldText.trim() }, stopReason };
  }
  // Some agents keep an error of their model to themselves.
  if (!facts.hasSpoken && !facts.isCommand) {
    const message = `${facts.agent} ended its turn without an answer; most likely its model could not be used.`;
    return { outcome: "failed", error: { code: "no_answer", message }, stopReason };
  }
  return { outcome: "completed", stopReason };
}

/** How a turn ended that an agent of the next protocol's draft has told by its state. */
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

/** What a person can do where an agent wants a login. */
export function logIn(
  message: string,
  { agent, command, authMethods }: Pick<TurnFacts, "agent" | "command" | "authMethods">,
): string {
  const ways = recordsOf(authMethods).map((method) => {
    const how = nameOf(method.description) ?? nameOf(method.name) ?? "";
    // Some agents name the whole command beside the arguments, which hold only in the protocol's own mode.
    const whole = recordOf(recordOf(method._meta)["terminal-auth"]);
    const { args } = nameOf(whole.command) === null ? method : whole;
    const line = [nameOf(whole.command) ?? command, ...(Array.isArray(args) ? args.map(String) : [])];
    return method.type === "terminal"
      ? `${how} (run "${line.join(" ")}" in a terminal)`
      : `${how} (auth_method "${nameOf(method.id) ?? ""}")`;
  });
  const choice = ways.length === 0 ? `log in with ${command} itself` : ways.join("; ");
  return `${agent} wants you to log in: ${choice}. It said: ${message}`;
}
