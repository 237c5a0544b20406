import { describe, expect, test } from "vitest";
import { generic } from "../../src/tools/generic.ts";
import { mcp } from "../../src/tools/mcp.ts";
import { exploresAs, toolFor, tools } from "../../src/tools/registry.ts";
import { write } from "../../src/tools/write.ts";
import { cardOf, done, failed, pending, streaming } from "./call.ts";

/** The names that agents use or document; the icon distinguishes the cards. */
const families = {
  terminal: [
    ...["Bash", "bash", "shell", "exec_command", "local_shell", "commandExecution", "execute", "terminal"],
    ...["run_shell_command", "run_terminal_cmd", "execute_command", "mcp__acp__Bash"],
  ],
  edit: [
    ...[
      "Edit",
      "MultiEdit",
      "NotebookEdit",
      "apply_patch",
      "fileChange",
      "edit",
      "replace",
      "patch",
      "multiedit",
    ],
    ...[
      "str_replace_editor",
      "str_replace_based_edit_tool",
      "search_replace",
      "edit_file",
      "replace_in_file",
    ],
    ...["delete", "delete_file", "move", "rename_file", "mcp__acp__Edit"],
  ],
  write: ["Write", "write", "write_file", "create_file", "write_to_file"],
  read: ["Read", "read", "read_file", "read_many_files", "view", "mcp__acp__Read"],
  search: [
    ...[
      "Grep",
      "grep",
      "grep_search",
      "search_file_content",
      "search_files",
      "Glob",
      "glob",
      "find",
      "file_search",
    ],
  ],
  folder: ["LS", "ls", "list", "list_directory", "list_dir"],
  subagent: ["Task", "Agent", "task", "subagent", "spawn_agent", "collabAgentToolCall"],
  globe: [
    "WebFetch",
    "web_fetch",
    "webfetch",
    "fetch",
    "WebSearch",
    "web_search",
    "google_web_search",
    "webSearch",
  ],
  todo: ["TodoWrite", "todowrite", "todo_write", "update_plan", "write_todos"],
  exchange: ["agents_message", "agents_list", "mcp__polylog__agents_message"],
  question: ["AskUserQuestion", "ask_user", "ask_user_question", "request_user_input", "question"],
  plan: ["ExitPlanMode", "exit_plan_mode", "plan"],
  plug: ["mcp__github__search", "mcp__host__ask_host", "mcp__files__Read"],
  tool: ["NoSuchTool", "frobnicate", "", "__proto__", "constructor", "mcp__", "hasOwnProperty"],
} as const;

describe("names", () => {
  test.each(Object.entries(families))("[T1] the card with icon %s is found by %j", (icon, names) => {
    expect(names.map((name) => [name, cardOf(pending(name, {})).icon])).toEqual(
      names.map((name) => [name, icon]),
    );
  });

  test("[T1] no name belongs to two tools", () => {
    const keys = tools.flatMap((tool) => tool.names.map((name) => name.toLowerCase().replace(/[_-]/g, "")));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe("kinds", () => {
  test.each([
    ["read", "read"],
    ["edit", "edit"],
    ["delete", "edit"],
    ["move", "edit"],
    ["search", "search"],
    ["execute", "terminal"],
    ["fetch", "globe"],
    ["switch_mode", "plan"],
    ["think", "tool"],
    ["other", "tool"],
    ["__proto__", "tool"],
  ])("[T1] an unknown name is shown by its category: %s is shown as %s", (toolKind, icon) => {
    expect(cardOf(pending("call_r0_54", null, { toolKind })).icon).toBe(icon);
  });

  test("[T1] the name takes precedence over the category, and so does the MCP server", () => {
    expect(toolFor(pending("Write", {}, { toolKind: "edit" }))).toBe(write);
    expect(toolFor(pending("mcp__github__search", {}, { toolKind: "search" }))).toBe(mcp);
    expect(toolFor(pending("nothing", {}))).toBe(generic);
  });
});

describe("exploring", () => {
  test.each([
    ["Read", "file"],
    ["read_file", "file"],
    ["Grep", "search"],
    ["Glob", "search"],
    ["ls", "search"],
    ["Bash", null],
    ["Edit", null],
    ["WebSearch", null],
    ["mcp__files__Read", null],
  ])("[T13] %s explores as %s", (name, as) => {
    expect(exploresAs(pending(name, {}))).toBe(as);
    expect(exploresAs(done(name, {}, "x"))).toBe(as);
  });

  test("[T13] a category explores as the tool it represents", () => {
    expect(exploresAs(pending("call_7", null, { toolKind: "read" }))).toBe("file");
    expect(exploresAs(pending("call_7", null, { toolKind: "search" }))).toBe("search");
  });

  test("[T13] a command that is known to only read explores by its category", () => {
    const look = { toolKind: "read", title: "Read file 'a.ts'" };
    expect(exploresAs(pending("exec_command", null, look))).toBe("file");
    expect(exploresAs(pending("exec_command", { cmd: "cat a.ts" }, look))).toBeNull();
    expect(exploresAs(streaming("exec_command", '{"cmd', look))).toBeNull();
  });

  test("[T13] a failed call is not hidden in a group", () => {
    expect(exploresAs(failed("Read", {}, "File does not exist."))).toBeNull();
    expect(exploresAs(pending("Read", {}, { live: false, endedBy: "cancelled" }))).toBeNull();
  });
});
