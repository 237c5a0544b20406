import type { ToolCallEntry } from "../events/tool.ts";
import { byteLength, sizeText } from "../format/quantities.ts";
import type { Tool } from "./card.ts";
import { countIn, inputOf, jsonFields, nameIn, textIn } from "./input/input.ts";
import { actionTitle, succeeded } from "./output/action-title.ts";
import { linksBlock, linksIn } from "./output/links.ts";
import { outputOf } from "./output/output.ts";
import { proseBlock } from "./output/result-blocks.ts";

/** A web page: its URL as a link, the response status and size. */
export const webFetch: Tool = {
  names: ["web_fetch", "fetch", "fetch_url", "url_fetch", "open_url", "read_url"],
  card: (call) => {
    const input = inputOf(call);
    const url = nameIn(input, "url", "uri", "address", "href");
    // Gemini receives the URLs within its prompt.
    const links =
      url === null ? linksIn(nameIn(input, "prompt", "query") ?? "") : [{ url, title: null, detail: null }];
    const answer = answerOf(outputOf(call));
    return {
      icon: "globe",
      ...actionTitle(
        call,
        ["Fetching", "Fetched", "fetch"],
        links.map((link) => link.url).join(", ") || null,
      ),
      summary: succeeded(call) ? summaryOf(call, answer) : null,
      blocks: [...linksBlock(links, false), ...proseBlock(answer.text)],
    };
  },
};

interface Answer {
  readonly status: string | null;
  readonly bytes: number | null;
  readonly text: string;
}

const headLine = /^(?:HTTP\/?[\d.]*|Status(?: code)?:?) (\d{3}(?: [\w ]{1,40})?)(?:, (\d{1,15}) bytes)?\s*$/i;

/** The status is in fields next to the text, or in a first line such as `HTTP 200 OK, 3456 bytes`. */
function answerOf(output: string): Answer {
  const fields = jsonFields(output);
  const code = fields === null ? null : countIn(fields, "code", "status", "statusCode", "status_code");
  if (fields !== null && code !== null) {
    const words = nameIn(fields, "codeText", "statusText", "status_text");
    return {
      status: words === null ? `${code}` : `${code} ${words}`,
      bytes: countIn(fields, "bytes", "size", "contentLength", "content_length"),
      text: textIn(fields, "result", "content", "text", "body") ?? output,
    };
  }
  const [first = ""] = output.slice(0, 300).split("\n", 1);
  const head = headLine.exec(first);
  return {
    status: head?.[1]?.trim() ?? null,
    bytes: head?.[2] === undefined ? null : Number(head[2]),
    text: head === null ? output : output.slice(first.length + 1),
  };
}

function summaryOf(call: ToolCallEntry, { status, bytes, text }: Answer): string | null {
  const size = bytes ?? call.truncated?.totalChars ?? byteLength(text);
  return status === null ? sizeText(size) : `${status}, ${sizeText(size)}`;
}
