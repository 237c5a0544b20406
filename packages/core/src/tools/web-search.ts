import type { ToolCallEntry } from "../events/tool.ts";
import { plural } from "../format/quantities.ts";
import type { Link } from "./blocks.ts";
import type { Tool } from "./card.ts";
import { type Fields, inputOf, listIn, nameIn, objectIn } from "./input/input.ts";
import { actionTitle } from "./output/action-title.ts";
import { linksBlock, linksIn, textBesideLinks } from "./output/links.ts";
import { outputOf } from "./output/output.ts";
import { proseBlock } from "./output/result-blocks.ts";

/** A web search: the query is always visible, the results are a collapsed list of links. */
export const webSearch: Tool = {
  names: ["web_search", "google_web_search", "search_web", "web_search_call"],
  card: (call) => {
    const input = inputOf(call);
    const links = foundLinks(call, input);
    return {
      icon: "globe",
      ...actionTitle(call, ["Searching the web", "Searched the web", "search the web"], queryOf(input)),
      summary: links.length > 0 ? plural(new Set(links.map((link) => link.url)).size, "result") : null,
      blocks: [...linksBlock(links, true), ...proseBlock(textBesideLinks(outputOf(call)))],
    };
  },
};

/** Codex states its action in `action`: a search, or opening a page that it found. */
function queryOf(input: Fields): string | null {
  const action = objectIn(input, "action");
  const queries = listIn(action, "queries").filter((query) => typeof query === "string");
  const query = nameIn(input, "query", "q", "search_term") ?? nameIn(action, "query", "pattern");
  return query ?? (queries.join(", ") || nameIn(action, "url"));
}

function foundLinks(call: ToolCallEntry, input: Fields): readonly Link[] {
  const given = call.content.flatMap((item) =>
    item.type === "link" ? [{ url: item.uri, title: item.title ?? null, detail: null }] : [],
  );
  const opened = nameIn(objectIn(input, "action"), "url");
  const links = given.length > 0 ? given : linksIn(outputOf(call));
  return opened === null ? links : [{ url: opened, title: null, detail: null }, ...links];
}
