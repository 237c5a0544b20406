import { z } from "zod";
import { limits } from "../limits.ts";
import { defineTool, failed, type ToolOutcome } from "../tool.ts";
import { fetchPage, type Page } from "./fetch-page.ts";
import { htmlText } from "./html-text.ts";

const input = z.object({
  url: z.string().min(1).max(8000).describe("The URL, with http or https."),
  prompt: z.string().optional().describe("Your question about the page. It is shown to the user."),
});

export const webFetch = defineTool<z.infer<typeof input>>({
  name: "WebFetch",
  description:
    "Fetches a web page and returns its text. HTML is converted to plain text. It cannot sign in and only reaches the public " +
    "internet.",
  input,
  effect: "fetch",
  run: async ({ url }, { settings, signal }) => {
    const page = await fetchPage(url, { privateHosts: settings.privateHosts ?? [], signal });
    return page.ok ? pageOutcome(page) : failed(page.code, page.message);
  },
});

function pageOutcome(page: Page): ToolOutcome {
  const text = pageText(page);
  const size = `${page.body.length} bytes${page.cut ? ", truncated" : ""}`;
  const head = `HTTP ${page.status} ${page.statusText}`.trim();
  const about = `${page.url} (${page.contentType || "no content type"}, ${size})`;
  if (text === null) {
    return failed(
      "not_text",
      `${head}\n${about}\nThe page is not text. Fetch it with a command if you need it.`,
    );
  }
  const shown = text.slice(0, limits.fetchChars);
  const more = shown.length < text.length ? `\n\n[… ${text.length - shown.length} characters omitted …]` : "";
  const whole = `${head}\n${about}\n\n${shown.toWellFormed().replaceAll("\0", "\uFFFD")}${more}`;
  const cut = more === "" ? {} : { totalChars: text.length };
  if (page.status >= 200 && page.status < 300) return { ok: true, text: whole, ...cut };
  return { ...failed("http_error", whole), ...cut };
}

const textTypes =
  /^(?:text\/|application\/(?:(?:.+\+)?(?:json|xml)|javascript|ecmascript|yaml|x-yaml|toml|graphql|x-ndjson)\b)/;

/** Null if the body is not text. */
function pageText({ url, contentType, body }: Page): string | null {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "" ? body.includes(0) : !textTypes.test(type)) return null;
  const text = decoded(body, contentType);
  return type === "text/html" || type === "application/xhtml+xml" ? htmlText(text, url) : text;
}

function decoded(body: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i;
  const charset =
    (declared.exec(contentType) ?? declared.exec(body.toString("latin1", 0, 1024)))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // Unknown charset: read it as UTF-8.
    return new TextDecoder().decode(body);
  }
}
