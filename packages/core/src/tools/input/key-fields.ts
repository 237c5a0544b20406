import type { ToolCallEntry } from "../../events/tool.ts";
import { oneLine } from "../../format/one-line.ts";
import { isTooDeep } from "../../json-depth.ts";
import type { Block } from "../blocks.ts";
import { inputOf, inputTextOf } from "./input.ts";
import { showValue } from "./show-value.ts";

const mostFields = 8;
const mostValue = 200;
const mostJson = 100_000;

/** A tool's input: its parameters, followed by the collapsed full input if they are incomplete. */
export function keyFields(call: ToolCallEntry): readonly Block[] {
  const entries = entriesOf(call);
  const fields = entries.slice(0, mostFields).map(([name, value]) => ({
    name: oneLine(name, 60),
    value: oneLine(showValue(value, mostValue * 2), mostValue),
  }));
  if (fields.length === 0) return [];
  const fits =
    entries.length === fields.length &&
    entries.every(([, value]) => showValue(value, mostValue + 1).length <= mostValue);
  return [{ kind: "fields", fields, collapsed: false }, ...(fits ? [] : wholeInput(call))];
}

function entriesOf(call: ToolCallEntry): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(inputOf(call));
  if (entries.length > 0) return entries;
  if (Array.isArray(call.input)) return [["input", call.input]];
  const text =
    inputTextOf(call) ??
    (call.input === null ? null : typeof call.input === "object" ? null : String(call.input));
  return text === null || text.trim() === "" ? [] : [["input", text]];
}

function wholeInput(call: ToolCallEntry): readonly Block[] {
  const { input } = call;
  if (typeof input !== "object" || input === null) {
    return [{ kind: "json", text: String(input ?? call.inputText).slice(0, mostJson), collapsed: true }];
  }
  const text =
    isTooDeep(input) || showValue(input, mostJson).length > mostJson
      ? showValue(input, mostJson)
      : JSON.stringify(input, null, 2);
  return [{ kind: "json", text, collapsed: true }];
}
