import type { ToolCallEntry } from "../events/tool.ts";
import { mcpName } from "../events/tool-name.ts";
import { bash, commandOf } from "../tools/bash.ts";
import type { Tool } from "../tools/card.ts";
import { deleteFile } from "../tools/delete.ts";
import { changesOf } from "../tools/diff/changes.ts";
import type { FileDiff } from "../tools/diff/file-diff.ts";
import { edit } from "../tools/edit.ts";
import { glob } from "../tools/glob.ts";
import { grep } from "../tools/grep.ts";
import { fieldsOf, inputOf, listIn, nameIn, objectIn, pathOf } from "../tools/input/input.ts";
import { ls } from "../tools/ls.ts";
import { moveFile } from "../tools/move.ts";
import { linksIn } from "../tools/output/links.ts";
import { read } from "../tools/read.ts";
import { toolFor } from "../tools/registry.ts";
import { task } from "../tools/task.ts";
import { webFetch } from "../tools/web-fetch.ts";
import { webSearch } from "../tools/web-search.ts";
import { write, writtenText } from "../tools/write.ts";
import type { AskObject } from "./description.ts";

export interface AskSubject {
  readonly verb: string;
  readonly objects: readonly AskObject[];
}

type Reader = (call: ToolCallEntry) => AskSubject;

/** A call's action and object, by its tool, whatever name the agent uses for it. */
export function subjectOf(call: ToolCallEntry): AskSubject {
  return (readers.get(toolFor(call)) ?? anyTool)(call);
}

const readers: ReadonlyMap<Tool, Reader> = new Map<Tool, Reader>([
  [bash, runs],
  [edit, edits],
  [write, (call) => ({ verb: "Write", objects: files([pathOf(call)]) })],
  [read, (call) => ({ verb: "Read", objects: files(readPaths(call)) })],
  [
    ls,
    (call) => ({
      verb: "List",
      objects: files([nameIn(inputOf(call), "dir_path", "directory", "target_directory") ?? pathOf(call)]),
    }),
  ],
  [
    deleteFile,
    (call) => ({
      verb: "Delete",
      objects: files([pathOf(call), ...changesOf(call).map(({ path }) => path)]),
    }),
  ],
  [moveFile, moves],
  [grep, (call) => ({ verb: "Search for", objects: asked(call, "pattern", "query", "regex", "search") })],
  [
    glob,
    (call) => ({ verb: "Find files", objects: asked(call, "pattern", "glob_pattern", "glob", "query") }),
  ],
  [webFetch, fetches],
  [
    webSearch,
    (call) => ({
      verb: "Search the web for",
      objects: asked(call, "query", "q", "search_term"),
    }),
  ],
  [task, (call) => ({ verb: "Run subagent", objects: named("task", taskOf(call)) })],
]);

function runs(call: ToolCallEntry): AskSubject {
  const input = inputOf(call);
  const command = commandOf(call, input) ?? nameIn(input, "title");
  return {
    verb: "Run",
    objects: [...named("command", command), ...named("host", nameIn(input, "host"))],
  };
}

const editVerbs: Readonly<Record<FileDiff["change"], string>> = {
  add: "Create",
  update: "Edit",
  delete: "Delete",
};

function edits(call: ToolCallEntry): AskSubject {
  const changes = changesOf(call);
  if (changes.length === 0 && nameIn(inputOf(call), "command") === "view")
    return { verb: "Read", objects: files([pathOf(call)]) };
  if (changes.length === 0 && writtenText(call) !== null)
    return { verb: "Write", objects: files([pathOf(call)]) };
  const kinds = new Set(changes.map(({ change }) => change));
  const [only = "update"] = kinds;
  const paths = changes.map(({ path }) => path).filter((path) => path !== "");
  return {
    verb: editVerbs[kinds.size === 1 ? only : "update"],
    objects: files(paths.length > 0 ? paths : [pathOf(call)]),
  };
}

function moves(call: ToolCallEntry): AskSubject {
  const input = inputOf(call);
  const from = nameIn(input, "source", "from", "old_path", "oldPath") ?? pathOf(call);
  const to = nameIn(input, "destination", "to", "new_path", "newPath") ?? call.locations[1]?.path ?? null;
  return { verb: "Move", objects: files([from, to]) };
}

function fetches(call: ToolCallEntry): AskSubject {
  const input = inputOf(call);
  const url = nameIn(input, "url", "uri", "address", "href");
  const urls = url !== null ? [url] : linksIn(nameIn(input, "prompt", "query") ?? "").map((link) => link.url);
  return { verb: "Fetch", objects: [...new Set(urls.map(hostIn))].map((text) => ({ kind: "host", text })) };
}

/** Text before the last `@` is user information, and browsers read `\` as `/`. */
function hostIn(url: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:[\\/]{2}([^\\/?#]*)/i.exec(url)?.[1];
  return authority?.slice(authority.lastIndexOf("@") + 1) || url;
}

function anyTool({ toolName }: ToolCallEntry): AskSubject {
  const mcp = mcpName(toolName);
  return {
    verb: "Use",
    objects: named("tool", mcp === null ? toolName : `${mcp.tool} (MCP server ${mcp.server})`),
  };
}

function readPaths(call: ToolCallEntry): readonly (string | null)[] {
  const listed = listIn(inputOf(call), "paths", "files", "file_paths", "include").map((item) =>
    typeof item === "string" ? item : nameIn(fieldsOf(item), "path", "file_path"),
  );
  return listed.length > 0 ? listed : [pathOf(call), ...call.locations.map(({ path }) => path)];
}

function taskOf(call: ToolCallEntry): string | null {
  return nameIn(inputOf(call), "description", "name", "prompt", "task", "message", "objective");
}

function asked(call: ToolCallEntry, ...names: readonly string[]): readonly AskObject[] {
  const input = inputOf(call);
  return named("query", nameIn(input, ...names) ?? nameIn(objectIn(input, "action"), "query", "url"));
}

function files(paths: readonly (string | null)[]): readonly AskObject[] {
  const uniquePaths = new Set(paths.filter((path) => path !== null && path !== ""));
  return [...uniquePaths].map((text) => ({ kind: "file", text: text as string }));
}

function named(kind: AskObject["kind"], text: string | null): readonly AskObject[] {
  return text === null ? [] : [{ kind, text }];
}
