import { expect, test } from "vitest";
import { mayChangeFiles } from "../../src/tools/registry.ts";

test("a call may change files unless its tool is known to only read", () => {
  const looks = [
    "Read",
    "list_dir",
    "Grep",
    "glob",
    "WebFetch",
    "web_search",
    "TodoWrite",
    "AskUserQuestion",
  ];
  expect(looks.filter((name) => mayChangeFiles(name))).toEqual([]);
  const others = ["Bash", "Edit", "write_file", "apply_patch", "Task", "mcp__box__echo", "Unheard of"];
  expect(others.filter((name) => !mayChangeFiles(name))).toEqual([]);
  expect([mayChangeFiles("Look around", "read"), mayChangeFiles("Look around", "edit")]).toEqual([
    false,
    true,
  ]);
});
