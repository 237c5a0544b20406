import { expect, test } from "vitest";
import { type KeyBinding, type KeyPress, keyAction, keyBindings, keyHelp } from "../../src/index.ts";

const bindings: readonly KeyBinding[] = keyBindings;
const screens = ["web", "terminal"] as const;
const press = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ name, ctrl: false, alt: false, shift: false },
  ...more,
});

test("no action is listed twice, and each has a key on a screen", () => {
  const actions = bindings.map(({ action }) => action);
  expect(new Set(actions).size).toBe(actions.length);
  expect(bindings.filter(({ web = [], terminal = [] }) => web.length + terminal.length === 0)).toEqual([]);
});

test.each(screens)("%s: a key has one meaning in a context", (screen) => {
  const keys = bindings.flatMap(({ context, [screen]: own = [] }) => own.map((key) => `${context} ${key}`));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test.each(screens)("%s: each key of the table is matched with its action", (screen) => {
  for (const { action, context, [screen]: keys = [] } of bindings)
    for (const key of keys) {
      const [last = "", ...before] = key.replace("1–9", "7").split(" ").reverse();
      const parts = last.split("+");
      const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
      const pressed = press(parts.at(-1) ?? "", {
        ...{ ctrl: has("Ctrl"), alt: has("Alt"), shift: has("Shift"), meta: has("Mod") },
      });
      const name =
        parts.length === 1 && /^[A-Z]$/.test(pressed.name) ? pressed.name.toLowerCase() : pressed.name;
      expect(keyAction(screen, context, { ...pressed, name }, before), `${context} ${key}`).toBe(action);
    }
});

test("browsers and terminals have different names for keys", () => {
  expect([
    keyAction("web", "app", press("ArrowUp", { alt: true })),
    keyAction("web", "app", press("k", { meta: true })),
    keyAction("web", "app", press("K", { ctrl: true })),
    keyAction("web", "app", press("k", { ctrl: true, shift: true })),
    keyAction("web", "main", press("?", { shift: true })),
    keyAction("web", "main", press("N", { shift: true })),
    keyAction("terminal", "viewer", press("g")),
    keyAction("terminal", "viewer", press("G")),
    keyAction("terminal", "viewer", press(" ")),
    keyAction("terminal", "session", press("escape")),
  ]).toEqual([
    ...["previous-session", "open-palette", "open-palette", null, "show-help", null],
    ...["scroll-to-top", "scroll-to-end", "page-down", "interrupt"],
  ]);
});

test("a sequence takes precedence over its last key alone, and only after its first", () => {
  const enter = press("Enter");
  expect(keyAction("web", "message", enter)).toBe("send");
  expect(keyAction("web", "message", enter, ["\\"])).toBe("new-line");
  expect(keyAction("web", "message", press("Enter", { shift: true }), ["\\"])).toBe("new-line");
  expect(keyAction("terminal", "main", press("c", { ctrl: true }))).toBe("clear-input");
  expect(keyAction("terminal", "main", press("c", { ctrl: true }), ["Ctrl+C"])).toBe("leave");
  expect(keyAction("terminal", "main", press("c", { ctrl: true }), ["Esc"])).toBe("clear-input");
});

test.each(screens)("%s: every shortcut is in the help, each with a distinct text in its group", (screen) => {
  const groups = keyHelp(screen);
  const listed = groups.flatMap(({ rows }) => rows.map(({ keys }) => keys.join()));
  for (const { [screen]: keys } of bindings) if (keys !== undefined) expect(listed).toContain(keys.join());
  expect(groups.flatMap(({ rows }) => rows).filter(({ help }) => help === "")).toEqual([]);
});
