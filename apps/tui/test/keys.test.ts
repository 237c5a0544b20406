import { readFileSync } from "node:fs";
import path from "node:path";
import { type KeyBinding, keyBindings, keyHelp } from "@polylog/core";
import { expect, test } from "vitest";
import { slashCommands } from "../src/app/commands/slash-commands.ts";
import { helpLines, keyLabel } from "../src/app/frame/help.ts";
import { plainText } from "../src/text/style.ts";
import { contextOf } from "./support/context.ts";

const bindings: readonly KeyBinding[] = keyBindings;
const root = path.join(import.meta.dirname, "../../..");
const sources = ["app/keyboard.ts", "asks/ask-state.ts", "panels/menu.ts", "panels/viewer.ts"].map((file) =>
  readFileSync(path.join(import.meta.dirname, "../src", file), "utf8"),
);

test("[K19] every shortcut of the terminal has a handler", () => {
  for (const { action, terminal } of bindings) {
    if (terminal === undefined) continue;
    const isHandled = new RegExp(`^ *"?${action}"?: |[!=]== "${action}"`, "m");
    expect(
      sources.some((source) => isHandled.test(source)),
      action,
    ).toBe(true);
  }
});

test("[K19] the help page lists every shortcut of the terminal with its text", () => {
  const page = helpLines(slashCommands, contextOf(200)).map(plainText).join("\n");
  for (const { keys, help } of keyHelp("terminal").flatMap(({ rows }) => rows)) {
    const label = keys.map(keyLabel).join(", ");
    const isWide = label.length >= 30;
    expect(page).toContain(isWide ? `${label}\n${" ".repeat(30)}${help}` : `${label.padEnd(30)}${help}`);
  }
});

test("[K19] no handler of the terminal names a key with a modifier", () => {
  for (const source of sources) expect(source).not.toMatch(/["'`](ctrl|alt|shift)\+|\.(ctrl|alt)\b/);
});

test("[K19] docs/use/terminal-keys.md lists the keys of the table, and no others", () => {
  const text = readFileSync(path.join(root, "docs/use/terminal-keys.md"), "utf8");
  const tables = text.split("\n\n").filter((part) => part.startsWith("|"));
  const documented = tables.flatMap((table) =>
    [...table.matchAll(/^\| (.*?) \|/gm)].slice(1).map(([, keys = ""]) => keys.replaceAll("`", "")),
  );
  const listed = keyHelp("terminal").flatMap(({ rows }) =>
    rows.map(({ keys }) => keys.map(keyLabel).join(", ")),
  );
  expect(documented).toEqual(listed);
});
