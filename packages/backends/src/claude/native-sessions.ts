import { realpath } from "node:fs/promises";
import path from "node:path";
import type { Image, NativeHistory, NativePlace, NativeSession, NativeStore } from "@polylog/core";
import { contentText, type Native, nameOf, recordOf, recordsOf } from "../connection/native-value.ts";
import { HistoryBuilder, titleOf } from "../native-store/history-builder.ts";
import { limits } from "../native-store/limits.ts";
import { isNativeId } from "../native-store/native-id.ts";
import { headOf, readLines, sessionFiles } from "../native-store/session-files.ts";
import { childEnvironment } from "../process/environment.ts";
import { programEnvironment } from "./arguments.ts";
import { type ClaudeState, newRun, newState } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";

/** Sessions from Claude Code itself, which stores each as a file of lines. */
export const claudeSessions: NativeStore = {
  list: async (place) => {
    const { folder, root } = await whereOf(place);
    const sessions: NativeSession[] = [];
    for (const { file, updatedTs } of await sessionFiles(folder)) {
      if (sessions.length === limits.sessions) break;
      const lines = await headOf(file);
      const userTurn = isOf(root, lines) ? firstWords(lines) : null;
      if (userTurn !== null)
        sessions.push({ nativeId: path.basename(file, ".jsonl"), title: titleOf(userTurn), updatedTs });
    }
    return sessions;
  },
  read: async (nativeId, place) => {
    const { folder, root } = await whereOf(place);
    const file = path.join(folder, `${nativeId}.jsonl`);
    if (!isNativeId(nativeId) || !isOf(root, await headOf(file))) return notThere;
    const history = new History(nativeId, place.agentId);
    const read = await readLines(file, (value) => history.take(value));
    return read.ok ? history.end(read.broken) : read;
  },
  resumeCommand: (nativeId, { command = "claude" }) => [command, "--resume", nativeId],
};

const notThere: NativeHistory = {
  ok: false,
  code: "not_found",
  message: "Claude Code has no session with this ID in this project. Check the list of its sessions.",
};

async function whereOf({ projectRoot, settings }: NativePlace): Promise<{ folder: string; root: string }> {
  const env = childEnvironment(process.env, programEnvironment(settings, process.env));
  const home = nameOf(env.CLAUDE_CONFIG_DIR) ?? path.join(env.HOME ?? "", ".claude");
  // A folder that cannot be resolved is searched by its given name.
  const root = await realpath(projectRoot).catch(() => projectRoot);
  return { folder: path.join(home, "projects", root.replace(/[^A-Za-z0-9]/g, "-")), root };
}

/** Two projects can share a folder, because Claude Code replaces several characters of their paths with a dash. */
function isOf(root: string, lines: readonly Native[]): boolean {
  const cwd = lines.map((line) => nameOf(line.cwd)).find((name) => name !== null);
  return cwd === undefined || cwd === root;
}

class History {
  private readonly history = new HistoryBuilder();
  private readonly nativeId: string;
  private state: ClaudeState;

  constructor(nativeId: string, agentId: string) {
    this.nativeId = nativeId;
    this.state = newState({ agentId, mode: "ask", resumed: true });
  }

  take(value: Native): void {
    const isBeside = value.isSidechain === true || value.isMeta === true || value.isCompactSummary === true;
    if (isBeside || (value.type !== "user" && value.type !== "assistant")) return;
    const userTurn = value.type === "user" ? userTurnIn(value) : null;
    if (userTurn === null) return this.translateLine(value);
    if (interrupted.test(userTurn.text)) return this.endRun("cancelled");
    this.endRun("completed");
    this.history.at(value.timestamp);
    this.beginRun(userTurn, nameOf(value.uuid) ?? `${this.history.length}`);
  }

  end(broken: number): NativeHistory {
    this.endRun("completed");
    return this.history.finish(broken, this.state.agentId);
  }

  private translateLine(value: Native): void {
    this.history.at(value.timestamp);
    const { type, message } = value;
    const error = value.isApiErrorMessage === true ? { error: nameOf(value.error) ?? "api_error" } : {};
    const result = "toolUseResult" in value ? { tool_use_result: value.toolUseResult } : {};
    const text = JSON.stringify({ type, message, parent_tool_use_id: null, ...error, ...result });
    const translation = translate(this.state, { text, bytes: Buffer.byteLength(text), truncated: false });
    this.state = translation.state;
    this.history.add(...translation.events);
  }

  private beginRun({ text, images }: UserTurn, uuid: string): void {
    const { agentId } = this.state;
    const runId = `claude-${this.nativeId}-${uuid}`;
    this.state = { ...this.state, run: newRun(runId), calls: new Map() };
    const shown = images.length === 0 ? {} : { images: [...images] };
    this.history.add(
      { type: "user_message", text, ...shown, delivery: "run", runId, agentId },
      { type: "run_started", trigger: "message", runId, agentId },
    );
  }

  private endRun(outcome: "completed" | "cancelled"): void {
    const { run, agentId } = this.state;
    if (run === null) return;
    this.state = { ...this.state, run: null };
    const { runId, failure } = run;
    this.history.add(
      failure === null
        ? { type: "run_ended", outcome, runId, agentId }
        : { type: "run_ended", outcome: "failed", error: failure, runId, agentId },
    );
  }
}

const interrupted = /^\[Request interrupted by user/;
/** Notes of the program about its own commands are not messages. */
const note = /^<(?:command|local-command|bash|task-notification|system-reminder)/;

interface UserTurn {
  readonly text: string;
  readonly images: readonly Image[];
}

/** A person's message in a line; null for a tool's result or a note. */
function userTurnIn(value: Native): UserTurn | null {
  const { content } = recordOf(value.message);
  const parts = recordsOf(content);
  if (parts.some(({ type }) => type === "tool_result")) return null;
  const text = contentText(content);
  const images = parts.flatMap((part): Image[] => {
    const { media_type: given, data: bytes } = recordOf(part.source);
    const [mediaType, data] = [nameOf(given), nameOf(bytes)];
    return part.type === "image" && mediaType !== null && data !== null ? [{ mediaType, data }] : [];
  });
  return (text === "" && images.length === 0) || note.test(text) ? null : { text, images };
}

function firstWords(lines: readonly Native[]): string | null {
  const isPersons = ({ type, isMeta }: Native) => type === "user" && isMeta !== true;
  const userTurn = lines.filter(isPersons).map(userTurnIn);
  return userTurn.find((one) => one !== null)?.text ?? null;
}
