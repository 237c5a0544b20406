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

  test.each(["TodoWrite", "constructor", "__proto__", "bash "])(
    "[S9] the unknown tool %j looks like no tool",
    (tool) => {
      expect(stateIcon("executing", tool)).toEqual(stateIcon("executing"));
      expect(statusCategory("executing", tool)).toBe("tool");
    },
  );

  test.each(["thinking", "idle"] as const)("[S9] a tool does not matter while %s", (state) => {
    expect(stateIcon(state, "Bash")).toEqual(stateIcon(state));
    expect(statusCategory(state, "Bash")).toBe(state);
  });
});
