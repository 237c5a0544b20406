import type { Actor, Conversation, Entry } from "@polylog/core";
import { actorLabel, entryLine, terminalJson, terminalText, toolCard } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Log } from "../log/log.ts";
import { blobIds, readBlob } from "../store/blob-files.ts";
import type { EventStore } from "../store/store.ts";

/** A session as a file: its log line by line, or its conversation as Markdown or HTML. */
export function exporter(store: EventStore, log: Log, blobs: string) {
  return async (
    sessionId: string,
    format: "jsonl" | "md" | "html",
  ): Promise<string | AsyncIterable<string>> => {
    const session = await log.session(sessionId);
    if (format === "jsonl") return exportLines(store, sessionId, blobs);
    return exportConversation(session.conversation, format);
  };
}

export function exportConversation(conversation: Conversation, format: "md" | "html"): string {
  const markdown = terminalText(toMarkdown(conversation));
  return format === "md" ? markdown : toPage(terminalText(conversation.title ?? "Session"), markdown);
}

/**
 * Every event with its stored value, without control sequences that a terminal would obey when the file is printed; then
 * the large outputs that the events refer to, as lines `{"blob":{"id":…,"text":…}}`.
 */
export async function* exportLines(
  store: Pick<EventStore, "events">,
  sessionId: string,
  blobs: string,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const page = await store.events(sessionId, after, limits.pageEvents);
    if (page.length === 0) break;
    for (const { line } of page) yield `${terminalJson(line)}\n`;
    after = page.at(-1)?.seq ?? after;
  }
  for (const id of await blobIds(blobs, sessionId)) {
    const text = (await readBlob(blobs, sessionId, id)).toString("utf8");
    yield `${terminalJson(JSON.stringify({ blob: { id, text } }))}\n`;
  }
}

function toMarkdown(conversation: Conversation): string {
  const parts = [`# ${conversation.title ?? "Session"}`];
  for (const entry of conversation.main.entries) {
    if (entry.kind === "message") {
      if (entry.role === "user" && entry.hidden) continue;
      const who =
        entry.role === "user" ? `**You**${inBrackets(entry.by)}` : `**${entry.agentId ?? "Agent"}**`;
      parts.push(who, entry.body.toString());
    } else if (entry.kind === "tool_call") {
      const { title, object, summary } = toolCard(entry, conversation);
      parts.push(`- ${[title, object, summary].filter((part) => part !== null).join(" · ")}`);
    } else if (entry.kind !== "meta") {
      parts.push(`- ${entryLine(entry).text}${inBrackets(byOf(entry))}`);
    }
  }
  return `${parts.join("\n\n")}\n`;
}

/** The device that sent an entry, with its role. */
function byOf(entry: Entry): Actor | null {
  if ("by" in entry) return entry.by;
  return "answer" in entry ? (entry.answer?.by ?? null) : null;
}

function inBrackets(actor: Actor | null): string {
  const label = actorLabel(actor);
  return label === "" ? "" : ` (${label})`;
}

/** Text from agents is untrusted, so the page shows the Markdown source and runs nothing. */
function toPage(title: string, markdown: string): string {
  const safe = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
    `<title>${safe(title)}</title>`,
    "<style>body{max-width:46rem;margin:2rem auto;font:14px/1.5 system-ui}pre{white-space:pre-wrap}</style>",
    `</head><body><pre>${safe(markdown)}</pre></body></html>`,
    "",
  ].join("\n");
}
