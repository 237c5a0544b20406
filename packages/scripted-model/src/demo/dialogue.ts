import type { Part } from "../answer.ts";
import type { AssistantTurn, ModelRequest, Result, Turn } from "../conversation.ts";
import { fill, named } from "../portable/fill-input.ts";
import { callOf, portableCall } from "../portable/portable-call.ts";
import { type Skill, toolFor } from "../portable/tool-names.ts";
import type { PortableCall } from "../script/steps.ts";

/**
 * A scripted conversation: it yields an answer and receives the results of its calls. It keeps no state between
 * requests: each request replays it from the start with the results so far.
 */
export type Dialogue = Generator<readonly Part[], readonly Part[], CallResults>;

/** The results of one answer's calls, in order. A missing result is empty. */
export type CallResults = readonly Outcome[];
export type Outcome = { readonly text: string; readonly refused: boolean };

export const noResult: Outcome = { text: "", refused: true };

/** The next answer of a dialogue or of a single answer. Null if it has already ended. */
export function nextAnswer(
  dialogue: Dialogue | readonly Part[],
  since: readonly Turn[],
): readonly Part[] | null {
  if (!("next" in dialogue)) return since.some(({ role }) => role === "assistant") ? null : dialogue;
  let step = dialogue.next([]);
  for (const [at, turn] of since.entries()) {
    if (turn.role !== "assistant") continue;
    if (step.done) return null;
    step = dialogue.next(resultsOf(turn, since.slice(at + 1)));
  }
  return step.value;
}

function resultsOf({ calls }: AssistantTurn, after: readonly Turn[]): CallResults {
  const results = after.flatMap((turn) => (turn.role === "user" ? turn.results : []));
  return calls.map(({ id }) => {
    const result = results.find(({ callId }) => callId === id);
    return result === undefined ? noResult : { text: result.text, refused: isRefused(result) };
  });
}

const refusal =
  /\b(denied|deny|rejected|declined|refused|not allow(ed)?|not approved|nobody allowed|not permitted|cancell?ed|interrupted)\b/i;

/**
 * Whether the user denied the call. Not every API marks failed results, so short results are also searched for words.
 */
function isRefused({ text, failed }: Result): boolean {
  return failed || (text.length < 400 && refusal.test(text));
}

/** Calls of the available tools. */
export class ToolUse {
  private readonly request: ModelRequest;

  constructor(request: ModelRequest) {
    this.request = request;
  }

  can(skill: Skill): boolean {
    return toolFor(this.request.tools, skill) !== null;
  }

  do(call: PortableCall): Part {
    return portableCall(this.request, call);
  }

  read(path: string): Part {
    return this.do({ do: "read", path });
  }

  /** Messages another agent. Null if there is no tool for it. */
  message(agentId: string, content: string, mode: "sync" | "async"): Part | null {
    const tool = this.request.tools.find(({ name }) => /(^|__|\.)agents_message$/.test(name));
    return tool === undefined ? null : callOf(tool, { agentId, content, mode });
  }

  shell(command: string): Part {
    return this.do({ do: "shell", command });
  }

  /** Proposes a plan, which the user can reject. */
  proposePlan(items: readonly string[]): Part {
    const planOnly = {
      ...this.request,
      tools: this.request.tools.filter((tool) => tool === toolFor([tool], "plan")),
    };
    return portableCall(planOnly, { do: "plan", items });
  }

  /** Searches files with a search tool if there is one, else with the shell. */
  search(pattern: string): Part {
    const tool = toolFor(this.request.tools, "search");
    if (tool === null) return this.shell(`grep -rn ${pattern} src test`);
    const values = { ...named(["pattern", "query", "regex"], pattern), path: ".", output_mode: "content" };
    return callOf(tool, fill(tool.schema, values, { pattern }));
  }
}
