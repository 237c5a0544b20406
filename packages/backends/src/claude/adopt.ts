import { createReadStream } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { EventBody } from "@polylog/core";
import { isRecord } from "../connection/native-line.ts";
import { limits } from "./limits.ts";
import type { Native } from "./native.ts";
import { contentText, nameOf, recordOf, recordsOf } from "./native.ts";
import type { ClaudeState } from "./state.ts";
import { newState } from "./state.ts";
import { translate } from "./translate.ts";

/** Sessions that a person had with Claude Code itself, as it keeps them: one file of lines each. */

type Environment = Readonly<Record<string, string | undefined>>;

export interface NativeSession {
  readonly nativeId: string;
  readonly title: string;
  readonly updatedTs: number;
}

/** The sessions of a project, the newest first. */
export async function list(projectRoot: string, env: Environment): Promise<NativeSession[]> {
  const folder = await sessionsFolder(projectRoot, env);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, updatedTs: await changedAt(path.join(folder, name)) })),
  );
  const newest = dated.sort((a, b) => b.updatedTs - a.updatedTs).slice(0, limits.adoptedSessions);
  const sessions = await Promise.all(
    newest.map(async ({ name, updatedTs }) => {
      const title = await titleOf(path.join(folder, name));
      return title === null ? [] : [{ nativeId: name.slice(0, -".jsonl".length), title, updatedTs }];
    }),
  );
  return sessions.flat();
}

/** A session's history as events: one run for each thing that was said to it. */
export async function read(
  nativeId: string,
  { projectRoot, env, agentId }: { projectRoot: string; env: Environment; agentId: string },
): Promise<EventBody[]> {
  const file = path.join(await sessionsFolder(projectRoot, env), `${path.basename(nativeId)}.jsonl`);
  const history = new History(agentId);
  const stream = createReadStream(file, { end: limits.adoptedBytes });
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    history.take(parse(line));
  }
  return history.end();
}

class History {
  private readonly events: EventBody[] = [];
  private state: ClaudeState;

  constructor(agentId: string) {
    this.state = newState({ agentId, mode: "ask", resumed: true });
  }

  take(value: Native): void {
    const isBeside = value.isSidechain === true || value.isMeta === true || value.isCompactSummary === true;
    if (isBeside || (value.type !== "user" && value.type !== "assistant")) return;
    const said = value.type === "user" ? saidBy(value) : null;
    if (said === null) return this.tell(value);
    if (interrupted.test(said)) return this.endRun("cancelled");
    this.endRun("completed");
    this.beginRun(said, nameOf(value.uuid) ?? `${this.events.length}`);
  }

  end(): EventBody[] {
    this.endRun("completed");
    return this.events;
  }

  private tell(value: Native): void {
    const { type, message } = value;
    const text = JSON.stringify({ type, message, parent_tool_use_id: null });
    const told = translate(this.state, { text, bytes: Buffer.byteLength(text), truncated: false });
    this.state = told.state;
    this.events.push(...told.events.filter((event) => event.type !== "backend_raw"));
  }

  private beginRun(text: string, uuid: string): void {
    const { agentId } = this.state;
    const runId = `claude-${uuid}`;
    this.state = {
      ...this.state,
      run: { runId, unprompted: false, failure: null, status: null, used: {} },
      calls: new Map(),
    };
    this.events.push(
      { type: "user_message", text, delivery: "run", runId, agentId },
      { type: "run_started", trigger: "message", runId, agentId },
    );
  }

  private endRun(outcome: "completed" | "cancelled"): void {
    const { run, agentId } = this.state;
    if (run === null) return;
    this.state = { ...this.state, run: null };
    this.events.push({ type: "run_ended", outcome, runId: run.runId, agentId });
  }
}

const interrupted = /^\[Request interrupted by user/;
/** What the program notes about its own commands is nobody's word. */
const note = /^<(?:command|local-command|bash|task-notification|system-reminder)/;

/** What a person said in a line; null where it is a tool's result, or a note. */
function saidBy(value: Native): string | null {
  const { content } = recordOf(value.message);
  if (recordsOf(content).some(({ type }) => type === "tool_result")) return null;
  const text = contentText(content);
  return text === "" || note.test(text) ? null : text;
}

async function sessionsFolder(projectRoot: string, env: Environment): Promise<string> {
  const home = nameOf(env.CLAUDE_CONFIG_DIR) ?? path.join(env.HOME ?? "", ".claude");
  const root = await realpath(projectRoot).catch(() => projectRoot);
  return path.join(home, "projects", root.replace(/[^A-Za-z0-9]/g, "-"));
}

/** The first words that a person said; null where nobody said any. */
async function titleOf(file: string): Promise<string | null> {
  for (const line of (await head(file)).split("\n")) {
    const value = parse(line);
    const said = value.type === "user" && value.isMeta !== true ? saidBy(value) : null;
    if (said !== null) return (said.trim().split("\n")[0] ?? "").slice(0, limits.titleChars);
  }
  return null;
}

async function head(file: string): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return "";
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(limits.titleBytes) });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function changedAt(file: string): Promise<number> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Math.round(mtimeMs);
}

function parse(line: string): Native {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
