import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type KeyBinding, keyBindings, keyHelp } from "@polylog/core";
import { expect, test } from "vitest";

const bindings: readonly KeyBinding[] = keyBindings;
const root = path.join(import.meta.dirname, "../../../..");
const folder = path.join(root, "apps/web/src");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: path.basename(file), text: readFileSync(path.join(folder, file), "utf8") }));
const handling = sources.filter(({ text }) => text.includes("webKeyAction("));

test("every shortcut of the web has a handler", () => {
  for (const { action, web } of bindings) {
    if (web === undefined) continue;
    const isHandled = new RegExp(`^ *"?${action}"?: \\(|[!=]== "${action}"`, "m");
    expect(
      handling.some(({ text }) => isHandled.test(text)),
      action,
    ).toBe(true);
  }
});

test("the help lists every shortcut of the web under its heading, and the replacement for Ctrl+T", () => {
  const listed = keyHelp("web").flatMap(({ rows }) => rows.map(({ keys }) => keys.join(" or ")));
  const own = bindings.flatMap(({ web }) => (web === undefined ? [] : [web.join(" or ")]));
  expect([...listed].sort()).toEqual([...own, "Ctrl+T", "/", "@"].sort());
});

/** Links and other clicks check modifiers; `next-frame` only checks whether a person is typing. */
const notShortcuts = ["link.tsx", "next-frame.ts"];

test("no code outside the table handles keys with modifiers", () => {
  const reading = sources.filter(({ text }) => /\b(ctrlKey|metaKey|altKey)\b/.test(text));
  expect(reading.map(({ file }) => file).filter((file) => !notShortcuts.includes(file))).toEqual([
    "prompt-box.tsx",
  ]);
  const [box] = reading.filter(({ file }) => file === "prompt-box.tsx");
  // The only place that passes them to the table.
  expect(box?.text.match(/.*\b(ctrlKey|metaKey|altKey)\b.*/g)).toHaveLength(2);
});

test("docs/use/web.md names only keys from the table", () => {
  const text = readFileSync(path.join(root, "docs/use/web.md"), "utf8");
  const known = new Set(keyHelp("web").flatMap(({ rows }) => rows.flatMap(({ keys }) => keys)));
  const named = [...text.matchAll(/\b((?:Cmd\/Ctrl|Ctrl|Alt|Shift)\+[A-Z][a-z]*)\b/g)].map(([, key = ""]) =>
    key.replace("Cmd/Ctrl", "Mod"),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((key) => !known.has(key))).toEqual([]);
});
