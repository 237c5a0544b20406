import { limits } from "../limits.ts";
import { splitItems } from "./escape.ts";
import type { Action } from "./steps.ts";

export type Reading = { readonly action: Action } | { readonly problem: string };
type Reader = (rest: string) => Reading;

const readers: Readonly<Record<Action["do"], Reader>> = {
  say: (text) => (text === "" ? usage("say TEXT") : { action: { do: "say", text } }),
  words: (rest) =>
    numbers("words N MS", rest, [limits.words, limits.waitMs], 2, ([count, ms]) => ({
      do: "words",
      count,
      ms,
    })),
  think: (text) => ({ action: { do: "think", text } }),
  tool: readTool,
  shell: (command) => (command === "" ? usage("shell CMD") : { action: { do: "shell", command } }),
  read: (rest) => {
    const [path, more] = takePath(rest);
    return path === "" || more !== "" ? usage("read PATH") : { action: { do: "read", path } };
  },
  write: (rest) => {
    const [path, content] = takePath(rest);
    return path === ""
      ? usage("write PATH CONTENT")
      : { action: { do: "write", path, content: unquote(content) } };
  },
  edit: readEdit,
  ask: (rest) => {
    const [question, ...options] = splitItems(rest);
    return question === undefined
      ? usage("ask QUESTION | option | option")
      : { action: { do: "ask", question, options } };
  },
  plan: (rest) => {
    const items = splitItems(rest);
    return items.length === 0 ? usage("plan item | item") : { action: { do: "plan", items } };
  },
  subagent: (prompt) => (prompt === "" ? usage("subagent PROMPT") : { action: { do: "subagent", prompt } }),
  huge: (rest) =>
    numbers("huge KB", rest, [limits.hugeKilobytes], 1, ([kilobytes]) => ({ do: "huge", kilobytes })),
  usage: (rest) =>
    numbers(
      "usage IN OUT [CACHED]",
      rest,
      [limits.tokens, limits.tokens, limits.tokens],
      2,
      ([input, output, cached]) => ({ do: "usage", input, output, cached }),
    ),
  error: readError,
  cut: (rest) => readTimes("cut", rest, (times) => ({ do: "cut", times })),
  stall: (rest) => numbers("stall MS", rest, [limits.waitMs], 1, ([ms]) => ({ do: "stall", ms })),
  malformed: (rest) => readTimes("malformed", rest, (times) => ({ do: "malformed", times })),
  nodone: (rest) => readTimes("nodone", rest, (times) => ({ do: "nodone", times })),
  stop: (reason) =>
    /^[\w-]{1,64}$/.test(reason)
      ? { action: { do: "stop", reason } }
      : usage("stop REASON, where REASON is a single word"),
};

export const stepWords: ReadonlySet<string> = new Set(Object.keys(readers));

export function readAction(word: string, rest: string): Reading {
  if (word === "") return { problem: "it has an empty block" };
  if (stepWords.has(word)) return readers[word as Action["do"]](rest);
  return { problem: `unknown step "${word.slice(0, 40)}"; available steps are ${[...stepWords].join(", ")}` };
}

function usage(form: string): Reading {
  return { problem: `expected ${form}` };
}

function readTool(rest: string): Reading {
  const form = "tool NAME {json}";
  const [, name = "", json = ""] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  if (name === "") return usage(form);
  const input = json === "" ? {} : objectIn(json);
  return input === null
    ? usage(`${form}, where the JSON is an object`)
    : { action: { do: "tool", name, input } };
}

function readEdit(rest: string): Reading {
  const form = 'edit PATH {"old":"…","new":"…"}';
  const [path, json] = takePath(rest);
  const change = objectIn(json);
  if (path === "" || change === null) return usage(form);
  const { old, new: fresh } = change;
  if (typeof old !== "string" || old === "" || typeof fresh !== "string") return usage(form);
  return { action: { do: "edit", path, old, new: fresh } };
}

function readError(rest: string): Reading {
  const found = /^(\d{3})(?:\s+(\d+))?$/.exec(rest);
  const status = Number(found?.[1] ?? 0);
  const times = found?.[2] === undefined ? null : Number(found[2]);
  if (status < 400 || status > 599 || !isTimes(times)) {
    return usage(`error STATUS [TIMES], with a status from 400 to 599 and at most ${limits.times} times`);
  }
  return { action: { do: "error", status, times } };
}

function readTimes(word: string, rest: string, make: (times: number | null) => Action): Reading {
  const times = rest === "" ? null : /^\d+$/.test(rest) ? Number(rest) : 0;
  return isTimes(times)
    ? { action: make(times) }
    : usage(`${word} [TIMES], with at most ${limits.times} times`);
}

function isTimes(times: number | null): boolean {
  return times === null || (times >= 1 && times <= limits.times);
}

/** Reads whole numbers, each with a limit. Those after the first `needed` are optional and default to 0. */
function numbers(
  form: string,
  rest: string,
  bounds: readonly number[],
  needed: number,
  make: (values: [number, number, number]) => Action,
): Reading {
  const words = rest === "" ? [] : rest.split(/\s+/);
  const fits = words.every((word, index) => /^\d+$/.test(word) && Number(word) <= (bounds[index] ?? -1));
  if (!fits || words.length < needed) {
    return usage(
      `${form}, with whole numbers of at most ${bounds.slice(0, Math.max(needed, 1)).join(" and ")}`,
    );
  }
  const [first = 0, second = 0, third = 0] = words.map(Number);
  return { action: make([first, second, third]) };
}

/** The path at the beginning, in quotes if it contains spaces, and the rest. */
function takePath(rest: string): readonly [string, string] {
  const [quoted] = /^"(?:[^"\\]|\\.)*"(?=\s|$|\{)/.exec(rest) ?? [];
  const [word] = /^\S*/.exec(rest) ?? [];
  const taken = quoted ?? word ?? "";
  return [unquote(taken), rest.slice(taken.length).trim()];
}

/** The value of a JSON string. Other text is returned unchanged. */
function unquote(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    // Not a JSON string: it is plain text.
    return text;
  }
}

function objectIn(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // The caller reports the expected form.
    return null;
  }
}
