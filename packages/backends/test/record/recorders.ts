import type { EventBody } from "@polylog/core";
import { replayAcp } from "../acp/replay.ts";
import { replayClaude } from "../claude/replay.ts";
import { replayCodex } from "../codex/replay.ts";
import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { acpCodex } from "../conformance/programs/acp-codex.ts";
import { acpGemini } from "../conformance/programs/acp-gemini.ts";
import { acpKilo } from "../conformance/programs/acp-kilo.ts";
import { acpKimi } from "../conformance/programs/acp-kimi.ts";
import { acpOpencode } from "../conformance/programs/acp-opencode.ts";
import { acpPi } from "../conformance/programs/acp-pi.ts";
import { acpQwen } from "../conformance/programs/acp-qwen.ts";
import { claude } from "../conformance/programs/claude.ts";
import { codex } from "../conformance/programs/codex.ts";
import { pi } from "../conformance/programs/pi.ts";
import type { Program } from "../conformance/support/program.ts";
import { replayPi } from "../pi/replay.ts";
import type { RecordedLine } from "./fixture.ts";

export interface Recorder {
  readonly program: Program;
  /** Translates a recording with the backend's translator. */
  readonly replay: (lines: readonly RecordedLine[]) => EventBody[];
  /** The scenarios to record by default: those with a distinct format. */
  readonly scenarios: readonly string[];
}

/** The scenarios that are recorded for every ACP agent. */
const plain = ["text", "read, edit and write with diff", "cancel in text"];

/** Recorders by backend name. */
export const recorders: Readonly<Record<string, Recorder>> = {
  claude: {
    program: claude,
    replay: replayClaude,
    scenarios: [
      ...["text", "thinking", "shell fails", "read, edit and write with diff", "parallel tools", "MCP tool"],
      ...["subagent", "permission deny", "permission inside a subagent", "question", "plan approve"],
      ...["cancel in text", "cancel in a tool", "steer", "queue of three", "API error 401"],
      ...["API error 500, then well", "the model's stream is cut", "a tool of Polylog's own"],
    ],
  },
  pi: {
    program: pi,
    replay: replayPi,
    scenarios: [
      ...["text", "thinking", "shell fails", "read, edit and write with diff", "parallel tools"],
      ...["permission deny", "cancel in text", "cancel in a tool", "cancel while it asks", "steer"],
      ...[
        "API error 401",
        "API error 500, then well",
        "the model's stream is cut",
        "a tool of Polylog's own",
      ],
    ],
  },
  codex: {
    program: codex,
    replay: replayCodex,
    scenarios: [
      ...["text", "thinking", "shell fails", "read, edit and write with diff", "parallel tools", "MCP tool"],
      ...["subagent", "permission deny", "permission inside a subagent", "question", "plan approve"],
      ...["cancel in text", "cancel in a tool", "cancel while it asks", "steer", "queue of three"],
      ...[
        "API error 401",
        "API error 500, then well",
        "the model's stream is cut",
        "a tool of Polylog's own",
      ],
    ],
  },
  "acp/claude": {
    program: acpClaude,
    replay: replayAcp,
    scenarios: [...plain, "shell fails", "permission deny", "subagent", "plan approve", "question"],
  },
  "acp/codex": {
    program: acpCodex,
    replay: replayAcp,
    scenarios: [...plain, "shell fails", "permission allow", "subagent", "plan approve", "question"],
  },
  "acp/pi": { program: acpPi, replay: replayAcp, scenarios: [...plain, "shell fails"] },
  "acp/opencode": {
    program: acpOpencode,
    replay: replayAcp,
    scenarios: [...plain, "shell fails", "permission deny", "subagent"],
  },
  "acp/kimi": {
    program: acpKimi,
    replay: replayAcp,
    scenarios: [...plain, "shell fails", "permission deny", "permission inside a subagent", "question"],
  },
  "acp/gemini": {
    program: acpGemini,
    replay: replayAcp,
    scenarios: [...plain, "shell ok", "permission deny"],
  },
  "acp/kilo": {
    program: acpKilo,
    replay: replayAcp,
    scenarios: [...plain, "shell fails", "permission deny", "a tool of Polylog's own"],
  },
  "acp/qwen": {
    program: acpQwen,
    replay: replayAcp,
    scenarios: [
      ...[
        ...plain,
        "shell fails",
        "permission allow",
        "permission deny",
        "subagent",
        "plan approve",
        "question",
      ],
      "a tool of Polylog's own",
    ],
  },
};
