import { statusActivity } from "./activity-text.ts";

/**
 * An agent's status as lines on a screen: one line per status, known by an id. A line that is done replaces the
 * line of the same id that said what is being done.
 */

export interface StatusLine {
  readonly id: string;
  readonly status: string;
  readonly text: string;
}

export interface StatusChange extends StatusLine {
  readonly phase: "doing" | "done";
}

export interface StatusReport {
  /** An id for the line, if this begins a new one. */
  readonly id: string;
  readonly status: string;
  readonly detail?: string | undefined;
  readonly toolName?: string | undefined;
}

export interface StatusStep {
  /** The line that is open now. */
  readonly line: StatusLine | null;
  readonly changes: readonly StatusChange[];
}

/**
 * The same status keeps its line and updates it; another one ends the line and begins the next. A call of another tool, or
 * about something else, is another activity. A model that loads is none, and so is idle: both only end what was done.
 */
export function nextStatusLine(line: StatusLine | null, report: StatusReport): StatusStep {
  const { id, status } = report;
  const text = statusActivity(report);
  if (line !== null && line.status === status && (status !== "calling_tool" || line.text === text)) {
    const next = { ...line, text };
    return { line: next, changes: [{ phase: "doing", ...next }] };
  }
  const ended: StatusChange[] = line === null ? [] : [{ phase: "done", ...line }];
  if (status === "idle" || status === "model_loading") return { line: null, changes: ended };
  const next = { id, status, text };
  return { line: next, changes: [...ended, { phase: "doing", ...next }] };
}

/** The lines after a change. */
export function showStatus(lines: readonly StatusChange[], change: StatusChange): readonly StatusChange[] {
  const at = lines.findLastIndex((line) => line.id === change.id);
  return at === -1 ? [...lines, change] : lines.with(at, change);
}
