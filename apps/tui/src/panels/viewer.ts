import { type KeyAction, keyAction } from "@polylog/core";
import type { RenderContext } from "../render/context.ts";
import { type Key, plainKey } from "../terminal/keys.ts";
import { type Line, lineOf } from "../text/style.ts";
import { cutLine } from "../text/wrap.ts";

/** A scrollable page of lines that disappears when it is closed. */
export interface Viewer {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The first visible line. */
  readonly top: number;
}

export function createViewer(title: string, lines: readonly Line[], atEnd = false): Viewer {
  return { title, lines, top: atEnd ? Number.MAX_SAFE_INTEGER : 0 };
}

/** Null closes it. */
export function viewerKey(viewer: Viewer, key: Key, rows: number): Viewer | null {
  const page = Math.max(1, bodyRows(rows) - 1);
  const top = topOf(viewer, rows);
  const moves: Readonly<Record<Exclude<KeyAction<"terminal", "viewer">, "close-viewer">, number>> = {
    "scroll-up": -1,
    "scroll-down": 1,
    "page-up": -page,
    "page-down": page,
    "scroll-to-top": -top,
    "scroll-to-end": viewer.lines.length,
  };
  // Modifiers without a meaning here are ignored.
  const action = keyAction("terminal", "viewer", key) ?? keyAction("terminal", "viewer", plainKey(key.name));
  if (action === null) return viewer;
  if (action === "close-viewer") return null;
  return { ...viewer, top: Math.max(0, topOf({ ...viewer, top: top + moves[action] }, rows)) };
}

export function viewerLines(viewer: Viewer, { theme, glyphs, width }: RenderContext, rows: number): Line[] {
  const { title, lines } = viewer;
  const top = topOf(viewer, rows);
  const shown = lines.slice(top, top + bodyRows(rows));
  const place =
    lines.length > shown.length
      ? ` ${glyphs.separator} ${top + 1}–${top + shown.length} of ${lines.length}`
      : "";
  return [
    cutLine([...lineOf(title, theme.strong), ...lineOf(place, theme.quiet)], width),
    ...shown,
    cutLine(lineOf(`Arrows and Space scroll ${glyphs.separator} Esc closes`, theme.quiet), width),
  ];
}

function bodyRows(rows: number): number {
  return Math.max(3, rows - 2);
}

function topOf({ lines, top }: Viewer, rows: number): number {
  return Math.max(0, Math.min(top, lines.length - bodyRows(rows)));
}
