import {
  type Conversation,
  type EventBody,
  laneAt,
  MAIN,
  sessionUsage,
  type ToolCallEntry,
} from "@polylog/core";
import { describe, expect, test } from "vitest";
import type { Native } from "../../src/connection/native-value.ts";
import { countOf, recordOf, recordsOf } from "../../src/connection/native-value.ts";
import { replayClaude } from "../claude/replay.ts";
import { replayCodex } from "../codex/replay.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { replayPi } from "../pi/replay.ts";
import { fixtureNames, type RecordedLine, readFixture } from "../record/fixture.ts";

/** The totals that a program itself reports for a session. */
interface Report {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly costUsd: number;
  readonly exitCodes: readonly number[];
  readonly denied: readonly string[];
}

interface Dialect {
  readonly rule: string;
  readonly folders: readonly string[];
  readonly replay: (lines: readonly RecordedLine[]) => EventBody[];
  readonly report: (lines: readonly Native[]) => Report;
}

const dialects: readonly Dialect[] = [
  {
    rule: "[CL20]",
    folders: ["claude", "claude/old"],
    replay: replayClaude,
    report: (lines) => {
      const results = lines.filter(({ type }) => type === "result");
      const last = results.at(-1) ?? {};
      const models = Object.values(recordOf(last.modelUsage)).map(recordOf);
      const cut = cutAnswers(lines);
      const returned = lines.flatMap(({ message }) => recordsOf(recordOf(message).content));
      return {
        inputTokens: sum(models, "inputTokens") + sum(cut, "input_tokens"),
        outputTokens: sum(models, "outputTokens") + sum(cut, "output_tokens"),
        cacheReadTokens: sum(models, "cacheReadInputTokens") + sum(cut, "cache_read_input_tokens"),
        cacheWriteTokens: sum(models, "cacheCreationInputTokens") + sum(cut, "cache_creation_input_tokens"),
        costUsd: Math.round(Number(last.total_cost_usd ?? 0) * 1e9) / 1e9,
        exitCodes: returned
          .flatMap(({ content }) => /^Exit code (\d+)/.exec(String(content))?.[1] ?? [])
          .map(Number),
        // A permission that is withdrawn by a cancel counts as denied there, and as stopped here.
        denied: results.flatMap(({ terminal_reason: reason, permission_denials: denials }) =>
          String(reason).startsWith("aborted")
            ? []
            : recordsOf(denials).map((one) => String(one.tool_use_id)),
        ),
      };
    },
  },
  {
    rule: "[CX19]",
    folders: ["codex"],
    replay: replayCodex,
    report: (lines) => {
      const told = lines.filter(({ method }) => method === "thread/tokenUsage/updated");
      const totals = new Map(
        told.map(({ params }) => {
          const { threadId, tokenUsage } = recordOf(params);
          return [threadId, recordOf(recordOf(tokenUsage).total)] as const;
        }),
      );
      const threads = [...totals.values()];
      const items = lines.flatMap(({ method, params }) =>
        method === "item/completed" ? [recordOf(recordOf(params).item)] : [],
      );
      const cached = sum(threads, "cachedInputTokens");
      const written = sum(threads, "cacheWriteInputTokens");
      return {
        inputTokens: sum(threads, "inputTokens") - cached - written,
        outputTokens: sum(threads, "outputTokens"),
        cacheReadTokens: cached,
        cacheWriteTokens: written,
        costUsd: 0,
        exitCodes: items.flatMap(({ exitCode }) => countOf(exitCode) ?? []),
        denied: items.flatMap(({ id, status }) => (status === "declined" ? [String(id)] : [])),
      };
    },
  },
  {
    rule: "[PI19]",
    folders: ["pi", "pi/old"],
    replay: replayPi,
    report: (lines) => {
      const messages = lines.flatMap(({ type, message }) =>
        type === "message_end" && recordOf(message).role === "assistant" ? [recordOf(message)] : [],
      );
      const used = messages.map(({ usage }) => recordOf(usage));
      const ended = lines.filter(({ type }) => type === "tool_execution_end");
      const text = ({ result }: Native) => String(recordsOf(recordOf(result).content)[0]?.text);
      return {
        inputTokens: sum(used, "input"),
        outputTokens: sum(used, "output"),
        cacheReadTokens: sum(used, "cacheRead"),
        cacheWriteTokens: sum(used, "cacheWrite"),
        costUsd: sum(
          used.map(({ cost }) => recordOf(cost)),
          "total",
        ),
        exitCodes: ended
          .filter(({ toolName }) => toolName === "bash")
          .flatMap((call) =>
            call.isError === true ? (/Command exited with code (\d+)$/.exec(text(call))?.[1] ?? []) : 0,
          )
          .map(Number),
        denied: ended.flatMap((call) =>
          text(call).startsWith("The user did not allow") ? [String(call.toolCallId)] : [],
        ),
      };
    },
  },
];

describe.each(dialects)("$folders", ({ rule, folders, replay, report }) => {
  const recordings = folders.flatMap((folder) => fixtureNames(folder).map((name) => [folder, name] as const));

  test.each(recordings)(
    `${rule} usage, cost, exit codes and denials match the program's own report: %s %s`,
    (folder, name) => {
      const lines = readFixture(folder, name);
      const said = lines.flatMap(({ dir, line }) => (dir === "out" ? [line as Native] : []));
      expect(folded(replay(lines))).toEqual(report(said));
    },
  );
});

/** Responses that Claude Code excludes from its totals: those of a turn that was stopped during one. */
function cutAnswers(lines: readonly Native[]): Native[] {
  const cut: Native[] = [];
  let answers: Native[] = [];
  for (const { type, event, model_usage_since_last_result: counted, modelUsage } of lines) {
    const { usage } = recordOf(event);
    if (type === "stream_event" && recordOf(event).type === "message_delta") answers.push(recordOf(usage));
    if (type !== "result") continue;
    if (Object.keys(recordOf(counted ?? modelUsage)).length === 0) cut.push(...answers);
    answers = [];
  }
  return cut;
}

function folded(events: readonly EventBody[]): Report {
  const log = new TestLog();
  const started = new Set<string>();
  for (const event of events) {
    const { runId } = event;
    if (runId !== undefined && /^run\d+$/.test(runId) && !started.has(runId)) {
      started.add(runId);
      log.append({ type: "run_started", trigger: "message", runId, agentId: "agent" });
    }
    log.append(event);
  }
  const { models, inputTokens, outputTokens, costUsd } = sessionUsage(log.conversation);
  const calls = callsOf(log.conversation);
  return {
    inputTokens,
    outputTokens,
    cacheReadTokens: models.reduce((all, { cacheReadTokens }) => all + cacheReadTokens, 0),
    cacheWriteTokens: models.reduce((all, { cacheWriteTokens }) => all + cacheWriteTokens, 0),
    costUsd,
    exitCodes: calls.flatMap(({ exitCode }) => exitCode ?? []),
    denied: calls.flatMap(({ callId, error }) => (error?.code === "permission_denied" ? [callId] : [])),
  };
}

function callsOf(conversation: Conversation): ToolCallEntry[] {
  const lanes = [MAIN, ...Array.from({ length: conversation.lanes.length }, (_, lane) => lane)];
  return lanes.flatMap((lane) =>
    laneAt(conversation, lane)
      .entries.slice()
      .filter((entry) => entry.kind === "tool_call"),
  );
}

function sum(records: readonly Native[], field: string): number {
  return records.reduce((all, record) => all + Number(record[field] ?? 0), 0);
}
