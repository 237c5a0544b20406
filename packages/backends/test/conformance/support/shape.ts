import { createHash } from "node:crypto";
import type { Conversation, Entry, Lane, PermissionEntry, Run, ToolCallEntry } from "@polylog/core";
import { findRun, laneAt } from "@polylog/core";
import type { Program } from "./program.ts";
import { toolKind } from "./tool-kinds.ts";
import type { Values } from "./values.ts";

/**
 * A conversation without the details in which programs may differ: one line for each message or call, a subagent's
 * lines indented below its call, `= outcome` when a run ends. With `values`, lines also contain outputs, errors and
 * tokens.
 */
export function shapeOf(
  program: Program,
  conversation: Conversation,
  values: Values | null = null,
): string[] {
  return new Shape(program, conversation, values).lane(conversation.main);
}

class Shape {
  private readonly program: Program;
  private readonly conversation: Conversation;
  private readonly values: Values | null;

  constructor(program: Program, conversation: Conversation, values: Values | null) {
    this.program = program;
    this.conversation = conversation;
    this.values = values;
  }

  lane({ entries }: Lane): string[] {
    const all = entries.slice();
    const lines: string[] = [];
    const lastOf = new Map(all.map((entry) => [entry.runId, entry.key]));
    let last: Entry | null = null;
    for (const entry of all) {
      const said = this.entry(entry);
      if (said.length > 0) {
        // One text in two pieces counts as one text.
        if (last !== null && isText(last) && isText(entry) && goesOn(last, entry)) {
          const before = lines.pop();
          lines.push(...(this.isWhole(entry) ? [`${before}${entry.body.toString()}`] : said));
        } else lines.push(...said);
        last = entry;
      }
      if (entry.runId !== null && lastOf.get(entry.runId) === entry.key) lines.push(...this.end(entry.runId));
    }
    return lines;
  }

  private end(runId: string): string[] {
    const run = findRun(this.conversation, runId);
    return run === undefined || run.lane !== -1 ? [] : [`= ${run.outcome}${this.values?.end(run) ?? ""}`];
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
        // A denial that belongs to a call is shown in the call's line.
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

  private text(entry: Extract<Entry, { body: unknown }>): string {
    if (!this.isWhole(entry)) return "…";
    const text = entry.body.toString();
    if (text.length <= longText) return text;
    return `(${text.length} characters, ${createHash("sha256").update(text).digest("hex").slice(0, 16)})`;
  }

  /** The length of a text that its run's end has cut off varies. */
  private isWhole(entry: Entry): boolean {
    const run = entry.runId === null ? undefined : findRun(this.conversation, entry.runId);
    return run?.outcome === "completed" || (entry.endedBy === null && !this.isLast(entry));
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
    const runs = call.childRunIds.slice().flatMap((childId) => findRun(this.conversation, childId) ?? []);
    const state = this.state(call, runs);
    const value = this.values?.call(call, state) ?? "";
    // The ask itself is the line.
    if (kind === "question" || kind === "plan") return value === "" ? [] : [`${kind} ${state}${value}`];
    const children = runs.flatMap((child) => this.lane(laneAt(this.conversation, child.lane)));
    return [`${kind} ${state}${value}`, ...children.map((line) => `  ${line}`)];
  }

  private state(call: ToolCallEntry, runs: readonly Run[]): string {
    if (call.error?.code === "permission_denied" && toolKind(this.program, call) === "plan") return "denied";
    if (this.isDenied(call)) return call.ok === true ? "ok although it was denied" : "denied";
    // The call that starts a subagent may end early, so the subagent's outcome counts.
    return runs.some(({ outcome }) => outcome === "cancelled") ? "stopped" : stateOf(call);
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
