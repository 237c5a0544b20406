import type { PolylogEvent } from "@polylog/core";
import type { Message } from "./stage.ts";

/**
 * Events and requests as lines that can be compared completely: generated IDs are replaced by numbered names,
 * and times, token counts and events that only affect a screen's display are left out.
 */
export class Telling {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly replaced: readonly (readonly [string, string])[];

  /** `replaced` pairs texts that differ each time with their placeholders. */
  constructor(replaced: readonly (readonly [string, string])[]) {
    this.replaced = replaced;
  }

  events(events: readonly PolylogEvent[]): string {
    const main = events.find((event) => event.type === "run_started")?.runId;
    const shown = events.filter(({ type }) => !passing.has(type));
    return inOrder(shown.map((event) => this.event(event, main))).join("\n");
  }

  messages(messages: readonly Message[]): string {
    return messages.map((message) => this.message(message)).join("\n");
  }

  private event(event: PolylogEvent, main: string | undefined): string {
    if (event.type === "opaque") return "opaque";
    const fields = Object.entries(event).filter(([key]) => !stamped.has(key));
    const told = fields
      .filter(([key, value]) => !(key === "runId" && value === main))
      .map(([key, value]) => `${key}=${this.value(key, value)}`);
    return [event.type, ...told].join(" ");
  }

  private message({ role, content, tool_calls = [], tool_call_id }: Message): string {
    const calls = tool_calls.map(
      ({ id, function: { name, arguments: input } }) => `${this.name("callId", id)} ${name} ${input}`,
    );
    const to = tool_call_id === undefined ? "" : ` ${this.name("callId", tool_call_id)}`;
    const said = Array.isArray(content) ? content.map(partText) : content === null ? [] : [String(content)];
    return [
      `${role}${to}:`,
      ...[...said, ...calls].map((text) => `  ${this.clean(JSON.stringify(text))}`),
    ].join("\n");
  }

  private value(key: string, value: unknown): string {
    if (key in kinds && typeof value === "string") return this.name(key, value);
    if (key === "options") return "all";
    const text = JSON.stringify(value, (inner, deep: unknown) =>
      inner === "addedTs" ? 0 : inner in kinds && typeof deep === "string" ? this.name(inner, deep) : deep,
    );
    return this.clean(text);
  }

  private clean(text: string): string {
    const plain = text
      .replaceAll(/chatcmpl-[0-9a-f]+/g, "chatcmpl-ID")
      .replaceAll(/"kind":"rule","id":"\w+"/g, '"kind":"rule","id":"RULE"');
    const named = this.replaced.reduce((all, [from, to]) => all.replaceAll(from, to), plain);
    return named.length <= shownChars ? named : `${named.slice(0, 200)}… (${named.length} characters)`;
  }

  private name(key: string, id: string): string {
    const kind = kinds[key] as string;
    const known = this.names.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    this.names.set(`${kind} ${id}`, `${kind}${count}`);
    return `${kind}${count}`;
  }
}

const shownChars = 1200;

/** Results of parallel calls arrive in any order. */
function inOrder(lines: readonly string[]): string[] {
  const ordered: string[] = [];
  let results: string[] = [];
  for (const line of [...lines, ""]) {
    if (line.startsWith("tool_result ")) {
      results.push(line);
      continue;
    }
    ordered.push(...results.sort(), line);
    results = [];
  }
  return ordered.slice(0, -1);
}

function partText(part: { type: string; text?: string; image_url?: { url: string } }): string {
  return part.text ?? `${part.type} ${part.image_url?.url.slice(0, 30)}`;
}

const passing: ReadonlySet<string> = new Set([
  ...["agent_status", "session_meta", "commands_update", "title", "usage", "context_usage"],
  ...["text_delta", "thinking_delta", "thinking_start", "tool_input_delta", "tool_output_delta"],
]);

const stamped: ReadonlySet<string> = new Set([
  ...[
    "type",
    "id",
    "sessionId",
    "seq",
    "rev",
    "ts",
    "agentId",
    "durationMs",
    "startedTs",
    "delayMs",
    "usage",
    "beforeTokens",
    "afterTokens",
  ],
]);

const kinds: Readonly<Record<string, string>> = {
  ...{ responseId: "answer", callId: "call", parentCallId: "call", requestId: "ask", questionId: "ask" },
  ...{
    planId: "ask",
    runId: "run",
    childRunId: "run",
    parentRunId: "run",
    itemId: "item",
    hash: "checkpoint",
    before: "checkpoint",
    after: "checkpoint",
  },
};
