import { fuzzyFind, type KeyAction, keyAction } from "@polylog/core";
import { type Editor, edit, emptyEditor, insert } from "../input/editor.ts";
import type { RenderContext } from "../render/context.ts";
import { cleanLine } from "../safe/clean-text.ts";
import type { Key } from "../terminal/keys.ts";
import type { Cursor } from "../terminal/screen.ts";
import { type Line, lineOf, type Style, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { cutLine } from "../text/wrap.ts";

/** A list to choose from: sessions, models, modes, earlier messages. Typing filters it. */
export interface Menu {
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly filter: Editor;
  readonly chosen: number;
  readonly empty: string;
}

export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** A styled word before the name. */
  readonly mark?: { readonly text: string; readonly tone: "live" | "waiting" | "failed" | "done" | "quiet" };
}

export function createMenu(title: string, items: readonly MenuItem[], empty = "No matches"): Menu {
  return { title, items, filter: emptyEditor, chosen: 0, empty };
}

export function shownItems({ items, filter }: Menu): readonly MenuItem[] {
  return fuzzyFind(filter.text.trim(), items, ({ name, detail }) => `${name} ${detail}`);
}

export function withItems(menu: Menu, items: readonly MenuItem[]): Menu {
  const id = shownItems(menu)[menu.chosen]?.id;
  const next = { ...menu, items };
  return {
    ...next,
    chosen: Math.max(
      0,
      shownItems(next).findIndex((item) => item.id === id),
    ),
  };
}

export type MenuStep = { readonly menu: Menu } | { readonly choice: MenuItem } | { readonly closed: true };

export function menuKey(menu: Menu, key: Key): MenuStep {
  const items = shownItems(menu);
  const move = (by: number): MenuStep => ({
    menu: { ...menu, chosen: Math.max(0, Math.min(items.length - 1, menu.chosen + by)) },
  });
  const handlers: Readonly<Record<KeyAction<"terminal", "list">, () => MenuStep>> = {
    "previous-item": () => move(-1),
    "next-item": () => move(1),
    "previous-items": () => move(-10),
    "next-items": () => move(10),
    "choose-item": () => {
      const choice = items[menu.chosen];
      return choice === undefined ? { menu } : { choice };
    },
    "close-list": () => ({ closed: true }),
  };
  // Shift and Alt have no effect here.
  const action = keyAction("terminal", "list", { ...key, shift: false, alt: false });
  if (action !== null) return handlers[action]();
  const filter = edit(menu.filter, key);
  return { menu: filter === null ? menu : { ...menu, filter, chosen: 0 } };
}

export function menuText(menu: Menu, text: string): Menu {
  return { ...menu, filter: insert(menu.filter, text.replaceAll("\n", " ")), chosen: 0 };
}

export function menuPicture(
  menu: Menu,
  context: RenderContext,
  rows: number,
): { readonly lines: readonly Line[]; readonly cursor: Cursor } {
  const { theme, glyphs, width } = context;
  const items = shownItems(menu);
  const most = Math.max(3, rows - 3);
  const from = Math.max(0, Math.min(menu.chosen - Math.floor(most / 2), items.length - most));
  const title = `${menu.title}  `;
  const head: Line = cutLine([span(title, theme.strong), span(menu.filter.text, theme.accent)], width);
  const list = items
    .slice(from, from + most)
    .map((item, index) => itemLine(item, from + index === menu.chosen, context));
  const shown = items.length === 0 ? [lineOf(`  ${menu.empty}`, theme.quiet)] : list;
  const place = items.length > most ? ` ${glyphs.separator} ${menu.chosen + 1} of ${items.length}` : "";
  const hint = `Type to search ${glyphs.separator} Enter selects ${glyphs.separator} Esc closes${place}`;
  const column = widthOf(title) + widthOf(menu.filter.text.slice(0, menu.filter.caret));
  return {
    lines: [head, ...shown, cutLine(lineOf(hint, theme.quiet), width)],
    cursor: { row: 0, column: Math.min(column, width - 1) },
  };
}

function itemLine(
  { name, detail, mark }: MenuItem,
  isChosen: boolean,
  { theme, glyphs, width }: RenderContext,
): Line {
  const style: Style = isChosen ? theme.chosen : theme.text;
  return cutLine(
    [
      span(`${isChosen ? glyphs.chosen : " "} `, theme.chosen),
      ...(mark === undefined ? [] : [span(`${mark.text} `, theme[mark.tone])]),
      span(cleanLine(name), style),
      ...(detail === "" ? [] : [span(`  ${cleanLine(detail)}`, theme.quiet)]),
    ],
    width,
  );
}
