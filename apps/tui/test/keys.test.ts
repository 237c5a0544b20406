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

test("[K19] every shortcut of the terminal has a handler and stands in the help", () => {
  const help = helpLines(slashCommands, contextOf(200)).map(plainText).join("\n");
  for (const { action, help: text, terminal } of bindings) {
    if (terminal === undefined) continue;
    const isHandled = new RegExp(`^ *"?${action}"?: `, "m");
    const isCompared = new RegExp(`(===|!==) "${action}"`);
    expect(
      sources.some((source) => isHandled.test(source) || isCompared.test(source)),
      action,
    ).toBe(true);
    const label = terminal.map(keyLabel).join(", ");
    const about = typeof text === "string" ? text : text.terminal;
    const isWide = label.length >= 30;
    expect(help, action).toContain(
      isWide ? `${label}\n${" ".repeat(30)}${about}` : `${label.padEnd(30)}${about}`,
    );
  }
});

test("[K19] no handler of the terminal names a key with a modifier itself", () => {
  for (const source of sources) expect(source).not.toMatch(/["'`](ctrl|alt|shift)\+|\.(ctrl|alt)\b/);
});

test("[K19] docs/terminal.md lists the keys of the table, and no others", () => {
  const text = readFileSync(path.join(root, "docs/terminal.md"), "utf8");
  const section = text.slice(text.indexOf("## Keys"), text.indexOf("## How it looks"));
  const tables = section.slice(0, section.indexOf("\n\n`/`")).split("\n\n").slice(1);
  const documented = tables.flatMap((table) =>
    [...table.matchAll(/^\| (.*?) \|/gm)].slice(1).map(([, keys = ""]) => keys.replaceAll("`", "")),
  );
  const listed = keyHelp("terminal").flatMap(({ rows }) =>
    rows.map(({ keys }) => keys.map(keyLabel).join(", ")),
  );
  expect(documented).toEqual(listed);
});
