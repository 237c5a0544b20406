import { describe, expect, test } from "vitest";
import { type ActivityState, stateIcon, statusCategory } from "../../src/status/index.ts";

type Row = [ActivityState, string | undefined, string | null, string | null, string, string, string];

const seedTable: Row[] = [
  ["executing", undefined, "hourglass", "hourglass", "variable-color", "Preparing…", "preparing"],
  ["thinking", undefined, "brain.head.profile", "brain", "pulse", "Thinking…", "thinking"],
  ["executing", "Bash", "terminal", "terminal", "variable-color", "Running command…", "bash"],
  ["executing", "Read", "doc.text", "file-text", "pulse", "Reading file…", "read"],
  ["executing", "Write", "pencil", "pencil", "bounce", "Writing file…", "write"],
  ["executing", "Edit", "pencil.line", "pencil-line", "bounce", "Editing file…", "edit"],
  ["executing", "Grep", "magnifyingglass", "search", "pulse", "Searching code…", "grep"],
  ["executing", "Glob", "folder.badge.magnifyingglass", "folder-search", "pulse", "Finding files…", "glob"],
  ["executing", "Task", "person.2", "users", "variable-color", "Running subagent…", "task"],
  ["idle", undefined, null, null, "none", "Ready", "idle"],
];

const ownRows: Row[] = [
  ["executing", "WebFetch", "globe", "globe", "pulse", "Fetching page…", "web"],
  ["executing", "WebSearch", "text.magnifyingglass", "text-search", "pulse", "Searching the web…", "web"],
  ["executing", "mcp__github__search", "powerplug", "plug", "variable-color", "Calling tool…", "tool"],
];

describe("stateIcon", () => {
  test.each([...seedTable, ...ownRows])(
    "[S9] %s + %s shows %s",
    (state, tool, symbol, icon, animation, label, category) => {
      expect(stateIcon(state, tool)).toEqual({ icon, symbol, animation, label });
      expect(statusCategory(state, tool)).toBe(category);
    },
  );

  test.each([
    ...["bash", "exec_command", "local_shell", "commandExecution", "mcp__acp__Bash"].map((name) => [
      name,
      "Bash",
    ]),
    ...[
      ["read", "Read"],
      ["apply_patch", "Edit"],
      ["find", "Glob"],
      ["Agent", "Task"],
      ["spawn_agent", "Task"],
    ],
  ])("[S9] %s is shown as %s, whichever agent uses that name", (name = "", known) => {
    expect(stateIcon("executing", name)).toEqual(stateIcon("executing", known));
    expect(statusCategory("executing", name)).toBe(statusCategory("executing", known));
  });

  test("[S9] an unknown name is shown by its category", () => {
    expect(stateIcon("executing", "Look at it", "read")).toEqual(stateIcon("executing", "Read"));
    expect(stateIcon("executing", "Look at it", "other")).toEqual(stateIcon("executing"));
  });

  test.each(["TodoWrite", "constructor", "__proto__", "bash "])(
    "[S9] the unknown tool %j looks like no tool",
    (tool) => {
      expect(stateIcon("executing", tool)).toEqual(stateIcon("executing"));
      expect(statusCategory("executing", tool)).toBe("tool");
    },
  );

  test.each(["thinking", "idle"] as const)("[S9] a tool has no effect in the state %s", (state) => {
    expect(stateIcon(state, "Bash")).toEqual(stateIcon(state));
    expect(statusCategory(state, "Bash")).toBe(state);
  });
});
