import type { EventBody } from "@polylog/core";
import { answerTo, type PendingAsk } from "../../src/acp/services/asks.ts";
import { askMethods } from "../../src/acp/services/client-requests.ts";
import type { Reply } from "../../src/acp/session/program.ts";
import { endRun } from "../../src/acp/translate/run-end.ts";
import { readSettings } from "../../src/acp/translate/session-settings.ts";
import {
  type AcpState,
  type AcpTranslation,
  newState,
  withCancel,
  withHandshake,
  withRun,
} from "../../src/acp/translate/state.ts";
import { translateUpdate } from "../../src/acp/translate/translate-update.ts";
import { endsUnprompted, endUnprompted } from "../../src/acp/translate/unprompted-runs.ts";
import { turnUsage } from "../../src/acp/translate/usage.ts";
import { rawEvent } from "../../src/connection/native-line.ts";
import type { Native } from "../../src/connection/native-value.ts";
import { nameOf, recordOf } from "../../src/connection/native-value.ts";
import type { RecordedLine } from "../record/fixture.ts";

/** Translates a recording. Our own lines show which runs there were and how asks were answered. */
export function replayAcp(lines: readonly RecordedLine[]): EventBody[] {
  const replay = new Replay();
  for (const { dir, line } of lines) {
    if (dir === "in") replay.said(recordOf(line));
    else replay.heard(recordOf(line));
  }
  return replay.events;
}

class Replay {
  readonly events: EventBody[] = [];
  private state: AcpState = newState({ agentId: "agent", textMode: "unknown", mode: "ask", unique: "own" });
  private agent: Native = {};
  private runs = 0;
  /** Our requests and the agent's: each side has its own IDs. */
  private readonly ours = new Map<unknown, { readonly method: string; readonly text: string }>();
  private readonly theirs = new Map<unknown, PendingAsk>();
  private asks = 0;

  said({ id, method, params, result }: Native): void {
    if (method === "session/cancel") this.state = withCancel(this.state);
    if (typeof method === "string" && id !== undefined) {
      this.ours.set(id, { method, text: JSON.stringify(recordOf(params).prompt ?? "") });
      const { modeId, configId, value } = recordOf(params);
      const mode = nameOf(method === "session/set_mode" ? modeId : configId === "mode" ? value : null);
      if (mode !== null)
        this.state = { ...this.state, settings: { ...this.state.settings, currentMode: mode } };
      if (method === "session/prompt") this.state = withRun(this.state, `run${++this.runs}`);
    }
    const ask = method === undefined ? this.theirs.get(id) : undefined;
    if (ask !== undefined) this.answered(ask, recordOf(recordOf(result).outcome));
  }

  heard(line: Native): void {
    const { id, method, params } = line;
    if (method === "session/update") {
      this.tell(translateUpdate(this.state, recordOf(params)), line);
      const isOver = endsUnprompted(this.state, recordOf(recordOf(params).update));
      if (isOver) this.tell(endUnprompted(this.state, "completed"), line);
    } else if (typeof method === "string") {
      const asked = askMethods[method]?.ask(this.state, recordOf(params), `ask${++this.asks}`);
      if (asked != null) this.theirs.set(id, asked.ask);
      if (asked != null) this.tell(asked, line);
    } else this.replied(this.ours.get(id)?.method ?? "", line);
  }

  private replied(method: string, { id, result, error }: Native): void {
    const found = recordOf(result);
    if (method === "initialize") {
      this.agent = found;
      this.state = withHandshake(this.state, found);
    }
    if (method === "session/new") this.state = { ...this.state, sessionId: nameOf(found.sessionId) };
    if (method !== "session/prompt") {
      this.state = { ...this.state, settings: readSettings(this.state.settings, found) };
      return;
    }
    const { code, message, data } = recordOf(error);
    const reply: Reply =
      error === undefined
        ? { ok: true, result: found }
        : { ok: false, code: Number(code), message: String(message), data: recordOf(data) };
    const used = reply.ok ? turnUsage(reply.result, this.state.settings.currentModel) : [];
    const { agent } = this;
    const text = this.ours.get(id)?.text ?? "";
    this.tell(endRun(this.state, reply, { name: "Agent", command: "agent", agent, text, used }), {});
  }

  private answered(ask: PendingAsk, { optionId }: Native): void {
    if (ask.kind === "question") return;
    const option = ask.options.find((known) => known.optionId === optionId) ?? null;
    const answer = { kind: "permission", askId: ask.askId, option, note: null } as const;
    this.tell(answerTo(this.state, { ...ask, kind: "permission" }, answer), {});
  }

  private tell(told: AcpTranslation | null, line: Native): void {
    const text = JSON.stringify(line);
    const raw = () => [rawEvent({ text, bytes: text.length, truncated: false }, "agent")];
    this.state = told?.state ?? this.state;
    this.events.push(...(told?.events ?? raw()));
  }
}
