import type { ToolCallEntry } from "../../events/tool.ts";
import {
  countIn,
  type Fields,
  fieldsOf,
  inputOf,
  inputTextOf,
  listIn,
  nameIn,
  objectIn,
  pathOf,
  textIn,
} from "../input/input.ts";
import { contentText } from "../output/output.ts";
import { type FileDiff, fileDiff } from "./file-diff.ts";
import type { Start } from "./hunks.ts";
import { isPatchText, patchText } from "./patch-text.ts";
import { isUnifiedDiff, unifiedDiff } from "./unified-diff.ts";

/** The changes of a call, from the best available source: completed changes take precedence over requested ones. */
export function changesOf(call: ToolCallEntry): readonly FileDiff[] {
  for (const source of [printedDiffs, contentDiffs, listedChanges, patches, pairDiffs]) {
    const found = source(call);
    if (found.length > 0) return found;
  }
  return [];
}

function printedDiffs(call: ToolCallEntry): readonly FileDiff[] {
  const text = [call.result ?? "", contentText(call)].find(isUnifiedDiff);
  return text === undefined ? [] : unifiedDiff(text, pathOf(call));
}

/** Old and new text: a whole file, or parts with their position; ACP agents may send a part without one. */
export function contentDiffs(call: ToolCallEntry): readonly FileDiff[] {
  const pairs = pairsOf(inputOf(call));
  /** For each file, the number of diffs and of added lines. */
  const before = new Map<string, { readonly count: number; readonly grown: number }>();
  const diffs: FileDiff[] = [];
  for (const item of call.content) {
    if (item.type !== "diff") continue;
    const { path, oldText, newText, oldLine, newLine } = item;
    const { count, grown } = before.get(path) ?? { count: 0, grown: 0 };
    const isPart = count > 0 || pairs.some((pair) => pair.oldText === oldText && pair.newText === newText);
    const line = newLine ?? linesOf(call, path)[count];
    const start =
      line !== undefined
        ? { old: oldLine ?? Math.max(1, line - grown), new: line }
        : isPart && oldText !== ""
          ? null
          : whole;
    const change = oldText === "" && (newLine ?? 1) <= 1 ? "add" : "update";
    const diff = fileDiff(path, oldText, newText, start, change);
    before.set(path, { count: count + 1, grown: grown + diff.added - diff.removed });
    const last = diffs.at(-1);
    if (newLine !== undefined && last?.path === path) diffs.splice(-1, 1, joined(path, [last, diff]));
    else diffs.push(diff);
  }
  return diffs;
}

/** The parts of one file. */
function joined(path: string, diffs: readonly FileDiff[]): FileDiff {
  return {
    path,
    change: "update",
    added: diffs.reduce((sum, diff) => sum + diff.added, 0),
    removed: diffs.reduce((sum, diff) => sum + diff.removed, 0),
    hunks: diffs.flatMap((diff) => diff.hunks),
  };
}

/** The positions in the new file of a path's diffs, in order. */
function linesOf(call: ToolCallEntry, path: string): readonly number[] {
  return call.locations.flatMap((place) => (place.path === path && place.line ? [place.line] : []));
}

const whole: Start = { old: 1, new: 1 };

/** Codex: a list of changes, or an object of changes by path. */
function listedChanges(call: ToolCallEntry): readonly FileDiff[] {
  const input = inputOf(call);
  const list = listIn(input, "changes").map(fieldsOf);
  const named = Object.entries(objectIn(input, "changes")).slice(0, 500);
  return [...list, ...named.map(([path, change]) => ({ ...fieldsOf(change), path }))].flatMap(listedChange);
}

function listedChange(change: Fields): readonly FileDiff[] {
  const kind = nameIn(change, "kind", "type") ?? nameIn(objectIn(change, "kind"), "type");
  const moved = nameIn(change, "move_path") ?? nameIn(objectIn(change, "kind"), "move_path");
  const from = nameIn(change, "path");
  if (from === null) return [];
  const path = moved === null || moved === from ? from : `${from} → ${moved}`;
  const text = textIn(change, "diff", "unified_diff", "content") ?? "";
  if (kind === "add") return [fileDiff(path, "", text, whole, "add")];
  if (kind === "delete") return [fileDiff(path, text, "", whole, "delete")];
  const [diff] = unifiedDiff(text, path);
  return [diff ?? { path, change: "update", added: 0, removed: 0, hunks: [] }];
}

function patches(call: ToolCallEntry): readonly FileDiff[] {
  const given = inputTextOf(call);
  const input = inputOf(call);
  const texts = [
    given,
    ...["patch", "input", "patchText", "patch_text", "diff"].map((name) => textIn(input, name)),
  ];
  for (const text of texts) {
    if (text === null) continue;
    if (isPatchText(text)) return patchText(text);
    if (isUnifiedDiff(text)) return unifiedDiff(text, pathOf(call));
  }
  return [];
}

/** A text of a file and its replacement; the old text is null if the whole file is written. */
export interface ReplacedText {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** The texts themselves, for code that draws diffs differently. Patches contain none. */
export function replacedTexts(call: ToolCallEntry): readonly ReplacedText[] {
  const diffItems = call.content.flatMap((item) => (item.type === "diff" ? [item] : []));
  if (diffItems.length > 0)
    return diffItems.map(({ path, oldText, newText }) => ({ path, oldText, newText }));
  const path = pathOf(call);
  if (path === null) return [];
  const input = inputOf(call);
  const pairs = pairsOf(input).map(({ oldText, newText }) => ({ path, oldText, newText }));
  const written = textIn(input, "content", "contents", "file_text", "fileText");
  return pairs.length > 0 || written === null ? pairs : [{ path, oldText: null, newText: written }];
}

interface Pair {
  /** Null: unknown, or empty because the text is inserted. Empty: the file is new. */
  readonly oldText: string | null;
  readonly newText: string;
  readonly start: Start | null;
}

/** The replaced pieces of one file. */
function pairDiffs(call: ToolCallEntry): readonly FileDiff[] {
  const path = pathOf(call) ?? "";
  const diffs = pairsOf(inputOf(call)).map(({ oldText, newText, start }) =>
    fileDiff(path, oldText ?? "", newText, start, oldText === "" ? "add" : "update"),
  );
  return diffs.length < 2 ? diffs : [joined(path, diffs)];
}

function pairsOf(input: Fields): readonly Pair[] {
  return [input, ...listIn(input, "edits").map(fieldsOf)].flatMap((fields) => {
    const oldText = textIn(fields, "old_string", "oldString", "old_str", "oldText", "old_text");
    const newText = textIn(
      fields,
      "new_string",
      "newString",
      "new_str",
      "newText",
      "new_text",
      "new_source",
      "insert_text",
    );
    // While the input streams, a text without its replacement would look like a deletion.
    if (newText === null) return [];
    const above = countIn(fields, "insert_line");
    const start = above !== null ? { old: above + 1, new: above + 1 } : oldText === "" ? whole : null;
    return [{ oldText, newText, start }];
  });
}
