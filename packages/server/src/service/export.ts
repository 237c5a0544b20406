import type { Conversation } from "@polylog/core";
import { entryLine, toolCard } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Log } from "../log/log.ts";
import type { EventStore } from "../store/store.ts";

/** A session as a file: its log line by line, or its talk as Markdown or a page. */
export function exporter(store: EventStore, log: Log) {
  return async (
    sessionId: string,
    format: "jsonl" | "md" | "html",
  ): Promise<string | AsyncIterable<string>> => {
    const session = await log.session(sessionId);
    if (format === "jsonl") return linesOf(store, sessionId);
    const markdown = toMarkdown(session.conversation);
    return format === "md" ? markdown : toPage(session.conversation.title ?? "Session", markdown);
  };
}

async function* linesOf(store: EventStore, sessionId: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const page = await store.events(sessionId, after, limits.pageEvents);
    if (page.length === 0) return;
    for (const { line } of page) yield `${line}\n`;
    after = page.at(-1)?.seq ?? after;
  }
}

function toMarkdown(conversation: Conversation): string {
  const parts = [`# ${conversation.title ?? "Session"}`];
  for (const entry of conversation.main.entries) {
    if (entry.kind === "message") {
      if (entry.role === "user" && entry.hidden) continue;
      parts.push(`**${entry.role === "user" ? "You" : (entry.agentId ?? "Agent")}**`, entry.body.toString());
    } else if (entry.kind === "tool_call") {
      const { title, object, summary } = toolCard(entry, conversation);
      parts.push(`- ${[title, object, summary].filter((part) => part !== null).join(" · ")}`);
    } else if (entry.kind !== "meta") {
      parts.push(`- ${entryLine(entry).text}`);
    }
  }
  return `${parts.join("\n\n")}\n`;
}

/** Text from agents is untrusted: the page shows the Markdown as it stands and runs nothing. */
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
