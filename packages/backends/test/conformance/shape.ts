import type { Conversation, Entry, Lane, PermissionEntry, ToolCallEntry } from "@polylog/core";
import { findRun, laneAt } from "@polylog/core";
import type { Program } from "./program.ts";
import { toolKind } from "./tool-kinds.ts";

/**
 * A conversation without all in which programs may differ: one line for each thing said or done, a subagent's lines
 * indented below its call, `= outcome` where a run ends.
 */
export function shapeOf(program: Program, conversation: Conversation): string[] {
  return new Shape(program, conversation).lane(conversation.main);
}

class Shape {
  private readonly program: Program;
  private readonly conversation: Conversation;

  constructor(program: Program, conversation: Conversation) {
    this.program = program;
    this.conversation = conversation;
  }

  lane({ entries }: Lane): string[] {
    const all = entries.slice();
    const lines: string[] = [];
    const lastOf = new Map(all.map((entry) => [entry.runId, entry.key]));
    let last: Entry | null = null;
    for (const entry of all) {
      const said = this.entry(entry);
      if (said.length > 0) {
        // One text in two pieces is one text.
        if (last !== null && isText(last) && isText(entry) && goesOn(last, entry)) {
          lines.push(`${lines.pop()}${entry.body.toString()}`);
        } else lines.push(...said);
        last = entry;
      }
      if (entry.runId !== null && lastOf.get(entry.runId) === entry.key) lines.push(...this.end(entry.runId));
    }
    return lines;
  }

  private end(runId: string): string[] {
    const run = findRun(this.conversation, runId);
    return run === undefined || run.lane !== -1 ? [] : [`= ${run.outcome}`];
  }

  private entry(entry: Entry): string[] {
    switch (entry.kind) {
      case "message":
        if (entry.role === "user") return [entry.steered ? "user (steered)" : "user"];
        return entry.body.length === 0 ? [] : [`agent: ${this.text(entry)}`];
      case "thought":
        return entry.body.length === 0 ? [] : [`thought: ${this.text(entry)}`];
      case "tool_call":
        return this.call(entry);
      case "permission":
        // One that belongs to a call shows in the call's line.
        return isDenial(entry) && entry.callId === null ? ["denied"] : [];
      case "question":
        return entry.answer === null || entry.endedBy !== null
          ? ["question: unanswered"]
          : entry.questions.map(({ question }, index) => {
              const given =
                entry.answers.find((answer) => answer.question === question) ?? entry.answers[index];
              return `question: ${question} ${[given?.answer ?? "none"].flat().join(", ")}`;
            });
      case "plan":
        return entry.awaitsApproval ? [`plan: ${entry.decision ?? "unanswered"}`] : [];
      default:
        return [];
    }
  }

  /** A text that its run's end has cut has no certain length. */
  private text(entry: Extract<Entry, { body: unknown }>): string {
    const run = entry.runId === null ? undefined : findRun(this.conversation, entry.runId);
    const isWhole = run?.outcome === "completed" || (entry.endedBy === null && !this.isLast(entry));
    if (!isWhole) return "…";
    return entry.body.length > longText ? `(${entry.body.length} characters)` : entry.body.toString();
  }

  private isLast(entry: Entry): boolean {
    const run = findRun(this.conversation, entry.runId ?? "");
    const { entries } = laneAt(this.conversation, run?.lane ?? -1);
    const own = entries.slice().filter((other) => other.runId === entry.runId && steps.has(other.kind));
    return own.at(-1)?.key === entry.key;
  }

  private isDenied(call: ToolCallEntry): boolean {
    const run = findRun(this.conversation, call.runId ?? "");
    const { entries } = laneAt(this.conversation, run?.lane ?? -1);
    return entries
      .slice()
      .some((entry) => entry.kind === "permission" && entry.callId === call.callId && isDenial(entry));
  }

  private call(call: ToolCallEntry): string[] {
    const kind = toolKind(this.program, call);
    // The ask itself is the line.
    if (kind === "question" || kind === "plan") return [];
    const runs = call.childRunIds.slice().flatMap((childId) => findRun(this.conversation, childId) ?? []);
    const children = runs.flatMap((child) => this.lane(laneAt(this.conversation, child.lane)));
    // The call that starts a subagent may be over long before; what became of the subagent is what counts.
    const isStopped = runs.some(({ outcome }) => outcome === "cancelled");
    return [
      `${kind} ${this.isDenied(call) ? "denied" : isStopped ? "stopped" : stateOf(call)}`,
      ...children.map((line) => `  ${line}`),
    ];
  }
}

const longText = 1000;
const steps: ReadonlySet<string> = new Set(["message", "thought", "tool_call"]);

function goesOn(last: Entry, entry: Entry): boolean {
  return last.kind === entry.kind && last.runId === entry.runId;
}

function isText(entry: Entry): entry is Extract<Entry, { body: unknown }> {
  return entry.kind === "thought" || (entry.kind === "message" && entry.role === "assistant");
}

function stateOf(call: ToolCallEntry): string {
  if (call.ok === true) return "ok";
  return call.endedBy !== null || call.error?.code === "tool_interrupted" ? "interrupted" : "failed";
}

function isDenial(entry: PermissionEntry): boolean {
  const chosen = entry.options.find(({ optionId }) => optionId === entry.optionId);
  return chosen?.kind.startsWith("reject") ?? false;
}
